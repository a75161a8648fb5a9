"""What the toggles of a card table do: pass where nothing beats, go out in one play, lay what was armed."""

from __future__ import annotations

from games.engine.cards.guanpai.deck import counts_of
from games.engine.cards.guanpai.shapes import best
from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import NOTHING, Action, Prompt, StandDown, Wished, Wishes
from games.engine.core.errors import Code, RuleViolation

AUTO_PASS, AUTO_OUT = "auto_pass", "auto_out"
TOGGLES = (AUTO_PASS, AUTO_OUT)


def check_armed(view: GuanpaiView, action: Action) -> None:
    """Raise RuleViolation unless `action` lays cards of the hand that make a shape (GP-05)."""
    held = set(view.seats[view.viewer].hand)
    if action.do != "play" or view.outcome is not None:
        raise RuleViolation(Code.NOT_OFFERED, "nothing to arm")
    if not action.args or len(set(action.args)) != len(action.args) or not held.issuperset(action.args):
        raise RuleViolation(Code.NO_SUCH_TILE, "the armed cards are not held")
    if best(counts_of(action.args)) is None:
        raise RuleViolation(Code.WRONG_SHAPE, "the armed cards make no shape")


def wished(view: GuanpaiView, prompt: Prompt, wishes: Wishes) -> Wished:
    """Return what the viewer's wishes make of its turn; a play that ends the hand goes before all others."""
    plays = [action for action in prompt.actions if action.do == "play"]
    size = len(view.seats[view.viewer].hand)
    out = next((action for action in plays if len(action.args) == size), None)
    if out is not None and AUTO_OUT in wishes.on:
        return Wished(out)
    if wishes.armed is not None:
        return _armed(view, plays, wishes.armed, may_go_out=out is not None)
    if AUTO_PASS in wishes.on and not plays and prompt.actions:
        return Wished(prompt.actions[0])
    return NOTHING


def _armed(view: GuanpaiView, plays: list[Action], armed: Action, *, may_go_out: bool) -> Wished:
    """Lay the armed cards where their ranks are a legal play; suits never matter."""
    hand = view.seats[view.viewer].hand
    if not set(armed.args) <= set(hand):
        return Wished(why=StandDown.NOT_HELD)
    if may_go_out and len(armed.args) != len(hand):
        return Wished(why=StandDown.MAY_GO_OUT)
    wanted = counts_of(armed.args)
    legal = any(counts_of(play.args) == wanted for play in plays)
    return Wished(armed) if legal else Wished(why=StandDown.DOES_NOT_BEAT)
