"""A hand that everybody has left: played to its end by bots, without pace, untold, and behind all other tables."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Action, ActorKind, Hand, HandResult, HandStatus, Room, RoomPhase, Seat
from games.services import bots, clocks, playing_out, rooms, settle
from games.services.folding import CACHE
from tests.services.support import (
    PRESET,
    Clock,
    RecordingPort,
    act_default,
    finish_hand,
    hand_of,
    play_until,
    reloaded,
    seat_row,
    stand_up,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

PLAY_OUT = "games.tasks.play_out"


@pytest.fixture
def left(room: Room, alice: User, clock: Clock, outbox: RecordingPort) -> Hand:
    """A hand in its first turns that Alice, its only person, has left."""
    play_until(room, clock, lambda table: table.window > 0 and table.prompt(0) is not None)
    outbox.tasks.clear()
    stand_up(room, alice, clock.now)
    outbox.messages.clear()
    return hand_of(room)


def work(outbox: RecordingPort, clock: Clock, hands: int = 10_000) -> int:
    """Run the tasks that play out, as a worker would; return how many there were."""
    for count in range(hands):
        tasks = outbox.take(PLAY_OUT)
        if not tasks:
            return count
        for (hand_id,), _ in tasks:
            playing_out.play_on(hand_id, 60, clock.now)
    return hands


def test_a_hand_all_have_left_has_no_clock_and_wakes_nobody(
    left: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    assert (left.timer_at, left.due_at) == (None, clock.now)
    assert outbox.tasks == []
    version = left.version
    assert clocks.expire(left.pk, left.window, clock.pass_ms(60_000)) == 0  # a timer on its way when she left
    assert clocks.expire(left.pk, None, clock.now) == 0
    assert hand_of(left.room).version == version
    assert outbox.tasks == []


def test_it_is_played_out_in_one_go_and_told_once(left: Hand, clock: Clock, outbox: RecordingPort) -> None:
    clocks.sweep(clock.pass_ms(1_000))
    assert outbox.tasks == [(PLAY_OUT, (left.pk,), 0, "bots")]
    before = left.version
    assert work(outbox, clock) == 1
    hand = hand_of(left.room)
    assert (hand.status, hand.due_at, hand.timer_at) == (HandStatus.FINISHED, None, None)
    made = Action.objects.filter(hand=hand, seq__gt=before)
    assert len(made) > 10
    assert {row.actor_kind for row in made} == {ActorKind.BOT}
    room = reloaded(left.room)
    told = {"type": "table.changed", "hand": hand.pk, "version": hand.version, "room_version": room.version}
    assert outbox.messages == [(f"room.{room.pk}", told)]
    assert room.phase == RoomPhase.BETWEEN
    assert [task for task, *_ in outbox.tasks] == ["games.tasks.settle"]


def test_its_result_is_the_leavers(left: Hand, alice: User, clock: Clock, outbox: RecordingPort) -> None:
    """SC-28, LD-09: the hand is played to its end and booked to whoever left it, who may sit elsewhere at once."""
    assert rooms.quick_table(alice, PRESET, clock.now).pk != left.room_id
    clocks.sweep(clock.pass_ms(1_000))
    work(outbox, clock)
    assert settle.settle(left.pk, clock.now)
    results = HandResult.objects.filter(hand=left)
    assert results.get(seat=0).user_id == alice.pk
    assert sum(results.values_list("points", flat=True)) == 0
    assert not Seat.objects.filter(room_id=left.room_id, hosted=True).exists()


@pytest.mark.real_bots
def test_the_bots_decide_as_they_do_at_a_watched_table(
    left: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    """The same hand, played window by window with the same policies, comes to the same end."""
    rows = list(Action.objects.filter(hand=left).order_by("seq"))
    clocks.sweep(clock.pass_ms(1_000))
    work(outbox, clock)
    unpaced = [(row.seat, row.payload) for row in left.actions.order_by("seq")]
    twin = hand_of(left.room)
    Action.objects.filter(hand=left, seq__gt=len(rows)).delete()
    Hand.objects.filter(pk=left.pk).update(
        version=len(rows), status=HandStatus.PLAYING, outcome=None, due_at=clock.now
    )
    CACHE.clear()
    Room.objects.filter(pk=left.room_id).update(phase=RoomPhase.PLAYING)
    finish_hand(left.room, clock)
    assert [(row.seat, row.payload) for row in left.actions.order_by("seq")] == unpaced
    assert hand_of(left.room).outcome == twin.outcome


def test_who_is_away_or_on_autoplay_has_not_left(room: Room, clock: Clock, outbox: RecordingPort) -> None:
    Seat.objects.filter(room=room, index=0).update(autoplay=True, seen_at=0, connected=False)
    clocks.sweep(clock.pass_ms(60_000))
    assert outbox.take(PLAY_OUT) == []
    assert hand_of(room).version > 0  # the clock answered, as ever


def test_one_person_who_stays_keeps_the_pace(room: Room, alice: User, bob: User, clock: Clock) -> None:
    Seat.objects.filter(room=room, index=2).update(user=bob, seen_at=clock.now, connected=True)
    stand_up(room, alice, clock.now)
    hand = hand_of(room)
    assert hand.due_at is not None
    assert hand.due_at > clock.now
    assert playing_out.tend(clock.pass_ms(60_000)) is None


def test_the_house_asks_so_many_times_a_minute_and_the_longest_waiting_first(
    clock: Clock, outbox: RecordingPort
) -> None:
    """However many hands are left at once: the rest waits in the database, and people's clocks are due beside them."""
    left = []
    for number in range(5):
        user = User.objects.create_guest(display_name=f"{number}")
        room = rooms.quick_table(user, PRESET, clock.now)
        stand_up(room, user, clock.pass_ms(10))
        left.append(room.hand_id)
    watched = hand_of(rooms.quick_table(User.objects.create_guest(), PRESET, clock.now))
    outbox.tasks.clear()
    asked = []
    for _ in range(14):
        clocks.sweep(clock.pass_ms(1_000))
        playing_out.tend(clock.now)  # a ticker beside it
        asked.append([hand_id for (hand_id,), _ in outbox.take(PLAY_OUT)])
    assert asked == [
        [left[0]],
        [],
        [],
        [left[1]],
        [],
        [],
        [left[2]],
        [],
        [],
        [left[3]],
        [],
        [],
        [left[4]],
        [],
    ]
    assert Hand.objects.filter(pk__in=left, version=0).count() == 5
    clocks.sweep(clock.pass_ms(1_000))
    watched.refresh_from_db()
    assert watched.version > 0  # its clock was not held up


def test_a_worker_killed_in_the_middle_loses_nothing(
    left: Hand, clock: Clock, outbox: RecordingPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks.sweep(clock.pass_ms(1_000))
    assert outbox.take(PLAY_OUT)
    real, moves = bots.play, []

    def killed(*args: int) -> object:
        if len(moves) == 5:
            raise SystemExit
        moves.append(args)
        return real(*args)

    monkeypatch.setattr(bots, "play", killed)
    with pytest.raises(SystemExit):
        playing_out.play_on(left.pk, 60, clock.pass_ms(500))
    monkeypatch.undo()
    stopped = hand_of(left.room)
    assert stopped.version == left.version + 5
    for _ in range(29):
        clocks.sweep(clock.pass_ms(1_000))
    assert outbox.take(PLAY_OUT) == []  # it might be at it still
    clocks.sweep(clock.pass_ms(1_000))
    assert hand_of(left.room).version == stopped.version  # it moved since it was asked: no default answers
    assert work(outbox, clock) == 1
    assert hand_of(left.room).status == HandStatus.FINISHED


def test_without_workers_it_is_played_slowly_by_default_answers(
    left: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    for second in range(1_200):
        playing_out.tend(clock.pass_ms(1_000))
        outbox.take(PLAY_OUT)
        hand = hand_of(left.room)
        assert hand.version <= left.version + playing_out.DEFAULTS * (second // 30)
        if hand.status != HandStatus.PLAYING:
            break
    assert hand.status == HandStatus.FINISHED
    made = Action.objects.filter(hand=hand, seq__gt=left.version)
    assert {row.actor_kind for row in made} == {ActorKind.TIMER}


def test_a_stretch_is_short_and_asks_for_the_next(left: Hand, clock: Clock, outbox: RecordingPort) -> None:
    """A worker's time is shared move by move with the bots of tables where somebody sits."""
    clocks.sweep(clock.pass_ms(1_000))
    outbox.take(PLAY_OUT)
    playing_out.play_on(left.pk, 0, clock.now)
    assert outbox.tasks == [(PLAY_OUT, (left.pk,), 0, "bots")]
    assert hand_of(left.room).version == left.version


def test_a_message_that_asks_for_a_table_with_people_does_nothing(room: Room, outbox: RecordingPort) -> None:
    outbox.tasks.clear()
    for hand_id in (hand_of(room).pk, 999_999):
        playing_out.play_on(hand_id, 60)
    assert (hand_of(room).version, outbox.tasks) == (0, [])


def test_a_bots_turn_on_its_way_when_the_last_one_left_brings_no_clock_back(
    left: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    answer = bots.play(left.pk, left.window, 0, clock.pass_ms(200))
    assert answer is not None
    assert answer.status == "applied"
    hand = hand_of(left.room)
    assert (hand.version, hand.timer_at, hand.due_at) == (left.version + 1, None, clock.now)
    assert outbox.tasks == []


def test_a_hand_that_cannot_be_read_is_voided(left: Hand, clock: Clock) -> None:
    Action.objects.filter(hand=left, seq=1).delete()
    CACHE.clear()
    for _ in range(40):
        playing_out.tend(clock.pass_ms(1_000))
    assert hand_of(left.room).status == HandStatus.VOIDED


def test_a_time_of_a_clock_that_was_wrong_is_not_waited_for(
    left: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    clocks.sweep(clock.now + 3_600_000)
    outbox.take(PLAY_OUT)
    clocks.sweep(clock.pass_ms(1_000))
    assert outbox.take(PLAY_OUT) == [((left.pk,), 0)]


def test_the_task_does_it(left: Hand, outbox: RecordingPort) -> None:
    from games import tasks
    from games.services import port

    assert tasks.play_out.name == port.PLAY_OUT == PLAY_OUT
    tasks.play_out(left.pk)
    assert hand_of(left.room).version > left.version


def test_a_seat_left_early_at_a_kept_table_is_still_a_bots(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    """The last one to leave decides: until then the first leaver's seat is played at the table's pace."""
    Seat.objects.filter(room=room, index=2).update(user=bob, seen_at=clock.now, connected=True)
    hand = hand_of(room)
    stand_up(room, alice, clock.now)
    act_default(hand, 2, bob, clock.pass_ms(100))
    stand_up(room, bob, clock.pass_ms(100))
    hand.refresh_from_db()
    assert (hand.timer_at, hand.due_at) == (None, clock.now)
    assert {seat_row(room, index).leaver_id for index in (0, 2)} == {alice.pk, bob.pk}
    assert table_of(hand).prompts
