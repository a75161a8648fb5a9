"""A hand from the button to its booked result, with the port running every task as workers would."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Action, HandResult, HandStatus, RoomPhase
from games.services import bots, play, rooms, settle
from tests.services.support import PRESET, Clock, RecordingPort, act_default, hand_of, seat_row, table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.real_bots
@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan"])
def test_a_hand_is_played_by_its_tasks_alone(
    preset: str, alice: User, clock: Clock, outbox: RecordingPort
) -> None:
    room = rooms.quick_table(alice, preset, clock.now)
    hand = hand_of(room)
    assert [seat_row(room, index).user_id for index in range(4)] == [alice.pk, None, None, None]
    for _ in range(2000):
        table = table_of(hand)
        if not table.prompts:
            break
        for (hand_id, window, seat), _countdown in outbox.take("games.tasks.bot_turn"):
            bots.play(hand_id, window, seat, clock.pass_ms(500))
        table = table_of(hand)
        if table.prompt(0) is not None:
            act_default(hand, 0, alice, clock.pass_ms(500))
    hand.refresh_from_db()
    assert hand.status == HandStatus.FINISHED
    assert hand.version == Action.objects.filter(hand=hand).count() > 10
    assert outbox.take("games.tasks.settle") == [((hand.pk,), 0)]
    assert settle.settle(hand.pk, clock.now)
    assert sum(HandResult.objects.filter(hand=hand).values_list("points", flat=True)) == 0
    room.refresh_from_db()
    assert room.phase == RoomPhase.BETWEEN
    assert room.next_commitment
    assert room.next_at is None


def test_publishing_tells_versions_and_nothing_else(alice: User, clock: Clock, outbox: RecordingPort) -> None:
    room = rooms.quick_table(alice, PRESET, clock.now)
    hand = hand_of(room)
    outbox.messages.clear()
    act_default(hand, 0, alice, clock.pass_ms(100))
    assert outbox.messages == [
        (
            f"room.{room.pk}",
            {"type": "table.changed", "hand": hand.pk, "version": 1, "room_version": room.version},
        )
    ]


def test_the_last_events_are_kept_for_sockets(alice: User, clock: Clock) -> None:
    room = rooms.quick_table(alice, PRESET, clock.now)
    hand = hand_of(room)
    act_default(hand, 0, alice, clock.pass_ms(100))
    loaded = play.load(hand.pk)
    assert loaded is not None
    assert loaded.version == 1
    assert play.events_since(hand.pk, 1).events == ()
    assert play.events_since(hand.pk, 0).events == loaded.table.steps[0]
    assert play.events_since(hand.pk, 2).events is None
    assert play.events_since(hand.pk + 1, 0).events is None
