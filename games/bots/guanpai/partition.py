"""How few plays a hand of 关牌 can be laid in, whatever the other seat does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.engine.cards.guanpai.deck import ACE, KING, TWO
from games.engine.cards.guanpai.shapes import MIN_RUN

Counts = tuple[int, ...]

_PLACES = (ACE, TWO, *range(KING + 1), ACE)  # ranks by place 1..14 in a run (GP-06)


@lru_cache(maxsize=200_000)
def fewest_plays(counts: Counts) -> int:
    """Return the least number of plays that lay every card of these ranks (an upper bound of one play a card).

    Runs of every width are taken out in all ways that start at the lowest place they can; what remains is
    singles, pairs, triples and bombs, with pairs under triples and singles beside bombs.
    """
    least = _loose(counts)
    for laid in _long_plays(counts):
        least = min(least, 1 + fewest_plays(tuple(map(int.__sub__, counts, laid))))
    return least


def _loose(counts: Counts) -> int:
    """Plays without any run: triples take pairs, bombs and three aces take a single each."""
    singles = sum(count == 1 for count in counts)
    pairs = sum(count == 2 for count in counts)
    triples = sum(count == 3 for rank, count in enumerate(counts) if rank != ACE)
    bombs = sum(count == 4 for count in counts) + (counts[ACE] == 3)
    return bombs + max(singles - bombs, 0) + triples + max(pairs - triples, 0)


def _long_plays(counts: Counts) -> Iterator[Counts]:
    """Yield runs, pair runs, triple runs and planes that are worth taking out, each as rank counts."""
    yield from _runs(counts)
    pair_runs = tuple(_wide(counts, 2, ACE))
    yield from (_laid(ranks, 2) for ranks in pair_runs)
    for ranks in _wide(counts, 3, KING):
        triples = _laid(ranks, 3)
        yield triples
        for wings in pair_runs:
            if len(wings) == len(ranks) and not set(wings) & set(ranks):
                yield tuple(map(int.__add__, triples, _laid(wings, 2)))


def _runs(counts: Counts) -> Iterator[Counts]:
    for start in range(14 - MIN_RUN + 1):
        end = start
        while end < 14 and counts[_PLACES[end]] and not (start == 0 and end == 13):
            end += 1
        for stop in range(start + MIN_RUN, end + 1):
            yield _laid(_PLACES[start:stop], 1)


def _wide(counts: Counts, copies: int, last: int) -> Iterator[tuple[int, ...]]:
    for start in range(last):
        end = start
        while end <= last and counts[end] >= copies:
            end += 1
        for stop in range(start + 2, end + 1):
            yield tuple(range(start, stop))


@lru_cache(maxsize=4096)
def _laid(ranks: tuple[int, ...], copies: int) -> Counts:
    laid = [0] * 13
    for rank in ranks:
        laid[rank] += copies
    return tuple(laid)
