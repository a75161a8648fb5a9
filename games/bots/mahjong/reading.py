"""What a seat of any mahjong game reads off its view, and how its tiles change by claims and gangs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar

from games.engine.core.contract import NONE, View
from games.engine.mahjong.view import MahjongView, Meld, MeldKind

Counts = tuple[int, ...]


class Tiles(Protocol):
    """A seat's tiles for evaluation."""

    @property
    def counts(self) -> Counts: ...

    def less(self, tile: int, copies: int = 1) -> Self:
        """Return the tiles with `copies` of `tile` gone."""
        ...

    def melded(self, meld: Meld) -> Self:
        """Return the tiles with `meld` laid open; those it takes from the hand are already gone."""
        ...

    def grown(self, tile: int) -> Self:
        """Return the tiles with the peng of `tile` made a gang; the fourth is already gone."""
        ...


H = TypeVar("H", bound=Tiles)


def mahjong(view: View) -> MahjongView:
    """Return `view` as a mahjong view; raises TypeError for another game's."""
    if not isinstance(view, MahjongView):
        raise TypeError("not a mahjong view")
    return view


def own_counts(view: MahjongView, kinds: int) -> Counts:
    """Return how many of the first `kinds` kinds the viewer holds, the drawn one included."""
    seat = view.seats[view.viewer]
    counts = [0] * kinds
    for tile in seat.hand:
        counts[tile] += 1
    if seat.drawn != NONE:
        counts[seat.drawn] += 1
    return tuple(counts)


def changed(counts: Sequence[int], tile: int, by: int) -> Counts:
    """Return the counts with `by` more of `tile`."""
    after = list(counts)
    after[tile] += by
    return tuple(after)


def penged(held: H, tile: int) -> H:
    """Return the tiles after a peng of `tile`, a throw still to come."""
    return held.less(tile, 2).melded(Meld(MeldKind.PENG, (tile,) * 3))


def ganged(held: H, tile: int, *, claimed: bool = False) -> H:
    """Return the tiles after a gang of `tile`, its replacement still to come."""
    if claimed:
        return held.less(tile, 3).melded(Meld(MeldKind.EXPOSED, (tile,) * 4))
    if held.counts[tile] == 4:
        return held.less(tile, 4).melded(Meld(MeldKind.CONCEALED, (tile,) * 4))
    return held.less(tile).grown(tile)


def with_added(melds: tuple[Meld, ...], tile: int) -> tuple[Meld, ...]:
    """Return the melds with the peng of `tile` made an added gang."""
    return tuple(
        meld._replace(kind=MeldKind.ADDED, tiles=(tile,) * 4)
        if meld.kind is MeldKind.PENG and meld.tiles[0] == tile
        else meld
        for meld in melds
    )
