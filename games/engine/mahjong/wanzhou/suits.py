"""One suit of a hand read with wilds: for every number of wilds the reading with most triplets of nines.

Every block read here holds at least one tile of the suit; blocks of wilds alone belong to no suit and are the
caller's. A reading is free to use a kind more than four times (WZ-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

RUN, TRIPLET, PAIR = 0, 1, 2
Block = tuple[int, int]
"""RUN, TRIPLET or PAIR, and its lowest rank from 0."""

_LAST_RUN = 6
_GREEN_RUN = 1  # 234


class Read(IntEnum):
    """Which blocks a reading may hold."""

    ANY = 0
    TRIPLETS = 1  # triplets and the pair
    RUNS = 2  # runs and the pair
    GREEN = 3  # triplets, the pair and 234


class Part(NamedTuple):
    """The tiles of a suit as blocks: how many triplets of nines, and the blocks."""

    nines: int
    blocks: tuple[Block, ...]


Parts = tuple[Part | None, ...]
_State = tuple[int, int, int, int]
"""Runs begun one rank ago, two ranks ago, pairs, wilds used."""


@lru_cache(maxsize=512)
def parts_of(key: int, honours: bool, read: Read, wilds: int) -> Parts:
    """Return, for 0..`wilds` wilds among these tiles, the best reading; None where there is none.

    `key` is the suit packed three bits a rank. Whether a reading holds a pair follows from the number of tiles.
    """
    held = [key >> 3 * rank & 7 for rank in range(7 if honours else 9)]
    states: dict[_State, Part] = {(0, 0, 0, 0): Part(0, ())}
    for rank, count in enumerate(held):
        most_runs = 0 if honours else _most_runs(held, rank, read)
        grown: dict[_State, Part] = {}
        for state, part in states.items():
            for after, nines, blocks in _choices(state, rank, count, most_runs, read, wilds):
                known = grown.get(after)
                if known is None or part.nines + nines > known.nines:
                    grown[after] = Part(part.nines + nines, part.blocks + blocks)
        states = grown
    size = sum(held)
    return tuple(states.get((0, 0, (size + used) % 3 // 2, used)) for used in range(wilds + 1))


def _choices(
    state: _State, rank: int, count: int, most_runs: int, read: Read, wilds: int
) -> Iterator[tuple[_State, int, tuple[Block, ...]]]:
    """Yield what may be done with a rank held `count` times: the state after it, triplets of nines, blocks begun."""
    one, two, pair, used = state
    for runs in range(most_runs + 1):
        flowing = one + two + runs
        if flowing - count > wilds - used:
            return
        for triplets, pairs, taken in _alike(count, read):
            lack = flowing + taken - count
            if 0 <= lack <= wilds - used and pair + pairs <= 1:
                after = (runs, one, pair + pairs, used + lack)
                blocks = ((RUN, rank),) * runs + ((TRIPLET, rank),) * triplets + ((PAIR, rank),) * pairs
                yield after, triplets if rank == 8 else 0, blocks


def _most_runs(held: list[int], rank: int, read: Read) -> int:
    """Runs that can begin at a rank with a tile of the suit in each."""
    if rank > _LAST_RUN or read is Read.TRIPLETS or (read is Read.GREEN and rank != _GREEN_RUN):
        return 0
    return min(4, max(held[rank : rank + 3]))


@lru_cache(maxsize=64)
def _alike(count: int, read: Read) -> tuple[tuple[int, int, int], ...]:
    """(triplets, pairs, tiles they take) at a rank held `count` times, a tile of it in each of them."""
    found = []
    for triplets in range(1 if read is Read.RUNS else 3):
        for pairs in range(2):
            last_triplet, pair = count - 3 * (triplets - 1), count - 3 * triplets  # tiles left for them
            if (not triplets or last_triplet >= 1) and (not pairs or pair >= 1):
                found.append((triplets, pairs, 3 * triplets + 2 * pairs))
    return tuple(found)
