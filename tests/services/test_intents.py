"""Every intent names what it answers: one of an earlier state is refused, one that is repeated is done once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.intents import Act, Back, Intent, Leave, Ready, Sit, Toggle
from games.models import Action, Asked, Room, RoomPhase, Seat
from games.services import presence, rooms, tables
from games.services.asked import KEPT_FOR
from games.services.carry import Done, Place, carry_out
from games.services.moments import now_ms
from tests.services.support import (
    PRESET,
    Clock,
    finish_hand,
    get_ready,
    hand_of,
    reloaded,
    seat_row,
    sit_at,
    stand_up,
    switch,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def ask(room: Room, user: User, intent: Intent) -> Done:
    """Carry out an intent, at the real time, as a page of the room as it is now sends it."""
    now = reloaded(room)
    seat = tables.seat_of(room.pk, user.pk)
    return carry_out(Place(now.pk, now.hand_id or 0, -1 if seat is None else seat), user, intent)


@pytest.fixture
def second(room: Room, alice: User, clock: Clock) -> tuple[int, int]:
    """The first and the second hand of the room, in whose first window everybody is asked; Alice's seat is on autoplay."""
    first = room.hand_id
    finish_hand(room, clock)
    get_ready(room, alice, clock.now)
    Seat.objects.filter(room=room, index=0).update(autoplay=True, strikes=3)
    assert first is not None
    return first, hand_of(room).pk


@pytest.mark.parametrize("kind", ["act", "toggle", "back", "leave", "ready"])
def test_the_page_of_hand_1_answers_nothing_in_hand_2(
    room: Room, alice: User, second: tuple[int, int], kind: str
) -> None:
    first, _ = second
    table = table_of(hand_of(room))
    prompt = table.prompt(0)
    assert prompt is not None
    assert prompt.window == 0, "both hands have a window with this number"
    payload = table.game.action_payload(prompt.default)
    intents: dict[str, Intent] = {
        "act": Act(first, 0, "x", payload),
        "toggle": Toggle(first, 0, "x", "auto_hu", True),
        "back": Back(first, "x"),
        "leave": Leave(first, "x"),
        "ready": Ready(2, "x"),
    }
    assert ask(room, alice, intents[kind]).code == "stale"
    seat = seat_row(room, 0)
    assert (seat.user_id, seat.autoplay, seat.ready) == (alice.pk, True, False)
    hand = hand_of(room)
    assert (hand.version, hand.wishes) == (0, {})
    assert not Asked.objects.filter(client_id="x").exists()


def test_a_socket_that_lags_behind_cannot_answer_the_new_hand(
    room: Room, alice: User, second: tuple[int, int]
) -> None:
    """It still shows hand 1, and so does its frame: the hand it names is over, the new one is not touched."""
    first, now = second
    prompt = table_of(hand_of(room)).prompt(0)
    assert prompt is not None
    payload = table_of(hand_of(room)).game.action_payload(prompt.default)
    assert carry_out(Place(room.pk, first, 0), alice, Act(first, 0, "x", payload)).code == "hand_over"
    assert (
        carry_out(Place(room.pk, first, 0), alice, Toggle(first, 0, "y", "auto_hu", True)).code == "hand_over"
    )
    assert not Action.objects.filter(hand_id=now).exists()


def test_getting_ready_twice_is_answered_alike_also_when_the_hand_has_begun(
    room: Room, alice: User, clock: Clock
) -> None:
    finish_hand(room, clock)
    wanted = Ready(2, "again")
    assert [ask(room, alice, wanted), ask(room, alice, wanted)] == [Done(), Done()]
    assert hand_of(room).number == 2
    finish_hand(room, clock)
    assert ask(room, alice, wanted) == Done()
    assert (hand_of(room).number, seat_row(room, 0).ready) == (2, False)
    assert ask(room, alice, Ready(2, "the old page")).code == "stale"


def test_leaving_twice_does_not_stand_up_who_has_come_again(room: Room, alice: User, clock: Clock) -> None:
    finish_hand(room, clock)
    gone = Leave(hand_of(room).pk, "gone")
    assert ask(room, alice, gone) == Done()
    sit_at(room, alice, 0)
    assert ask(room, alice, gone) == Done()
    assert seat_row(room, 0).user_id == alice.pk
    stand_up(room, alice)
    elsewhere = rooms.quick_table(alice, PRESET)
    assert ask(room, alice, gone) == Done()
    assert rooms.seated_room(alice) == elsewhere


def test_where_there_is_no_hand_yet_its_name_is_0(alice: User, clock: Clock) -> None:
    room = rooms.quick_table(alice, PRESET, clock.now, deal=False)
    assert ask(room, alice, Leave(1, "a")).code == "stale"
    assert ask(room, alice, Leave(0, "b")) == Done()
    assert rooms.seated_room(alice) is None


def test_taking_the_seat_back_twice_does_not_end_a_later_autoplay(
    room: Room, alice: User, clock: Clock
) -> None:
    hand = hand_of(room)
    for back in (Back(hand.pk, "here"), Toggle(hand.pk, None, "here too", "autoplay", False)):
        Seat.objects.filter(room=room, index=0).update(autoplay=True)
        assert ask(room, alice, back) == Done()
        assert not seat_row(room, 0).autoplay
        Seat.objects.filter(room=room, index=0).update(autoplay=True)
        assert ask(room, alice, back) == Done()
        assert seat_row(room, 0).autoplay


def test_a_toggle_that_comes_again_does_not_undo_a_later_one(room: Room, alice: User) -> None:
    hand = hand_of(room)
    on = Toggle(hand.pk, 0, "on", "auto_hu", True)
    assert ask(room, alice, on) == Done()
    switch(hand, alice, "auto_hu", False, now=now_ms())
    assert ask(room, alice, on) == Done()
    assert hand_of(room).wishes == {}


def test_a_toggle_names_the_window_its_page_asks_in(room: Room, alice: User) -> None:
    hand = hand_of(room)
    for window in (None, 1):
        assert (
            ask(room, alice, Toggle(hand.pk, window, f"w{window}", "auto_hu", True)).code == "window_closed"
        )
    assert hand_of(room).wishes == {}


def test_sitting_down_twice_is_answered_alike(room: Room, bob: User, clock: Clock) -> None:
    finish_hand(room, clock)
    down = Sit(2, seat_row(room, 2).version, "down")
    assert [ask(room, bob, down), ask(room, bob, down)] == [Done(), Done()]
    stand_up(room, bob)
    assert ask(room, bob, down) == Done()
    assert seat_row(room, 2).user_id is None
    assert ask(room, bob, down._replace(client_id="the old page")).code == "stale"


def test_who_only_comes_and_goes_keeps_nobody_from_sitting_down(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    finish_hand(room, clock)
    shown = tables.facts(room.pk)
    assert shown is not None
    before = reloaded(room).version
    presence.seen([(room.pk, alice.pk)], clock.pass_ms(60_000))
    presence.flips(clock.pass_ms(60_000))
    assert reloaded(room).version > before
    assert ask(room, bob, Sit(2, shown.seats[2].version, "down")) == Done()


def test_a_seat_that_was_taken_and_left_meanwhile_is_not_the_one_that_was_shown(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    finish_hand(room, clock)
    old = Sit(2, seat_row(room, 2).version, "down")
    charlie = User.objects.create_guest(display_name="Charlie")
    sit_at(room, charlie, 2, clock.now)
    stand_up(room, charlie, clock.now)
    assert ask(room, bob, old).code == "stale"
    finish = seat_row(room, 3).version
    get_ready(room, alice, clock.now)
    finish_hand(room, clock)  # a hand was dealt to the seat: its page shows another one
    assert ask(room, bob, Sit(3, finish, "other")).code == "stale"


def test_what_was_wished_in_secret_shows_in_no_seats_version(room: Room, alice: User) -> None:
    before = [seat.version for seat in Seat.objects.filter(room=room)]
    version = reloaded(room).version
    switch(hand_of(room), alice, "auto_hu", True)
    assert reloaded(room).version > version
    assert [seat.version for seat in Seat.objects.filter(room=room)] == before


def test_an_id_stands_for_one_thing(room: Room, alice: User) -> None:
    """A page that is shown again under its old id: another of its buttons is not what was pressed before."""
    hand = hand_of(room)
    assert ask(room, alice, Toggle(hand.pk, 0, "page", "auto_hu", True)) == Done()
    assert ask(room, alice, Toggle(hand.pk, 0, "page", "no_peng", True)).code == "stale"
    assert ask(room, alice, Leave(hand.pk, "page")).code == "stale"
    assert seat_row(room, 0).user_id == alice.pk


def test_a_refusal_is_not_remembered(room: Room, alice: User, bob: User, clock: Clock) -> None:
    down = Sit(2, seat_row(room, 2).version, "early")
    assert ask(room, bob, down).code == "hand_running"
    finish_hand(room, clock)
    assert ask(room, bob, down) == Done()


def test_what_was_asked_is_forgotten_in_time(room: Room, alice: User, clock: Clock) -> None:
    finish_hand(room, clock)
    rooms.ready(room, alice, Ready(2, "old"), clock.now)
    finish_hand(room, clock)
    rooms.ready(room, alice, Ready(3, "new"), clock.pass_ms(KEPT_FOR + 1))
    assert [row.client_id for row in Asked.objects.filter(room=room)] == ["new"]
    finish_hand(room, clock)
    assert rooms.close(room, clock.now)
    assert reloaded(room).phase == RoomPhase.CLOSED
    assert not Asked.objects.exists()
