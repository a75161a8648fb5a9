"""What the seat on turn does: throw a tile, declare a gang, or win by itself."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.core.contract import NONE, Action, Prompt
from games.engine.core.seats import after
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
    thrown = at.threw(tile, at.waits, at.locked or _declines(draft, prompt))
    if tile != draft.drawn:  # throwing what was drawn leaves the waits as they were
        thrown = at.threw(tile, variant.waits(draft.rules, thrown, draft.wild), thrown.locked)
    draft.seats[seat] = thrown
    draft.events.append(events.DISCARDS[seat][tile])
    draft.drawn, draft.fresh, draft.replaced = NONE, False, False
    draft.offered, draft.claimed = (seat, tile), False
    draft.prompts = variant.asking.claim_prompts(draft, seat, tile)
    if draft.prompts:
        draft.phase = Phase.CLAIM
    else:
        draft.skip_window()
        draw(variant, draft, draft.next_playing(seat))


def gang(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Declare a concealed gang, or add the fourth tile to an own peng, which may be robbed (SC-08, SC-09)."""
    seat, tile = action.seat, action.args[0]
    at = draft.seats[seat]
    draft.seats[seat] = at = at._replace(locked=at.locked or _declines(draft, prompt))
    if count(at.hand, tile) == 4:
        meld = Meld(variant.four_in_hand(draft, tile), (tile,) * 4)
        at = at._replace(hand=at.hand - 4 * ONE[tile], melds=(*at.melds, meld))
        _lay(variant, draft, seat, at, meld)
        _ask_or_finish(variant, draft, seat, meld)
        return
    draft.seats[seat] = _without(variant, draft, at, tile)
    draft.drawn, draft.fresh, draft.replaced = NONE, False, False
    draft.offered, draft.claimed, draft.robbing = (seat, tile), False, True
    draft.prompts = variant.asking.claim_prompts(draft, seat, tile)
    if draft.prompts:
        draft.phase = Phase.CLAIM
    else:
        draft.skip_window()
        add_to_peng(variant, draft, seat, tile)


def add_to_peng(variant: Variant, draft: Draft, seat: int, tile: int, joiners: Collection[int] = ()) -> None:
    """Make the peng of `tile` an added gang that nobody robbed; its tile has already left the hand."""
    at = draft.seats[seat]
    place = next(i for i, meld in enumerate(at.melds) if meld.kind is MeldKind.PENG and meld.tiles[0] == tile)
    meld = Meld(MeldKind.ADDED, (tile,) * 4, at.melds[place].source)
    draft.robbing, draft.claimed = False, True
    _lay(variant, draft, seat, at._replace(melds=(*at.melds[:place], meld, *at.melds[place + 1 :])), meld)
    finish_gang(variant, draft, seat, meld, joiners)


def claim_gang(variant: Variant, draft: Draft, seat: int, tile: int, source: int) -> None:
    """Take a discard as the fourth of a gang."""
    at = draft.seats[seat]
    meld = Meld(MeldKind.EXPOSED, (tile,) * 4, source)
    _lay(variant, draft, seat, at._replace(hand=at.hand - 3 * ONE[tile], melds=(*at.melds, meld)), meld)
    _ask_or_finish(variant, draft, seat, meld)


def finish_gang(variant: Variant, draft: Draft, seat: int, meld: Meld, joiners: Collection[int]) -> None:
    """Pay a gang that is laid, with those who joined its wind, and draw its replacement."""
    first = len(draft.rows)
    draft.joining = False
    draft.joined = tuple(other for other in after(seat, len(draft.seats)) if other in joiners)
    draft.events.extend(events.join(other, seat) for other in draft.joined)
    draft.book(variant.gang_rows(draft, seat, meld))
    draft.gang = tuple(range(first, len(draft.rows)))
    draw(variant, draft, seat, replacement=True)


def hu(variant: Variant, draft: Draft, action: Action, prompt: Prompt) -> None:
    """Win by the tile just drawn, or with the dealt 14."""
    settle(variant, draft, (action.seat,), draft.drawn, NONE)


def _lay(variant: Variant, draft: Draft, seat: int, at: Seat, meld: Meld) -> None:
    at = at._replace(open_suits=at.open_suits | 1 << meld.tiles[0] // 9)
    draft.seats[seat] = at._replace(waits=variant.waits(draft.rules, at, draft.wild))
    face_down = draft.rules.hide_concealed_gang and meld.kind is MeldKind.CONCEALED
    draft.events.append(events.gang(seat, meld, face_down=face_down))


def _ask_or_finish(variant: Variant, draft: Draft, seat: int, meld: Meld) -> None:
    prompts = variant.asking.join_prompts(draft, seat, meld)
    if not prompts:
        finish_gang(variant, draft, seat, meld, ())
        return
    draft.turn, draft.drawn, draft.fresh, draft.replaced = seat, NONE, False, False
    draft.phase, draft.joining, draft.prompts = Phase.CLAIM, True, prompts


def _without(variant: Variant, draft: Draft, at: Seat, tile: int) -> Seat:
    at = at._replace(hand=at.hand - ONE[tile])
    return at._replace(waits=variant.waits(draft.rules, at, draft.wild))


def _declines(draft: Draft, prompt: Prompt) -> bool:
    return draft.rules.pass_lock and prompt.actions[0].do == actions.HU
