"""What a 四川 hand of 3n+1 tiles is worth to its seat in points, over the ways it can still be finished.

Chances come from one model: each needed tile arrives at a rate per own draw, others' throws included, and the
number of arrivals in the draws to come is Poisson. The numbers at the top were tuned by duels.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from games.bots.mahjong.plans import Plan, Shape, plans
from games.bots.mahjong.reading import KINDS, Holding, Outlook, pengs
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.rules import End
from games.engine.mahjong.sichuan import fan

THROWN = 0.55  # chance that a live tile a rival draws is thrown while it is wanted
PENG = 0.12  # how much claims speed up a hand that is not ready, a rival
_KINDS_AT = (
    0.0,
    2.0,
    4.5,
    7.0,
    9.5,
    12.0,
    13.0,
    14.0,
    15.0,
    16.0,
)  # useful kinds of a hand missing so many tiles
_LIVE_SHARE = 0.85  # how many of the copies of a useful kind are still to come, against an average kind
_FIRST_WIN_CYCLE = 0.90  # chance that nobody wins in one round of 普通场
_WALL_END = 0.75  # chance that a hand not won sees the end of the wall
_CALL_PAYERS = 0.35  # seats that pay 大叫, as a share of the rivals
_CALL_PRICE = 2.2  # what a ready rival asks for, in units of `base`
_PIG_TAKERS = 0.8  # seats that take from a pig, as a share of the rivals
_GANG_KEPT = 0.8  # chance that gang income is neither returned nor moved
_SECOND_PLAN = 0.15  # how much the next best plan counts: a hand that keeps two ways open


def worth(held: Holding, outlook: Outlook) -> float:
    """Return the points this hand may expect to win, less what it may expect to pay at the wall's end.

    The hand has 3n+1 tiles; 14 before the first throw and short ones before a swap are valued by distance.
    """
    draws = _draws(outlook)
    waits = (sum(held.counts) + 3 * len(held.melds)) == 13
    first = second = _worst(outlook)
    for plan in plans(held, outlook.void):
        ready = waits and plan.missing == 1
        value = _ready(held, plan, outlook, draws) if ready else _far(held, plan, outlook, draws)
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    return first + _SECOND_PLAN * second + _gangs(held, outlook, draws) - _pig(held, outlook)


def _draws(outlook: Outlook) -> float:
    if outlook.rules.end is End.FIRST_WIN:
        return (1 - float(_FIRST_WIN_CYCLE**outlook.draws)) / (1 - _FIRST_WIN_CYCLE)
    return outlook.draws


def _worst(outlook: Outlook) -> float:
    return -_WALL_END * outlook.rivals * _CALL_PRICE * outlook.rules.base * 0.5


def _ready(held: Holding, plan: Plan, outlook: Outlook, draws: float) -> float:
    """Value a hand that waits, by the live copies and the price of each wait."""
    hand = sum(count * ONE[kind] for kind, count in enumerate(held.counts) if count)
    live = 0
    priced = 0.0
    dearest = 0
    for kind in plan.useful:
        bill = fan.bill(outlook.rules, hand + ONE[kind], held.melds)
        if bill is not None:
            live += outlook.unseen[kind]
            priced += outlook.unseen[kind] * bill.points
            dearest = max(dearest, bill.points)
    if not dearest:
        return _worst(outlook)
    claims = THROWN * outlook.rivals
    chance = 1.0 - exp(-draws * live / outlook.hidden * (1 + claims))
    income = priced / live * (outlook.rivals + claims) / (1 + claims) if live else 0.0
    called = _WALL_END * _CALL_PAYERS * outlook.rivals * dearest
    return chance * income + (1 - chance) * called


def _far(held: Holding, plan: Plan, outlook: Outlook, draws: float) -> float:
    """Value a hand that is not ready: chance to finish times the price of the plan, and what the wall's end brings."""
    live = sum(outlook.unseen[kind] for kind in plan.useful)
    win, ready = _chances(plan, live / outlook.hidden, draws, outlook.rivals)
    price = _price(held, plan, outlook)
    claims = THROWN * outlook.rivals
    income = price * (outlook.rivals + claims) / (1 + claims)
    called = _WALL_END * _CALL_PAYERS * outlook.rivals * price
    return win * income + (ready - win) * called + (1 - ready) * _worst(outlook)


def _price(held: Holding, plan: Plan, outlook: Outlook) -> float:
    counts = held.counts
    roots = sum(1 for kind in range(KINDS) if counts[kind] == 4 and plan.suits >> kind // 9 & 1)
    roots += sum(1 for kind in pengs(held.melds) if counts[kind])
    total = plan.fan + roots
    if plan.shape is Shape.PAIRS and roots:
        total += 1  # 龙七对 instead of 七对, one root absorbed
    return float(fan.points(outlook.rules, min(total, outlook.rules.fan_cap or total)))


def _chances(plan: Plan, share: float, draws: float, rivals: int) -> tuple[float, float]:
    """Return the chances to have won and to be ready when the draws are over."""
    missing = max(plan.missing, 1)
    first, later, last = _times(plan.shape, missing, rivals)
    now = 1.0 / max(share * _speed(plan.shape, missing, rivals), 1e-4)
    quality = (now / first) ** 0.5
    ready_time = now + later * quality if missing > 1 else 0.0
    last = last * quality if missing > 1 else now
    steps = missing
    win = _tail(steps, steps * draws / (ready_time + last))
    ready = _tail(steps - 1, (steps - 1) * draws / ready_time) if steps > 1 else 1.0
    return win, max(win, ready)


@lru_cache(maxsize=256)
def _times(shape: Shape, missing: int, rivals: int) -> tuple[float, float, float]:
    """Return the draws that the first step, those between, and the last step usually take."""
    steps = [1.0 / (_usual(shape, left) * _speed(shape, left, rivals)) for left in range(1, missing + 1)]
    last = steps[0]
    if missing == 1:
        return last, 0.0, last
    return steps[-1], sum(steps[1:-1]), last


def _usual(shape: Shape, left: int) -> float:
    """Return the usual share of useful tiles among the hidden ones, `left` tiles before the end."""
    match shape:
        case Shape.SETS:
            kinds = _KINDS_AT[min(left, 9)]
        case Shape.TRIPLETS:
            kinds = (left + 1) * 0.55  # half of a pair's kind is in the own hand
        case Shape.PAIRS:
            kinds = (2 * left - 1) * 0.75
    return kinds * _LIVE_SHARE / KINDS


def _speed(shape: Shape, left: int, rivals: int) -> float:
    """Return how much others' throws speed up one step."""
    if left == 1:
        return 1 + THROWN * rivals
    match shape:
        case Shape.SETS:
            return 1 + PENG * rivals
        case Shape.TRIPLETS:
            return 1 + THROWN * rivals
        case Shape.PAIRS:
            return 1.0


def _tail(least: int, mean: float) -> float:
    """Return the chance that a Poisson number of that mean reaches `least`."""
    if least <= 0:
        return 1.0
    term = below = exp(-mean)
    for step in range(1, least):
        term *= mean / step
        below += term
    return max(1.0 - below, 0.0)


def _gangs(held: Holding, outlook: Outlook, draws: float) -> float:
    """Value the gangs that may still come: fourth tiles of triplets and pengs (SC-20)."""
    rules, base, rivals = outlook.rules, outlook.rules.base, outlook.rivals
    value = 0.0
    for kind, count in enumerate(held.counts):
        if count == 3 and outlook.unseen[kind] and kind // 9 != outlook.void:
            if held.suits | 1 << kind // 9 == 0b111:
                continue
            rate = draws * outlook.unseen[kind] / outlook.hidden
            drawn = 1 - exp(-rate)
            fed = (1 - drawn) * (1 - exp(-rate * THROWN * rivals))
            value += drawn * rules.concealed_units * base * rivals + fed * rules.exposed_units * base
    for kind in pengs(held.melds):
        if outlook.unseen[kind]:
            drawn = 1 - exp(-draws * outlook.unseen[kind] / outlook.hidden)
            value += drawn * rules.added_units * base * rivals
    return _GANG_KEPT * value


def _pig(held: Holding, outlook: Outlook) -> float:
    """Value the danger to end as 花猪: tiles of a third suit (or the void) that the draws to come cannot shed."""
    surplus = third_suit(held, outlook.void)
    if not surplus:
        return 0.0
    price = outlook.rules.pig_units * outlook.rules.base * outlook.rivals * _PIG_TAKERS * _WALL_END
    if surplus >= FOREVER:
        return price
    # every draw brings a third of such tiles again, and one is thrown each turn
    slack = outlook.draws - 1.5 * surplus
    return price / (1 + exp(min(slack, 30.0)))


FOREVER = 99


def third_suit(held: Holding, void: int) -> int:
    """Return how many tiles must go before this seat is no pig; FOREVER where melds alone make it one (SC-22)."""
    in_suit = [sum(held.counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
    if void >= 0:
        return in_suit[void]
    return min((in_suit[suit] for suit in range(3) if not held.suits >> suit & 1), default=FOREVER)
