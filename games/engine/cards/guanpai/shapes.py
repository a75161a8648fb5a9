"""Card shapes of 关牌: every reading of a play, and which play beats which (GP-04…GP-08).

Plays are rank counts (13 ints, 3 first); suits never matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import gt
from typing import NamedTuple

from games.engine.cards.guanpai.deck import ACE, COPIES, TWO

Counts = tuple[int, ...]

MIN_RUN = 5


class ShapeKind(StrEnum):
    """The shapes of GP-05 and GP-08."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    RUN = "run"
    PAIR_RUN = "pair_run"
    TRIPLE_RUN = "triple_run"
    TRIPLE_PAIR = "triple_pair"
    PLANE = "plane"
    BOMB = "bomb"
    BOMB_PLUS_ONE = "bomb_plus_one"
    ACE_BOMB = "ace_bomb"
    ACE_BOMB_PLUS_ONE = "ace_bomb_plus_one"


_ACE_BOMBS = frozenset({ShapeKind.ACE_BOMB, ShapeKind.ACE_BOMB_PLUS_ONE})
BOMBS = _ACE_BOMBS | {ShapeKind.BOMB, ShapeKind.BOMB_PLUS_ONE}


class Shape(NamedTuple):
    """One reading of a play. `size` counts its cards; `key` is what same shapes of one size compare by (GP-07)."""

    kind: ShapeKind
    size: int
    key: int


def parse(counts: Sequence[int]) -> tuple[Shape, ...]:
    """Return every reading of a play, the highest first; empty for an illegal one (GP-05, GP-06)."""
    size = sum(counts)
    held = [(rank, count) for rank, count in enumerate(counts) if count]
    if not held or any(map(gt, counts, COPIES)):
        return ()
    if counts[ACE] == 3:
        return _ace_bomb(size)
    most = max(count for _, count in held)
    if most == 4:
        return _bomb(held, size)
    if len({count for _, count in held}) == 1:
        return _even(held, most, size)
    if most == 3:
        return _triples_with_pairs(held, size)
    return ()


def best(counts: Sequence[int]) -> Shape | None:
    """Return the reading a play is taken at: the highest, or None for an illegal play."""
    readings = parse(counts)
    return readings[0] if readings else None


def beats(play: Shape, table: Shape) -> bool:
    """Tell whether `play` may answer `table` (GP-07, GP-08)."""
    if table.kind in _ACE_BOMBS:
        return False
    if play.kind in _ACE_BOMBS:
        return True
    if play.kind in BOMBS and table.kind not in BOMBS:
        return True
    return play.kind == table.kind and play.size == table.size and play.key > table.key


def _ace_bomb(size: int) -> tuple[Shape, ...]:
    """Three aces are the top bomb, alone or with one card, and nothing else (GP-08)."""
    if size == 3:
        return (Shape(ShapeKind.ACE_BOMB, 3, ACE),)
    return (Shape(ShapeKind.ACE_BOMB_PLUS_ONE, 4, ACE),) if size == 4 else ()


def _bomb(held: list[tuple[int, int]], size: int) -> tuple[Shape, ...]:
    """A play with four alike is a bomb, with at most one card beside it, or illegal (GP-05)."""
    if size > 5:
        return ()
    four = next(rank for rank, count in held if count == 4)
    return (Shape(ShapeKind.BOMB if size == 4 else ShapeKind.BOMB_PLUS_ONE, size, four),)


def _even(held: list[tuple[int, int]], copies: int, size: int) -> tuple[Shape, ...]:
    """Plays that hold each of their ranks equally often: single, pair, triple and the three kinds of runs."""
    ranks = [rank for rank, _ in held]
    if len(ranks) == 1:
        kind = (ShapeKind.SINGLE, ShapeKind.PAIR, ShapeKind.TRIPLE)[copies - 1]
        return (Shape(kind, size, ranks[0]),)
    if copies == 1:
        if len(ranks) < MIN_RUN:
            return ()
        return tuple(Shape(ShapeKind.RUN, size, last) for last in _run_ends(ranks))
    if not _in_sequence(ranks):
        return ()
    kind = ShapeKind.PAIR_RUN if copies == 2 else ShapeKind.TRIPLE_RUN
    return (Shape(kind, size, ranks[-1]),)


def _run_ends(ranks: list[int]) -> list[int]:
    """Last places of the runs these ranks make, highest first; the ace is place 14 or 1, the 2 place 2 (GP-06)."""
    ends = []
    for ace in (14, 1):
        places = sorted(ace if rank == ACE else 2 if rank == TWO else rank + 3 for rank in ranks)
        if places[-1] - places[0] == len(places) - 1 and places[-1] not in ends:
            ends.append(places[-1])
    return ends


def _in_sequence(ranks: list[int]) -> bool:
    """Ascending ranks without a gap; the 2 never belongs to pair or triple runs, the ace is high there."""
    return ranks[-1] <= ACE and ranks[-1] - ranks[0] == len(ranks) - 1


def _triples_with_pairs(held: list[tuple[int, int]], size: int) -> tuple[Shape, ...]:
    """三带对 and 飞机带翅膀: k triples, never of aces, and k pairs, each in sequence."""
    triples = [rank for rank, count in held if count == 3]
    pairs = [rank for rank, count in held if count == 2]
    if len(triples) + len(pairs) != len(held) or len(triples) != len(pairs):
        return ()
    if not (_in_sequence(triples) and _in_sequence(pairs)):
        return ()
    kind = ShapeKind.TRIPLE_PAIR if len(triples) == 1 else ShapeKind.PLANE
    return (Shape(kind, size, triples[-1]),)
