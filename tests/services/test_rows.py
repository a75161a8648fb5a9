"""The prepared reads: what was read before is taken over only where it is still so."""

from __future__ import annotations

import pytest
from django.db.models import Model

from games.models import Hand, Room, Seat
from games.services.rows import hand_row, seat_rows

pytestmark = pytest.mark.django_db


def read(room: Room) -> Hand:
    found = hand_row(room.hand_id or 0)
    assert found is not None
    return found


def columns(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_read_again_shows_what_was_written_meanwhile(room: Room) -> None:
    assert (read(room).outages, read(room).version) == ([], 0)
    Hand.objects.filter(pk=room.hand_id).update(outages=[[1, 2]], version=7, due_at=None)
    Room.objects.filter(pk=room.pk).update(options={"clocks": {"turn": 5}}, version=9)
    Seat.objects.filter(room=room, index=0).update(autoplay=True, strikes=2)
    again, seats = read(room), seat_rows(room.pk)
    assert (again.outages, again.version, again.due_at) == ([[1, 2]], 7, None)
    assert (again.room.options, again.room.version) == ({"clocks": {"turn": 5}}, 9)
    assert (seats[0].autoplay, seats[0].strikes) == (True, 2)
    stored = [Hand.objects.get(pk=again.pk), Room.objects.get(pk=room.pk)]
    stored += Seat.objects.filter(room=room).order_by("index")
    assert [*map(columns, (again, again.room, *seats))] == [*map(columns, stored)]


def test_two_reads_of_a_row_are_two_instances(room: Room) -> None:
    one, other = read(room), read(room)
    one.version, one.room.version = 40, 50
    assert (other.version, other.room.version) == (0, room.version)
    one.save(update_fields=["version"])
    assert read(room).version == 40
