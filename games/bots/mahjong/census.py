"""Counts all tiles of a mahjong hand, wherever they lie: none may be lost or doubled."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.core.contract import State
from games.engine.mahjong.game import own_state
from games.engine.mahjong.packed import ONE

_one = ONE.__getitem__


def whole(kinds: int) -> Callable[[State], bool]:
    """Return the function that tells whether four tiles of each of the first `kinds` kinds are there."""
    every = 4 * sum(ONE[:kinds])
    return lambda state: _all_tiles(state) == every


def _all_tiles(state: State) -> int:
    hand = own_state(state)
    total = hand.won + sum(map(_one, hand.wall[hand.head : hand.tail]))
    for seat in hand.seats:
        total += seat.hand + sum(map(_one, seat.river))
        for meld in seat.melds:
            total += sum(map(_one, meld.tiles))
    if hand.robbing and hand.offered is not None:
        total += ONE[hand.offered[1]]
    return total
