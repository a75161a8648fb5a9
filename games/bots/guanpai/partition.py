"""How few plays a hand of 关牌 can be laid in, whatever the other seat does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.engine.cards.guanpai.deck import ACE, KING
from games.engine.cards.guanpai.plays import planes, runs, wide_runs
from games.engine.cards.guanpai.shapes import Counts


@lru_cache(maxsize=4096)
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
    aces = counts[ACE] == 3
    singles, pairs = counts.count(1), counts.count(2)
    triples, bombs = counts.count(3) - aces, counts.count(4) + aces
    return bombs + max(singles - bombs, 0) + triples + max(pairs - triples, 0)


def _long_plays(counts: Counts) -> Iterator[Counts]:
    """Yield runs, pair runs, triple runs and planes that are worth taking out, each as rank counts."""
    yield from runs(counts)
    yield from wide_runs(counts, 2, ACE)
    yield from wide_runs(counts, 3, KING)
    yield from planes(counts, 2)
