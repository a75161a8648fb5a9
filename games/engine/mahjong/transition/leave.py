"""离开牌局: an escape, a winner who goes, or a seat handed to a bot (SC-25 to SC-28)."""

from __future__ import annotations

from games.engine.core.contract import Action, Clock
from games.engine.mahjong import actions, events
from games.engine.mahjong.rules import OnLeave
from games.engine.mahjong.state import Draft, HandState
from games.engine.mahjong.transition.claim import resolve
from games.engine.mahjong.transition.draw import escape
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import Phase


def leave_action(state: HandState, seat: int) -> Action | None:
    """Return the `leave` that `seat` may do now; a seat leaves once, a bot may take it over again and again."""
    if state.outcome is not None or not 0 <= seat < len(state.seats):
        return None
    gone = state.seats[seat].left or seat in state.leaving
    return None if gone else actions.LEAVES[seat]


def leave(variant: Variant, draft: Draft, action: Action) -> None:
    """Take `seat` from the table now, or once the open window is resolved and its draw made."""
    seat = action.seat
    at = draft.seats[seat]
    if draft.rules.on_leave is OnLeave.BOT:
        draft.events.append(events.leave(seat))
    elif at.out:
        draft.seats[seat] = at._replace(left=True)
        draft.events.append(events.leave(seat))
    elif draft.phase is Phase.CLAIM:
        draft.leaving = (*draft.leaving, seat)
        _answer_for(variant, draft, seat)
    elif any(prompt.clock is Clock.FORCED for prompt in draft.prompts):
        draft.leaving = (*draft.leaving, seat)
    else:
        escape(variant, draft, seat)


def _answer_for(variant: Variant, draft: Draft, seat: int) -> None:
    """Count the escape as 过 where the seat has not answered; a forced win still stands."""
    for prompt in draft.prompts:
        if prompt.seat == seat:
            forced = prompt.clock is Clock.FORCED
            taken = prompt.default if forced else actions.PASSES[seat]
            draft.answers = (*draft.answers, taken)
            draft.prompts = tuple(other for other in draft.prompts if other is not prompt)
            resolve(variant, draft)
            return
