"""What the seat on turn does: throw a tile, declare a gang, or win by itself."""

from __future__ import annotations

from games.engine.core.contract import NONE, Action, Prompt
from games.engine.mahjong import actions, events
from games.engine.mahjong.packed import ONE, count
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.transition.draw import draw
from games.engine.mahjong.transition.win import settle
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import Meld, MeldKind, Phase


def discard(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Throw a tile and offer it; where nobody may claim it the next seat draws."""
    seat, tile = action.seat, action.args[0]
    at = draft.seats[seat]
    after = at.threw(tile, at.waits, at.locked or _declines(draft, prompt))
    if tile != draft.drawn:  # throwing what was drawn leaves the waits as they were
        after = at.threw(tile, variant.waits(draft.rules, after, draft.wild), after.locked)
    draft.seats[seat] = after
    draft.events.append(events.DISCARDS[seat][tile])
    draft.drawn, draft.fresh, draft.replaced = NONE, False, False
    draft.offered, draft.claimed = (seat, tile), False
    draft.prompts = variant.claim_prompts(draft, seat, tile)
    if draft.prompts:
        draft.phase = Phase.CLAIM
    else:
        draw(variant, draft, draft.next_playing(seat))


def gang(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Declare a concealed gang, or add the fourth tile to an own peng, which may be robbed (SC-08, SC-09)."""
    seat, tile = action.seat, action.args[0]
    at = draft.seats[seat]
    draft.seats[seat] = at = at._replace(locked=at.locked or _declines(draft, prompt))
    if count(at.hand, tile) == 4:
        meld = Meld(MeldKind.CONCEALED, (tile,) * 4)
        at = at._replace(hand=at.hand - 4 * ONE[tile], melds=(*at.melds, meld))
        _complete(variant, draft, seat, at, meld)
        return
    draft.seats[seat] = _without(variant, draft, at, tile)
    draft.drawn, draft.fresh, draft.replaced = NONE, False, False
    draft.offered, draft.claimed, draft.robbing = (seat, tile), False, True
    draft.prompts = variant.claim_prompts(draft, seat, tile)
    if draft.prompts:
        draft.phase = Phase.CLAIM
    else:
        add_to_peng(variant, draft, seat, tile)


def add_to_peng(variant: Variant, draft: Draft, seat: int, tile: int) -> None:
    """Make the peng of `tile` an added gang that nobody robbed; its tile has already left the hand."""
    at = draft.seats[seat]
    place = next(i for i, meld in enumerate(at.melds) if meld.kind is MeldKind.PENG and meld.tiles[0] == tile)
    meld = Meld(MeldKind.ADDED, (tile,) * 4, at.melds[place].source)
    draft.robbing, draft.claimed = False, True
    _complete(
        variant, draft, seat, at._replace(melds=(*at.melds[:place], meld, *at.melds[place + 1 :])), meld
    )


def claim_gang(variant: Variant, draft: Draft, seat: int, tile: int, source: int) -> None:
    """Take a discard as the fourth of a gang."""
    at = draft.seats[seat]
    meld = Meld(MeldKind.EXPOSED, (tile,) * 4, source)
    _complete(variant, draft, seat, at._replace(hand=at.hand - 3 * ONE[tile], melds=(*at.melds, meld)), meld)


def hu(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Win by the tile just drawn, or with the dealt 14."""
    settle(variant, draft, (action.seat,), draft.drawn, NONE)


def _complete(variant: Variant, draft: Draft, seat: int, at: Seat, meld: Meld) -> None:
    at = at._replace(open_suits=at.open_suits | 1 << meld.tiles[0] // 9)
    draft.seats[seat] = at._replace(waits=variant.waits(draft.rules, at, draft.wild))
    face_down = draft.rules.hide_concealed_gang and meld.kind is MeldKind.CONCEALED
    draft.events.append(events.gang(seat, meld, face_down=face_down))
    first = len(draft.rows)
    draft.book(variant.gang_rows(draft, seat, meld))
    draft.gang = tuple(range(first, len(draft.rows)))
    draw(variant, draft, seat, replacement=True)


def _without(variant: Variant, draft: Draft, at: Seat, tile: int) -> Seat:
    at = at._replace(hand=at.hand - ONE[tile])
    return at._replace(waits=variant.waits(draft.rules, at, draft.wild))


def _declines(draft: Draft, prompt: Prompt) -> bool:
    return draft.rules.pass_lock and prompt.actions[0].do == actions.HU
