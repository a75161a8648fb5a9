"""Time at the table: expiry, autoplay, timers, the sweep and the watchdog."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine.core.contract import Clock as PromptClock
from games.models import Action, ActorKind, Hand, HandStatus, Room, RoomPhase, Seat
from games.services import bots, clocks, play, presence
from games.services.folding import CACHE, Table
from tests.services.support import (
    CHOICE_MS,
    Clock,
    RecordingPort,
    act_default,
    finish_hand,
    get_ready,
    hand_of,
    play_until,
    restart,
    seat_row,
    table_of,
    take_back,
)

pytestmark = pytest.mark.django_db(transaction=True)


def stay_connected(room: Room, clock: Clock) -> None:
    """Be seen by a ticker at the clock's time."""
    Seat.objects.filter(room=room, user__isnull=False).update(seen_at=clock.now)


def own_turn(table: Table) -> bool:
    prompt = table.prompt(0)
    return prompt is not None and prompt.clock is PromptClock.TURN


def time_out(room: Room, clock: Clock) -> Hand:
    """Let Alice's next own turn pass, and whatever she is asked before, with her connected and idle."""
    hand = hand_of(room)
    for _ in range(200):
        table = table_of(hand)
        assert table.prompts, "the hand is over"
        if table.prompt(0) is None:
            prompt = table.prompts[0]
            bots.play(hand.pk, prompt.window, prompt.seat, clock.pass_ms(100))
            continue
        due = hand_of(room).due_at
        assert due is not None
        clock.now = max(clock.now, due)
        stay_connected(room, clock)
        assert clocks.expire(hand.pk, None, clock.now)
        if own_turn(table):
            return hand
    raise AssertionError("no turn comes")


def test_nothing_happens_before_its_time(hand: Hand, clock: Clock) -> None:
    assert clocks.expire(hand.pk, 0, clock.now) == 0
    assert not Action.objects.exists()
    assert clocks.expire(999_999, 0, clock.now) == 0


def test_every_due_seat_gets_its_default(hand: Hand, clock: Clock) -> None:
    """The bots' tasks were lost: their fallback comes first, then the person's time is over."""
    assert hand.due_at is not None
    assert clock.now + 3_400 <= hand.due_at <= clock.now + 4_600
    clock.pass_ms(5_000)
    assert clocks.expire(hand.pk, 0, clock.now) == 3
    assert set(Action.objects.values_list("seat", "actor_kind")) == {
        (seat, ActorKind.TIMER) for seat in (1, 2, 3)
    }
    hand.refresh_from_db()
    assert hand.due_at == hand.started_at + CHOICE_MS
    assert clocks.expire(hand.pk, 0, hand.due_at - 1) == 0
    assert clocks.expire(hand.pk, 0, hand.due_at) == 1
    assert table_of(hand).window == 1


def test_expiring_twice_is_expiring_once(hand: Hand, clock: Clock) -> None:
    clock.pass_ms(CHOICE_MS)
    assert clocks.expire(hand.pk, 0, clock.now) == 4
    assert clocks.expire(hand.pk, 0, clock.now) == 0
    assert clocks.expire(hand.pk, None, clock.now) == 0
    assert Action.objects.count() == 4


def test_a_claim_window_survives_a_restart(hand: Hand, room: Room, clock: Clock) -> None:
    """Everything about an open window comes back from the rows alone: who must answer, until when."""
    table = play_until(room, clock, lambda table: bool(table.prompts) and table.prompts[0].kind == "claim")
    assert table.prompts, "no claim in this hand"
    due = hand_of(room).due_at
    restart()
    again = table_of(hand)
    assert (again.prompts, again.opened_at, again.window) == (table.prompts, table.opened_at, table.window)
    assert not clocks.heal(hand.pk, clock.now)
    assert hand_of(room).due_at == due
    assert due is not None
    stay_connected(room, clock)
    for _ in range(4):
        clocks.expire(hand.pk, None, clock.pass_ms(10_000))
    assert table_of(hand).window > table.window


def test_three_own_turn_timeouts_in_a_row_are_autoplay(room: Room, hand: Hand, clock: Clock) -> None:
    for strikes in (1, 2):
        time_out(room, clock)
        row = seat_row(room, 0)
        assert (row.strikes, row.autoplay) == (strikes, False)
    version = Room.objects.get(pk=room.pk).version
    time_out(room, clock)
    assert seat_row(room, 0).autoplay
    assert Room.objects.get(pk=room.pk).version > version


def test_an_action_ends_the_row_of_strikes(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    time_out(room, clock)
    time_out(room, clock)
    play_until(room, clock, lambda table: table.prompt(0) is not None)
    act_default(hand, 0, alice, clock.pass_ms(100))
    assert seat_row(room, 0).strikes == 0


def test_a_disconnected_seat_is_on_autoplay_at_its_first_timeout(
    room: Room, hand: Hand, clock: Clock
) -> None:
    clock.pass_ms(CHOICE_MS)  # nobody has been seen for more than ten seconds
    clocks.expire(hand.pk, 0, clock.now)
    assert seat_row(room, 0).autoplay


def test_a_claim_that_times_out_in_secret_shows_no_badge(room: Room, hand: Hand, clock: Clock) -> None:
    """The badge of an absent seat would tell everybody that it was asked; it comes with the next turn of its own."""

    def asked(table: Table) -> bool:
        prompt = table.prompt(0)
        return prompt is not None and prompt.clock is PromptClock.CLAIM

    table = play_until(room, clock, asked)
    assert asked(table), "no claim in this hand"
    Seat.objects.filter(room=room, index=0).update(seen_at=clock.now - 60_000)
    version = Room.objects.get(pk=room.pk).version
    due = hand_of(room).due_at
    while table_of(hand).prompt(0) is not None and table_of(hand).window == table.window:
        assert due is not None
        clock.now = max(clock.now, due)
        clocks.expire(hand.pk, None, clock.now)
        due = hand_of(room).due_at
    assert not seat_row(room, 0).autoplay
    assert Room.objects.get(pk=room.pk).version == version
    play_until(room, clock, own_turn)
    due = hand_of(room).due_at
    assert due is not None
    clocks.expire(hand.pk, None, due)
    assert seat_row(room, 0).autoplay


def test_on_autoplay_the_default_comes_after_a_second(
    room: Room, hand: Hand, alice: User, clock: Clock
) -> None:
    Seat.objects.filter(room=room, user=alice).update(autoplay=True)
    clocks.heal(hand.pk, clock.now)
    table = table_of(hand)
    due = hand_of(room).due_at
    assert due == table.opened_at + 1_000
    assert clocks.expire(hand.pk, None, due) == 1
    assert seat_row(room, 0).autoplay


def test_taking_the_seat_back_gives_the_rest_of_the_window(
    room: Room, hand: Hand, alice: User, clock: Clock
) -> None:
    play_until(room, clock, own_turn)
    Seat.objects.filter(room=room, user=alice).update(autoplay=True, strikes=3)
    clocks.heal(hand.pk, clock.now)
    opened = table_of(hand).opened_at
    assert hand_of(room).due_at == opened + 1_000
    version = Room.objects.get(pk=room.pk).version
    take_back(room, alice, clock.pass_ms(300))
    row = seat_row(room, 0)
    assert (row.autoplay, row.strikes) == (False, 0)
    due = hand_of(room).due_at
    assert due is not None
    assert due >= opened + 15_000
    assert Room.objects.get(pk=room.pk).version == version + 1


def test_any_action_ends_autoplay(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    Seat.objects.filter(room=room, user=alice).update(autoplay=True, strikes=3)
    version = Room.objects.get(pk=room.pk).version
    act_default(hand, 0, alice, clock.pass_ms(100))
    row = seat_row(room, 0)
    assert (row.autoplay, row.strikes) == (False, 0)
    assert Room.objects.get(pk=room.pk).version == version + 1


def test_the_bank_is_derived_from_the_log(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    play_until(room, clock, own_turn)
    act_default(hand, 0, alice, clock.pass_ms(18_000))
    assert table_of(hand).bank_used[0] >= 3_000
    spent = table_of(hand).bank_used[0]
    restart()
    assert table_of(hand).bank_used[0] == spent
    play_until(room, clock, own_turn)
    assert hand_of(room).due_at == table_of(hand).opened_at + 15_000 + 20_000 - spent


def test_bots_hurry_once_nobody_plays(
    room: Room, hand: Hand, alice: User, clock: Clock, outbox: RecordingPort
) -> None:
    Seat.objects.filter(room=room, user=alice).update(autoplay=True)
    delays = []
    for _ in range(60):
        table = table_of(hand)
        if not table.prompts:
            break
        outbox.tasks.clear()
        prompt = table.prompts[0]
        if prompt.seat == 0:
            clocks.expire(hand.pk, None, clock.pass_ms(1_000))
        else:
            bots.play(hand.pk, prompt.window, prompt.seat, clock.pass_ms(100))
        delays += [countdown for _, countdown in outbox.take("games.tasks.bot_turn")]
    assert len(delays) > 10
    assert 0.1 < max(delays) <= 0.3


def test_one_pending_timer_per_hand_re_arms_itself(
    room: Room, hand: Hand, alice: User, clock: Clock, outbox: RecordingPort
) -> None:
    due = hand.due_at
    assert due is not None
    [((hand_id,), countdown)] = outbox.take("games.tasks.expire")
    assert (hand_id, countdown) == (hand.pk, (due - clock.now) / 1000)
    for seat in (1, 2, 3):
        act_default(hand, seat, None, clock.pass_ms(10))
    assert outbox.take("games.tasks.expire") == []  # the pending one fires before the person's time is over
    hand.refresh_from_db()
    assert hand.due_at == hand.started_at + CHOICE_MS
    assert hand.timer_at == due
    CACHE.clear()
    assert clocks.expire(hand.pk, None, due) == 0
    assert CACHE.get(hand.pk) is None  # nothing was folded only to wait on
    assert outbox.take("games.tasks.expire") == [((hand.pk,), (hand.started_at + CHOICE_MS - due) / 1000)]
    assert clocks.expire(hand.pk, None, due) == 0
    assert outbox.take("games.tasks.expire") == []


def test_the_sweep_answers_what_no_message_told(hand: Hand, clock: Clock) -> None:
    clocks.sweep(clock.pass_ms(2_000))
    assert not Action.objects.exists()
    clocks.sweep(clock.pass_ms(3_000))
    assert Action.objects.count() == 3


def test_the_watchdog_gives_a_due_time_back(
    hand: Hand, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    due = hand.due_at
    Hand.objects.filter(pk=hand.pk).update(due_at=None, timer_at=None)
    clocks.sweep(clock.pass_ms(100))
    hand.refresh_from_db()
    assert hand.due_at == due
    assert "no due time" in caplog.text


def test_the_sweep_settles_what_was_missed(room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    assert hand.status == HandStatus.FINISHED
    clocks.sweep(clock.pass_ms(1_000))
    assert hand_of(room).status == HandStatus.FINISHED  # its own task may still come
    clocks.sweep(clock.pass_ms(1_500))
    assert hand_of(room).status == HandStatus.SETTLED


def test_one_failing_step_does_not_stop_the_sweep(
    hand: Hand, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(now: int) -> int:
        raise RuntimeError("presence is broken")

    monkeypatch.setattr(presence, "flips", fail)
    clocks.sweep(clock.pass_ms(5_000))
    assert Action.objects.count() == 3
    assert "presence failed" in caplog.text


def test_a_hand_of_an_unsupported_engine_is_voided(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    act_default(hand, 0, alice, clock.now)
    Hand.objects.filter(pk=hand.pk).update(engine_version=0)
    restart()
    clocks.sweep(clock.pass_ms(100))
    hand.refresh_from_db()
    room.refresh_from_db()
    assert (hand.status, hand.due_at, room.phase) == (HandStatus.VOIDED, None, RoomPhase.BETWEEN)
    assert not hand.results.exists()
    assert play.submit(hand.pk, seat=0, payload={"do": "pass"}, window=0, user_id=alice.pk).status == "over"
    get_ready(room, alice, clock.now)
    assert hand_of(room).number == 2


def test_a_log_that_does_not_fold_voids_the_hand(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    act_default(hand, 0, alice, clock.now)
    Action.objects.filter(hand=hand).update(payload={"do": "discard", "tile": "1z"})
    restart()
    assert play.load(hand.pk) is None
    assert (
        play.submit(hand.pk, seat=1, payload={"do": "pass"}, window=0, actor=ActorKind.BOT).status == "over"
    )
    hand.refresh_from_db()
    assert hand.status == HandStatus.VOIDED
