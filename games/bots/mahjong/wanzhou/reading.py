"""What a 万州 seat reads off its view: plain tiles and 混儿 in hand, what it sees nowhere, and its rivals."""

from __future__ import annotations

from typing import NamedTuple, cast

from games.bots.mahjong import reading
from games.bots.mahjong.reading import Counts, changed, own_counts, with_added
from games.engine.core.contract import NONE
from games.engine.mahjong import hints
from games.engine.mahjong.view import MahjongView, Meld, MeldKind
from games.engine.mahjong.wanzhou.rules import WanzhouRules

KINDS = 34

# The chance that one of three rivals wins in a round: at the start, more with each round and each meld, and at most.
_HAZARD = 0.04
_HAZARD_ROUND = 0.05
_HAZARD_MELD = 0.03
_HAZARD_MOST = 0.45


class Hand(NamedTuple):
    """A seat's tiles for evaluation: counts of plain tiles, 混儿, and melds."""

    counts: Counts
    wilds: int
    melds: tuple[Meld, ...]

    def less(self, tile: int, copies: int = 1) -> Hand:
        """Return the hand with `copies` of a plain `tile` gone."""
        return self._replace(counts=changed(self.counts, tile, -copies))

    def melded(self, meld: Meld) -> Hand:
        """Return the hand with `meld` laid; the tiles it takes are already gone."""
        return self._replace(melds=(*self.melds, meld))

    def grown(self, tile: int) -> Hand:
        """Return the hand with the peng of `tile` made a gang; the fourth is already gone."""
        return self._replace(melds=with_added(self.melds, tile))


class Outlook(NamedTuple):
    """The table as far as it matters for planning.

    `unseen` copies a kind, their sum `hidden`, own `draws` to come (a mean), `rivals` who pay, the `void` suit;
    `hazard`: the chance that one of them wins in a round.
    """

    rules: WanzhouRules
    unseen: Counts
    hidden: int
    draws: float
    hazard: float
    rivals: int
    void: int
    wild: int


def hand_of(view: MahjongView) -> Hand:
    """Return the viewer's own tiles, the drawn one included."""
    counts, wilds = own_counts(view, KINDS), 0
    if view.wild != NONE:
        wilds = counts[view.wild]
        counts = changed(counts, view.wild, -wilds)
    return Hand(counts, wilds, view.seats[view.viewer].melds)


def outlook_of(view: MahjongView) -> Outlook:
    """Return the table around the viewer."""
    unseen = hints.unseen(view)
    rivals = len(view.seats) - 1
    return Outlook(
        cast("WanzhouRules", view.rules),
        unseen,
        max(sum(unseen), 1),
        view.wall_left / len(view.seats),
        _hazard(view),
        rivals,
        view.seats[view.viewer].void,
        view.wild,
    )


def _hazard(view: MahjongView) -> float:
    """Return the chance that a rival wins in a round, from what lies open: rounds played and rivals' melds."""
    rounds = sum(len(seat.river) for seat in view.seats) / len(view.seats)
    melds = sum(len(seat.melds) for seat in view.seats if seat.seat != view.viewer)
    chance = _HAZARD + _HAZARD_ROUND * rounds + _HAZARD_MELD * melds
    return min(chance, _HAZARD_MOST) * (len(view.seats) - 1) / 3


def chied(hand: Hand, tile: int, own: tuple[int, ...]) -> Hand:
    """Return the hand after a chi of `tile` with two `own` tiles, a throw still to come."""
    for kind in own:
        hand = hand.less(kind)
    return hand.melded(Meld(MeldKind.CHI, (tile, *own)))


def ganged(hand: Hand, tile: int, wild: int) -> Hand:
    """Return the hand after an own gang of `tile`, its replacement still to come; four 混儿 are one too."""
    if tile == wild:
        return hand._replace(wilds=hand.wilds - 4).melded(Meld(MeldKind.CONCEALED, (tile,) * 4))
    return reading.ganged(hand, tile)
