"""Every way to read a complete hand as sets and a pair, and which of them the wilds fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from games.engine.mahjong.tiles import KINDS, ZI, TileError, TileErrorCode

RUN: Final = 0
TRIPLET: Final = 1


class Set(NamedTuple):
    """A run (RUN) from `tile` upwards or a triplet (TRIPLET) of `tile`; `wilds` of the three are wilds."""

    kind: int
    tile: int
    wilds: int = 0


class Decomposition(NamedTuple):
    """One reading: the kind of the pair, the sets in order of tile, how many of the pair are wilds (0-2)."""

    pair: int
    sets: tuple[Set, ...]
    pair_wilds: int = 0


_PAIR: Final = 2
_Block = tuple[int, int, int]
"""RUN, TRIPLET or _PAIR, its first rank or kind, wilds in it."""
_Part = tuple[tuple[_Block, ...], int, int, int]
"""Blocks that use up one suit's tiles, how many are sets, how many pairs, and the wilds in them."""
_ALL_SETS: Final = tuple(
    Set(kind, tile, 3)
    for tile in range(KINDS)
    for kind in (RUN, TRIPLET)
    if kind == TRIPLET or (tile < 9 * ZI and tile % 9 <= 6)
)


def decompositions(counts: Sequence[int], wilds: int = 0) -> tuple[Decomposition, ...]:
    """Every distinct reading of concealed tiles, wilds included, as sets and a pair, once each.

    Readings are distinct when a set, the pair or the number of wilds in one of them differs. Every wild
    stands for something, so wilds that are a set or a pair by themselves stand for each kind in turn (27 or
    34, as `counts` is long): with four wilds there may be some thousands of readings, beyond the four of a
    table their number explodes. No complete hand: no readings. Raises TileError for other lengths of
    `counts`.
    """
    if len(counts) not in (27, KINDS) or min(counts) < 0:
        raise TileError(TileErrorCode.BAD_COUNTS, ",".join(map(str, counts)))
    sets, rest = divmod(sum(counts) + wilds, 3)
    if rest != 2:
        return ()
    suits = [
        _parts(tuple(counts[start : start + 9]), start != 9 * ZI, wilds, sets, 1)
        for start in range(0, len(counts), 9)
    ]
    found: list[Decomposition] = []
    for blocks, held, _, _ in _combined(suits, sets, wilds):
        found.extend(_filled(blocks, sets - held, len(counts)))
    return tuple(found)


@lru_cache(maxsize=512)
def _parts(counts: tuple[int, ...], runs: bool, wilds: int, sets: int, pairs: int) -> tuple[_Part, ...]:
    """Every way to use up one suit's tiles within this many wilds, sets and pairs."""
    rank = next((rank for rank, count in enumerate(counts) if count), -1)
    if rank < 0:
        return (((), 0, 0, 0),)
    found: set[_Part] = set()
    for block, used in _blocks_with(counts, rank, runs):
        is_pair = block[0] == _PAIR
        if block[2] > wilds or (pairs if is_pair else sets) == 0:
            continue
        rest = list(counts)
        for at in used:
            rest[at] -= 1
        left = (wilds - block[2], sets, pairs - 1) if is_pair else (wilds - block[2], sets - 1, pairs)
        for blocks, more, paired, filled in _parts(tuple(rest), runs, *left):
            whole = tuple(sorted((block, *blocks)))
            found.add((whole, more + (not is_pair), paired + is_pair, filled + block[2]))
    return tuple(sorted(found))


def _blocks_with(counts: tuple[int, ...], rank: int, runs: bool) -> Iterator[tuple[_Block, tuple[int, ...]]]:
    """Every block with the lowest tile held, and the ranks it takes from the hand; wilds fill the others."""
    held = counts[rank]
    for own in range(1, min(held, 3) + 1):
        yield (TRIPLET, rank, 3 - own), (rank,) * own
        if own <= 2:
            yield (_PAIR, rank, 2 - own), (rank,) * own
    for first in range(max(rank - 2, 0), min(rank, 6) + 1) if runs else ():
        others = [at for at in range(rank + 1, first + 3) if counts[at]]
        for own in range(len(others) + 1):
            for taken in combinations(others, own):
                yield (RUN, first, 2 - own), (rank, *taken)


def _combined(suits: Sequence[tuple[_Part, ...]], sets: int, wilds: int) -> list[_Part]:
    """One part per suit, together within the sets, one pair and the wilds; blocks by kind now."""
    found: list[_Part] = [((), 0, 0, 0)]
    for suit, parts in enumerate(suits):
        named = [
            (tuple((shape, 9 * suit + rank, filled) for shape, rank, filled in blocks), more, paired, used)
            for blocks, more, paired, used in parts
        ]
        found = [
            (before + blocks, held + more, pair + paired, filled + used)
            for before, held, pair, filled in found
            for blocks, more, paired, used in named
            if held + more <= sets and pair + paired <= 1 and filled + used <= wilds
        ]
    return found


def _filled(blocks: tuple[_Block, ...], missing_sets: int, kinds: int) -> Iterator[Decomposition]:
    """The readings with these blocks; wilds left over just make the missing sets and pair, of any kind."""
    held = [Set(*block) for block in blocks if block[0] != _PAIR]
    pairs = [(tile, filled) for shape, tile, filled in blocks if shape == _PAIR]
    free = [any_set for any_set in _ALL_SETS if any_set.tile < kinds] if missing_sets else []
    for added in combinations_with_replacement(free, missing_sets):
        sets = tuple(sorted((*held, *added), key=_by_tile))
        for tile, filled in pairs or ((tile, 2) for tile in range(kinds)):
            yield Decomposition(tile, sets, filled)


def _by_tile(one: Set) -> tuple[int, int, int]:
    return one.tile, one.kind, one.wilds
