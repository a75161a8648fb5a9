"""Why an action that is not offered is refused."""

from __future__ import annotations

from games.engine.core.contract import NONE, Action, Clock, Prompt, PromptKind
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong import actions
from games.engine.mahjong.packed import count
from games.engine.mahjong.state import HandState
from games.engine.mahjong.tiles import KINDS
from games.engine.mahjong.view import Phase


def refusal(state: HandState, action: Action, prompt: Prompt | None) -> RuleViolation:
    """Return why `action` is not legal; for an action that is not in its seat's prompt."""
    if prompt is None:
        return RuleViolation(Code.NOT_YOUR_TURN, f"seat {action.seat}")
    return RuleViolation(_reason(state, action, prompt), f"seat {action.seat} {action.do}")


def _reason(state: HandState, action: Action, prompt: Prompt) -> Code:
    if all(action.do != legal.do for legal in prompt.actions):
        return _why_not_offered(state, action, prompt)
    held = state.seats[action.seat].hand
    if any(not 0 <= arg < KINDS for arg in action.args):
        return Code.BAD_ARGUMENT
    match action.do:
        case actions.DISCARD if not action.args or not count(held, action.args[0]):
            return Code.NO_SUCH_TILE
        case actions.DISCARD:
            return Code.NOT_OFFERED if state.seats[action.seat].wins else Code.VOID_FIRST
        case actions.GANG:
            return _why_no_gang(state, action)
        case actions.SWAP_THREE | actions.CHI:
            enough = all(count(held, tile) >= action.args.count(tile) for tile in action.args)
            return Code.WRONG_SHAPE if enough else Code.NO_SUCH_TILE
        case _:
            return Code.BAD_ARGUMENT


def _why_not_offered(state: HandState, action: Action, prompt: Prompt) -> Code:
    if prompt.clock is Clock.FORCED and action.do in (
        actions.DISCARD,
        actions.GANG,
        actions.PENG,
        actions.PASS,
    ):
        return Code.MUST_HU
    if prompt.kind is PromptKind.CHOICE:
        return Code.NOT_OFFERED
    match action.do:
        case actions.HU:
            at = state.seats[action.seat]
            tile = state.offered[1] if state.phase is Phase.CLAIM and state.offered is not None else NONE
            waiting = tile != NONE and at.waits >> tile & 1
            return Code.WIN_LOCKED if waiting and at.locked else Code.NO_WIN
        case actions.GANG:
            return _why_no_gang(state, action)
        case _:
            return Code.NOT_OFFERED


def _why_no_gang(state: HandState, action: Action) -> Code:
    if state.wall_left < 1:
        return Code.WALL_EMPTY
    at = state.seats[action.seat]
    if action.args and at.void != NONE and action.args[0] // 9 == at.void:
        return Code.VOID_TILE
    return Code.NO_GANG
