"""The same table with everything that one viewer cannot see dealt anew: hands, wall, secret answers.

`shuffled` returns another state that this viewer must not be able to tell from the first, or None where the
tiles fell so that the public phase or the viewer's own prompt would have changed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import cast

from games.engine.cards.guanpai.state import State as GuanpaiState
from games.engine.core.contract import NONE, Action, Game, Prompt, State
from games.engine.mahjong.packed import ONE, count, pack, size, unpack
from games.engine.mahjong.state import HandState, Seat
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import MeldKind, Phase
from tests.engine.walks import CASES

FACE_DOWN = ((0, 0, 0),)  # groups of a hand that nobody may see yet


def shuffled(game: Game, state: State, viewer: int, rng: random.Random) -> State | None:
    """Deal anew what `viewer` (a seat or PUBLIC) cannot see."""
    other = _SHUFFLE[game.name](game, state, viewer, rng)
    if other is None or _own_prompt(game, state, viewer) != _own_prompt(game, other, viewer):
        return None
    return other


def _own_prompt(game: Game, state: State, viewer: int) -> Prompt | None:
    return next((prompt for prompt in game.prompts(state) if prompt.seat == viewer), None)


def _guanpai(game: Game, state: State, viewer: int, rng: random.Random) -> State | None:
    hand = cast(GuanpaiState, state)
    if hand.outcome is not None:
        return hand
    if viewer == NONE:
        pool = [*hand.hands[0], *hand.hands[1], *hand.unseen]
        hidden = (0, 1)
    else:
        pool = [*hand.hands[1 - viewer], *hand.unseen]
        hidden = (1 - viewer,)
    rng.shuffle(pool)
    hands = list(hand.hands)
    for seat in hidden:
        count = len(hands[seat])
        hands[seat], pool = tuple(sorted(pool[:count])), pool[count:]
    return hand._replace(hands=tuple(hands), unseen=tuple(sorted(pool)))


def _mahjong(game: Game, state: State, viewer: int, rng: random.Random) -> State | None:
    hand = cast(HandState, state)
    wall = list(hand.wall)
    if hand.outcome is not None:
        rest = wall[hand.head : hand.tail]
        rng.shuffle(rest)
        return hand._replace(wall=(*wall[: hand.head], *rest, *wall[hand.tail :]))
    hidden = [seat for seat in range(len(hand.seats)) if seat != viewer]
    held = {seat: list(unpack(hand.seats[seat].hand)) for seat in hidden}
    _mix([(held[seat], at) for seat in hidden for at in range(len(held[seat]))], wall, hand, rng)
    if hand.rules.hide_concealed_gang:
        _rename_fours(held, wall, hand, rng)
    seats = list(hand.seats)
    for seat in hidden:
        seats[seat] = _redealt(cast(Variant, game), hand, seats[seat], held[seat], rng)
    mixed = hand._replace(seats=tuple(seats), wall=tuple(wall))
    if hand.swapped:
        mixed = _other_swaps(mixed, viewer, rng)
    if mixed.drawn != NONE and mixed.turn in hidden:
        mixed = _drew_another(cast(Variant, game), mixed, rng)
    return _asked_anew(cast(Variant, game), mixed, viewer, rng)


def _mix(places: list[tuple[list[int], int]], wall: list[int], hand: HandState, rng: random.Random) -> None:
    """Shuffle the tiles of some of the hidden places, few or all: few leave the table more often as it is."""
    every = places + [(wall, at) for at in range(hand.head, hand.tail)]
    some = rng.sample(every, min(len(every), rng.choice((2, 6, 20, len(every)))))
    tiles = [where[at] for where, at in some]
    rng.shuffle(tiles)
    for (where, at), tile in zip(some, tiles, strict=True):
        where[at] = tile


def _rename_fours(held: dict[int, list[int]], wall: list[int], hand: HandState, rng: random.Random) -> None:
    """Let four alike in a hidden hand be another kind of their suit, of which all four are hidden too."""
    counts = Counter(tile for tiles in (*held.values(), wall[hand.head : hand.tail]) for tile in tiles)
    for tiles in held.values():
        for kind in [kind for kind in set(tiles) if tiles.count(kind) == 4]:
            others = [other for other in counts if other // 9 == kind // 9 and counts[other] == 4]
            name = {kind: (other := rng.choice(others)), other: kind}
            for where in held.values():
                where[:] = [name.get(tile, tile) for tile in where]
            for at in range(hand.head, hand.tail):
                wall[at] = name.get(wall[at], wall[at])


def _redealt(variant: Variant, hand: HandState, at: Seat, tiles: list[int], rng: random.Random) -> Seat:
    wins = tuple(win._replace(groups=FACE_DOWN) for win in at.wins)
    locked = rng.random() < 0.5 if hand.rules.pass_lock else at.locked
    fresh = at._replace(hand=pack(tiles), wins=wins, locked=locked)
    if hand.rules.hide_concealed_gang:
        fresh = fresh._replace(melds=tuple(_other_gang(meld, rng) for meld in fresh.melds))
    if size(fresh.hand) % 3 == 1 and hand.phase in (Phase.TURN, Phase.CLAIM):
        fresh = fresh._replace(waits=variant.waits(hand.rules, fresh, hand.wild))
    return fresh


def _other_gang(meld, rng: random.Random):
    """A face-down gang might be of any kind of its suit; the suit decides what its owner may still win with."""
    if meld.kind is not MeldKind.CONCEALED:
        return meld
    suit = meld.tiles[0] // 9
    return meld._replace(tiles=(9 * suit + rng.randrange(9 if suit < 3 else 7),) * 4)


def _other_swaps(hand: HandState, viewer: int, rng: random.Random) -> HandState:
    """Nobody saw what others gave each other."""

    def unknown() -> tuple[int, ...]:
        return tuple(sorted(rng.randrange(27) for _ in range(3)))

    given = tuple(tiles if seat == viewer else unknown() for seat, tiles in enumerate(hand.given))
    received = tuple(tiles if seat == viewer else unknown() for seat, tiles in enumerate(hand.received))
    return hand._replace(given=given, received=received)


def _drew_another(variant: Variant, hand: HandState, rng: random.Random) -> HandState:
    at = hand.seats[hand.turn]
    drawn = rng.choice(unpack(at.hand))
    before = at._replace(hand=at.hand - ONE[drawn])
    waits = variant.waits(hand.rules, before, hand.wild)
    seats = tuple(
        seat._replace(waits=waits) if place == hand.turn else seat for place, seat in enumerate(hand.seats)
    )
    return hand._replace(drawn=drawn, seats=seats)


def _asked_anew(variant: Variant, hand: HandState, viewer: int, rng: random.Random) -> HandState | None:
    """Open the same window again over the new tiles; any others may have answered, or none."""
    window = hand.prompts[0].window
    if hand.phase is Phase.TURN:
        if hand.turn == viewer:
            return hand
        prompt = variant.asking.turn_prompt(hand.thaw())._replace(window=window)
        return hand._replace(prompts=(prompt,)) if prompt.clock == hand.prompts[0].clock else None
    asked = [prompt._replace(window=window) for prompt in _window(variant, hand)]
    own = [answer for answer in hand.answers if answer.seat == viewer]
    others = [prompt for prompt in asked if prompt.seat != viewer]
    answering = rng.sample(others, rng.randint(0, len(others)))
    answers = own + [rng.choice(prompt.actions) for prompt in answering]
    done = {answer.seat for answer in answers}
    pending = tuple(prompt for prompt in asked if prompt.seat not in done)
    again = hand._replace(prompts=pending, answers=tuple(answers))
    still_open = hand.phase is not Phase.CLAIM or variant.asking.verdict(again.thaw()) is None
    return again if pending and still_open else None


def _window(variant: Variant, hand: HandState) -> list[Prompt]:
    draft = hand.thaw()
    if hand.phase in (Phase.DING_QUE, Phase.SWAP_THREE):
        return [variant.asking.choice_prompt(draft, seat) for seat in range(len(hand.seats))]
    if hand.joining:
        return list(variant.asking.join_prompts(draft, hand.turn, hand.seats[hand.turn].melds[-1]))
    assert hand.offered is not None
    return list(variant.asking.claim_prompts(draft, *hand.offered))


def alike(game: Game, state: State, other: State, viewer: int, action: Action) -> list[Action]:
    """The actions at the other table that must look to `viewer` as `action` does at this one."""
    legal = [answer for prompt in game.prompts(other) for answer in prompt.actions]
    if action.seat != viewer and isinstance(state, HandState) and isinstance(other, HandState):
        if state.phase in (Phase.CLAIM, Phase.DING_QUE, Phase.SWAP_THREE):
            return [answer for answer in legal if answer.seat != viewer]
        if _goes_face_down(state, action):
            return [answer for answer in legal if answer.do == "gang" and _goes_face_down(other, answer)]
    return [action] if action in legal or action == game.leave_action(other, action.seat) else []


def _goes_face_down(hand: HandState, action: Action) -> bool:
    four = action.do == "gang" and count(hand.seats[action.seat].hand, action.args[0]) == 4
    return four and hand.rules.hide_concealed_gang


_SHUFFLE: dict[str, Callable[[Game, State, int, random.Random], State | None]] = {
    name: _guanpai if name == "guanpai" else _mahjong for name in CASES
}
