"""Who may claim a tile on offer, and when the answers given so far decide what happens to it."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.core.contract import Action, Clock, Prompt, PromptKind
from games.engine.core.seats import after
from games.engine.mahjong import actions
from games.engine.mahjong.state import Draft
from games.engine.mahjong.variant import Variant, Verdict

# 胡 over 杠 and 碰 over 吃 over 过 (SC-07, WZ-08); two seats can never peng or gang the same tile.
_STRENGTH = {actions.HU: 3, actions.GANG: 2, actions.PENG: 2, actions.CHI: 1, actions.PASS: 0}
_WIN = _STRENGTH[actions.HU]


def prompts(variant: Variant, draft: Draft, source: int, tile: int) -> tuple[Prompt, ...]:
    """Return who is asked about `tile`, offered by `source` as a discard or as an added gang (`robbing`).

    Where a seat must win, nobody is asked for a peng or gang: it could no longer matter.
    """
    forced = draft.forced()
    seats = draft.seats
    shift = 3 * tile
    found: list[Prompt] = []
    must_win = False
    for seat in after(source, len(seats)):
        at = seats[seat]
        if at.out:
            continue
        wins = at.waits >> tile & 1
        if wins and forced:
            must_win = True
            only = actions.HUS[seat]
            found.append(Prompt(seat, PromptKind.CLAIM, Clock.FORCED, draft.version, (only,), only))
            continue
        may_meld = not draft.robbing and at.hand >> shift & 6
        if wins or may_meld:
            legal = _legal(variant, draft, seat, tile, bool(wins and not at.locked))
            if legal:
                found.append(
                    Prompt(seat, PromptKind.CLAIM, Clock.CLAIM, draft.version, legal, _default(legal))
                )
    if must_win:
        return tuple(prompt for prompt in found if prompt.clock is Clock.FORCED)
    return tuple(found)


def verdict(draft: Draft) -> Verdict | None:
    """Return what the answers decide, None while a pending one could still change it."""
    answered = [action for action in draft.answers if action.do != actions.PASS]
    best = max((_STRENGTH[action.do] for action in answered), default=0)
    for prompt in draft.prompts:
        strongest = max(_STRENGTH[action.do] for action in prompt.actions)
        if strongest > best or strongest == best == _WIN:
            return None
    if best == _WIN:
        source = draft.offered[0] if draft.offered else draft.turn
        return Verdict(by_turn(source, answered, len(draft.seats)), None)
    strongest_claim = next((action for action in answered if _STRENGTH[action.do] == best), None)
    return Verdict((), strongest_claim)


def by_turn(source: int, answered: Iterable[Action], players: int) -> tuple[int, ...]:
    """Return the seats that answered 胡, the nearest to the discarder first."""
    takers = {action.seat for action in answered if action.do == actions.HU}
    return tuple(seat for seat in after(source, players) if seat in takers)


def _legal(variant: Variant, draft: Draft, seat: int, tile: int, wins: bool) -> tuple[Action, ...]:
    at = draft.seats[seat]
    legal: tuple[Action, ...] = (actions.HUS[seat],) if wins else ()
    held = at.hand >> 3 * tile & 7
    if not draft.robbing and held >= 2 and variant.may_meld(draft, at, tile):
        if held == 3 and draft.tail > draft.head:
            legal += (actions.GANGS[seat][tile],)
        legal += (actions.PENGS[seat],)
    return (*legal, actions.PASSES[seat]) if legal else ()


def _default(legal: tuple[Action, ...]) -> Action:
    return legal[0] if legal[0].do == actions.HU else legal[-1]
