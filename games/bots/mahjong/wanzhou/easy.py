"""The easy 万州 policy: it walks towards any finished hand, takes every win, and looks at nobody else."""

from __future__ import annotations

from random import Random

from games.bots.mahjong import reading
from games.bots.mahjong.reading import mahjong, penged
from games.bots.mahjong.wanzhou.plans import distance
from games.bots.mahjong.wanzhou.reading import Hand, chied, ganged, hand_of
from games.engine.core.contract import NONE, Action, Prompt, View
from games.engine.mahjong import actions


class EasyWanzhou:
    """Discards by distance alone, never a 混儿; chis and pengs what brings it nearer; joins no wind."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`."""
        if len(prompt.actions) == 1:
            return prompt.actions[0]
        table = mahjong(view)
        hand = hand_of(table)
        legal = {action.do: action for action in prompt.actions}
        if actions.HU in legal:
            return legal[actions.HU]
        if actions.DING_QUE in legal:
            return min(prompt.actions, key=lambda action: (_in_suit(hand, action.args[0]), rng.random()))
        if actions.SWAP_THREE in legal or actions.JOIN_WIND in legal:
            return prompt.default
        void = table.seats[table.viewer].void
        if actions.DISCARD in legal:
            return _turn(hand, void, table.wild, prompt, rng)
        tile = table.offered[1] if table.offered is not None else NONE
        return _claim(hand, void, tile, prompt)


def _in_suit(hand: Hand, suit: int) -> int:
    return sum(hand.counts[9 * suit : 9 * suit + 9])


def _turn(hand: Hand, void: int, wild: int, prompt: Prompt, rng: Random) -> Action:
    throws = [action for action in prompt.actions if action.do == actions.DISCARD and action.args[0] != wild]
    if not throws:
        return prompt.default
    after = {action: distance(hand.less(action.args[0]), void) for action in throws}
    nearest = min(after.values())
    for action in prompt.actions:
        if action.do != actions.GANG or action.args[0] == wild:
            continue
        if distance(ganged(hand, action.args[0], wild), void) <= nearest:
            return action
    best = [action for action, missing in after.items() if missing == nearest]
    return rng.choice([action for action in best if action.args[0] // 9 == void] or best)


def _claim(hand: Hand, void: int, tile: int, prompt: Prompt) -> Action:
    staying = distance(hand, void)
    for action in prompt.actions:
        if action.do == actions.GANG and distance(reading.ganged(hand, tile, claimed=True), void) <= staying:
            return action
        if action.do in (actions.PENG, actions.CHI):
            opened = penged(hand, tile) if action.do == actions.PENG else chied(hand, tile, action.args)
            kinds = (kind for kind, count in enumerate(opened.counts) if count)
            if min((distance(opened.less(kind), void) for kind in kinds), default=staying) < staying:
                return action
    return next(action for action in prompt.actions if action.do == actions.PASS)
