"""The ways a 万州 hand can still be finished: how far off, and which tiles help; 混儿 stand for what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.bots.mahjong.groups import to_triplets
from games.bots.mahjong.reading import Counts
from games.bots.mahjong.wanzhou.reading import KINDS, Hand
from games.engine.mahjong.shapes import shanten, useful_tiles
from games.engine.mahjong.view import MeldKind

_NINES = (8, 17, 26)
_SUITS = (0, 1, 2)


class Plan(NamedTuple):
    """One way to finish: `fan` of its patterns, `missing` tiles (1 = ready), `useful` kinds."""

    fan: int
    missing: int
    useful: tuple[int, ...]


def plans(hand: Hand, void: int) -> Iterator[Plan]:
    """Yield every plan of a hand; fans are those of WZ-13 without 门清 and 混儿吊."""
    melds, wilds = len(hand.melds), hand.wilds
    counts = without(hand.counts, void)
    runs = any(meld.kind is MeldKind.CHI for meld in hand.melds)
    yield Plan(0, *_sets(counts, wilds, melds, void))
    if not melds:
        yield Plan(_pairs_fan(counts), *_pairs(counts, wilds, void))
    if not runs:
        yield Plan(2, *_triplets(counts, wilds, melds, void))
    laid = {meld.tiles[0] // 9 for meld in hand.melds}
    for suit in _SUITS:
        if suit != void and laid <= {suit}:
            one = only(counts, suit)
            yield Plan(3, *_in_suit(_sets(one, wilds, melds, void), suit))
            if not melds:
                yield Plan(3 + _pairs_fan(one), *_in_suit(_pairs(one, wilds, void), suit))
            if not runs:
                yield Plan(5, *_in_suit(_triplets(one, wilds, melds, void), suit))


def distance(hand: Hand, void: int) -> int:
    """Return the least number of tiles missing, 0 for a complete hand."""
    counts, melds = without(hand.counts, void), len(hand.melds)
    return _least(counts, hand.wilds, melds)


@lru_cache(maxsize=4096)
def _least(counts: Counts, wilds: int, melds: int) -> int:
    return shanten(counts, wilds, seven_pairs=not melds, melds=melds) + 1


def without(counts: Counts, void: int) -> Counts:
    """Return the counts without the void suit."""
    return counts if void < 0 else counts[: 9 * void] + (0,) * 9 + counts[9 * void + 9 :]


def only(counts: Counts, suit: int) -> Counts:
    """Return the counts of one suit alone."""
    return (0,) * (9 * suit) + counts[9 * suit : 9 * suit + 9] + (0,) * (KINDS - 9 * suit - 9)


def nines(hand: Hand) -> int:
    """Return how many triplets or gangs of nines lie or stand ready (WZ-18)."""
    laid = sum(meld.tiles[0] in _NINES and meld.kind is not MeldKind.CHI for meld in hand.melds)
    return laid + sum(hand.counts[kind] >= 3 for kind in _NINES)


@lru_cache(maxsize=4096)
def _sets(counts: Counts, wilds: int, melds: int, void: int) -> tuple[int, tuple[int, ...]]:
    missing = shanten(counts, wilds, seven_pairs=False, melds=melds) + 1
    useful = useful_tiles(counts, wilds, seven_pairs=False, melds=melds)
    return missing, tuple(kind for kind in useful if kind // 9 != void)


@lru_cache(maxsize=4096)
def _pairs(counts: Counts, wilds: int, void: int) -> tuple[int, tuple[int, ...]]:
    wanted = 7 - sum(count // 2 for count in counts)
    odd = tuple(kind for kind in range(KINDS) if counts[kind] & 1)
    missing = max(wanted + max(0, wanted - len(odd)) - wilds, 0)
    if len(odd) < wanted:
        return missing, tuple(kind for kind in range(KINDS) if kind // 9 != void and counts[kind] % 2 <= 1)
    return missing, odd


def _pairs_fan(counts: Counts) -> int:
    return 3 if any(count == 4 for count in counts) else 2


@lru_cache(maxsize=4096)
def _triplets(counts: Counts, wilds: int, melds: int, void: int) -> tuple[int, tuple[int, ...]]:
    wanted, started, _, missing = to_triplets(counts, melds)
    missing = max(missing - wilds, 0)
    floor = 2 if started == wanted else 1
    return missing, tuple(kind for kind in range(KINDS) if floor <= counts[kind] <= 2 and kind // 9 != void)


def _in_suit(found: tuple[int, tuple[int, ...]], suit: int) -> tuple[int, tuple[int, ...]]:
    return found[0], tuple(kind for kind in found[1] if kind // 9 == suit)
