"""What a 万州 seat reads off its view: plain tiles and 混儿 in hand, what it sees nowhere, and its rivals."""

from __future__ import annotations

from typing import NamedTuple, cast

from games.bots.mahjong.reading import changed, mahjong
from games.engine.core.contract import NONE, View
from games.engine.mahjong import hints
from games.engine.mahjong.view import MahjongView, Meld, MeldKind
from games.engine.mahjong.wanzhou.rules import WanzhouRules

KINDS = 34

Counts = tuple[int, ...]


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


class Outlook(NamedTuple):
    """The table as far as it matters for planning.

    `unseen` copies a kind, their sum `hidden`, own `draws` to come (a mean), `rivals` who pay, the `void` suit.
    """

    rules: WanzhouRules
    unseen: Counts
    hidden: int
    draws: float
    rivals: int
    void: int
    wild: int


def hand_of(view: MahjongView) -> Hand:
    """Return the viewer's own tiles, the drawn one included."""
    seat = view.seats[view.viewer]
    counts = [0] * KINDS
    for tile in (*seat.hand, *((seat.drawn,) if seat.drawn != NONE else ())):
        counts[tile] += 1
    wilds = 0
    if view.wild != NONE:
        wilds, counts[view.wild] = counts[view.wild], 0
    return Hand(tuple(counts), wilds, seat.melds)


def outlook_of(view: MahjongView) -> Outlook:
    """Return the table around the viewer."""
    unseen = hints.unseen(view)
    rivals = len(view.seats) - 1
    return Outlook(
        cast("WanzhouRules", view.rules),
        unseen,
        max(sum(unseen), 1),
        view.wall_left / len(view.seats),
        rivals,
        view.seats[view.viewer].void,
        view.wild,
    )


def table_of(view: View) -> MahjongView:
    """Return `view` as a mahjong view; raises TypeError for another game's."""
    return mahjong(view)


def penged(hand: Hand, tile: int) -> Hand:
    """Return the hand after a peng of `tile`, a throw still to come."""
    return hand.less(tile, 2).melded(Meld(MeldKind.PENG, (tile,) * 3))


def chied(hand: Hand, tile: int, own: tuple[int, ...]) -> Hand:
    """Return the hand after a chi of `tile` with two `own` tiles, a throw still to come."""
    for kind in own:
        hand = hand.less(kind)
    return hand.melded(Meld(MeldKind.CHI, (tile, *own)))


def ganged(hand: Hand, tile: int, wild: int, *, claimed: bool = False) -> Hand:
    """Return the hand after a gang of `tile`, its replacement still to come."""
    if claimed:
        return hand.less(tile, 3).melded(Meld(MeldKind.EXPOSED, (tile,) * 4))
    if tile == wild:
        return hand._replace(wilds=hand.wilds - 4).melded(Meld(MeldKind.CONCEALED, (tile,) * 4))
    if hand.counts[tile] == 4:
        return hand.less(tile, 4).melded(Meld(MeldKind.CONCEALED, (tile,) * 4))
    melds = tuple(
        meld._replace(kind=MeldKind.ADDED, tiles=(tile,) * 4)
        if meld.kind is MeldKind.PENG and meld.tiles[0] == tile
        else meld
        for meld in hand.melds
    )
    return hand.less(tile)._replace(melds=melds)
