"""Sitting down, getting ready, leaving, and when the next hand starts."""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games.codes import ServiceCode
from games.engine.core.deal import commitment, nonce_hash
from games.models import Hand, HandResult, HandStatus, Room, RoomPhase, Seat
from games.services import bots, clocks, rooms, settle
from games.services.errors import ServiceError
from tests.services.support import (
    PRESET,
    Clock,
    RecordingPort,
    act_default,
    be_seen,
    finish_hand,
    get_ready,
    hand_of,
    play_until,
    reloaded,
    seat_row,
    sit_at,
    stand_up,
    sweep_for,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def between(room: Room, alice: User, clock: Clock) -> Room:
    """The room after its first hand, with Alice connected, who lets others in."""
    rooms.share(room, alice, clock.now)
    finish_hand(room, clock)
    Seat.objects.filter(room=room, user__isnull=False).update(seen_at=clock.now)
    return reloaded(room)


def refusal(code: ServiceCode) -> object:
    return pytest.raises(ServiceError, match=f"^{code.value}$")


def test_a_quick_table_has_three_bots_and_is_in_play(room: Room, alice: User) -> None:
    assert len(room.number) == 6
    assert room.number.isdigit()
    assert (room.phase, room.quick, room.owner_id) == (RoomPhase.PLAYING, True, alice.pk)
    assert [seat.level for seat in Seat.objects.filter(room=room, user=None)] == ["normal"] * 3
    hand = hand_of(room)
    assert hand.commitment == commitment(bytes(hand.seed))
    assert hand.players[0] == {"user": alice.pk, "level": ""}
    assert table_of(hand).prompts


def test_the_button_returns_to_the_table_where_one_sits(room: Room, alice: User, clock: Clock) -> None:
    assert rooms.quick_table(alice, "sichuan_putong", clock.now).pk == room.pk
    assert rooms.seated_room(alice) == room
    assert rooms.find(room.number) == room


def test_a_table_can_wait_for_its_first_share_of_chance(alice: User, clock: Clock) -> None:
    """Bound to its seed before the nonce is known; the deal is made of both."""
    room = rooms.quick_table(alice, PRESET, clock.now, deal=False, nonce_hash=nonce_hash("mine"))
    assert (room.phase, room.hand) == (RoomPhase.OPEN, None)
    promised = room.next_commitment
    assert promised
    assert rooms.quick_table(alice, PRESET, clock.now, deal=False).next_commitment == promised
    get_ready(room, alice, clock.now, "mine")
    hand = hand_of(room)
    assert (hand.number, hand.commitment, hand.nonces) == (1, promised, ["mine", "", "", ""])


def test_a_table_that_waited_in_vain_is_dealt_at_the_next_press(alice: User, clock: Clock) -> None:
    room = rooms.quick_table(alice, PRESET, clock.now, deal=False)
    again = rooms.quick_table(alice, PRESET, clock.now)
    assert (again.pk, again.phase) == (room.pk, RoomPhase.PLAYING)
    assert hand_of(room).number == 1


def test_pressing_the_button_twice_at_once_makes_one_table(alice: User, clock: Clock) -> None:
    start = threading.Barrier(2)
    made: list[int] = []

    def press() -> None:
        try:
            start.wait()
            made.append(rooms.quick_table(alice, PRESET, clock.now).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2
    assert len(set(made)) == Room.objects.count() == 1


def test_a_quick_table_seats_as_many_as_asked(alice: User, clock: Clock) -> None:
    room = rooms.quick_table(alice, "wanzhou_xueliu", clock.now, players=3)
    assert room.seats.count() == 3
    assert room.hand is not None
    assert room.hand.overrides == {"players": 3}
    assert room.phase == RoomPhase.PLAYING


def test_how_many_may_sit_is_up_to_the_rules(alice: User) -> None:
    assert rooms.seat_choices("wanzhou") == (4, 3, 2)
    assert rooms.seat_choices("guanpai") == (2,)
    with pytest.raises(ServiceError) as refused:
        rooms.quick_table(alice, "guanpai", players=4)
    assert refused.value.code == ServiceCode.BAD_INPUT


def test_an_unknown_preset_is_refused(alice: User) -> None:
    with refusal(ServiceCode.UNKNOWN_PRESET):
        rooms.quick_table(alice, "no_such_preset")
    assert not Room.objects.exists()


def test_the_database_lets_an_account_sit_in_one_game(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    other = rooms.quick_table(bob, PRESET, clock.now)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(room=other, index=2).update(user=alice)


def test_open_rooms_have_different_numbers(room: Room, bob: User, clock: Clock) -> None:
    other = rooms.quick_table(bob, PRESET, clock.now)
    with pytest.raises(IntegrityError), transaction.atomic():
        Room.objects.filter(pk=other.pk).update(number=room.number)
    Room.objects.filter(pk=room.pk).update(phase=RoomPhase.CLOSED)
    Room.objects.filter(pk=other.pk).update(number=room.number)


def test_a_bots_seat_is_taken_between_hands_only(room: Room, alice: User, bob: User, clock: Clock) -> None:
    rooms.share(room, alice, clock.now)
    with refusal(ServiceCode.HAND_RUNNING):
        sit_at(room, bob, 2, clock.now)
    finish_hand(room, clock)
    version = reloaded(room).version
    sit_at(room, bob, 2, clock.now)
    row = seat_row(room, 2)
    assert (row.user_id, row.connected, row.ready) == (bob.pk, True, False)
    assert reloaded(room).version == version + 1


def test_who_may_not_sit_down(between: Room, alice: User, bob: User, clock: Clock) -> None:
    with refusal(ServiceCode.SEATED_HERE):
        sit_at(between, alice, 2, clock.now)
    with refusal(ServiceCode.SEAT_TAKEN):
        sit_at(between, bob, 0, clock.now)
    for nowhere in (-1, 4, 99):
        with refusal(ServiceCode.NO_SUCH_SEAT):
            sit_at(between, bob, nowhere, clock.now)
    rooms.quick_table(bob, PRESET, clock.now)
    with refusal(ServiceCode.SEATED_ELSEWHERE):
        sit_at(between, bob, 2, clock.now)
    with refusal(ServiceCode.NO_ROOM):
        sit_at(Room(pk=999_999), bob, 2, clock.now)


def test_one_person_starts_the_next_hand_by_a_click(between: Room, alice: User, clock: Clock) -> None:
    assert between.next_at is None
    clocks.sweep(clock.pass_ms(60_000))
    assert hand_of(between).number == 1
    promised = between.next_commitment
    get_ready(between, alice, clock.now)
    hand = hand_of(between)
    assert (hand.number, hand.nonces, hand.commitment) == (2, ["", "", "", ""], promised)
    assert hand.commitment == commitment(bytes(hand.seed))
    assert reloaded(between).phase == RoomPhase.PLAYING
    assert not seat_row(between, 0).ready


def test_the_next_hand_settles_the_last_and_follows_its_result(
    between: Room, alice: User, clock: Clock
) -> None:
    last = hand_of(between)
    assert last.status == HandStatus.FINISHED
    get_ready(between, alice, clock.now)
    last.refresh_from_db()
    assert last.status == HandStatus.SETTLED
    assert last.outcome is not None
    assert hand_of(between).first == last.outcome["next_first"]


def test_getting_ready_needs_a_seat_and_a_pause(room: Room, alice: User, bob: User, clock: Clock) -> None:
    with refusal(ServiceCode.HAND_RUNNING):
        get_ready(room, alice, clock.now)
    finish_hand(room, clock)
    with refusal(ServiceCode.NOT_SEATED):
        get_ready(room, bob, clock.now)


def test_two_people_start_together_or_after_thirty_seconds(
    between: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(between, bob, 2, clock.now)
    assert reloaded(between).next_at == clock.now + 30_000
    get_ready(between, alice, clock.now)
    assert hand_of(between).number == 1
    get_ready(between, bob, clock.now)
    assert hand_of(between).number == 2
    finish_hand(between, clock)
    due = reloaded(between).next_at
    assert due == clock.now + 30_000
    be_seen(between, clock, alice, bob)
    clock.pass_ms(29_000)
    be_seen(between, clock, alice, bob)
    clocks.sweep(clock.now)
    assert hand_of(between).number == 2
    clocks.sweep(clock.pass_ms(1_000))
    assert hand_of(between).number == 3


def test_the_ticker_alone_starts_the_next_hand(between: Room, alice: User, bob: User, clock: Clock) -> None:
    sit_at(between, bob, 2, clock.now)
    clock.pass_ms(30_000)
    be_seen(between, clock, alice, bob)
    clocks.expire(hand_of(between).pk, None, clock.now)
    assert hand_of(between).number == 2


def test_who_is_away_is_stood_up_when_the_hand_starts(
    between: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(between, bob, 2, clock.now)
    clock.pass_ms(20_000)
    be_seen(between, clock, alice)
    get_ready(between, alice, clock.now)
    assert seat_row(between, 2).user_id == bob.pk  # he still has ten seconds to come back
    be_seen(between, clock, alice)
    clock.pass_ms(10_000)
    be_seen(between, clock, alice)
    clocks.sweep(clock.now)
    hand = hand_of(between)
    assert hand.number == 2
    assert seat_row(between, 2).user_id is None
    assert hand.players[2] == {"user": None, "level": "normal"}
    assert rooms.seated_room(bob) is None


def test_the_one_who_is_left_decides_by_a_click(between: Room, alice: User, bob: User, clock: Clock) -> None:
    sit_at(between, bob, 2, clock.now)
    clock.pass_ms(40_000)
    be_seen(between, clock, alice)
    clocks.sweep(clock.now)
    assert hand_of(between).number == 1
    assert reloaded(between).next_at is None  # nothing is due any more, until somebody clicks
    get_ready(between, alice, clock.pass_ms(1_000))
    assert hand_of(between).number == 2
    assert seat_row(between, 2).user_id is None


def test_nothing_starts_without_a_connected_person(
    between: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(between, bob, 2, clock.now)
    clocks.sweep(clock.pass_ms(60_000))
    clocks.sweep(clock.pass_ms(60_000))
    assert hand_of(between).number == 1
    assert seat_row(between, 2).user_id == bob.pk


def test_leaving_between_hands_frees_the_seat(between: Room, alice: User, clock: Clock) -> None:
    stand_up(between, alice, clock.now)
    row = seat_row(between, 0)
    assert (row.user_id, row.level, row.hosted) == (None, "normal", False)
    assert rooms.seated_room(alice) is None
    with refusal(ServiceCode.NOT_SEATED):
        stand_up(between, alice, clock.now)


def test_a_bot_plays_a_leavers_hand_to_its_end(
    room: Room, alice: User, bob: User, clock: Clock, outbox: RecordingPort
) -> None:
    """SC-28: the result is the leaver's, who is free to sit elsewhere at once."""
    Seat.objects.filter(room=room, index=2).update(user=bob, seen_at=clock.now, connected=True)
    play_until(room, clock, lambda table: table.prompt(0) is not None and table.window > 0)
    hand = hand_of(room)
    outbox.tasks.clear()
    stand_up(room, alice, clock.now)
    row = seat_row(room, 0)
    assert (row.user_id, row.leaver_id, row.hosted) == (None, alice.pk, True)
    window = table_of(hand).window
    assert (hand.pk, window, 0) in [args for args, _ in outbox.take("games.tasks.bot_turn")]
    assert act_default(hand, 0, alice, clock.now).status == "not_seated"
    answer = bots.play(hand.pk, window, 0, clock.pass_ms(100))
    assert answer is not None
    assert answer.status == "applied"
    elsewhere = rooms.quick_table(alice, PRESET, clock.now)
    assert elsewhere.pk != room.pk
    finish_hand(room, clock)
    settle.settle(hand.pk, clock.now)
    assert HandResult.objects.get(hand=hand, seat=0).user_id == alice.pk
    row = seat_row(room, 0)
    assert (row.user_id, row.leaver_id, row.hosted) == (None, None, False)


def test_a_deserted_room_closes_after_ten_minutes(
    between: Room, alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clocks.CLOSED_AFTER == 600_000
    monkeypatch.setattr(
        clocks, "CLOSED_AFTER", 60_000
    )  # a tenth of it, for the sake of those who wait for the tests
    sweep_for(clock, 55_000)
    assert reloaded(between).phase == RoomPhase.BETWEEN
    be_seen(between, clock, alice)
    sweep_for(clock, 59_000)
    assert reloaded(between).phase == RoomPhase.BETWEEN
    clocks.sweep(clock.pass_ms(2_000))
    assert reloaded(between).phase == RoomPhase.CLOSED
    assert rooms.seated_room(alice) is None
    assert rooms.find(between.number) is None
    with refusal(ServiceCode.ROOM_CLOSED):
        sit_at(between, bob, 1, clock.now)
    assert Hand.objects.filter(room=between).count() == 1


def test_a_room_in_play_is_never_closed(room: Room, clock: Clock) -> None:
    assert not rooms.close(room, clock.now)
    assert reloaded(room).phase == RoomPhase.PLAYING
