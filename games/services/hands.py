"""The life of a hand beside its actions: dealt, armed with its clocks, finished, voided.

Every function here runs inside its caller's transaction, which holds the room or the hand.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.engine.core import deal as chance
from games.engine.core.contract import Numbering, Outcome, Prompt, PromptKind
from games.engine.core.records import ENGINE_VERSION
from games.models import Hand, HandStatus, Room, RoomPhase, Seat
from games.models.room import bumped
from games.services import clockwork, notify, wishes
from games.services.clockwork import Hands
from games.services.folding import CACHE, Table, begin
from games.services.options import Clocks, parse_options

NEXT_HAND_AFTER = 30_000
TIMER_SLACK = 50  # a pending timer this much later than the due time is early enough
PLAYED_OUT_WITHIN = 30_000  # ms without a move after which a worker is asked anew to play a deserted hand out


def hands_of(seat: Seat) -> Hands:
    """Return in whose hands the seat is; a free seat counts as a bot's, it is never dealt in."""
    if seat.user_id is None:
        return Hands.BOT
    return Hands.AUTOPLAY if seat.autoplay else Hands.PERSON


def moment(ms: int) -> datetime:
    """Return epoch milliseconds as a datetime."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)


def window_of(table: Table, hand: Hand, seats: Sequence[Seat], clocks: Clocks) -> clockwork.Window:
    """Return the open window as the clocks see it."""
    watched = any(hands_of(seat) is Hands.PERSON and seat.index not in table.won for seat in seats)
    since, outages = clockwork.counted(table.opened_at, table.opened, table.version, hand.outages)
    return clockwork.Window(
        number=table.window,
        opened_at=since,
        clocks=clocks,
        bank_used=table.bank_used,
        outages=outages,
        secret=bytes(hand.seed),
        watched=watched,
        pace=settings.QPG_PACE,
    )


def think_until(table: Table, hand: Hand, seats: Sequence[Seat], prompt: Prompt) -> int:
    """Return when a bot asked by this prompt has thought, in epoch milliseconds."""
    return _thought(prompt, window_of(table, hand, seats, parse_options(hand.room.options).clocks))


def _thought(prompt: Prompt, window: clockwork.Window) -> int:
    return window.opened_at + clockwork.think_ms(prompt, window)


def due_times(table: Table, hand: Hand, seats: Sequence[Seat], window: clockwork.Window) -> dict[int, int]:
    """Return when each pending seat is answered by the clock, or sooner by what its person wished."""
    due = {}
    for prompt in table.prompts:
        held_by = hands_of(seats[prompt.seat])
        due[prompt.seat] = clockwork.due_at(prompt, held_by, window)
        if hand.wishes and held_by is Hands.PERSON:
            sooner = wishes.due_at(hand, table, prompt, window.opened_at)
            if sooner is not None:
                due[prompt.seat] = min(due[prompt.seat], sooner)
    return due


def rearm(
    hand: Hand, table: Table, seats: Sequence[Seat], now: int, *, wake: Iterable[int] | None = None
) -> notify.Arming:
    """Set the hand's window, due time and timer for this table, and return the tasks to schedule.

    `wake` are the bot seats to be asked; by default all pending ones where the window is new: about a claim at once
    (see `bots.play`), else when they have thought. The caller writes the fields `window`, `due_at` and `timer_at`.
    """
    if deserted(seats):
        return _without_clock(hand, table, now)
    fresh = table.version == 0 or hand.window != table.window
    window = window_of(table, hand, seats, parse_options(hand.room.options).clocks)
    due = due_times(table, hand, seats, window)
    hand.window = table.window
    hand.due_at = min(due.values(), default=None)
    timer = set_timer(hand, now)
    asked = (due if fresh else ()) if wake is None else wake
    bots = tuple(
        (prompt.seat, 0 if prompt.kind is PromptKind.CLAIM else max(0, _thought(prompt, window) - now))
        for prompt in table.prompts
        if prompt.seat in asked and hands_of(seats[prompt.seat]) is Hands.BOT
    )
    return notify.Arming(hand.pk, hand.window, timer, bots)


def _without_clock(hand: Hand, table: Table, now: int) -> notify.Arming:
    """Arm a hand that all have left: `playing_out` asks for it, at once or when nothing comes of the last asking."""
    hand.window = table.window
    hand.due_at = None if not table.prompts else now if hand.timer_at is None else now + PLAYED_OUT_WITHIN
    return notify.Arming(hand.pk, hand.window, None, ())


def set_timer(hand: Hand, now: int) -> int | None:
    """Set `hand.timer_at` for its due time; return the delay of the timer to schedule, None where one is pending."""
    if hand.due_at is None:
        hand.timer_at = None
        return None
    if hand.timer_at is not None and now < hand.timer_at <= hand.due_at + TIMER_SLACK:
        return None
    hand.timer_at = max(hand.due_at, now)
    return hand.timer_at - now


def commit_to_seed(room: Room) -> None:
    """Draw the secret of the room's next hand and bind the house to it; the caller saves the room."""
    seed = secrets.token_bytes(chance.SEED_BYTES)
    room.next_seed = seed
    room.next_commitment = chance.commitment(seed)


def next_number(room: Room) -> int:
    """Return the number that the room's next hand has."""
    return room.hand.number + 1 if room.hand is not None else 1


def deal(room: Room, seats: Sequence[Seat], now: int) -> Hand:
    """Start the room's next hand from its committed seed and the seats' nonces."""
    hand = Hand(
        room=room,
        number=next_number(room),
        game=room.game,
        preset=room.preset,
        overrides=room.overrides,
        engine_version=ENGINE_VERSION,
        numbering=Numbering.WINDOWS,
        seed=bytes(room.next_seed),
        commitment=room.next_commitment,
        nonces=[seat.nonce for seat in seats],
        nonce_hashes=[seat.nonce_hash for seat in seats],
        first=room.next_first,
        players=[{"user": seat.user_id, "level": "" if seat.user_id else seat.level} for seat in seats],
        started_at=now,
    )
    hand.save()
    table = begin(hand)
    arming = rearm(hand, table, seats, now)
    hand.save(update_fields=["window", "due_at", "timer_at"])
    room.hand = hand
    room.phase = RoomPhase.PLAYING
    room.next_seed, room.next_commitment, room.next_at = b"", "", None
    room.revealed = False
    room.version += 1
    room.save()
    Seat.objects.filter(room=room).update(
        ready=False, nonce="", nonce_hash=F("next_hash"), next_hash="", version=bumped()
    )
    transaction.on_commit(lambda: CACHE.put(table))
    notify.armed(arming)
    notify.table_changed(room.pk, hand.pk, 0, room.version)
    return hand


def finish(hand: Hand, seats: Sequence[Seat], outcome: Outcome, now: int) -> None:
    """Close a hand that is over: keep its outcome, open the time between hands, ask for the settlement.

    The caller writes the hand; room and seats are written here.
    """
    hand.status = HandStatus.FINISHED
    hand.outcome = outcome_json(outcome)
    hand.finished = moment(now)
    hand.due_at = hand.timer_at = None
    _open_interval(hand, seats, outcome.next_first, now)
    notify.settlement_due(hand.pk)


def void(hand: Hand, now: int) -> None:
    """End a hand that cannot go on; it moves nothing. Writes hand, room and seats."""
    hand.status = HandStatus.VOIDED
    hand.finished = moment(now)
    hand.due_at = hand.timer_at = None
    hand.save(update_fields=["status", "finished", "due_at", "timer_at"])
    _open_interval(hand, list(Seat.objects.filter(room_id=hand.room_id)), hand.first, now)
    notify.table_changed(hand.room_id, hand.pk, hand.version, hand.room.version)


def people(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats where a person sits."""
    return [seat for seat in seats if seat.user_id is not None]


def deserted(seats: Iterable[Seat]) -> bool:
    """Return whether everybody has left; who is disconnected or on autoplay still sits there."""
    return not people(seats)


def next_start(seats: Iterable[Seat], now: int) -> int | None:
    """Return when the next hand starts by itself: never while one person can decide alone."""
    return now + NEXT_HAND_AFTER if len(people(seats)) > 1 else None


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Return the outcome as it is stored for good."""
    return {
        "rows": [row._asdict() for row in outcome.rows],
        "net": list(outcome.net),
        "wins": [{**win._asdict(), "items": [item._asdict() for item in win.items]} for win in outcome.wins],
        "hands": [list(tiles) for tiles in outcome.hands],
        "next_first": outcome.next_first,
        "reason": outcome.reason,
    }


def _open_interval(hand: Hand, seats: Sequence[Seat], first: int | None, now: int) -> None:
    room = Room.objects.select_for_update().get(pk=hand.room_id)
    hand.room = room
    room.phase = RoomPhase.BETWEEN
    room.next_first = first
    room.next_at = next_start(seats, now)
    room.attended_at = now
    commit_to_seed(room)
    room.version += 1
    room.save(
        update_fields=[
            "phase",
            "next_first",
            "next_at",
            "attended_at",
            "next_seed",
            "next_commitment",
            "version",
        ]
    )
    Seat.objects.filter(room=room).update(ready=False, nonce="", hosted=False, leaver=None)
