"""The ways a 四川 hand can still be finished: which suits, which shape, how far off, and which tiles help."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from games.bots.mahjong.groups import to_triplets
from games.bots.mahjong.reading import Counts
from games.bots.mahjong.sichuan.reading import ALL_SUITS, KINDS, Holding
from games.engine.mahjong.shapes import shanten, useful_tiles

FAR = 9  # missing tiles of a hand that can no longer be finished at all


class Shape(Enum):
    """SETS: any sets and a pair (平胡). TRIPLETS: 对对胡. PAIRS: 七对, without melds."""

    SETS = "sets"
    TRIPLETS = "triplets"
    PAIRS = "pairs"


class Plan(NamedTuple):
    """One way to finish. `suits` bits that stay, `fan` of the base, `missing` tiles (1 = ready), `useful` kinds."""

    shape: Shape
    suits: int
    fan: int
    missing: int
    useful: tuple[int, ...]


_FAN = {Shape.SETS: (1, 3), Shape.TRIPLETS: (2, 4), Shape.PAIRS: (3, 5)}  # two suits, one suit (SC-14)


def plans(held: Holding, void: int) -> Iterator[Plan]:
    """Yield every plan of a hand of 3n+1 tiles; a hand whose melds hold three suits or the void has none."""
    melds = len(held.melds)
    for suits in suit_choices(held.suits, void):
        counts = within(held.counts, suits)
        pure = suits & (suits - 1) == 0
        yield Plan(Shape.SETS, suits, _FAN[Shape.SETS][pure], *_sets(counts, melds, suits))
        yield Plan(Shape.TRIPLETS, suits, _FAN[Shape.TRIPLETS][pure], *_triplets(counts, melds, suits))
        if not melds:
            yield Plan(Shape.PAIRS, suits, _FAN[Shape.PAIRS][pure], *_pairs(counts, suits))


def distance(held: Holding, void: int) -> int:
    """Return the least number of tiles missing over the suits the hand may leave out; FAR where none is left."""
    melds = len(held.melds)
    least = FAR
    for suits in suit_choices(held.suits, void):
        counts = within(held.counts, suits)
        least = min(least, _sets(counts, melds, suits)[0])
        if not melds:
            least = min(least, _pairs(counts, suits)[0])
    return least


@lru_cache(maxsize=64)
def suit_choices(melded: int, void: int) -> tuple[int, ...]:
    """Return the suit masks a hand may finish in: those of its melds, not the void, at most two (SC-03, SC-04)."""
    allowed = ALL_SUITS & ~(1 << void) if void >= 0 else ALL_SUITS
    masks = (mask for mask in range(1, ALL_SUITS) if not mask & ~allowed)
    return tuple(mask for mask in masks if not melded & ~mask)


def within(counts: Counts, suits: int) -> Counts:
    """Return the counts of the suits in the mask alone."""
    none = (0,) * 9
    return (
        (counts[:9] if suits & 1 else none)
        + (counts[9:18] if suits & 2 else none)
        + (counts[18:] if suits & 4 else none)
    )


@lru_cache(maxsize=4096)
def _sets(counts: Counts, melds: int, suits: int) -> tuple[int, tuple[int, ...]]:
    """Tiles missing for sets and a pair, and the kinds of these suits that help."""
    missing = shanten(counts, seven_pairs=False, melds=melds) + 1
    useful = useful_tiles(counts, seven_pairs=False, melds=melds)
    return missing, tuple(kind for kind in useful if suits >> kind // 9 & 1)


@lru_cache(maxsize=4096)
def _triplets(counts: Counts, melds: int, suits: int) -> tuple[int, tuple[int, ...]]:
    """Tiles missing for triplets and a pair, and the kinds that help: pairs to grow, singles for want of pairs."""
    wanted, started, singles, missing = to_triplets(counts, melds)
    if started == wanted:
        return missing, tuple(kind for kind in range(KINDS) if counts[kind] == 2)
    fresh = wanted - started - singles
    useful = tuple(
        kind
        for kind in range(KINDS)
        if counts[kind] in (1, 2) or (fresh and not counts[kind] and suits >> kind // 9 & 1)
    )
    return missing, useful


@lru_cache(maxsize=4096)
def _pairs(counts: Counts, suits: int) -> tuple[int, tuple[int, ...]]:
    """Tiles missing for seven pairs, four alike being two, and the kinds that help."""
    found = sum(count // 2 for count in counts)
    odd = tuple(kind for kind in range(KINDS) if counts[kind] & 1)
    missing = 7 - found + max(0, 7 - found - len(odd))
    if found + len(odd) < 7:
        return missing, tuple(
            kind for kind in range(KINDS) if counts[kind] & 1 or (suits >> kind // 9 & 1 and not counts[kind])
        )
    return missing, odd
