"""What a 四川 seat reads off its view: its own tiles, what it sees nowhere, and who is still against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from games.bots.mahjong.reading import Counts, changed, own_counts, with_added
from games.engine.core.seats import distance
from games.engine.mahjong import hints
from games.engine.mahjong.sichuan.rules import SichuanRules
from games.engine.mahjong.view import MahjongView, Meld, MeldKind, SeatView

KINDS = 27
ALL_SUITS = 0b111


class Holding(NamedTuple):
    """A seat's tiles for evaluation: concealed counts of the 27 kinds, its melds and their suits as bits."""

    counts: Counts
    melds: tuple[Meld, ...]
    suits: int

    def less(self, tile: int, copies: int = 1) -> Holding:
        """Return the holding with `copies` of `tile` thrown."""
        return self._replace(counts=changed(self.counts, tile, -copies))

    def melded(self, meld: Meld) -> Holding:
        """Return the holding with `meld` laid open; the tiles it takes from the hand are already gone."""
        return self._replace(melds=(*self.melds, meld), suits=self.suits | 1 << meld.tiles[0] // 9)

    def grown(self, tile: int) -> Holding:
        """Return the holding with the peng of `tile` made a gang; the fourth is already gone."""
        return self._replace(melds=with_added(self.melds, tile))


class Outlook(NamedTuple):
    """The table as far as it matters for planning.

    `unseen` copies a kind, their sum `hidden`, own `draws` to come (a mean), `rivals` still playing (who pays a
    self-draw), the declared `void` suit (NONE: any one suit may be left out).
    """

    rules: SichuanRules
    unseen: Counts
    hidden: int
    draws: float
    rivals: int
    void: int


def holding(view: MahjongView) -> Holding:
    """Return the viewer's own tiles, the drawn one included."""
    melds = view.seats[view.viewer].melds
    suits = 0
    for meld in melds:
        suits |= 1 << meld.tiles[0] // 9
    return Holding(own_counts(view, KINDS), melds, suits)


def outlook(view: MahjongView) -> Outlook:
    """Return the table around the viewer."""
    unseen = hints.unseen(view)[:KINDS]
    rivals = sum(1 for _ in opponents(view))
    draws = view.wall_left / (rivals + 1)
    rules = cast("SichuanRules", view.rules)
    return Outlook(rules, unseen, max(sum(unseen), 1), draws, rivals, view.seats[view.viewer].void)


def opponents(view: MahjongView) -> Iterator[SeatView]:
    """Yield the other seats that can still win and still pay."""
    return (seat for seat in view.seats if seat.seat != view.viewer and not seat.out and not seat.left)


def just_passed(view: MahjongView, rival: SeatView) -> frozenset[int]:
    """Return tiles that `rival` has let pass since it last threw one: its hand has not changed since.

    They are the last throws of the seats that acted between `rival` and the viewer.
    """
    players = len(view.seats)
    between = distance(rival.seat, view.viewer, players)
    return frozenset(
        seat.river[-1]
        for seat in view.seats
        if seat.river and 0 < distance(rival.seat, seat.seat, players) < between
    )


def pengs(melds: Sequence[Meld]) -> Iterator[int]:
    """Yield the kinds of the pengs, which may grow into gangs."""
    return (meld.tiles[0] for meld in melds if meld.kind is MeldKind.PENG)
