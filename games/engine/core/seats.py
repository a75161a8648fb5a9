"""Seat arithmetic: seat+1 acts next, counter-clockwise at the table."""

from __future__ import annotations

from collections.abc import Iterator


def next_seat(seat: int, players: int) -> int:
    """Return the seat that acts after `seat`."""
    return (seat + 1) % players


def distance(start: int, seat: int, players: int) -> int:
    """Return how many turns after `start` the seat `seat` comes (0..players-1)."""
    return (seat - start) % players


def after(start: int, players: int) -> Iterator[int]:
    """Yield every other seat in turn order, beginning with the one after `start`."""
    for step in range(1, players):
        yield (start + step) % players
