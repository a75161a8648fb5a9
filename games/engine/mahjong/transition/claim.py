"""Answers to a tile on offer, collected in secret and carried out together (SC-07)."""

from __future__ import annotations

from games.engine.core.contract import NONE, Action, Prompt
from games.engine.mahjong import actions, events
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.state import Draft
from games.engine.mahjong.transition.draw import draw, open_turn
from games.engine.mahjong.transition.turn import add_to_peng, claim_gang, finish_gang
from games.engine.mahjong.transition.win import settle
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import Meld, MeldKind


def answer(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Take one seat's answer; declining an offered win may lock it (SC-12)."""
    if draft.rules.pass_lock and action.do != actions.HU and prompt.actions[0].do == actions.HU:
        draft.seats[action.seat] = draft.seats[action.seat]._replace(locked=True)
    draft.answers = (*draft.answers, action)
    draft.prompts = tuple(other for other in draft.prompts if other is not prompt)
    resolve(variant, draft)


def resolve(variant: Variant, draft: Draft) -> None:
    """Carry out what the answers decide, if they decide it already."""
    verdict = variant.asking.verdict(draft)
    if verdict is None:
        return
    # Winds laid open before the first discard offer nothing.
    source, tile = draft.offered or (draft.turn, NONE)
    joiners = {action.seat for action in draft.answers if action.do == actions.JOIN_WIND}
    cut = _cut(draft, verdict.winners)
    draft.answers = draft.prompts = ()
    if verdict.winners:
        settle(variant, draft, verdict.winners, tile, source, cut)
    elif draft.joining:
        finish_gang(variant, draft, draft.turn, draft.seats[draft.turn].melds[-1], joiners)
    elif draft.robbing:
        add_to_peng(variant, draft, source, tile, joiners)
    elif verdict.claim is None:
        draw(variant, draft, draft.next_playing(source))
    else:
        _take(variant, draft, verdict.claim, source, tile)


def _cut(draft: Draft, winners: tuple[int, ...]) -> tuple[int, ...]:
    """Return who answered 胡 or could still have done so, and stands back for the winners."""
    wanting = {action.seat for action in draft.answers if action.do == actions.HU}
    wanting.update(prompt.seat for prompt in draft.prompts if prompt.actions[0].do == actions.HU)
    return tuple(sorted(wanting.difference(winners)))


def _take(variant: Variant, draft: Draft, claim: Action, source: int, tile: int) -> None:
    giver = draft.seats[source]
    draft.seats[source] = giver._replace(river=giver.river[:-1])
    draft.claimed = True
    if claim.do == actions.GANG:
        claim_gang(variant, draft, claim.seat, tile, source)
        return
    at = draft.seats[claim.seat]
    kind, own = (MeldKind.PENG, (tile, tile)) if claim.do == actions.PENG else (MeldKind.CHI, claim.args)
    meld = Meld(kind, (tile, *own), source)
    draft.seats[claim.seat] = at._replace(
        hand=at.hand - ONE[own[0]] - ONE[own[1]],
        melds=(*at.melds, meld),
        open_suits=at.open_suits | 1 << tile // 9,
    )
    draft.events.append(events.claim(claim.seat, meld))
    draft.turn, draft.drawn, draft.fresh, draft.replaced, draft.gang = claim.seat, NONE, False, False, None
    open_turn(variant, draft)
