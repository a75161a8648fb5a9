"""The easy 四川 policy: it walks towards any finished hand, takes every win, and looks at nobody else."""

from __future__ import annotations

from random import Random

from games.bots.mahjong.reading import ganged, mahjong, penged
from games.bots.mahjong.sichuan.plans import distance
from games.bots.mahjong.sichuan.reading import Holding, holding
from games.engine.core.contract import NONE, Action, Prompt, View
from games.engine.mahjong import actions


class EasySichuan:
    """Discards by distance alone; pengs what brings it nearer, gangs what does not set it back."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`."""
        table = mahjong(view)
        held = holding(table)
        void = table.seats[table.viewer].void
        legal = {action.do for action in prompt.actions}
        if actions.HU in legal:
            return next(action for action in prompt.actions if action.do == actions.HU)
        if actions.DING_QUE in legal:
            return _fewest(held, prompt, rng)
        if actions.SWAP_THREE in legal:
            return _shortest(held, prompt, rng)
        if actions.DISCARD in legal:
            return _turn(held, void, prompt, rng)
        tile = table.offered[1] if table.offered is not None else NONE
        return _claim(held, void, tile, prompt)


def _fewest(held: Holding, prompt: Prompt, rng: Random) -> Action:
    return min(prompt.actions, key=lambda action: (_in_suit(held, action.args[0]), rng.random()))


def _shortest(held: Holding, prompt: Prompt, rng: Random) -> Action:
    return min(prompt.actions, key=lambda action: (_in_suit(held, action.args[0] // 9), rng.random()))


def _in_suit(held: Holding, suit: int) -> int:
    return sum(held.counts[9 * suit : 9 * suit + 9])


def _turn(held: Holding, void: int, prompt: Prompt, rng: Random) -> Action:
    throws = [action for action in prompt.actions if action.do == actions.DISCARD]
    after = {action: distance(held.less(action.args[0]), void) for action in throws}
    nearest = min(after.values())
    for action in prompt.actions:
        if action.do == actions.GANG and distance(ganged(held, action.args[0]), void) <= nearest:
            return action
    return rng.choice([action for action, missing in after.items() if missing == nearest])


def _claim(held: Holding, void: int, tile: int, prompt: Prompt) -> Action:
    staying = distance(held, void)
    for action in prompt.actions:
        if action.do == actions.GANG and distance(ganged(held, tile, claimed=True), void) <= staying:
            return action
        if action.do == actions.PENG:
            open_hand = penged(held, tile)
            kinds = (kind for kind, count in enumerate(open_hand.counts) if count)
            if min(distance(open_hand.less(kind), void) for kind in kinds) < staying:
                return action
    return next(action for action in prompt.actions if action.do == actions.PASS)
