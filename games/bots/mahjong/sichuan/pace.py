"""How fast a 四川 hand gets on: the chance to be ready, and to win, when the draws to come are over.

Each needed tile arrives at a rate a draw; the arrivals are taken for Poisson. The rates of plain hands were measured
by drawing alone, those of claims tuned so that predicted wins match the wins of self-play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.bots.mahjong.chance import tail
from games.bots.mahjong.sichuan.plans import Plan, Shape
from games.bots.mahjong.sichuan.reading import KINDS

THROWN = 0.55  # chance that a live tile a rival draws is thrown while it is wanted
_PENG = 0.04  # how much the pengs of each rival's throws speed up a hand that is not ready

# Mean rates a draw by tiles missing, in two suits and in one; 1 is the share of live waits.
_TWO_SUITS = (0.0, 0.062, 0.194, 0.311, 0.417, 0.478, 0.55, 0.6)
_ONE_SUIT = (0.0, 0.075, 0.21, 0.28, 0.30, 0.31, 0.31, 0.31)
# What the share of useful tiles among the hidden ones says about the next step: slope and base. Tiles that only
# better the shape count too, which is why a poor share is not as poor as it looks.
_NEXT_TO_READY = (0.5, 0.115)
_FAR_OFF = (0.8, 0.10)
_LASTING = 0.3  # how much of a good or bad first step lasts in the later ones, as an exponent


class Chances(NamedTuple):
    """Chance to have won, and to be at least ready, when the draws are over."""

    win: float
    ready: float


def chances(plan: Plan, share: float, draws: float, rivals: int) -> Chances:
    """Return the chances of a plan; `share` of the hidden tiles help, `draws` are to come, `rivals` still play."""
    missing = max(plan.missing, 1)
    pure = plan.suits & (plan.suits - 1) == 0
    usual, between, last = _times(plan.shape, pure, missing, rivals)
    first = 1.0 / (_first_rate(plan.shape, missing, share) * _speed(plan.shape, missing, rivals))
    if missing == 1:
        return Chances(tail(1, draws / first), 1.0)
    lasting = (first / usual) ** _LASTING
    to_ready = first + between * lasting
    win = tail(missing, missing * draws / (to_ready + last * lasting))
    return Chances(win, max(win, tail(missing - 1, (missing - 1) * draws / to_ready)))


def _first_rate(shape: Shape, missing: int, share: float) -> float:
    if shape is not Shape.SETS or missing == 1:
        return max(share, 1e-4)
    slope, base = _NEXT_TO_READY if missing == 2 else _FAR_OFF
    return slope * share + base


@lru_cache(maxsize=512)
def _times(shape: Shape, pure: bool, missing: int, rivals: int) -> tuple[float, float, float]:
    """Return the draws that the first step, those between, and the last step usually take."""
    steps = [
        1.0 / (_usual(shape, pure, left) * _speed(shape, left, rivals)) for left in range(1, missing + 1)
    ]
    return steps[-1], sum(steps[1:-1]), steps[0]


def _usual(shape: Shape, pure: bool, left: int) -> float:
    match shape:
        case Shape.SETS:
            rates = _ONE_SUIT if pure else _TWO_SUITS
            return rates[min(left, len(rates) - 1)]
        case Shape.TRIPLETS:
            return 0.47 * (left + 1) / KINDS  # of a pair's kind half is in the own hand
        case Shape.PAIRS:
            return 0.64 * (2 * left - 1) / KINDS


def _speed(shape: Shape, left: int, rivals: int) -> float:
    """Return how much others' throws speed up one step."""
    if left == 1 or shape is Shape.TRIPLETS:
        return 1 + THROWN * rivals
    return 1 + _PENG * rivals if shape is Shape.SETS else 1.0
