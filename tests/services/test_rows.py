"""The prepared reads: what was read before is taken over only where it is still so."""

from __future__ import annotations

import pytest

from games.models import Hand, Room, Seat
from games.services.rows import hand_row, seat_rows

pytestmark = pytest.mark.django_db


def test_a_row_read_again_shows_what_was_written_meanwhile(room: Room) -> None:
    first = hand_row(room.hand_id)
    assert first is not None and first.outages == []
    Hand.objects.filter(pk=first.pk).update(outages=[[1, 2]], version=7, due_at=None)
    Room.objects.filter(pk=room.pk).update(options={"clocks": {"turn": 5}}, version=9)
    Seat.objects.filter(room=room, index=1).update(hosted=True, user=None, strikes=2)
    again, seats = hand_row(room.hand_id), seat_rows(room.pk)
    assert again is not None
    assert (again.outages, again.version, again.due_at) == ([[1, 2]], 7, None)
    assert (again.room.options, again.room.version) == ({"clocks": {"turn": 5}}, 9)
    assert (seats[1].hosted, seats[1].user_id, seats[1].strikes) == (True, None, 2)
    for row, stored in (
        (again, Hand.objects.get(pk=again.pk)),
        (again.room, Room.objects.get(pk=room.pk)),
        *zip(seats, Seat.objects.filter(room=room).order_by("index"), strict=True),
    ):
        names = [field.attname for field in row._meta.concrete_fields]
        assert {name: getattr(row, name) for name in names} == {name: getattr(stored, name) for name in names}


def test_two_reads_of_a_row_are_two_instances(room: Room) -> None:
    one, other = hand_row(room.hand_id), hand_row(room.hand_id)
    assert one is not None and other is not None
    one.version, one.room.version = 40, 50
    assert (other.version, other.room.version) == (0, room.version)
    one.save(update_fields=["version"])
    assert Hand.objects.get(pk=one.pk).version == 40
