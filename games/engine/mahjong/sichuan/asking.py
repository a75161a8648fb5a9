"""What seats may do in 四川: the choices before play, the own turn and the claims on a tile (SC-02 to SC-10)."""

from __future__ import annotations

from games.engine.core.contract import NONE, Action, Clock, Prompt, PromptKind
from games.engine.core.seats import after
from games.engine.mahjong import actions, suggest
from games.engine.mahjong.claims import by_turn
from games.engine.mahjong.packed import SUITS, count, fours, suit_of_hand
from games.engine.mahjong.sichuan.hand import is_win
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.variant import Verdict
from games.engine.mahjong.view import Meld, MeldKind, Phase

# 胡 over 杠 and 碰 over 过 (SC-07); two seats can never peng or gang the same tile.
_STRENGTH = {actions.HU: 3, actions.GANG: 2, actions.PENG: 2, actions.PASS: 0}
_WIN = _STRENGTH[actions.HU]


def choice_prompt(draft: Draft, seat: int) -> Prompt:
    """Return the prompt of 换三张 or 定缺."""
    ask = _swap_prompt if draft.phase is Phase.SWAP_THREE else _void_prompt
    return ask(seat, draft.seats[seat].hand, draft.window)


def turn_prompt(draft: Draft) -> Prompt:
    """Return the prompt of the seat that has the turn."""
    seat = draft.turn
    at = draft.seats[seat]
    may_win = draft.fresh and _wins_now(draft, at)
    if may_win and draft.forced():
        only = actions.HUS[seat]
        return Prompt(seat, PromptKind.TURN, Clock.FORCED, draft.window, (only,), only)
    legal = _throws(draft, seat)
    if draft.fresh:
        if draft.tail > draft.head:
            legal = _gangs(draft, seat) + legal
        if may_win:
            legal = (actions.HUS[seat], *legal)
    default = actions.HUS[seat] if may_win else _default_throw(draft, at)
    return Prompt(seat, PromptKind.TURN, Clock.TURN, draft.window, legal, default)


def _wins_now(draft: Draft, at: Seat) -> bool:
    return is_win(at) if draft.drawn == NONE else bool(at.waits >> draft.drawn & 1)


def _must_throw(at: Seat) -> int:
    """Return the suit that must be thrown first while one is held, NONE where every tile may go (SC-04)."""
    return at.void if at.void != NONE and suit_of_hand(at.hand, at.void) else NONE


def _throws(draft: Draft, seat: int) -> tuple[Action, ...]:
    """Return the discards open to `seat`."""
    at = draft.seats[seat]
    hand = at.hand
    first = _must_throw(at)
    if first != NONE:
        return actions.suit_discards(seat, first, SUITS[suit_of_hand(hand, first)].presence)
    legal: tuple[Action, ...] = ()
    for suit in range(4):
        key = hand >> 27 * suit & 0o777777777
        if key:
            legal += actions.suit_discards(seat, suit, SUITS[key].presence)
    return legal


def _gangs(draft: Draft, seat: int) -> tuple[Action, ...]:
    """Return the concealed and added gangs open to `seat` (SC-08); the wall must hold a tile."""
    at = draft.seats[seat]
    found = fours(at.hand)
    for meld in at.melds:
        if meld.kind is MeldKind.PENG and count(at.hand, meld.tiles[0]):
            found += (meld.tiles[0],)
    if not found:
        return ()
    row = actions.GANGS[seat]
    return tuple(row[tile] for tile in sorted(found) if tile // 9 != at.void)


def _void_prompt(seat: int, hand: int, window: int) -> Prompt:
    """Return the 定缺 prompt of a seat."""
    row = actions.VOIDS[seat]
    return Prompt(seat, PromptKind.CHOICE, Clock.DING_QUE, window, row, row[suggest.void_suit(hand)])


def _swap_prompt(seat: int, hand: int, window: int) -> Prompt:
    """Return the 换三张 prompt of a seat: any three tiles of one suit."""
    legal = tuple(Action(seat, actions.SWAP_THREE, tiles) for tiles in suggest.triples(hand))
    default = Action(seat, actions.SWAP_THREE, suggest.swap_three(hand))
    return Prompt(seat, PromptKind.CHOICE, Clock.SWAP_THREE, window, legal, default)


def claim_prompts(draft: Draft, source: int, tile: int) -> tuple[Prompt, ...]:
    """Return who is asked about `tile`, offered by `source` as a discard or as an added gang (`robbing`).

    Where a seat must win, nobody is asked for a peng or gang: it could no longer matter.
    """
    seats = draft.seats
    shift = 3 * tile
    found: list[Prompt] = []
    must_win = False
    for seat in after(source, len(seats)):
        at = seats[seat]
        if at.out:
            continue
        wins = at.waits >> tile & 1
        if wins and draft.forced():
            must_win = True
            only = actions.HUS[seat]
            found.append(Prompt(seat, PromptKind.CLAIM, Clock.FORCED, draft.window, (only,), only))
            continue
        may_meld = not draft.robbing and at.hand >> shift & 6
        if wins or may_meld:
            legal = _legal(draft, seat, tile, bool(wins and not at.locked))
            if legal:
                found.append(
                    Prompt(seat, PromptKind.CLAIM, Clock.CLAIM, draft.window, legal, _default(legal))
                )
    if must_win:
        return tuple(prompt for prompt in found if prompt.clock is Clock.FORCED)
    return tuple(found)


def join_prompts(draft: Draft, seat: int, meld: Meld) -> tuple[Prompt, ...]:
    """Return nobody: there is no wind to join in this game."""
    return ()


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


def _legal(draft: Draft, seat: int, tile: int, wins: bool) -> tuple[Action, ...]:
    at = draft.seats[seat]
    legal: tuple[Action, ...] = (actions.HUS[seat],) if wins else ()
    held = at.hand >> 3 * tile & 7
    if not draft.robbing and held >= 2 and tile // 9 != at.void:
        if held == 3 and draft.tail > draft.head:
            legal += (actions.GANGS[seat][tile],)
        legal += (actions.PENGS[seat],)
    return (*legal, actions.PASSES[seat]) if legal else ()


def _default(legal: tuple[Action, ...]) -> Action:
    return legal[0] if legal[0].do == actions.HU else legal[-1]


def _default_throw(draft: Draft, at: Seat) -> Action:
    first = _must_throw(at)
    drawn = draft.drawn
    if drawn != NONE and (first == NONE or drawn // 9 == first):
        return actions.DISCARDS[draft.turn][drawn]
    return actions.DISCARDS[draft.turn][suggest.discard(at.hand, at.open_suits, first)]
