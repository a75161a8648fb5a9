"""What seats asked to have done for them in the hand in play, and when it is done.

The hand's row keeps it by seat, so that a new hand begins without. Persons set it through `toggles`; the clock
carries it out like a timeout, so that a lost task is found again by the sweep and the tickers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings

from games.engine.core.contract import PASS, Action, Game, Prompt, PromptKind, Wished, Wishes
from games.models import Hand, Room
from games.models.room import bumped
from games.services import secret
from games.services.clockwork import scaled
from games.services.folding import Table
from games.services.options import parse_options

# Milliseconds before a wish is carried out: what it saw is seen, and nobody can tell it from a person.
PAUSE = (500, 1_500)


class Kept(NamedTuple):
    """The wishes of one seat and when they were last changed (epoch milliseconds)."""

    wishes: Wishes
    at: int


def kept(hand: Hand, game: Game, seat: int) -> Kept | None:
    """Return what the row keeps of a seat, None where it wishes nothing."""
    entry = hand.wishes.get(str(seat))
    if entry is None:
        return None
    armed = entry["armed"]
    action = None if armed is None else game.parse_action(seat, armed)
    return Kept(Wishes(frozenset(entry["on"]), action), entry["at"])


def keep(hand: Hand, game: Game, seat: int, kept: Kept) -> None:
    """Put a seat's wishes into `hand.wishes`; the caller writes the row and raises the room's version."""
    others = {key: entry for key, entry in hand.wishes.items() if key != str(seat)}
    on, armed = kept.wishes
    if on or armed is not None:
        payload = None if armed is None else game.action_payload(armed)
        others[str(seat)] = {"on": sorted(on), "armed": payload, "at": kept.at}
    hand.wishes = others


def of_seats(hand: Hand, table: Table) -> tuple[Wishes, ...]:
    """Return the wishes of all seats in order."""
    found = (kept(hand, table.game, seat) for seat in range(table.rules.players))
    return tuple(Wishes() if entry is None else entry.wishes for entry in found)


def wished(hand: Hand, table: Table, prompt: Prompt) -> Wished | None:
    """Return what the wishes of the prompt's seat make of it; None where it has none."""
    entry = kept(hand, table.game, prompt.seat)
    return None if entry is None else _made_of(entry, table, prompt)


def asks_for(hand: Hand, table: Table, prompt: Prompt, action: Action) -> bool:
    """Return whether the wishes of the prompt's seat ask for this action now."""
    found = wished(hand, table, prompt)
    return found is not None and found.action == action


def due_at(hand: Hand, table: Table, prompt: Prompt, opened_at: int) -> int | None:
    """Return when a wish answers this prompt of a person, None where none does; its window counts from `opened_at`."""
    entry = kept(hand, table.game, prompt.seat)
    if entry is None or _made_of(entry, table, prompt).action is None:
        return None
    base = parse_options(hand.room.options).clocks.base(prompt.clock)
    pause = min(scaled(_pause_ms(hand, prompt), settings.QPG_PACE), base // 2)
    return max(opened_at, entry.at) + pause


def _made_of(entry: Kept, table: Table, prompt: Prompt) -> Wished:
    return table.game.wished(table.game.project(table.state, prompt.seat), prompt, entry.wishes)


def spend(hand: Hand, game: Game, prompt: Prompt, action: Action) -> None:
    """Disarm a seat that has answered, but for a claim it let go by: what is armed is for the next turn alone."""
    entry = kept(hand, game, prompt.seat)
    waits = prompt.kind is PromptKind.CLAIM and action.do == PASS
    if entry is not None and entry.wishes.armed is not None and not waits:
        keep(hand, game, prompt.seat, entry._replace(wishes=entry.wishes._replace(armed=None)))
        _write(hand)


def not_after(hand: Hand, now: int) -> dict[str, Any]:
    """Return the row's wishes, none of them changed later than `now`: the clock was put back since."""
    return {seat: {**entry, "at": min(entry["at"], now)} for seat, entry in hand.wishes.items()}


def forget(hand: Hand, seat: int) -> None:
    """Drop the wishes of a seat that its person no longer plays."""
    if str(seat) in hand.wishes:
        hand.wishes = {key: entry for key, entry in hand.wishes.items() if key != str(seat)}
        _write(hand)


def _write(hand: Hand) -> None:
    """Write the wishes under a new version of the room: that is how every process learns of them."""
    Hand.objects.filter(pk=hand.pk).update(wishes=hand.wishes)
    hand.room.version += 1
    Room.objects.filter(pk=hand.room_id).update(version=bumped())


def _pause_ms(hand: Hand, prompt: Prompt) -> int:
    """Return how long a wish waits, the same in every process; drawn from the secret seed, so nobody can expect it."""
    return secret.between(PAUSE, bytes(hand.seed), "wish", prompt.window, prompt.seat)
