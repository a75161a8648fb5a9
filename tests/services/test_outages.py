"""Outages time nobody out: heartbeats, the time given back, and the protection while no web process ticks."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from accounts.models import User
from games.models import Action, Hand, Heartbeat, Room, Seat
from games.services import clocks
from games.services.outages import heartbeat, people_protected
from tests.services.support import CHOICE_MS, Clock, RecordingPort, act_default, hand_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(room: Room, clock: Clock) -> Hand:
    """A hand in which only Alice has not chosen yet."""
    hand = hand_of(room)
    for seat in (1, 2, 3):
        act_default(hand, seat, None, clock.now)
    return hand_of(room)


def tick(clock: Clock, seconds: int, *names: str) -> None:
    for _ in range(seconds):
        clock.pass_ms(1_000)
        for name in names:
            heartbeat(name, clock.now)


def test_an_unknown_name_is_a_mistake(db: None) -> None:
    with pytest.raises(ValueError, match="walrus"):
        heartbeat("walrus")


def test_regular_stamps_give_nothing_back(hand: Hand, clock: Clock) -> None:
    tick(clock, 8, "web", "sweep")
    hand.refresh_from_db()
    assert hand.outages == []
    assert Heartbeat.objects.get(pk="web").at == clock.now


def test_a_young_stamp_is_left_alone(db: None, clock: Clock) -> None:
    heartbeat("web", clock.now)
    heartbeat("web", clock.pass_ms(200))
    assert Heartbeat.objects.get(pk="web").at == clock.now - 200


def test_the_time_of_an_outage_is_given_back_once(room: Room, hand: Hand, clock: Clock) -> None:
    """Everything was gone for 20 seconds; sweep and web come back and both find their old stamps."""
    heartbeat("web", clock.now)
    heartbeat("sweep", clock.now)
    tick(clock, 2, "web", "sweep")
    Seat.objects.filter(room=room).update(seen_at=clock.now + 30_000)
    clock.pass_ms(20_000)
    clocks.sweep(clock.now)
    heartbeat("web", clock.pass_ms(500))
    clocks.sweep(clock.pass_ms(500))
    assert Action.objects.count() == 3
    while Action.objects.count() == 3:
        tick(clock, 1, "web")
        clocks.expire(hand.pk, None, clock.now)
        assert clock.now < hand.started_at + 60_000
    waited = clock.now - hand.started_at
    assert CHOICE_MS + 20_500 <= waited <= CHOICE_MS + 21_500


def test_exactly_one_of_many_processes_records_an_outage(hand: Hand, clock: Clock) -> None:
    heartbeat("web", clock.now)
    clock.pass_ms(20_000)
    start = threading.Barrier(4)

    def come_back() -> None:
        try:
            start.wait()
            heartbeat("web", clock.now)
        finally:
            connection.close()

    threads = [threading.Thread(target=come_back) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    hand.refresh_from_db()
    assert hand.outages == [[clock.now - 20_000, clock.now, 3]]


def test_a_missing_sweep_alone_is_no_outage(hand: Hand, clock: Clock) -> None:
    heartbeat("sweep", clock.now)
    heartbeat("web", clock.now)
    tick(clock, 6, "web")
    heartbeat("sweep", clock.now)
    hand.refresh_from_db()
    assert hand.outages == []


def test_people_are_not_timed_out_while_no_web_process_ticks(
    room: Room, hand: Hand, clock: Clock, outbox: RecordingPort
) -> None:
    outbox.tasks.clear()
    heartbeat("web", clock.now)
    heartbeat("sweep", clock.now)
    for _ in range(59):
        clocks.sweep(clock.pass_ms(1_000))
    assert Action.objects.count() == 3
    assert len(outbox.take("games.tasks.expire")) <= 1  # waiting is no busy loop of timers
    for _ in range(3):
        clocks.sweep(clock.pass_ms(1_000))
    assert Action.objects.count() > 3


def test_autoplay_and_bots_go_on_while_no_web_process_ticks(room: Room, alice: User, clock: Clock) -> None:
    Seat.objects.filter(room=room, user=alice).update(autoplay=True)
    heartbeat("web", clock.now)
    heartbeat("sweep", clock.now)
    for _ in range(6):
        clocks.sweep(clock.pass_ms(1_000))
    assert Action.objects.count() >= 4


def test_the_protection_after_a_long_outage_begins_with_the_sweeps_return(db: None, clock: Clock) -> None:
    heartbeat("web", clock.now)
    heartbeat("sweep", clock.now)
    assert not people_protected(clock.pass_ms(2_000))
    clock.pass_ms(600_000)
    heartbeat("sweep", clock.now)
    assert people_protected(clock.now)
    tick(clock, 59, "sweep")
    assert people_protected(clock.now)
    tick(clock, 2, "sweep")
    assert not people_protected(clock.now)
    heartbeat("web", clock.pass_ms(5_000))
    assert not people_protected(clock.now)
