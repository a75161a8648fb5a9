"""The choices before play: 换三张 (SC-05) and 定缺 (SC-04), made in secret and opened together."""

from __future__ import annotations

from games.engine.core.contract import Action
from games.engine.mahjong import events
from games.engine.mahjong.dealing import giver_of
from games.engine.mahjong.packed import pack
from games.engine.mahjong.state import Draft
from games.engine.mahjong.transition.draw import open_turn
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import Phase


def open_first(variant: Variant, draft: Draft) -> None:
    """Open the first window of a hand."""
    _open_next(variant, draft, variant.choice_order(draft.rules))


def choose(variant: Variant, draft: Draft, action: Action) -> None:
    """Take one seat's secret choice; the last one opens all of them."""
    draft.answers = (*draft.answers, action)
    draft.prompts = tuple(prompt for prompt in draft.prompts if prompt.seat != action.seat)
    if draft.prompts:
        return
    chosen = tuple(choice.args for choice in sorted(draft.answers))
    draft.answers = ()
    if draft.phase is Phase.SWAP_THREE:
        _swap(draft, chosen)
    else:
        _reveal(draft, tuple(args[0] for args in chosen))
    order = variant.choice_order(draft.rules)
    _open_next(variant, draft, order[order.index(draft.phase) + 1 :])


def _swap(draft: Draft, given: tuple[tuple[int, ...], ...]) -> None:
    players = len(draft.seats)
    draft.events.append(events.swap(draft.swap_direction))
    draft.events.extend(events.give(seat, tiles) for seat, tiles in enumerate(given))
    received = []
    for seat, at in enumerate(draft.seats):
        giver = giver_of(seat, players, draft.swap_direction)
        received.append(given[giver])
        draft.seats[seat] = at._replace(hand=at.hand - pack(given[seat]) + pack(given[giver]))
        draft.events.append(events.receive(seat, given[giver], giver))
    draft.given, draft.received, draft.swapped = given, tuple(received), True


def _open_next(variant: Variant, draft: Draft, order: tuple[Phase, ...]) -> None:
    if order:
        draft.phase = order[0]
        draft.prompts = tuple(variant.asking.choice_prompt(draft, seat) for seat in range(len(draft.seats)))
    else:
        _start(variant, draft)


def _reveal(draft: Draft, voids: tuple[int, ...]) -> None:
    draft.seats = [at._replace(void=void) for at, void in zip(draft.seats, voids, strict=True)]
    draft.events.append(events.voids(voids))


def _start(variant: Variant, draft: Draft) -> None:
    for seat, at in enumerate(draft.seats):
        if seat != draft.dealer:
            draft.seats[seat] = at._replace(waits=variant.waits(draft.rules, at, draft.wild))
    draft.turn = draft.dealer
    draft.fresh = True
    open_turn(variant, draft)
