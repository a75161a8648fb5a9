"""The normal 万州 policy: every choice by what the hand is worth after it, less what the choice may cost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.bots.mahjong import reading
from games.bots.mahjong.normal import NormalMahjong
from games.bots.mahjong.reading import penged
from games.bots.mahjong.wanzhou.reading import Hand, Outlook, chied, ganged, hand_of, outlook_of
from games.bots.mahjong.wanzhou.worth import worth
from games.engine.core.contract import Action, Prompt
from games.engine.mahjong import actions
from games.engine.mahjong.view import MahjongView

_REPLACEMENT = 1.08  # the tile drawn after a gang comes on top of the draws to come
_MARGIN = 0.05  # part of `base` by which a claim must beat staying: it shows the hand
_PRICE = 5.0  # what a discard costs that is won, in units of `base`
_WAITS = 0.05  # chance that a ready rival waits on a tile it may win with


class _Table(NamedTuple):
    """What all choices of one prompt are judged by."""

    hand: Hand
    outlook: Outlook
    view: MahjongView


class NormalWanzhou(NormalMahjong[_Table]):
    """Values hands by `worth`, and takes every win."""

    def read(self, view: MahjongView) -> _Table:
        return _Table(hand_of(view), outlook_of(view), view)

    def void_value(self, suit: int, table: _Table) -> float:
        return worth(table.hand, table.outlook._replace(void=suit))

    def swap(self, prompt: Prompt, table: _Table, rng: Random) -> Action:
        """Return the three tiles whose loss hurts least, chosen one after the other."""
        hand, given = table.hand, list[int]()
        legal = {action.args for action in prompt.actions}
        open_kinds = {tile for tiles in legal for tile in tiles}
        for _ in range(3):
            kinds = [kind for kind in open_kinds if hand.counts[kind]]
            tile = max(kinds, key=lambda kind: (worth(hand.less(kind), table.outlook), -kind))
            given.append(tile)
            hand = hand.less(tile)
        chosen = tuple(sorted(given))
        return next((one for one in prompt.actions if one.args == chosen), prompt.default)

    def turn_options(self, prompt: Prompt, table: _Table) -> Sequence[Action]:
        """Return the actions that throw no 混儿, all where nothing else is left."""
        wild = table.outlook.wild
        kept = [one for one in prompt.actions if one.do == actions.DISCARD and one.args[0] != wild]
        gangs = [one for one in prompt.actions if one.do == actions.GANG]
        return kept + gangs if kept else prompt.actions

    def turn_value(self, action: Action, table: _Table) -> float:
        tile, hand, outlook = action.args[0], table.hand, table.outlook
        if action.do == actions.DISCARD:
            if tile == outlook.wild:
                return worth(hand._replace(wilds=hand.wilds - 1), outlook)
            return worth(hand.less(tile), outlook) - _danger(tile, table)
        rules = outlook.rules
        concealed = hand.counts[tile] == 4 or tile == outlook.wild
        units = rules.concealed_units if concealed else rules.added_units
        after = _after_gang(ganged(hand, tile, outlook.wild), table)
        return after + units * rules.base * outlook.rivals - (0.0 if concealed else _danger(tile, table))

    def claim_value(self, action: Action, tile: int, table: _Table) -> float:
        hand, rules = table.hand, table.outlook.rules
        match action.do:
            case actions.PENG:
                return _best_throw(penged(hand, tile), table) - _MARGIN * rules.base
            case actions.CHI:
                return _best_throw(chied(hand, tile, action.args), table) - _MARGIN * rules.base
            case actions.GANG:
                after = _after_gang(reading.ganged(hand, tile, claimed=True), table)
                return after + rules.exposed_units * rules.base - _MARGIN * rules.base
            case _:
                return worth(hand, table.outlook)


def _best_throw(hand: Hand, table: _Table) -> float:
    kinds = [kind for kind, count in enumerate(hand.counts) if count]
    return max((worth(hand.less(kind), table.outlook) - _danger(kind, table) for kind in kinds), default=0.0)


def _after_gang(hand: Hand, table: _Table) -> float:
    return worth(hand, table.outlook) * _REPLACEMENT


def _danger(tile: int, table: _Table) -> float:
    """Return what throwing `tile` may cost: rivals that are ready and not void in its suit."""
    view, outlook = table.view, table.outlook
    share = 1 - view.wall_left / 83
    live = 0.4 + 0.2 * outlook.unseen[tile]
    ready = sum(
        min(0.05 + 0.7 * share + 0.1 * len(rival.melds), 0.95) if not rival.wins else 1.0
        for rival in view.seats
        if rival.seat != view.viewer and rival.void != tile // 9
    )
    return ready * _WAITS * live * _PRICE * outlook.rules.base
