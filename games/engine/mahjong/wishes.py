"""What the toggles of a mahjong table do: declare a win, decline claims, throw the drawn or the armed tile."""

from __future__ import annotations

from collections.abc import Set

from games.engine.core.contract import (
    NONE,
    NOTHING,
    Action,
    Clock,
    Prompt,
    PromptKind,
    StandDown,
    Wished,
    Wishes,
)
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong import actions
from games.engine.mahjong.view import MahjongView, Phase

AUTO_HU, AUTO_DISCARD = "auto_hu", "auto_discard"
NO_CHI, NO_PENG = "no_chi", "no_peng"
WAIVES = {NO_CHI: actions.CHI, NO_PENG: actions.PENG}  # the claims that a toggle declines

_CHOICES = (Phase.SWAP_THREE, Phase.DING_QUE)
_MOMENTS = (Clock.FORCED, Clock.LOCKED)  # there is one answer, and its clock gives it at once


def check_armed(view: MahjongView, action: Action) -> None:
    """Raise RuleViolation unless `action` throws a tile of a hand that still chooses what it throws."""
    own = view.seats[view.viewer]
    if action.do != actions.DISCARD or view.phase in (*_CHOICES, Phase.OVER) or own.wins or own.out:
        raise RuleViolation(Code.NOT_OFFERED, "nothing to arm")
    if action.args[0] not in (*own.hand, own.drawn):
        raise RuleViolation(Code.NO_SUCH_TILE, "the armed tile is not held")


def wished(view: MahjongView, prompt: Prompt, wishes: Wishes) -> Wished:
    """Return what the viewer's wishes make of its prompt."""
    if prompt.kind is PromptKind.CHOICE or prompt.clock in _MOMENTS:
        return NOTHING
    offered = {action.do for action in prompt.actions}
    if prompt.kind is PromptKind.CLAIM:
        return _claim(prompt, offered - {actions.PASS}, wishes)
    return _turn(view, prompt, offered, wishes)


def _claim(prompt: Prompt, offered: Set[str], wishes: Wishes) -> Wished:
    waived = {WAIVES[name] for name in wishes.on & WAIVES.keys()} & offered
    others = offered - waived - {actions.HU}
    if actions.HU in offered:
        if AUTO_HU not in wishes.on:
            return Wished(why=StandDown.HU) if waived else NOTHING
        return Wished(why=StandDown.HU_OR_ELSE) if others else Wished(actions.HUS[prompt.seat])
    if not waived:
        return NOTHING
    if others:
        return Wished(why=StandDown.GANG if actions.GANG in others else StandDown.CLAIM)
    return Wished(actions.PASSES[prompt.seat])


def _turn(view: MahjongView, prompt: Prompt, offered: Set[str], wishes: Wishes) -> Wished:
    throws = wishes.armed is not None or AUTO_DISCARD in wishes.on
    if actions.HU in offered:
        if AUTO_HU in wishes.on:
            rival = actions.GANG in offered
            return Wished(why=StandDown.HU_OR_ELSE) if rival else Wished(actions.HUS[prompt.seat])
        return Wished(why=StandDown.HU) if throws else NOTHING
    if not throws:
        return NOTHING
    if actions.GANG in offered:
        return Wished(why=StandDown.GANG)
    return _throw(view, prompt, wishes.armed)


def _throw(view: MahjongView, prompt: Prompt, armed: Action | None) -> Wished:
    """Return the throw of the armed tile, else of the drawn one; a 混儿 goes only where somebody armed it."""
    own = view.seats[view.viewer]
    only = prompt.actions[0] if len(prompt.actions) == 1 else None
    if own.drawn == NONE and only is None:
        return Wished(why=StandDown.NO_DRAW)
    if armed is not None:
        if armed in prompt.actions:
            return Wished(armed)
        held = armed.args[0] in (*own.hand, own.drawn)
        return Wished(why=StandDown.VOID_FIRST if held else StandDown.NOT_HELD)
    throw = only or actions.DISCARDS[prompt.seat][own.drawn]
    if throw not in prompt.actions:
        return Wished(why=StandDown.VOID_FIRST)
    return Wished(why=StandDown.WILD) if throw.args[0] == view.wild else Wished(throw)
