"""Seat arithmetic: seat+1 acts next, counter-clockwise at the table."""

from __future__ import annotations

from functools import cache


def next_seat(seat: int, players: int) -> int:
    """Return the seat that acts after `seat`."""
    return (seat + 1) % players


def distance(start: int, seat: int, players: int) -> int:
    """Return how many turns after `start` the seat `seat` comes (0..players-1)."""
    return (seat - start) % players


@cache
def after(start: int, players: int) -> tuple[int, ...]:
    """Return every other seat in turn order, beginning with the one after `start`."""
    return tuple((start + step) % players for step in range(1, players))
