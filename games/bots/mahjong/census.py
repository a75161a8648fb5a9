"""Counts all tiles of a mahjong hand, wherever they lie: none may be lost or doubled."""

from __future__ import annotations

from games.engine.core.contract import State
from games.engine.mahjong.game import own_state
from games.engine.mahjong.packed import ONE

_SUITS = 4 * sum(ONE[:27])
_one = ONE.__getitem__


def is_whole(state: State) -> bool:
    """Return whether the 108 tiles are there, four of each kind."""
    hand = own_state(state)
    total = hand.won + sum(map(_one, hand.wall[hand.head : hand.tail]))
    for seat in hand.seats:
        total += seat.hand + sum(map(_one, seat.river))
        for meld in seat.melds:
            total += ONE[meld.tiles[0]] * len(meld.tiles)
    if hand.robbing and hand.offered is not None:
        total += ONE[hand.offered[1]]
    return total == _SUITS
