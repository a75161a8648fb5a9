"""What a seat may do on its own turn and in the choices before play, and why anything else is refused."""

from __future__ import annotations

from games.engine.core.contract import NONE, Action, Clock, Prompt, PromptKind
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong import actions, suggest
from games.engine.mahjong.packed import SUITS, count, fours, suit_of_hand
from games.engine.mahjong.state import Draft, HandState, Seat
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import MeldKind, Phase


def turn_prompt(variant: Variant, draft: Draft) -> Prompt:
    """Return the prompt of the seat that has the turn."""
    seat = draft.turn
    at = draft.seats[seat]
    may_win = draft.fresh and wins_now(variant, draft, at)
    if may_win and draft.forced():
        only = actions.HUS[seat]
        return Prompt(seat, PromptKind.TURN, Clock.FORCED, draft.version, (only,), only)
    legal = throws(variant, draft, seat)
    if draft.fresh:
        if draft.tail > draft.head:
            legal = gangs(variant, draft, seat) + legal
        if may_win:
            legal = (actions.HUS[seat], *legal)
    default = actions.HUS[seat] if may_win else _default_throw(variant, draft, at)
    return Prompt(seat, PromptKind.TURN, Clock.TURN, draft.version, legal, default)


def wins_now(variant: Variant, draft: Draft | HandState, at: Seat) -> bool:
    """Return whether the seat on turn holds a winning hand with the tile it drew (or was dealt)."""
    if draft.drawn == NONE:
        return variant.dealt_win(draft.rules, at, draft.wild)
    return bool(at.waits >> draft.drawn & 1)


def throws(variant: Variant, draft: Draft, seat: int) -> tuple[Action, ...]:
    """Return the discards open to `seat`."""
    at = draft.seats[seat]
    hand = at.hand
    first = variant.must_throw(draft.rules, at)
    if first != NONE:
        return actions.suit_discards(seat, first, SUITS[suit_of_hand(hand, first)].presence)
    legal: tuple[Action, ...] = ()
    for suit in range(4):
        key = hand >> 27 * suit & 0o777777777
        if key:
            legal += actions.suit_discards(seat, suit, SUITS[key].presence)
    return legal


def gangs(variant: Variant, draft: Draft, seat: int) -> tuple[Action, ...]:
    """Return the concealed and added gangs open to `seat` (SC-08); the wall must hold a tile."""
    at = draft.seats[seat]
    found = fours(at.hand)
    for meld in at.melds:
        if meld.kind is MeldKind.PENG and count(at.hand, meld.tiles[0]):
            found += (meld.tiles[0],)
    if not found:
        return ()
    row = actions.GANGS[seat]
    return tuple(row[tile] for tile in sorted(found) if variant.may_meld(draft, at, tile))


def void_prompt(seat: int, hand: int, window: int) -> Prompt:
    """Return the 定缺 prompt of a seat."""
    row = actions.VOIDS[seat]
    return Prompt(seat, PromptKind.CHOICE, Clock.DING_QUE, window, row, row[suggest.void_suit(hand)])


def swap_prompt(seat: int, hand: int, window: int) -> Prompt:
    """Return the 换三张 prompt of a seat: any three tiles of one suit."""
    legal = tuple(Action(seat, actions.SWAP_THREE, tiles) for tiles in suggest.triples(hand))
    default = Action(seat, actions.SWAP_THREE, suggest.swap_three(hand))
    return Prompt(seat, PromptKind.CHOICE, Clock.SWAP_THREE, window, legal, default)


def refusal(state: HandState, action: Action, prompt: Prompt | None) -> RuleViolation:
    """Return why `action` is not legal; for an action that is not in its seat's prompt."""
    if prompt is None:
        return RuleViolation(Code.NOT_YOUR_TURN, f"seat {action.seat}")
    return RuleViolation(_reason(state, action, prompt), f"seat {action.seat} {action.do}")


def _reason(state: HandState, action: Action, prompt: Prompt) -> Code:
    if all(action.do != legal.do for legal in prompt.actions):
        return _why_not_offered(state, action, prompt)
    held = state.seats[action.seat].hand
    if any(not 0 <= arg < 34 for arg in action.args):
        return Code.BAD_ARGUMENT
    match action.do:
        case actions.DISCARD:
            return Code.VOID_FIRST if action.args and count(held, action.args[0]) else Code.NO_SUCH_TILE
        case actions.GANG:
            return _why_no_gang(state, action)
        case actions.SWAP_THREE:
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
            in_claim = state.phase is Phase.CLAIM and state.offered is not None
            waiting = in_claim and state.offered is not None and at.waits >> state.offered[1] & 1
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


def _default_throw(variant: Variant, draft: Draft, at: Seat) -> Action:
    first = variant.must_throw(draft.rules, at)
    drawn = draft.drawn
    if drawn != NONE and (first == NONE or drawn // 9 == first):
        return actions.DISCARDS[draft.turn][drawn]
    return actions.DISCARDS[draft.turn][suggest.discard(at.hand, at.open_suits, first)]
