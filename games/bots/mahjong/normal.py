"""The normal 四川 policy: every choice by what the hand is worth after it, less what the choice may cost."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from games.bots.mahjong.danger import Danger
from games.bots.mahjong.reading import KINDS, Holding, Outlook, ganged, holding, mahjong, outlook, penged
from games.bots.mahjong.worth import worth
from games.engine.core.contract import NONE, Action, Prompt, View
from games.engine.mahjong import actions

_GANG_KEPT = 0.85  # chance that gang income is neither returned nor moved
_REPLACEMENT = 1.08  # the tile drawn after a gang comes on top of the draws to come
_MARGIN = 0.3  # points by which a claim must beat staying: it shows the hand
_ROBBED = 1.5  # a robbed gang costs more than a throw: its income is gone too


class _Table(NamedTuple):
    """What all choices of one prompt are judged by."""

    held: Holding
    outlook: Outlook
    danger: Danger


class NormalSichuan:
    """Values hands by `worth`, throws by `Danger`; takes every win."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`."""
        if len(prompt.actions) == 1:
            return prompt.actions[0]
        seen = mahjong(view)
        held = holding(seen)
        around = outlook(seen, held)
        verbs = {action.do for action in prompt.actions}
        if actions.HU in verbs:
            return next(action for action in prompt.actions if action.do == actions.HU)
        if actions.DING_QUE in verbs:
            return _best(
                ((action, worth(held, around._replace(void=action.args[0]))) for action in prompt.actions),
                rng,
            )
        if actions.SWAP_THREE in verbs:
            return _best(
                ((action, worth(_given(held, action.args), around)) for action in prompt.actions), rng
            )
        table = _Table(held, around, Danger(seen, around))
        if actions.DISCARD in verbs:
            return _best(((action, _turn_value(action, table)) for action in prompt.actions), rng)
        tile = seen.offered[1] if seen.offered is not None else NONE
        return _best(((action, _claim_value(action, tile, table)) for action in prompt.actions), rng)


def _best(valued: Iterable[tuple[Action, float]], rng: Random) -> Action:
    """Return the action of the highest value; equals are drawn by lot."""
    options = list(valued)
    highest = max(value for _, value in options)
    best = [action for action, value in options if value == highest]
    return best[0] if len(best) == 1 else rng.choice(best)


def _given(held: Holding, tiles: tuple[int, ...]) -> Holding:
    for tile in tiles:
        held = held.less(tile)
    return held


def _turn_value(action: Action, table: _Table) -> float:
    tile = action.args[0]
    if action.do == actions.DISCARD:
        return worth(table.held.less(tile), table.outlook) - table.danger.of(tile)
    rules, rivals = table.outlook.rules, table.outlook.rivals
    concealed = table.held.counts[tile] == 4
    units = rules.concealed_units if concealed else rules.added_units
    risk = 0.0 if concealed else table.danger.of(tile) * _ROBBED
    return _after_gang(ganged(table.held, tile), table) + _GANG_KEPT * units * rules.base * rivals - risk


def _claim_value(action: Action, tile: int, table: _Table) -> float:
    match action.do:
        case actions.PENG:
            return _best_throw(penged(table.held, tile), table) - _MARGIN
        case actions.GANG:
            rules = table.outlook.rules
            after = _after_gang(ganged(table.held, tile, claimed=True), table)
            return after + _GANG_KEPT * rules.exposed_units * rules.base - _MARGIN
        case _:
            return worth(table.held, table.outlook)


def _best_throw(held: Holding, table: _Table) -> float:
    """Return the value of a hand of 3n+2 tiles by its best throw, the void first."""
    counts, void = held.counts, table.outlook.void
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    kinds = [kind for kind in kinds if kind // 9 == void] or kinds
    return max(worth(held.less(kind), table.outlook) - table.danger.of(kind) for kind in kinds)


def _after_gang(held: Holding, table: _Table) -> float:
    value = worth(held, table.outlook)
    return value * _REPLACEMENT if value > 0 else value
