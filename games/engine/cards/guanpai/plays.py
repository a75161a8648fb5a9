"""All legal plays of a hand, as rank counts, in the order a hint offers them (GP-03, GP-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import add
from typing import NamedTuple

from games.engine.cards.guanpai.deck import ACE, KING, TWO
from games.engine.cards.guanpai.shapes import BOMBS, MIN_RUN, Counts, Shape, beats, best


class Play(NamedTuple):
    """A legal play: its ranks and the reading it is taken at."""

    counts: Counts
    shape: Shape


@lru_cache(maxsize=2048)
def legal_plays(hand: Counts, table: Shape | None) -> tuple[Play, ...]:
    """Return every play of the hand that may answer `table` (None: leading), cheapest first, each once."""
    plays = (Play(counts, shape) for counts, shape in _all_plays(hand))
    legal = [play for play in plays if table is None or beats(play.shape, table)]
    legal.sort(key=lambda play: _cost(play, hand))
    return tuple(legal)


def _cost(play: Play, hand: Counts) -> tuple[bool, int, int, int, Counts]:
    """Bombs last, then low keys, then what tears fewer sets apart, then low companions."""
    torn = sum(1 for used, held in zip(play.counts, hand, strict=True) if 0 < used < held)
    return play.shape.kind in BOMBS, play.shape.key, torn, play.shape.size, play.counts[::-1]


def _all_plays(hand: Counts) -> Iterator[tuple[Counts, Shape]]:
    for counts in _candidates(hand):
        shape = best(counts)
        if shape is not None:
            yield counts, shape


def _candidates(hand: Counts) -> Iterator[Counts]:
    """Yield each rank multiset that could be a shape exactly once; `best` has the last word."""
    for rank in range(13):
        for copies in range(1, hand[rank] + 1):
            yield _with((rank, copies))
    yield from runs(hand)
    yield from wide_runs(hand, 2, ACE)
    yield from wide_runs(hand, 3, KING)
    yield from planes(hand)
    for rank in range(13):
        alike = 3 if rank == ACE else 4
        if hand[rank] == alike:
            for single in range(13):
                if single != rank and hand[single]:
                    yield _with((rank, alike), (single, 1))


def _with(*parts: tuple[int, int]) -> Counts:
    counts = [0] * 13
    for rank, copies in parts:
        counts[rank] += copies
    return tuple(counts)


@lru_cache(maxsize=4096)
def _laid(ranks: tuple[int, ...], copies: int) -> Counts:
    return _with(*((rank, copies) for rank in ranks))


_PLACES = (ACE, TWO, *range(KING + 1), ACE)  # ranks by place 1..14
_ALL_RANKS = (1, 14)  # the run from the 2 to the ace is the one from the ace to the king, and that is enough


def runs(hand: Counts) -> Iterator[Counts]:
    """Yield every run of the hand once; the ace stands at either end, never at both (GP-06)."""
    for start in range(14 - MIN_RUN + 1):
        end, last = start, min(start + 13, 14)
        while end < last and hand[_PLACES[end]]:
            end += 1
        for stop in range(start + MIN_RUN, end + 1):
            if (start, stop) != _ALL_RANKS:
                yield _laid(_PLACES[start:stop], 1)


def wide_runs(hand: Counts, copies: int, last: int) -> Iterator[Counts]:
    """Yield the pair runs (`copies` 2) or triple runs (3) of the hand up to the rank `last`."""
    for ranks in _sequences(hand, copies, last, 2):
        yield _laid(ranks, copies)


def planes(hand: Counts, shortest: int = 1) -> Iterator[Counts]:
    """Yield 三带对 and planes of at least `shortest` triples: an equally long stretch of pairs of other ranks goes along."""
    bodies = list(_sequences(hand, 3, KING, shortest))
    wings = list(_sequences(hand, 2, ACE, shortest)) if bodies else []
    for triples in bodies:
        for pairs in wings:
            if len(pairs) == len(triples) and not set(pairs) & set(triples):
                yield tuple(map(add, _laid(triples, 3), _laid(pairs, 2)))


def _sequences(hand: Counts, copies: int, last: int, shortest: int) -> Iterator[tuple[int, ...]]:
    """Yield every stretch of at least `shortest` ranks up to `last` of which the hand holds `copies` each."""
    for start in range(last + 2 - shortest):
        end = start
        while end <= last and hand[end] >= copies:
            end += 1
        for stop in range(start + shortest, end + 1):
            yield tuple(range(start, stop))
