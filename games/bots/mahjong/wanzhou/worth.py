"""What a 万州 hand of 3n+1 tiles is worth to its seat in points.

Self-draws pay far more than discards here (WZ-17 doubles the fan, and all pay), so each plan is valued both ways: waiting
for the own draw alone, or taking whatever comes first. Where the first win ends the hand, a win also keeps the others
from theirs, and a far-off plan has only the rounds until somebody wins. The rates were chosen by duels.
"""

from __future__ import annotations

from games.bots.mahjong.chance import draws_until_won, tail
from games.bots.mahjong.wanzhou.plans import Plan, nines, plans
from games.bots.mahjong.wanzhou.reading import Hand, Outlook
from games.engine.mahjong.rules import End
from games.engine.mahjong.wanzhou import fan

_THROWN = 0.6  # chance that a live tile a rival draws is thrown while it is wanted
_STAGES = (0.0, 0.06, 0.15, 0.25, 0.35, 0.5)  # rates a draw once so many tiles are missing
_SAVED = 40  # what the first win keeps the others from, in units of `base`
_HOPELESS = 6
_ANY = 14  # a hand that waits on more kinds waits with a single 混儿 (WZ-16)
_SECOND = 0.1  # how much the next best plan counts
_STRAY = 0.15  # what a void tile in hand costs, in units of `base`


def worth(hand: Hand, outlook: Outlook) -> float:
    """Return the points this hand may expect to win."""
    draws = _draws(outlook)
    close = (plan for plan in plans(hand, outlook.void) if plan.missing <= _HOPELESS)
    values = [0.0, 0.0, *(_value(hand, plan, outlook, draws) for plan in close)]
    first, second = sorted(values, reverse=True)[:2]
    void = outlook.void
    stray = sum(hand.counts[9 * void : 9 * void + 9]) if void >= 0 else 0
    return first + _SECOND * second - _STRAY * stray * outlook.rules.base


def _draws(outlook: Outlook) -> float:
    if outlook.rules.end is End.FIRST_WIN:
        return draws_until_won(outlook.draws, 1 - outlook.hazard)
    return outlook.draws


def _value(hand: Hand, plan: Plan, outlook: Outlook, draws: float) -> float:
    wild = outlook.unseen[outlook.wild] if outlook.wild >= 0 else 0
    live = sum(outlook.unseen[kind] for kind in plan.useful if kind != outlook.wild) + wild
    rate = live / outlook.hidden
    if not rate:
        return 0.0
    own, thrown = prices(hand, plan, outlook)
    claims = _THROWN * outlook.rivals
    alone = _chance(plan.missing, rate, draws, 0.0) * own
    both = _chance(plan.missing, rate, draws, claims) * (own + claims * thrown) / (1 + claims)
    if outlook.rules.end is End.FIRST_WIN:
        return max(alone, both)
    last = rate if plan.missing <= 1 else _STAGES[1]
    late = max(draws - max(plan.missing, 1) / last, 0.0)  # a locked hand wins again (WZ-11)
    return both + _chance(plan.missing, rate, draws, claims) * late * last * (own + claims * thrown) * 0.5


def _chance(missing: int, rate: float, draws: float, claims: float) -> float:
    """Return the chance that all missing tiles arrive in time, the last one also from a discard."""
    stages = max(missing, 1)
    time = 1 / rate if stages > 1 else 1 / (rate * (1 + claims))
    for stage in range(1, min(stages, len(_STAGES))):
        time += 1 / (_STAGES[stage] * (1 + claims if stage == 1 else 1))
    return tail(stages, min(stages * draws / time, 50.0))


def prices(hand: Hand, plan: Plan, outlook: Outlook) -> tuple[float, float]:
    """Return what a self-draw by this plan is worth in all, and what a discard is."""
    rules = outlook.rules
    extra = plan.missing <= 1 and hand.wilds > 0 and len(plan.useful) > _ANY
    thrown = max(plan.fan + extra, 1)
    own = fan.self_drawn(rules, max(plan.fan + extra + (not hand.melds), 1))
    more, cap = nines(hand), rules.fan_cap or 20
    single = float(fan.points(rules, min(thrown + more, cap)))
    saved = _SAVED * rules.base if rules.end is End.FIRST_WIN else 0
    return float(fan.points(rules, min(own + more, cap))) * outlook.rivals + saved, single + saved
