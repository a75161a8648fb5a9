"""What the engine itself would give away: the defaults of 定缺, 换三张 and of a throw without a drawn tile.

Pure functions of what the seat itself knows. They are meant to be sensible and cheap, not strong: bots play better.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import SUITS, count, kinds, suit_of_hand, suits, unpack

_FOREIGN = 8  # a third suit must go before anything else (SC-03)


def void_suit(hand: int) -> int:
    """Return the suit with the fewest tiles, ties 万<条<筒 (SC-04)."""
    order = (0, 2, 1)
    return min(order, key=lambda suit: (SUITS[suit_of_hand(hand, suit)].size, order.index(suit)))


@lru_cache(maxsize=4096)
def discard(hand: int, open_suits: int, void: int) -> int:
    """Return the tile that holds the hand together least; a void tile while one must go."""
    held = kinds(hand)
    if void != NONE:
        held = tuple(tile for tile in held if tile // 9 == void) or held
    return min(held, key=lambda tile: (_worth(hand, tile) - _foreign(hand, open_suits, tile // 9), tile))


@lru_cache(maxsize=1024)
def swap_three(hand: int) -> tuple[int, ...]:
    """Return three tiles of one suit: from the shortest suit that has three, those that help it least."""
    options = tuple(triples(hand))
    return min(
        options, key=lambda tiles: (_length(hand, tiles[0]), sum(_worth(hand, t) for t in tiles), tiles)
    )


def triples(hand: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of three tiles of one suit, each once, ascending."""
    for suit in range(3):
        held = [tile for tile in unpack(hand) if tile // 9 == suit]
        yield from sorted(set(combinations(held, 3)))


def _worth(hand: int, tile: int) -> int:
    rank = tile % 9
    worth = 4 * (count(hand, tile) - 1)
    for step, value in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        if 0 <= rank + step < 9 and count(hand, tile + step):
            worth += value
    return worth + (0 < rank < 8)


def _foreign(hand: int, open_suits: int, suit: int) -> int:
    if (suits(hand) | open_suits) != 0b111 or open_suits >> suit & 1:
        return 0
    closed = [s for s in range(3) if not open_suits >> s & 1]
    least = min(closed, key=lambda s: (SUITS[suit_of_hand(hand, s)].size, s))
    return _FOREIGN if suit == least else 0


def _length(hand: int, tile: int) -> int:
    return SUITS[suit_of_hand(hand, tile // 9)].size
