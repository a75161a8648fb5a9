"""What is read of a table: facts, versions, clocks, presence."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine.core.contract import PUBLIC
from games.engine.core.deal import commitment
from games.models import Room, RoomPhase, Seat
from games.services import presence, rooms, settle, tables
from games.table_facts import TableFacts
from tests.services.support import (
    PRESET,
    Clock,
    RecordingPort,
    act_default,
    finish_hand,
    get_ready,
    hand_of,
    play_until,
    sit_at,
    stand_up,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def facts(room: Room) -> TableFacts:
    drawn = tables.facts(room.pk)
    assert drawn is not None
    return drawn


def test_facts_of_a_hand_in_play(room: Room, alice: User) -> None:
    drawn = facts(room)
    hand = hand_of(room)
    assert (drawn.number, drawn.phase, drawn.quick, drawn.hands_total) == (room.number, "playing", True, 0)
    assert (drawn.hand_id, drawn.hand_number, drawn.hand_version) == (hand.pk, 1, 0)
    assert drawn.state == table_of(hand).state
    assert (drawn.commitment, drawn.seed) == (hand.commitment, "")
    person = drawn.seats[0]
    assert (person.kind, person.name, person.user_id, person.connected) == ("person", "Alice", alice.pk, True)
    assert [(seat.kind, seat.level, seat.user_id) for seat in drawn.seats[1:]] == [("bot", "normal", 0)] * 3
    assert len({seat.name for seat in drawn.seats}) == 4
    assert tables.facts(999_999) is None


def test_the_seed_is_shown_once_the_hand_is_over(room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    drawn = facts(room)
    assert drawn.phase == RoomPhase.BETWEEN
    assert drawn.seed == bytes(hand.seed).hex()
    assert drawn.promised == hand.commitment == commitment(bytes.fromhex(drawn.seed))
    assert drawn.commitment == Room.objects.get(pk=room.pk).next_commitment != hand.commitment
    assert drawn.state is not None


def test_equal_versions_are_drawn_from_memory(room: Room, alice: User, clock: Clock) -> None:
    first = facts(room)
    with CaptureQueriesContext(connection) as queries:
        assert facts(room) is first
        tables.clocks(room.pk, clock.now)
    assert len(queries) == 2
    act_default(hand_of(room), 0, alice, clock.now)
    assert facts(room).hand_version == 1


def test_a_leavers_seat_is_shown_as_hosted(room: Room, alice: User, clock: Clock) -> None:
    stand_up(room, alice, clock.now)
    seat = facts(room).seats[0]
    assert (seat.kind, seat.name, seat.hosted, seat.user_id) == ("bot", "Alice", True, 0)
    finish_hand(room, clock)
    assert facts(room).seats[0].name != "Alice"


def test_versions_come_in_one_query(room: Room, bob: User, clock: Clock) -> None:
    other = rooms.quick_table(bob, PRESET, clock.now)
    with CaptureQueriesContext(connection) as queries:
        found = tables.versions([room.pk, other.pk, 999_999])
    assert len(queries) == 1
    assert set(found) == {room.pk, other.pk}
    hand = hand_of(room)
    assert found[room.pk] == (hand.pk, 0, room.version, hand.due_at)
    finish_hand(room, clock)
    assert tables.versions([room.pk])[room.pk].due_at is None


def test_every_change_raises_a_version(room: Room, alice: User, bob: User, clock: Clock) -> None:
    seen = [tables.versions([room.pk])[room.pk][:3]]

    def changed() -> bool:
        seen.append(tables.versions([room.pk])[room.pk][:3])
        return seen[-1] > seen[-2]

    act_default(hand_of(room), 0, alice, clock.now)
    assert changed()
    hand = finish_hand(room, clock)
    assert changed()
    settle.settle(hand.pk, clock.now)
    assert changed()
    rooms.share(room, alice, clock.now)
    assert changed()
    sit_at(room, bob, 1, clock.now)
    assert changed()
    get_ready(room, bob, clock.now)
    assert changed()
    stand_up(room, bob, clock.now)
    assert changed()
    get_ready(room, alice, clock.now)
    assert changed()


def test_clocks_of_a_choice_are_everybodys(room: Room, alice: User, clock: Clock) -> None:
    running = tables.clocks(room.pk, clock.pass_ms(4_000))
    assert [timer.seat for timer in running] == [0, 1, 2, 3]
    assert running[0] == (0, "swap_three", 11_000, 0, 15_000)
    act_default(hand_of(room), 0, alice, clock.now)
    assert [timer.seat for timer in tables.clocks(room.pk, clock.now)] == [1, 2, 3]


def test_who_is_asked_for_a_claim_is_told_to_nobody_else(room: Room, clock: Clock) -> None:
    table = play_until(room, clock, lambda table: bool(table.prompts) and table.prompts[0].kind == "claim")
    asked = {prompt.seat for prompt in table.prompts}
    assert asked, "no claim in this hand"
    assert {timer.seat for timer in tables.clocks(room.pk, clock.now)} == asked
    for viewer in (PUBLIC, 0, 1, 2, 3):
        shown = {timer.seat for timer in tables.clocks(room.pk, clock.now, viewer)}
        assert shown == asked & {viewer}


def test_who_sits_where(room: Room, alice: User, bob: User) -> None:
    assert tables.seat_of(room.pk, alice.pk) == 0
    assert tables.seat_of(room.pk, bob.pk) is None
    assert tables.seat_of(room.pk, None) is None


def test_presence_is_one_statement_and_tells_the_flips(
    room: Room, alice: User, bob: User, clock: Clock, outbox: RecordingPort
) -> None:
    other = rooms.quick_table(bob, PRESET, clock.now)
    outbox.messages.clear()
    with CaptureQueriesContext(connection) as queries:
        presence.seen([(room.pk, alice.pk), (other.pk, bob.pk), (room.pk, bob.pk)], clock.pass_ms(4_000))
    writes = [query for query in queries.captured_queries if query["sql"].startswith("UPDATE")]
    assert len(writes) == 1
    assert outbox.messages == []
    version = Room.objects.get(pk=room.pk).version
    presence.seen([(other.pk, bob.pk)], clock.pass_ms(10_001))
    assert not facts(room).seats[0].connected
    assert Room.objects.get(pk=room.pk).version == version + 1
    assert [group for group, _ in outbox.messages] == [f"room.{room.pk}"]
    presence.seen([(room.pk, alice.pk)], clock.pass_ms(100))
    assert facts(room).seats[0].connected
    assert Room.objects.get(pk=room.pk).version == version + 2


def test_watching_elsewhere_is_not_being_present(room: Room, alice: User, bob: User, clock: Clock) -> None:
    other = rooms.quick_table(bob, PRESET, clock.now)
    presence.seen([(other.pk, alice.pk), (room.pk, bob.pk)], clock.pass_ms(5_000))
    assert not Seat.objects.filter(seen_at=clock.now).exists()


def test_very_many_sockets_are_no_problem(room: Room, alice: User, clock: Clock) -> None:
    presence.seen([(room.pk, alice.pk), *((room.pk, 10_000 + n) for n in range(1_000))], clock.pass_ms(1_000))
    assert Seat.objects.get(user=alice).seen_at == clock.now
