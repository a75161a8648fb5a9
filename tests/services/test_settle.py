"""Booking a finished hand: once, to whoever it belongs, zero in all."""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum

from accounts.models import User
from games.models import Hand, HandResult, HandStatus, Room
from games.services import settle, tables
from tests.services.support import (
    Clock,
    finish_hand,
    get_ready,
    hand_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_in_play_is_not_settled(room: Room, clock: Clock) -> None:
    assert not settle.settle(hand_of(room).pk, clock.now)
    assert not settle.settle(999_999, clock.now)
    assert not HandResult.objects.exists()


def test_settling_twice_is_settling_once(room: Room, alice: User, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    Hand.objects.filter(pk=hand.pk).update(outcome={"net": [18, -6, -6, -6]})
    version = Room.objects.get(pk=room.pk).version
    assert settle.settle(hand.pk, clock.now)
    assert not settle.settle(hand.pk, clock.now)
    rows = HandResult.objects.filter(hand=hand).order_by("seat")
    assert [row.points for row in rows] == [18, -6, -6, -6]
    assert [row.user_id for row in rows] == [alice.pk, None, None, None]
    assert rows.aggregate(Sum("points"))["points__sum"] == 0
    hand.refresh_from_db()
    assert hand.status == HandStatus.SETTLED
    assert hand.settled is not None
    assert Room.objects.get(pk=room.pk).version == version + 1


def test_settling_from_many_processes_books_once(room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    start = threading.Barrier(3)
    done: list[bool] = []

    def book() -> None:
        try:
            start.wait()
            done.append(settle.settle(hand.pk, clock.now))
        finally:
            connection.close()

    threads = [threading.Thread(target=book) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, False, True]
    assert HandResult.objects.count() == 4


def test_the_database_refuses_a_second_row(room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    settle.settle(hand.pk, clock.now)
    with pytest.raises(IntegrityError), transaction.atomic():
        HandResult.objects.create(hand=hand, room=room, seat=0, points=5)


def test_an_outcome_that_creates_points_is_not_booked(room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    Hand.objects.filter(pk=hand.pk).update(outcome={"net": [1, 0, 0, 0]})
    with pytest.raises(ValueError, match="zero"):
        settle.settle(hand.pk, clock.now)
    assert not HandResult.objects.exists()
    assert hand_of(room).status == HandStatus.FINISHED


def test_totals_are_sums_of_the_rows(room: Room, alice: User, clock: Clock) -> None:
    nets = []
    for _ in range(2):
        hand = finish_hand(room, clock)
        settle.settle(hand.pk, clock.now)
        assert hand.outcome is not None
        nets.append(hand.outcome["net"])
        drawn = tables.facts(room.pk)
        assert drawn is not None
        get_ready(room, alice, clock.now)
    assert [seat.score for seat in drawn.seats] == [
        first + second for first, second in zip(*nets, strict=True)
    ]
    assert list(drawn.previous) == nets[0]
