"""Draining: hands in play finish, nothing new starts, every table is told, and waiting tables go on afterwards."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.codes import ServiceCode
from games.models import Drain, Hand, Room, RoomPhase, Seat
from games.services import clocks, drain, rooms, tables
from games.services.errors import ServiceError
from games.table_facts import Drain as Notice
from tests.services.support import (
    PRESET,
    Clock,
    be_seen,
    finish_hand,
    get_ready,
    reloaded,
    sit_at,
    sweep_for,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_in_play_finishes_and_no_next_one_starts(room: Room, alice: User, clock: Clock) -> None:
    before = room.version
    assert drain.switch_on() == 1
    assert reloaded(room).version == before + 1  # what the tickers look for
    assert drain.hands_in_play() == 1
    finish_hand(room, clock)
    assert drain.hands_in_play() == 0
    be_seen(room, clock, alice)
    get_ready(room, alice, clock.now)
    clocks.sweep(clock.pass_ms(60_000))
    assert reloaded(room).phase == RoomPhase.BETWEEN
    assert Hand.objects.count() == 1
    assert Seat.objects.get(user=alice).ready  # the click is kept


def test_who_has_clicked_goes_on_in_a_moment_after_the_drain(room: Room, alice: User, clock: Clock) -> None:
    drain.switch_on()
    finish_hand(room, clock)
    be_seen(room, clock, alice)
    get_ready(room, alice, clock.now)
    assert drain.switch_off(clock.pass_ms(120_000)) == 1
    clocks.sweep(clock.now)
    assert Hand.objects.count() == 1
    sweep_for(clock, drain.RESUME_AFTER)  # its browser is not back yet
    assert Hand.objects.count() == 1
    be_seen(room, clock, alice)
    clocks.sweep(clock.pass_ms(1_000))
    assert reloaded(room).phase == RoomPhase.PLAYING
    assert Hand.objects.count() == 2
    assert Seat.objects.get(user=alice).room == room


def test_who_has_not_clicked_is_asked_as_ever(room: Room, alice: User, clock: Clock) -> None:
    drain.switch_on()
    finish_hand(room, clock)
    drain.switch_off(clock.now)
    be_seen(room, clock, alice)
    clocks.sweep(clock.pass_ms(60_000))
    assert Hand.objects.count() == 1
    be_seen(room, clock, alice)
    get_ready(room, alice, clock.now)
    assert Hand.objects.count() == 2


def test_the_time_between_hands_starts_anew(room: Room, alice: User, bob: User, clock: Clock) -> None:
    finish_hand(room, clock)
    rooms.share(room, alice, clock.now)
    sit_at(room, bob, 2, clock.now)
    drain.switch_on()
    be_seen(room, clock, alice, bob)
    sweep_for(clock, 31_000)
    assert Hand.objects.count() == 1
    drain.switch_off(clock.now)
    be_seen(room, clock, alice, bob)
    sweep_for(clock, 29_000)
    assert Hand.objects.count() == 1
    be_seen(room, clock, alice, bob)
    clocks.sweep(clock.pass_ms(1_000))
    assert Hand.objects.count() == 2


def test_no_quick_table_is_made_but_ones_own_is_found(
    room: Room, alice: User, bob: User, clock: Clock
) -> None:
    drain.switch_on()
    assert rooms.quick_table(alice, PRESET, clock.now) == room
    with pytest.raises(ServiceError, match=f"^{ServiceCode.DRAINING}$"):
        rooms.quick_table(bob, PRESET, clock.now)
    assert Room.objects.count() == 1
    drain.switch_off(clock.now)
    assert rooms.quick_table(bob, PRESET, clock.now) != room


def test_the_facts_of_every_open_table_carry_the_message(room: Room, clock: Clock) -> None:
    assert tables.facts(room.pk).drain is None
    drain.switch_on("十分钟后回来", "Back in ten minutes")
    assert tables.facts(room.pk).drain == Notice("十分钟后回来", "Back in ten minutes")
    drain.switch_on()
    assert tables.facts(room.pk).drain == Notice()
    drain.switch_off(clock.now)
    assert tables.facts(room.pk).drain is None


def test_switching_off_what_is_off_touches_no_table(room: Room, clock: Clock) -> None:
    version = reloaded(room).version
    assert drain.switch_off(clock.now) == 0
    assert reloaded(room).version == version


def test_the_command_switches_and_counts(
    room: Room, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("drain", "on", message="马上回来")
    assert capsys.readouterr().out == "drain on, 1 tables told\ndrain on, 1 hands in play\n"
    assert drain.current() == Notice("马上回来")
    with pytest.raises(CommandError, match="1 hands still in play"):
        call_command("drain", "on", wait=0.01)
    finish_hand(room, clock)
    call_command("drain", "on", wait=5)
    call_command("drain", "status")
    call_command("drain", "off")
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "drain on, 0 hands in play",
        "drain off, 1 tables go on",
    ]
    with pytest.raises(CommandError, match="at most 120"):
        call_command("drain", "on", message="长" * 121)
    assert drain.current() is None


def test_the_admin_switches_through_the_service(room: Room, client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    before = reloaded(room).version
    posted = client.post("/admin/games/drain/add/", {"on": "on", "message": "", "message_en": ""})
    assert posted.status_code == 302
    assert drain.current() == Notice()
    assert reloaded(room).version == before + 1
    assert client.get("/admin/games/drain/add/").status_code == 403
    client.post(f"/admin/games/drain/{Drain.objects.get().pk}/change/", {"message": "", "message_en": ""})
    assert drain.current() is None
    assert reloaded(room).version == before + 2
