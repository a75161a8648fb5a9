"""What the other seat could still answer, and the ends that are won whatever it holds."""

from __future__ import annotations

from functools import lru_cache

from games.bots.guanpai.partition import fewest_plays
from games.engine.cards.guanpai.deck import ACE, KING
from games.engine.cards.guanpai.plays import Play, legal_plays
from games.engine.cards.guanpai.shapes import BOMBS, Counts, Shape, ShapeKind

_LONGEST_SEARCH = 6  # plays; beyond that an end is not forced by hand

_COPIES = {ShapeKind.RUN: 1, ShapeKind.PAIR_RUN: 2, ShapeKind.TRIPLE_RUN: 3}
_ALIKE = {ShapeKind.SINGLE: 1, ShapeKind.PAIR: 2, ShapeKind.TRIPLE: 3, ShapeKind.TRIPLE_PAIR: 3}


@lru_cache(maxsize=1024)
def can_be_beaten(shape: Shape, unseen: Counts, size: int) -> bool:
    """Tell whether some `size` cards out of `unseen` beat the shape (GP-07, GP-08)."""
    if shape.kind in (ShapeKind.ACE_BOMB, ShapeKind.ACE_BOMB_PLUS_ONE):
        return False
    if unseen[ACE] == 3 and size >= 3:
        return True
    if shape.kind not in BOMBS and size >= 4 and any(count == 4 for count in unseen):
        return True
    return shape.size <= size and _same_shape_higher(shape, unseen)


def _same_shape_higher(shape: Shape, unseen: Counts) -> bool:
    kind, key = shape.kind, shape.key
    if kind in BOMBS:
        return any(unseen[rank] == 4 for rank in range(key + 1, 13))
    if kind in _ALIKE:
        alike = _ALIKE[kind]
        last = KING if alike == 3 else 12
        ranks = [rank for rank in range(key + 1, last + 1) if unseen[rank] >= alike]
        if kind is not ShapeKind.TRIPLE_PAIR:
            return bool(ranks)
        return any(unseen[pair] >= 2 for rank in ranks for pair in range(ACE + 1) if pair != rank)
    if kind is ShapeKind.PLANE:
        length = shape.size // 5
        return _stretch(unseen, 3, length, key + 1, KING) and _stretch(unseen, 2, length, 0, ACE)
    copies = _COPIES[kind]
    first = key + 1 if copies > 1 else key - 2  # a run's key is a place: 3 is place 3, rank 0
    return _stretch(unseen, copies, shape.size // copies, first, KING if copies == 3 else ACE)


def _stretch(unseen: Counts, copies: int, length: int, first: int, last: int) -> bool:
    """Tell whether a stretch of `length` ranks ends at a rank in first..last with `copies` of each."""
    for end in range(max(first, 0), last + 1):
        ranks = range(end - length + 1, end + 1)
        if all(_held(unseen, rank) >= copies for rank in ranks):
            return True
    return False


def _held(unseen: Counts, rank: int) -> int:
    """Copies at a rank of a stretch; below the 3 come the 2 and the low ace (GP-06)."""
    if rank >= 0:
        return unseen[rank]
    return unseen[12] if rank == -1 else unseen[ACE] if rank == -2 else 0


@lru_cache(maxsize=1024)
def forced_win(hand: Counts, unseen: Counts, size: int) -> Play | None:
    """Return a lead after which the hand runs out although the other seat may hold any `size` unseen cards.

    Every play but the last must be unbeatable, so the lead is kept; None where no such order exists.
    """
    if fewest_plays(hand) > _LONGEST_SEARCH:
        return None
    total = sum(hand)
    for play in legal_plays(hand, None):
        if play.shape.size == total:
            return play
    for play in legal_plays(hand, None):
        if not can_be_beaten(play.shape, unseen, size) and wins_after(hand, play, unseen, size):
            return play
    return None


def wins_after(hand: Counts, play: Play, unseen: Counts, size: int) -> bool:
    """Tell whether an unanswered `play` leaves a hand that is out or forced to win from the lead."""
    rest = minus(hand, play.counts)
    return not any(rest) or forced_win(rest, unseen, size) is not None


def minus(counts: Counts, laid: Counts) -> Counts:
    """Return the counts without the cards laid."""
    return tuple(map(int.__sub__, counts, laid))
