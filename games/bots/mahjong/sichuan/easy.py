"""The easy 四川 policy: it gives up its shortest suit and walks towards any finished hand, looking at nobody else.

It plays as a beginner does: no count of what is left, no care for what others wait on, and some pengs overlooked.
"""

from __future__ import annotations

from random import Random

from games.bots.mahjong.reading import ganged, mahjong, penged
from games.bots.mahjong.sichuan.plans import distance
from games.bots.mahjong.sichuan.reading import Holding, holding
from games.engine.core.contract import NONE, Action, Prompt, View
from games.engine.mahjong import actions

_OVERLOOKED = 0.25  # share of the useful pengs that it does not see


class EasySichuan:
    """Throws the suit it gives up, then by distance alone; pengs what brings it nearer, gangs what does not set it back."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`."""
        table = mahjong(view)
        held = holding(table)
        legal = {action.do: action for action in prompt.actions}
        if actions.HU in legal:
            return legal[actions.HU]
        if actions.DING_QUE in legal:
            return min(prompt.actions, key=lambda one: (_in_suit(held, one.args[0]), rng.random()))
        if actions.SWAP_THREE in legal:
            return min(prompt.actions, key=lambda one: (_in_suit(held, one.args[0] // 9), rng.random()))
        declared = table.seats[table.viewer].void
        void = declared if declared != NONE else _shortest(held)
        if actions.DISCARD in legal:
            return _turn(held, void, prompt, rng)
        tile = table.offered[1] if table.offered is not None else NONE
        return _claim(held, void, tile, prompt, rng)


def _shortest(held: Holding) -> int:
    """Return the suit to give up where none is declared: of those without a meld the one with fewest tiles."""
    open_suits = [suit for suit in range(3) if not held.suits >> suit & 1]
    return min(open_suits, key=lambda suit: (_in_suit(held, suit), distance(held, suit)), default=NONE)


def _in_suit(held: Holding, suit: int) -> int:
    return sum(held.counts[9 * suit : 9 * suit + 9])


def _turn(held: Holding, void: int, prompt: Prompt, rng: Random) -> Action:
    throws = [action for action in prompt.actions if action.do == actions.DISCARD]
    throws = [action for action in throws if action.args[0] // 9 == void] or throws
    after = {action: distance(held.less(action.args[0]), void) for action in throws}
    nearest = min(after.values())
    for action in prompt.actions:
        if action.do == actions.GANG and distance(ganged(held, action.args[0]), void) <= nearest:
            return action
    return rng.choice([action for action, missing in after.items() if missing == nearest])


def _claim(held: Holding, void: int, tile: int, prompt: Prompt, rng: Random) -> Action:
    staying = distance(held, void)
    for action in prompt.actions:
        if action.do == actions.GANG and distance(ganged(held, tile, claimed=True), void) <= staying:
            return action
        if action.do == actions.PENG and rng.random() >= _OVERLOOKED:
            open_hand = penged(held, tile)
            kinds = (kind for kind, count in enumerate(open_hand.counts) if count)
            if min(distance(open_hand.less(kind), void) for kind in kinds) < staying:
                return action
    return next(action for action in prompt.actions if action.do == actions.PASS)
