"""What seats may do in 万州: the choices before play, the own turn, claims, robbing and joining (WZ-04 to WZ-11, WZ-22)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core.contract import NONE, Action, Clock, Prompt, PromptKind
from games.engine.core.seats import after, next_seat
from games.engine.mahjong import actions, claims
from games.engine.mahjong.packed import ONE, SUIT_BITS, SUIT_MASK, count, fours, kinds
from games.engine.mahjong.rules import own
from games.engine.mahjong.state import Draft, HandState, Seat
from games.engine.mahjong.suggest import void_suit
from games.engine.mahjong.variant import Verdict
from games.engine.mahjong.view import Meld, MeldKind, Phase
from games.engine.mahjong.wanzhou import suggest
from games.engine.mahjong.wanzhou.hand import is_complete, split, waits_of, waits_on_all
from games.engine.mahjong.wanzhou.rules import WanzhouRules

WINDS = (27, 28, 29, 30)
_CLAIMS = {actions.HU: 3, actions.GANG: 2, actions.PENG: 2, actions.CHI: 1}


def is_locked(at: Seat) -> bool:
    """Return whether a hand is locked after a win of 血流成河 (WZ-11)."""
    return bool(at.wins)


def choice_prompt(draft: Draft, seat: int) -> Prompt:
    """Return the prompt of 定缺 or 换三张 (WZ-04, WZ-05)."""
    at = draft.seats[seat]
    if draft.phase is Phase.DING_QUE:
        row = actions.VOIDS[seat]
        default = row[void_suit(split(at.hand, draft.wild)[0])]
        return Prompt(seat, PromptKind.CHOICE, Clock.DING_QUE, draft.window, row, default)
    same_suit = own(draft.rules, WanzhouRules).swap_same_suit
    options = suggest.triples(at.hand, draft.wild, same_suit=same_suit)
    legal = tuple(Action(seat, actions.SWAP_THREE, tiles) for tiles in options)
    given = suggest.swap_three(at.hand, at.void, draft.wild, same_suit=same_suit)
    default = Action(seat, actions.SWAP_THREE, given)
    return Prompt(seat, PromptKind.CHOICE, Clock.SWAP_THREE, draft.window, legal, default)


# The own turn.


def turn_prompt(draft: Draft) -> Prompt:
    """Return the prompt of the seat that has the turn."""
    seat = draft.turn
    at = draft.seats[seat]
    row = actions.DISCARDS[seat]
    allowed = throwable(own(draft.rules, WanzhouRules), draft, at)
    legal = tuple(row[tile] for tile in allowed)
    may_win = draft.fresh and wins_now(draft, at)
    if draft.fresh and draft.wall_left:
        legal = tuple(actions.GANGS[seat][tile] for tile in own_gangs(draft, at)) + legal
    if may_win:
        legal = (actions.HUS[seat], *legal)
    default = actions.HUS[seat] if may_win else row[_default_throw(draft, at, allowed)]
    clock = Clock.LOCKED if is_locked(at) and len(legal) == 1 else Clock.TURN
    return Prompt(seat, PromptKind.TURN, clock, draft.window, legal, default)


def wins_now(draft: Draft | HandState, at: Seat) -> bool:
    """Return whether the seat on turn holds a winning hand; a drawn 混儿 completes whatever waits (WZ-07)."""
    if draft.drawn == NONE:
        return is_complete(at.hand, len(at.melds), at.void, draft.wild)
    if draft.drawn == draft.wild:
        return bool(at.waits)
    return bool(at.waits >> draft.drawn & 1)


def throwable(rules: WanzhouRules, draft: Draft, at: Seat) -> tuple[int, ...]:
    """Return the kinds that may be thrown: by a locked hand what it drew, under `void_first` void tiles first (WZ-06, WZ-11)."""
    if is_locked(at):
        return (draft.drawn,)
    if rules.void_first:
        void = void_tiles(at, draft.wild)
        if void:
            return kinds(void)
    return kinds(at.hand)


def void_tiles(at: Seat, wild: int) -> int:
    """Return the void tiles in hand, packed; 混儿 never count as such (WZ-04)."""
    if at.void == NONE:
        return 0
    return split(at.hand, wild)[0] & SUIT_MASK << SUIT_BITS * at.void


def own_gangs(draft: Draft, at: Seat) -> list[int]:
    """Return the kinds of the gangs open on an own turn, concealed ones first (WZ-07, WZ-10, WZ-11)."""
    found = [tile for tile in fours(at.hand) if _may_gang(draft, at, tile, 4)]
    for meld in at.melds:
        tile = meld.tiles[0]
        if meld.kind is MeldKind.PENG and count(at.hand, tile) and _may_gang(draft, at, tile, 1):
            found.append(tile)
    return found


def in_first_round(draft: Draft | HandState, source: int = NONE) -> bool:
    """Return whether some seat has not discarded yet, but for the discard on offer, which `source` made (WZ-10)."""
    return any(at.thrown <= (seat == source) for seat, at in enumerate(draft.seats))


def _may_gang(draft: Draft, at: Seat, tile: int, own: int, source: int = NONE) -> bool:
    """Return whether `own` tiles from the hand may make a gang, as far as its kind and a locked hand go."""
    if tile != draft.wild:
        if tile // 9 == at.void or (tile in WINDS and not in_first_round(draft, source)):
            return False
    elif own != 4:
        return False
    if not is_locked(at):
        return True
    if own != 3 and tile != draft.drawn:
        return False
    rest = at.hand - own * ONE[tile]
    return waits_of(rest, len(at.melds) + (own != 1), at.void, draft.wild) == at.waits


def _default_throw(draft: Draft, at: Seat, allowed: Sequence[int]) -> int:
    """Return what a timeout throws (WZ-25)."""
    if draft.drawn in allowed and (draft.drawn != draft.wild or len(allowed) == 1):
        return draft.drawn
    hand = sum(count(at.hand, tile) * ONE[tile] for tile in allowed)
    return suggest.discard(hand, at.void, draft.wild)


# Tiles on offer.


def claim_prompts(draft: Draft, source: int, tile: int) -> tuple[Prompt, ...]:
    """Return who is asked about a discard, or about an added gang that may be robbed and joined (WZ-08, WZ-22)."""
    rules = own(draft.rules, WanzhouRules)
    found = []
    for seat in after(source, len(draft.seats)):
        at = draft.seats[seat]
        legal: tuple[Action, ...] = ()
        if at.waits >> tile & 1 and not wins_by_draw_alone(rules, at):
            legal = (actions.HUS[seat],)
        if not draft.robbing:
            legal += _melds(draft, seat, source, tile)
        elif rules.join_wind:
            legal += (actions.JOINS[seat],)
        if legal:
            clock = Clock.JOIN if legal[0].do == actions.JOIN_WIND else Clock.CLAIM
            found.append(_claim(draft, seat, clock, legal))
    return tuple(found)


def wins_by_draw_alone(rules: WanzhouRules, at: Seat) -> bool:
    """Return whether a locked hand waits on every kind outside its void suit (`any_wait_self_draw_only`, WZ-11)."""
    return rules.any_wait_self_draw_only and is_locked(at) and waits_on_all(at.waits, at.void)


def join_prompts(draft: Draft, seat: int, meld: Meld) -> tuple[Prompt, ...]:
    """Return who may join the wind of an exposed gang or of winds laid open; the feeder may not (WZ-10, WZ-22)."""
    if meld.kind is not MeldKind.EXPOSED or not own(draft.rules, WanzhouRules).join_wind:
        return ()
    others = (other for other in after(seat, len(draft.seats)) if other != meld.source)
    return tuple(_claim(draft, other, Clock.JOIN, (actions.JOINS[other],)) for other in others)


def verdict(draft: Draft) -> Verdict | None:
    """Return what the answers decide: the nearest 胡 alone wins (WZ-09), else the strongest claim; joins wait for all."""
    source, _ = draft.offered or (draft.turn, NONE)
    players = len(draft.seats)
    winners = claims.by_turn(source, draft.answers, players)[:1]
    pending = {prompt.seat: {action.do for action in prompt.actions} for prompt in draft.prompts}
    if winners:
        nearer = after(source, players)[: (winners[0] - source) % players - 1]
        return None if any(actions.HU in pending.get(seat, ()) for seat in nearer) else Verdict(winners, None)
    best = max((_CLAIMS.get(action.do, 0) for action in draft.answers), default=0)
    open_ones = (_CLAIMS.get(verb, 0) for verbs in pending.values() for verb in verbs)
    if max(open_ones, default=0) > best or ((draft.robbing or draft.joining) and pending):
        return None
    return Verdict((), next((a for a in draft.answers if best and _CLAIMS.get(a.do, 0) == best), None))


def _melds(draft: Draft, seat: int, source: int, tile: int) -> tuple[Action, ...]:
    """Return gang, peng and chis of a discard; a 混儿 or a void tile makes none (WZ-06, WZ-07)."""
    at = draft.seats[seat]
    if tile == draft.wild or tile // 9 == at.void:
        return ()
    held = count(at.hand, tile)
    legal: tuple[Action, ...] = ()
    if held == 3 and draft.wall_left and _may_gang(draft, at, tile, 3, source):
        legal = (actions.GANGS[seat][tile],)
    if is_locked(at):
        return legal
    if held >= 2:
        legal += (actions.PENGS[seat],)
    if seat == next_seat(source, len(draft.seats)) and tile < 27:
        legal += _chis(draft, seat, tile)
    return legal


def _chis(draft: Draft, seat: int, tile: int) -> tuple[Action, ...]:
    hand, suit = draft.seats[seat].hand, tile // 9
    pairs = ((tile - 2, tile - 1), (tile - 1, tile + 1), (tile + 1, tile + 2))
    return tuple(
        Action(seat, actions.CHI, own)
        for own in pairs
        if all(other // 9 == suit and other != draft.wild and count(hand, other) for other in own)
    )


def _claim(draft: Draft, seat: int, clock: Clock, legal: tuple[Action, ...]) -> Prompt:
    declined = actions.PASSES[seat]
    default = legal[0] if legal[0].do == actions.HU else declined
    return Prompt(seat, PromptKind.CLAIM, clock, draft.window, (*legal, declined), default)
