"""What a 四川 hand of 3n+1 tiles is worth to its seat in points, over the ways it can still be finished.

The numbers at the top were tuned by duels.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp
from operator import itemgetter

from games.bots.mahjong.chance import draws_until_won
from games.bots.mahjong.sichuan.pace import THROWN, chances
from games.bots.mahjong.sichuan.plans import Plan, Shape, plans
from games.bots.mahjong.sichuan.reading import KINDS, Holding, Outlook, pengs
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.rules import End
from games.engine.mahjong.sichuan import fan

_FIRST_WIN_CYCLE = 0.90  # chance that nobody wins in one round of 普通场
_WALL_END = 0.75  # chance that a hand not won sees the end of the wall
_CALL_PAYERS = 0.25  # seats that pay 大叫, as a share of the rivals
_CALL_PRICE = 2.2  # what a ready rival asks for, in units of `base`
_PIG_TAKERS = 0.8  # seats that take from a pig, as a share of the rivals
_GANG_KEPT = 0.8  # chance that gang income is neither returned nor moved
_HOPELESS = 8  # plans that miss more tiles are not worth a thought
_SECOND_PLAN = 0.15  # how much the next best plan counts: a hand that keeps two ways open


def worth(held: Holding, outlook: Outlook) -> float:
    """Return the points this hand may expect to win, less what it may expect to pay at the wall's end.

    The hand has 3n+1 tiles; 14 before the first throw and short ones before a swap are valued by distance.
    """
    draws = _draws(outlook)
    full = sum(held.counts) + 3 * len(held.melds) == 13
    values = [_worst(outlook)] * 2
    waits: set[int] = set()
    for plan, value in _prospects(held, outlook):
        if full and plan.missing == 1:
            waits.update(plan.useful)
        else:
            values.append(value)
    first, second = sorted(values, reverse=True)[:2]
    if waits:
        first, second = sorted((first, _ready(held, waits, outlook, draws)), reverse=True)
    return first + _SECOND_PLAN * second + _gangs(held, outlook, draws) - _pig(held, outlook)


def leading(held: Holding, outlook: Outlook) -> Plan | None:
    """Return the plan that promises this hand of 3n+1 tiles most, None where none is worth a thought."""
    plan, _ = max(_prospects(held, outlook), key=itemgetter(1), default=(None, 0.0))
    return plan


@lru_cache(maxsize=64)  # one choice looks at the same few hands more than once
def _prospects(held: Holding, outlook: Outlook) -> tuple[tuple[Plan, float], ...]:
    """Return the plans worth a thought and the value of each as if it were not ready yet."""
    draws = _draws(outlook)
    return tuple(
        (plan, _far(held, plan, outlook, draws))
        for plan in plans(held, outlook.void)
        if plan.missing <= _HOPELESS
    )


def _draws(outlook: Outlook) -> float:
    if outlook.rules.end is End.FIRST_WIN:
        return draws_until_won(outlook.draws, _FIRST_WIN_CYCLE)
    return outlook.draws


def _worst(outlook: Outlook) -> float:
    return -_WALL_END * outlook.rivals * _CALL_PRICE * outlook.rules.base * 0.5


def _ready(held: Holding, waits: Iterable[int], outlook: Outlook, draws: float) -> float:
    """Value a hand that waits, by the live copies and the price of each wait."""
    hand = sum(count * ONE[kind] for kind, count in enumerate(held.counts) if count)
    live = 0
    priced = 0.0
    dearest = 0
    for kind in waits:
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
    live = sum(map(outlook.unseen.__getitem__, plan.useful))
    win, ready = chances(plan, live / outlook.hidden, draws, outlook.rivals)
    price = _price(held, plan, outlook)
    claims = THROWN * outlook.rivals
    income = price * (outlook.rivals + claims) / (1 + claims)
    called = _WALL_END * _CALL_PAYERS * outlook.rivals * price
    return win * income + (ready - win) * called + (1 - ready) * _worst(outlook)


def _price(held: Holding, plan: Plan, outlook: Outlook) -> float:
    counts = held.counts
    roots = sum(1 for kind in pengs(held.melds) if counts[kind])
    if 4 in counts:
        roots += sum(1 for kind in range(KINDS) if counts[kind] == 4 and plan.suits >> kind // 9 & 1)
    total = plan.fan + roots
    if plan.shape is Shape.PAIRS and roots:
        total += plan.suits & (plan.suits - 1) != 0  # 七对 3 becomes 龙七对 5, 清七对 5 becomes 青龙七对 6
    return float(fan.points(outlook.rules, min(total, outlook.rules.fan_cap or total)))


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
