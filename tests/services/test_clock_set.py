"""The machine's clock jumps and is put right: nobody loses time, a seat or a bank, and every table goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery.schedules import schedule

from accounts.models import User
from games.intents import ARMED
from games.models import Action, Hand, Heartbeat, Room, RoomPhase, Seat
from games.services import bots, clocks, hands, play, presence, rooms, tables
from games.services.clockwork import counted, missed_ms
from games.services.folding import CACHE
from games.services.outages import SILENCE, SKEW, heartbeat
from mahjong_site.celery import SWEEP_EVERY, app
from tests.services.support import (
    START,
    Clock,
    act_default,
    finish_hand,
    get_ready,
    hand_of,
    play_until,
    reloaded,
    restart,
    seat_row,
    sit_at,
    switch,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 3_600_000
TURN, BANK = 15_000, 20_000


def tick(clock: Clock, seconds: int, *people: tuple[Room, User]) -> None:
    """Let web ticker and sweep run for this long; these people have a tab open."""
    for _ in range(seconds):
        clock.pass_ms(1_000)
        heartbeat("web", clock.now)
        presence.seen([(room.pk, user.pk) for room, user in people], clock.now)
        clocks.sweep(clock.now)


def noticed(clock: Clock) -> int:
    """Let the ticker find a clock that was put back; return when it did."""
    tick(clock, 5)
    return int(Heartbeat.objects.get(pk="web").since)


def seconds_until(room: Room, clock: Clock, alice: User, actions: int, most: int) -> int:
    """Tick until the hand has as many actions; return after how many seconds."""
    for second in range(most):
        if Action.objects.count() >= actions:
            return second
        tick(clock, 1, (room, alice))
    raise AssertionError(f"still {Action.objects.count()} actions after {most} s")


@pytest.fixture
def turn(room: Room, alice: User, clock: Clock) -> Hand:
    """Alice's own turn has just begun; her 换三张 and 定缺 are done and everybody ticks."""
    tick(clock, 2, (room, alice))
    play_until(room, clock, lambda table: table.prompt(0) is not None and table.prompts[0].clock == "turn")
    tick(clock, 1, (room, alice))
    return hand_of(room)


def test_a_window_opened_while_the_clock_was_ahead_counts_from_when_it_was_found(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    clock.pass_ms(HOUR)
    tick(clock, 2, (room, alice))
    act_default(turn, 0, alice, clock.now)
    play_until(room, clock, lambda table: table.prompt(0) is not None)
    tick(clock, 1, (room, alice))
    before = Action.objects.count()
    ahead = table_of(turn).opened_at
    clock.pass_ms(-HOUR)
    found = noticed(clock)
    assert hand_of(room).due_at == found + TURN + BANK
    assert table_of(turn).opened_at == ahead, "the log's times stay"
    [shown] = tables.clocks(room.pk, found)
    assert (shown.left_ms, shown.bank_ms) == (TURN, BANK)
    took = seconds_until(room, clock, alice, before + 1, 60)
    assert (TURN + BANK) / 1000 - 6 <= took <= (TURN + BANK) / 1000 + 1


def test_a_window_open_over_the_whole_jump_counts_from_when_it_was_found(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    clock.pass_ms(HOUR)
    tick(clock, 3, (room, alice))
    clock.pass_ms(-HOUR)
    found = noticed(clock)
    assert hand_of(room).due_at == found + TURN + BANK


def test_a_jump_ahead_times_nobody_out_and_robs_no_bank(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    """The first to come after the jump is the timer, before any heartbeat; then Alice acts, also before one."""
    before = Action.objects.count()
    clock.pass_ms(HOUR)
    clocks.expire(turn.pk, None, clock.now)
    assert Action.objects.count() == before
    assert act_default(turn, 0, alice, clock.now).status == "applied"
    tick(clock, 1, (room, alice))
    assert table_of(hand_of(room)).bank_used == (0, 0, 0, 0)
    assert not seat_row(room, 0).autoplay
    assert seat_row(room, 0).connected


def test_a_time_spent_is_never_more_than_the_bank(room: Room, alice: User, turn: Hand, clock: Clock) -> None:
    """Without any heartbeat nobody can know better."""
    Heartbeat.objects.all().delete()
    act_default(turn, 0, alice, clock.pass_ms(HOUR))
    assert table_of(turn).bank_used == (BANK, 0, 0, 0)
    clock.pass_ms(-2 * HOUR)
    play_until(room, clock, lambda table: table.prompt(0) is not None)
    act_default(turn, 0, alice, clock.pass_ms(-HOUR))
    assert table_of(turn).bank_used == (BANK, 0, 0, 0)


def test_every_process_folds_the_same_bank(room: Room, alice: User, turn: Hand, clock: Clock) -> None:
    """Times go up and down in the log; one process has seen everything, another begins now."""
    clock.pass_ms(5_000)
    act_default(turn, 0, alice, clock.pass_ms(TURN + 3_000))  # the silence is found a second later
    tick(clock, 2, (room, alice))
    for jump in (HOUR, -HOUR, 2 * HOUR, -3 * HOUR):
        play_until(room, clock, lambda table: table.prompt(0) is not None)
        tick(clock, 1, (room, alice))
        clock.pass_ms(jump)
        tick(clock, 5, (room, alice))
        for _ in range(17):
            tick(clock, 1, (room, alice))
        if table_of(turn).prompt(0) is not None:
            act_default(turn, 0, alice, clock.now)
    table = table_of(hand_of(room))
    restart()
    again = table_of(hand_of(room))
    assert (again.bank_used, again.opened_at, again.opened) == (
        table.bank_used,
        table.opened_at,
        table.opened,
    )
    assert again.state == table.state
    assert all(0 <= used <= BANK for used in table.bank_used)
    assert len(hand_of(room).outages) >= 5
    times = list(Action.objects.order_by("seq").values_list("at", flat=True))
    assert times != sorted(times), "the log keeps what the clock said"
    finish_hand(room, clock)


def test_a_wish_made_while_the_clock_was_ahead_is_carried_out(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    clock.pass_ms(HOUR)
    tick(clock, 2, (room, alice))
    prompt = table_of(turn).prompt(0)
    assert prompt is not None
    payload = table_of(turn).game.action_payload(prompt.default)
    switch(turn, alice, ARMED, True, payload, clock.now)
    before = Action.objects.count()
    clock.pass_ms(-HOUR)
    assert seconds_until(room, clock, alice, before + 1, 12) <= 8
    assert Action.objects.get(seq=before + 1).actor_kind == "wish"


def test_what_waits_between_hands_waits_no_longer_than_it_may(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    tick(clock, 1, (room, alice))
    clock.pass_ms(HOUR)
    tick(clock, 1, (room, alice))
    finish_hand(room, clock)
    rooms.share(room, alice, clock.now)
    sit_at(room, bob, 2, clock.now)
    assert reloaded(room).next_at == clock.now + hands.NEXT_HAND_AFTER
    clock.pass_ms(-HOUR)
    tick(clock, 5, (room, alice))
    waiting = reloaded(room)
    assert waiting.next_at is not None
    assert waiting.next_at <= clock.now + hands.NEXT_HAND_AFTER
    assert waiting.attended_at <= clock.now
    tick(clock, 10, (room, alice))
    assert not seat_row(room, 2).connected, "who has gone is seen to have gone"
    assert Hand.objects.get(pk=room.hand_id).status == "settled"


def test_a_jump_ahead_closes_no_room_and_takes_no_seat(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    tick(clock, 1, (room, alice))
    finish_hand(room, clock)
    rooms.share(room, alice, clock.now)
    sit_at(room, bob, 2, clock.now)
    tick(clock, 2, (room, alice), (room, bob))
    clock.pass_ms(HOUR)
    get_ready(room, alice, clock.now)
    clocks.sweep(clock.now)
    tick(clock, 2)  # the tabs are on their way
    table = reloaded(room)
    assert table.phase == RoomPhase.BETWEEN
    assert table.next_at is not None
    assert clock.now < table.next_at <= clock.now + hands.NEXT_HAND_AFTER
    assert list(
        Seat.objects.filter(room=room, user__isnull=False, connected=True).values_list("index", flat=True)
    ) == [0, 2]


def test_a_start_right_after_a_jump_stands_nobody_up(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    tick(clock, 1, (room, alice))
    finish_hand(room, clock)
    rooms.share(room, alice, clock.now)
    sit_at(room, bob, 2, clock.now)
    tick(clock, 2, (room, alice), (room, bob))
    get_ready(room, bob, clock.now)
    get_ready(room, alice, clock.pass_ms(HOUR))  # before any heartbeat
    assert reloaded(room).phase == RoomPhase.PLAYING
    assert rooms.seated_room(bob) == room


def test_a_blip_that_no_heartbeat_saw_is_found_by_the_sweep(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    act_default(turn, 0, alice, clock.now + HOUR)
    while table_of(turn).prompt(0) is None:
        prompt = table_of(turn).prompts[0]
        bots.play(turn.pk, prompt.window, prompt.seat, clock.now + HOUR)
    before = Action.objects.count()
    assert hand_of(room).due_at > clock.now + HOUR
    took = seconds_until(room, clock, alice, before + 1, 60)
    assert took <= (TURN + BANK) / 1000 + 2


def test_stamps_are_doubted_before_they_are_put_right(hand: Hand, clock: Clock) -> None:
    heartbeat("web", clock.now + HOUR)
    heartbeat("sweep", clock.now + HOUR)
    heartbeat("web", clock.now)
    assert Heartbeat.objects.get(pk="web").at == clock.now + HOUR
    heartbeat("web", clock.pass_ms(SILENCE))
    assert set(Heartbeat.objects.values_list("at", "since", "doubted_at")) == {(clock.now, clock.now, None)}
    hand.refresh_from_db()
    assert hand.outages == [[START + HOUR, clock.now, 0]]
    heartbeat("sweep", clock.pass_ms(1_000))
    hand.refresh_from_db()
    assert len(hand.outages) == 1


@pytest.mark.parametrize("apart", [2_000, 5_000, SKEW, 60_000, HOUR])
def test_two_machines_whose_clocks_differ_do_not_set_each_other_right(
    room: Room, alice: User, hand: Hand, clock: Clock, apart: int
) -> None:
    """Both serve web sockets and sweep in turn, one of them ahead all the time."""
    for _ in range(40):
        clock.pass_ms(500)
        heartbeat("web", clock.now)
        heartbeat("sweep", clock.now)
        heartbeat("web", clock.now + apart)
        heartbeat("sweep", clock.now + apart)
    hand.refresh_from_db()
    assert len(hand.outages) <= 1, "at most the start of the machine that is ahead looks like an outage"


def test_machines_a_few_seconds_apart_fold_alike_and_rob_nobody(
    room: Room, alice: User, clock: Clock
) -> None:
    """Alice's moves reach the machine that is five seconds behind, the bots' the one that is ahead."""
    hand = hand_of(room)
    for _ in range(30):
        table = table_of(hand)
        if not table.prompts:
            break
        prompt = table.prompts[0]
        if prompt.seat == 0:
            act_default(hand, 0, alice, clock.pass_ms(1_000) - 5_000)
        else:
            bots.play(hand.pk, prompt.window, prompt.seat, clock.pass_ms(100))
    assert table_of(hand).bank_used == (0, 0, 0, 0)
    assert hand_of(room).outages == []


def test_what_a_window_counts_from_as_a_pure_function() -> None:
    outage, back, later = [2_000, 9_000, 4], [90_000, 5_000, 6], [6_000, 8_000, 6]
    assert counted(1_000, 4, 4, []) == (1_000, ())
    assert counted(1_000, 4, 4, [outage]) == (1_000, (outage,))
    assert counted(1_000, 5, 5, [outage]) == (1_000, ()), "found before the window opened"
    assert counted(1_000, 4, 6, [outage, back]) == (5_000, ())
    assert counted(80_000, 6, 6, [outage, back, later]) == (5_000, (later,))
    assert counted(80_000, 5, 5, [outage, back, later]) == (80_000, ()), (
        "closed before the clock was put back"
    )
    assert counted(5_500, 7, 7, [outage, back]) == (5_500, ())
    assert counted(1_000, 3, 3, [[2_000, 9_000]]) == (1_000, ([2_000, 9_000],)), "a row of the version before"
    since, spans = counted(1_000, 4, 4, [outage])
    assert missed_ms(spans, since) == 7_000


def test_the_sweep_goes_on_when_the_clock_is_put_back() -> None:
    """Beat reckons from its last run, which may lie in the future."""
    sweep = app.conf.beat_schedule["sweep"]["schedule"]
    assert isinstance(sweep, schedule)
    now = sweep.now()
    assert sweep.is_due(now + timedelta(hours=1)) == (True, SWEEP_EVERY)
    due, rest = sweep.is_due(now)
    assert not due
    assert 0 < rest <= SWEEP_EVERY
    assert sweep.is_due(now - timedelta(seconds=2)).is_due


def test_a_hand_is_folded_anew_for_what_is_found_later(
    room: Room, alice: User, turn: Hand, clock: Clock
) -> None:
    table_of(turn)
    held = CACHE.get(turn.pk)
    clock.pass_ms(20_000)
    heartbeat("web", clock.now)
    fresh = table_of(hand_of(room))
    assert held is not None
    assert (fresh.version, len(fresh.outages)) == (held.version, len(held.outages) + 1)
    assert CACHE.get(turn.pk) is fresh
    assert play.load(turn.pk).table is fresh  # type: ignore[union-attr]
