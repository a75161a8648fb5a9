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


def discard(hand: int, open_suits: int, void: int) -> int:
    """Return the tile that holds the hand together least; a void tile while one must go."""
    if void != NONE and suit_of_hand(hand, void):
        return 9 * void + _least(suit_of_hand(hand, void))[1]
    foreign = _foreign(hand, open_suits)
    options = []
    for suit in range(3):
        key = suit_of_hand(hand, suit)
        if key:
            worth, rank = _least(key)
            options.append((worth - (_FOREIGN if suit == foreign else 0), 9 * suit + rank))
    return min(options)[1]


def swap_three(hand: int) -> tuple[int, ...]:
    """Return three tiles of one suit: from the shortest suit that has three, those that help it least."""
    lengths = [(SUITS[suit_of_hand(hand, suit)].size, suit) for suit in range(3)]
    _, suit = min(entry for entry in lengths if entry[0] >= 3)
    return tuple(9 * suit + rank for rank in _least_three(suit_of_hand(hand, suit)))


def triples(hand: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of three tiles of one suit, each once, ascending."""
    for suit in range(3):
        for ranks in _triples(suit_of_hand(hand, suit)):
            yield (9 * suit + ranks[0], 9 * suit + ranks[1], 9 * suit + ranks[2])


@lru_cache(maxsize=512)
def _triples(key: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(set(combinations(unpack(key), 3))))


@lru_cache(maxsize=512)
def _least(key: int) -> tuple[int, int]:
    """Return (worth, rank) of the tile that holds a suit together least."""
    return min((_worth(key, rank), rank) for rank in kinds(key))


@lru_cache(maxsize=512)
def _least_three(key: int) -> tuple[int, ...]:
    return min(_triples(key), key=lambda ranks: (sum(_worth(key, rank) for rank in ranks), ranks))


def _worth(key: int, rank: int) -> int:
    worth = 4 * (count(key, rank) - 1)
    for step, value in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        if 0 <= rank + step < 9 and count(key, rank + step):
            worth += value
    return worth + (0 < rank < 8)


def _foreign(hand: int, open_suits: int) -> int:
    """Return the suit to give up where hand and melds hold three, the shortest without melds; else NONE."""
    if (suits(hand) | open_suits) != 0b111:
        return NONE
    closed = [(SUITS[suit_of_hand(hand, suit)].size, suit) for suit in range(3) if not open_suits >> suit & 1]
    return min(closed)[1] if closed else NONE
