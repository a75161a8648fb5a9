"""The two formulas of chance that the plans of every mahjong game are weighed with."""

from __future__ import annotations

from math import exp


def tail(least: int, mean: float) -> float:
    """Return the chance that a Poisson number of that mean reaches `least`."""
    if least <= 0:
        return 1.0
    term = below = exp(-mean)
    for step in range(1, least):
        term *= mean / step
        below += term
    return max(1.0 - below, 0.0)


def draws_until_won(draws: float, cycle: float) -> float:
    """Return how many of `draws` a seat may expect where the first win ends the hand: a round without has chance `cycle`."""
    return (1 - float(cycle**draws)) / (1 - cycle)
