"""The normal 四川 policy: every choice by what the hand is worth after it, less what the choice may cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from games.bots.mahjong.normal import NormalMahjong, best
from games.bots.mahjong.reading import ganged, penged
from games.bots.mahjong.sichuan.danger import Danger
from games.bots.mahjong.sichuan.plans import distance
from games.bots.mahjong.sichuan.reading import KINDS, Holding, Outlook, holding, outlook
from games.bots.mahjong.sichuan.worth import leading, worth
from games.engine.core.contract import Action, Prompt
from games.engine.mahjong import actions
from games.engine.mahjong.view import MahjongView

_GANG_KEPT = 0.85  # chance that gang income is neither returned nor moved
_REPLACEMENT = 1.08  # the tile drawn after a gang comes on top of the draws to come
_MARGIN = 0.3  # points by which a claim must beat staying: it shows the hand
_CHEAPEST = 1  # fan of any sets and a pair
_ROBBED = 1.5  # a robbed gang costs more than a throw: its income is gone too


class _Table(NamedTuple):
    """What all choices of one prompt are judged by."""

    held: Holding
    outlook: Outlook
    danger: Danger


class NormalSichuan(NormalMahjong[_Table]):
    """Values hands by `worth`, throws by `Danger`; takes every win."""

    def read(self, view: MahjongView) -> _Table:
        around = outlook(view)
        return _Table(holding(view), around, Danger(view, around))

    def void_value(self, suit: int, table: _Table) -> float:
        return worth(table.held, table.outlook._replace(void=suit))

    def swap(self, prompt: Prompt, table: _Table, rng: Random) -> Action:
        return best(
            ((one, worth(_given(table.held, one.args), table.outlook)) for one in prompt.actions), rng
        )

    def turn_options(self, prompt: Prompt, table: _Table) -> Sequence[Action]:
        thrown = [one.args[0] for one in prompt.actions if one.do == actions.DISCARD]
        sound = _sound(table.held, thrown, table.outlook)
        return [one for one in prompt.actions if one.do != actions.DISCARD or one.args[0] in sound]

    def turn_value(self, action: Action, table: _Table) -> float:
        tile = action.args[0]
        if action.do == actions.DISCARD:
            return worth(table.held.less(tile), table.outlook) - table.danger.of(tile)
        rules, rivals = table.outlook.rules, table.outlook.rivals
        concealed = table.held.counts[tile] == 4
        units = rules.concealed_units if concealed else rules.added_units
        risk = 0.0 if concealed else table.danger.of(tile) * _ROBBED
        return _after_gang(ganged(table.held, tile), table) + _GANG_KEPT * units * rules.base * rivals - risk

    def claim_value(self, action: Action, tile: int, table: _Table) -> float:
        match action.do:
            case actions.PENG:
                return _best_throw(penged(table.held, tile), table) - _MARGIN
            case actions.GANG:
                rules = table.outlook.rules
                after = _after_gang(ganged(table.held, tile, claimed=True), table)
                return after + _GANG_KEPT * rules.exposed_units * rules.base - _MARGIN
            case _:
                return worth(table.held, table.outlook)


def _sound(held: Holding, kinds: Iterable[int], outlook: Outlook) -> list[int]:
    """Return the kinds whose throw does not set a hand of 3n+2 tiles back, or does so for a dearer plan only.

    `worth` looks no further than the next step: left alone it prefers three missing tiles that many kinds bring
    nearer to two that few do. A hand that the draws to come cannot make ready may throw anything.
    """
    after = {kind: held.less(kind) for kind in kinds}
    missing = {kind: distance(rest, outlook.void) for kind, rest in after.items()}
    nearest = min(missing.values())
    near = [kind for kind in after if missing[kind] == nearest]
    if len(near) == len(after) or nearest - 1 > outlook.draws:
        return list(after)
    far = {kind: _fan(rest, outlook) for kind, rest in after.items() if missing[kind] > nearest}
    if max(far.values()) <= _CHEAPEST:
        return near
    usual = max(_fan(after[kind], outlook) for kind in near)
    return near + [kind for kind, fan in far.items() if fan > usual]


def _fan(held: Holding, outlook: Outlook) -> int:
    """Return the fan of the plan this hand of 3n+1 tiles promises most by, 0 where it has none."""
    plan = leading(held, outlook)
    return plan.fan if plan is not None else 0


def _given(held: Holding, tiles: tuple[int, ...]) -> Holding:
    for tile in tiles:
        held = held.less(tile)
    return held


def _best_throw(held: Holding, table: _Table) -> float:
    """Return the value of a hand of 3n+2 tiles by its best throw, the void first."""
    counts, void = held.counts, table.outlook.void
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    kinds = [kind for kind in kinds if kind // 9 == void] or kinds
    kinds = _sound(held, kinds, table.outlook)
    return max(worth(held.less(kind), table.outlook) - table.danger.of(kind) for kind in kinds)


def _after_gang(held: Holding, table: _Table) -> float:
    value = worth(held, table.outlook)
    return value * _REPLACEMENT if value > 0 else value
