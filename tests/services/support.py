"""Helpers of the service tests: a recording port, a standing clock, and playing by default actions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from accounts.models import User
from games.intents import Back, Leave, Ready, Sit, Toggle
from games.models import ActorKind, Hand, HandStatus, Room, Seat
from games.services import bots, clocks, hands, play, port, presence, rooms, tables, toggles
from games.services.folding import CACHE, Table

_ids = itertools.count(1)

START = 1_800_000_000_000
CHOICE_MS = 15_000  # the first window's clock, 换三张
PRESET = "chengdu_xuezhan"  # it begins with a choice of all four seats


class RecordingPort:
    """Keeps what it is given; `run` plays the tasks that are due, as workers would."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, dict[str, object]]] = []
        self.tasks: list[tuple[str, tuple[int, ...], float, str]] = []

    def publish(self, group: str, message: Mapping[str, object]) -> None:
        self.messages.append((group, dict(message)))

    def schedule(self, task: str, args: Sequence[int], countdown: float, queue: str) -> None:
        self.tasks.append((task, tuple(args), countdown, queue))

    def take(self, task: str) -> list[tuple[tuple[int, ...], float]]:
        """Return and forget the scheduled tasks with this name, as (arguments, countdown)."""
        found = [(args, countdown) for name, args, countdown, _ in self.tasks if name == task]
        self.tasks = [entry for entry in self.tasks if entry[0] != task]
        return found


@contextmanager
def recording_port() -> Iterator[RecordingPort]:
    """Install a port that keeps what it is given."""
    recording = RecordingPort()
    before = port.install(recording)
    try:
        yield recording
    finally:
        port.install(before)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def pass_ms(self, duration: int) -> int:
        """Move on and return the new time."""
        self.now += duration
        return self.now


def sweep_for(clock: Clock, duration: int) -> None:
    """Let time pass under sweeps that run often enough to be no outage."""
    end = clock.now + duration
    while clock.now < end:
        clocks.sweep(clock.pass_ms(min(2_500, end - clock.now)))


def restart() -> None:
    """Forget what a process holds in memory."""
    CACHE.clear()
    tables.forget()


def hand_of(room: Room) -> Hand:
    """Return the room's current hand as it is in the database."""
    return Hand.objects.select_related("room").get(
        pk=Room.objects.values_list("hand_id", flat=True).get(pk=room.pk)
    )


def table_of(hand: Hand) -> Table:
    """Return the hand's table as committed."""
    loaded = play.load(hand.pk)
    assert loaded is not None
    return loaded.table


def reloaded(room: Room) -> Room:
    """Return the room as it is in the database."""
    return Room.objects.get(pk=room.pk)


def be_seen(room: Room, clock: Clock, *users: User) -> None:
    """Let a ticker see the tabs of `users` at the room's table."""
    presence.seen([(room.pk, user.pk) for user in users], clock.now)


def seat_row(room: Room, index: int) -> Seat:
    return Seat.objects.get(room=room, index=index)


def act_default(hand: Hand, chair: int, user: User | None, now: int, **changes: Any) -> play.Submitted:
    """Submit the seat's default action as its person, or as the bot where `user` is None."""
    table = table_of(hand)
    prompt = table.prompt(chair)
    assert prompt is not None, "this seat has nothing to decide"
    request: dict[str, Any] = {
        "seat": chair,
        "payload": table.game.action_payload(prompt.default),
        "window": prompt.window,
        "client_id": "",
        "actor": ActorKind.PERSON if user else ActorKind.BOT,
        "user_id": user.pk if user else None,
        "now": now,
    }
    return play.submit(hand.pk, **(request | changes))


# What a person asks, naming what its page shows at this moment, each under a new id unless a test gives one.


def press_id() -> str:
    return f"press-{next(_ids)}"


def coming(room: Room) -> int:
    """Return the number of the room's next hand."""
    return hands.next_number(Room.objects.select_related("hand").get(pk=room.pk))


def get_ready(room: Room, user: User, now: int | None = None, nonce: str = "", next_hash: str = "") -> Room:
    return rooms.ready(room, user, Ready(coming(room), press_id(), nonce, next_hash), now)


def sit_at(room: Room, user: User, seat: int, now: int | None = None, nonce_hash: str = "") -> Room:
    row = Seat.objects.filter(room=room, index=seat).first()
    return rooms.take_seat(room, user, Sit(seat, row.version if row else 0, press_id(), nonce_hash), now)


def stand_up(room: Room, user: User, now: int | None = None) -> Room:
    return rooms.leave(room, user, Leave(_shown(room), press_id()), now)


def take_back(room: Room, user: User, now: int | None = None) -> Room:
    return rooms.take_back(room, user, Back(_shown(room), press_id()), now)


def _shown(room: Room) -> int:
    return Room.objects.values_list("hand_id", flat=True).filter(pk=room.pk).first() or 0


def switch(
    hand: Hand, user: User, name: str, on: bool, payload: dict[str, str] | None = None, now: int | None = None
) -> None:
    """Switch a toggle of the person's seat; its page shows the window in which the seat is asked."""
    loaded = play.load(hand.pk)
    asked = [] if loaded is None else [p for p in loaded.table.prompts if seat_row_of(hand, user) == p.seat]
    toggles.switch(
        user, Toggle(hand.pk, asked[0].window if asked else None, press_id(), name, on, payload), now
    )


def seat_row_of(hand: Hand, user: User) -> int | None:
    """Return the seat where a person sits in the room of a hand."""
    return tables.seat_of(hand.room_id, user.pk)


def play_until(room: Room, clock: Clock, stop: Callable[[Table], bool]) -> Table:
    """Let bots (and the person, by default actions) act until `stop` holds; each action takes 100 ms."""
    hand = hand_of(room)
    people = {seat.index: seat.user for seat in Seat.objects.filter(room=room).select_related("user")}
    try:
        for _ in range(1000):
            table = table_of(hand)
            if stop(table) or not table.prompts:
                return table
            # Inside a test's transaction nothing counts as committed: every look would fold the whole hand again.
            CACHE.put(table)
            prompt = table.prompts[0]
            person = people[prompt.seat]
            if person is None:
                bots.play(hand.pk, prompt.window, prompt.seat, clock.pass_ms(100))
            else:
                assert act_default(hand, prompt.seat, person, clock.pass_ms(100)).status == "applied"
    finally:
        CACHE.clear()
    raise AssertionError("the hand does not end")


def finish_hand(room: Room, clock: Clock) -> Hand:
    """Play the current hand to its end."""
    play_until(room, clock, lambda table: False)
    hand = hand_of(room)
    assert hand.status != HandStatus.PLAYING
    return hand
