"""What the engine itself would give away in 万州: the defaults of 换三张 and of a throw; never a 混儿 (WZ-05, WZ-25)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import count, kinds, unpack
from games.engine.mahjong.wanzhou.hand import split

_VOID = -100  # void tiles go before anything else
_NEIGHBOURS = ((-2, 1), (-1, 2), (1, 2), (2, 1))


def discard(hand: int, void: int, wild: int) -> int:
    """Return the tile that holds the hand together least, void tiles first; a 混儿 only where there is nothing else."""
    plain, _ = split(hand, wild)
    if not plain:
        return wild
    return min(kinds(plain), key=lambda tile: (worth(plain, tile, void), tile))


def triples(hand: int, wild: int, *, same_suit: bool) -> Iterator[tuple[int, ...]]:
    """Yield every choice of three tiles that are no 混儿, each once; of one suit or honours only if `same_suit`."""
    plain, _ = split(hand, wild)
    for tiles in sorted(set(combinations(unpack(plain), 3))):
        if not same_suit or tiles[0] // 9 == tiles[2] // 9:
            yield tiles


def swap_three(hand: int, void: int, wild: int, *, same_suit: bool) -> tuple[int, ...]:
    """Return the three tiles that hold the hand together least: void ones, then isolated ones."""
    plain, _ = split(hand, wild)
    held = {tile: worth(plain, tile, void) for tile in kinds(plain)}
    options = triples(hand, wild, same_suit=same_suit)
    return min(options, key=lambda tiles: (sum(held[tile] for tile in tiles), tiles))


def worth(hand: int, tile: int, void: int) -> int:
    """Return how much `tile` holds a hand together: copies, and in a suit neighbours."""
    found = 4 * (count(hand, tile) - 1)
    if tile > 26:
        return found
    rank = tile % 9
    for step, value in _NEIGHBOURS:
        if 0 <= rank + step < 9 and count(hand, tile + step):
            found += value
    return found + (0 < rank < 8) + (_VOID if void != NONE and tile // 9 == void else 0)
