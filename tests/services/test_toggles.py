"""Wishes of a seat: set by its person alone, carried out once and like a person would, ended with hand and autoplay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings

from accounts.models import User
from games.codes import ServiceCode
from games.engine.core.contract import NONE, PromptKind, Wishes
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong.tiles import format_tiles
from games.intents import Toggle
from games.models import Action, ActorKind, Hand, Room, Seat
from games.services import clocks, play, rooms, tables, toggles, wishes
from games.services.errors import ServiceError
from games.services.folding import Table
from tests.services.support import (
    Clock,
    RecordingPort,
    act_default,
    finish_hand,
    get_ready,
    hand_of,
    play_until,
    restart,
    seat_row,
    stand_up,
    switch,
    table_of,
    take_back,
)

pytestmark = pytest.mark.django_db(transaction=True)
MAHJONG = "sichuan_xuezhan"


@pytest.fixture
def room(alice: User, clock: Clock) -> Room:
    return rooms.quick_table(alice, MAHJONG, clock.now)


def throws(table: Table) -> bool:
    """Alice has drawn a tile and may only throw."""
    prompt = table.prompt(0)
    if (
        prompt is None
        or prompt.kind is not PromptKind.TURN
        or {act.do for act in prompt.actions} != {"discard"}
    ):
        return False
    own = table.game.project(table.state, 0).seats[0]  # type: ignore[attr-defined]
    return own.drawn != NONE and len(own.hand) > 4


def waits(table: Table) -> bool:
    """Another seat has the turn, and alice nothing to decide."""
    return bool(table.prompts) and table.prompts[0].kind is PromptKind.TURN and table.prompt(0) is None


def at_turn(room: Room, clock: Clock, alice: User, stop: Callable[[Table], bool] = throws) -> Hand:
    play_until(room, clock, stop)
    return hand_of(room)


def drawn(hand: Hand) -> str:
    return format_tiles((table_of(hand).game.project(table_of(hand).state, 0).seats[0].drawn,))  # type: ignore[attr-defined]


def kept(hand: Hand) -> Wishes:
    hand.refresh_from_db()
    return wishes.of_seats(hand, table_of(hand))[0]


def last(hand: Hand) -> Action:
    return Action.objects.filter(hand=hand).latest("seq")


def test_the_drawn_tile_is_thrown_after_a_moment_and_once(
    room: Room, clock: Clock, alice: User, outbox: RecordingPort
) -> None:
    hand = at_turn(room, clock, alice)
    tile, before = drawn(hand), hand.version
    outbox.take("games.tasks.expire")
    switch(hand, alice, "auto_discard", True, now=clock.now)
    hand.refresh_from_db()
    assert hand.due_at is not None
    pause = hand.due_at - clock.now
    assert settings.QPG_PACE * wishes.PAUSE[0] <= pause <= settings.QPG_PACE * wishes.PAUSE[1]
    assert [args for args, _ in outbox.take("games.tasks.expire")] == [(hand.pk,)]
    assert clocks.expire(hand.pk, None, hand.due_at - 1) == 0
    at = clock.pass_ms(pause)
    assert clocks.expire(hand.pk, None, at) == 1
    row = last(hand)
    assert (row.seq, row.seat, row.actor_kind, row.payload) == (
        before + 1, 0, "wish", {"do": "discard", "tile": tile},
    )  # fmt: skip
    assert clocks.expire(hand.pk, row.window, at) == 0  # the same task again, and the sweep
    clocks.sweep(at)
    assert Action.objects.filter(hand=hand).count() == before + 1
    seat = seat_row(room, 0)
    assert (seat.strikes, seat.autoplay) == (0, False)
    assert table_of(hand).bank_used[0] == 0
    assert kept(hand).on == {"auto_discard"}  # on for the whole hand


def test_a_wish_waits_for_its_window_and_for_whoever_looks(room: Room, clock: Clock, alice: User) -> None:
    """It is switched on before the turn; whoever comes first, task, ticker or sweep, carries it out."""
    hand = at_turn(room, clock, alice, waits)
    switch(hand, alice, "auto_discard", True, now=clock.now)
    restart()
    play_until(room, clock, throws)
    hand.refresh_from_db()
    opened = table_of(hand).opened_at
    assert hand.due_at is not None
    assert opened < hand.due_at <= opened + wishes.PAUSE[1]
    clocks.sweep(hand.due_at)
    assert last(hand).actor_kind == "wish"


def test_where_nothing_is_wished_of_a_turn_the_clock_runs_as_ever(
    room: Room, clock: Clock, alice: User
) -> None:
    hand = at_turn(room, clock, alice)
    due = hand.due_at
    for name in ("auto_hu", "no_peng"):
        switch(hand, alice, name, True, now=clock.now)
    hand.refresh_from_db()
    assert hand.due_at == due
    assert due is not None
    assert clocks.expire(hand.pk, None, due) == 1
    assert last(hand).actor_kind == "timer"


def test_an_armed_tile_goes_at_the_next_turn_and_only_then(room: Room, clock: Clock, alice: User) -> None:
    hand = at_turn(room, clock, alice, waits)
    own = table_of(hand).game.project(table_of(hand).state, 0).seats[0]  # type: ignore[attr-defined]
    tile = format_tiles(own.hand[:1])
    switch(hand, alice, "armed", True, {"do": "discard", "tile": tile}, clock.now)
    assert kept(hand).armed is not None
    version = Room.objects.get(pk=room.pk).version
    play_until(room, clock, throws)
    hand.refresh_from_db()
    assert hand.due_at is not None
    clocks.expire(hand.pk, None, hand.due_at)
    assert last(hand).payload == {"do": "discard", "tile": tile}
    assert kept(hand) == Wishes()
    assert Room.objects.get(pk=room.pk).version > version  # every process reads the seat anew
    facts = tables.facts(room.pk)
    assert facts is not None
    assert facts.wishes[0] == Wishes()


def test_answering_otherwise_disarms(room: Room, clock: Clock, alice: User) -> None:
    hand = at_turn(room, clock, alice)
    switch(hand, alice, "no_peng", True, now=clock.now)
    switch(hand, alice, "armed", True, {"do": "discard", "tile": drawn(hand)}, clock.now)
    other = next(act for act in table_of(hand).prompts[0].actions if format_tiles(act.args) != drawn(hand))
    payload = table_of(hand).game.action_payload(other)
    assert act_default(hand, 0, alice, clock.now, payload=payload).status == "applied"
    assert kept(hand) == Wishes(frozenset({"no_peng"}))


def test_only_what_is_wished_now_passes_as_a_wish(room: Room, clock: Clock, alice: User) -> None:
    hand = at_turn(room, clock, alice)
    asked = {"actor": ActorKind.WISH, "user_id": None}
    assert act_default(hand, 0, alice, clock.now, **asked).status == "stale"
    switch(hand, alice, "auto_discard", True, now=clock.now)
    other = next(act for act in table_of(hand).prompts[0].actions if format_tiles(act.args) != drawn(hand))
    payload = table_of(hand).game.action_payload(other)
    assert act_default(hand, 0, alice, clock.now, payload=payload, **asked).status == "stale"
    switch(hand, alice, "auto_discard", False, now=clock.now)
    assert act_default(hand, 0, alice, clock.now, **asked).status == "stale"
    answer = play.submit(
        hand.pk, seat=1, payload={"do": "pass"}, window=0, actor=ActorKind.WISH, now=clock.now
    )
    assert answer.status == "not_seated"


def test_a_hand_begins_without_wishes(room: Room, clock: Clock, alice: User) -> None:
    hand = hand_of(room)
    switch(hand, alice, "no_peng", True, now=clock.now)
    finish_hand(room, clock)
    with pytest.raises(ServiceError) as caught:
        switch(hand, alice, "auto_hu", True, now=clock.now)
    assert caught.value.code is ServiceCode.HAND_OVER
    get_ready(room, alice, clock.pass_ms(1000))
    assert hand_of(room).pk != hand.pk
    assert hand_of(room).wishes == {}


def test_autoplay_and_leaving_end_all_wishes(room: Room, clock: Clock, alice: User) -> None:
    hand = at_turn(room, clock, alice)
    switch(hand, alice, "auto_hu", True, now=clock.now)
    Seat.objects.filter(room=room, index=0).update(seen_at=0)
    hand.refresh_from_db()
    assert hand.due_at is not None
    clocks.expire(hand.pk, None, hand.due_at)
    assert seat_row(room, 0).autoplay
    assert kept(hand) == Wishes()
    with pytest.raises(RuleViolation) as caught:
        switch(hand, alice, "auto_hu", True, now=clock.now)
    assert caught.value.code is Code.NOT_OFFERED
    take_back(room, alice, clock.now)
    switch(hand, alice, "auto_hu", True, now=clock.now)
    stand_up(room, alice, clock.now)
    hand.refresh_from_db()
    assert hand.wishes == {}


@pytest.mark.parametrize(
    ("name", "payload", "code"),
    [
        ("autoplay", None, ServiceCode.BAD_INPUT),
        ("no_chi", None, ServiceCode.BAD_INPUT),  # this game knows no chi
        ("auto_pass", None, ServiceCode.BAD_INPUT),
        ("no_peng", {"do": "discard", "tile": "1m"}, ServiceCode.BAD_INPUT),
        ("armed", None, Code.UNKNOWN_ACTION),
        ("armed", {"do": "hu"}, Code.NOT_OFFERED),
        ("armed", {"do": "play", "cards": "3S"}, Code.UNKNOWN_ACTION),
        ("armed", {"do": "discard", "tile": "7z"}, Code.NO_SUCH_TILE),
        ("armed", {"do": "discard", "tile": "99"}, Code.BAD_ARGUMENT),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    room: Room, clock: Clock, alice: User, name: str, payload: dict[str, str] | None, code: str
) -> None:
    hand = hand_of(room)
    with pytest.raises((ServiceError, RuleViolation)) as caught:
        switch(hand, alice, name, True, payload, clock.now)
    assert caught.value.code == code
    assert hand_of(room).wishes == {}


def test_nobody_else_sets_a_seat_and_saying_it_twice_is_nothing(
    room: Room, clock: Clock, alice: User, bob: User, outbox: RecordingPort
) -> None:
    hand = hand_of(room)
    with pytest.raises(ServiceError) as caught:
        switch(hand, bob, "auto_hu", True, now=clock.now)
    assert caught.value.code is ServiceCode.NOT_SEATED
    with pytest.raises(ServiceError) as missing:
        toggles.switch(alice, Toggle(hand.pk + 1, None, "t1", "auto_hu", True), clock.now)
    assert missing.value.code is ServiceCode.NO_ROOM
    switch(hand, alice, "auto_hu", True, now=clock.now)
    outbox.messages.clear()
    switch(hand, alice, "auto_hu", True, now=clock.pass_ms(500))
    assert outbox.messages == []
    assert hand_of(room).wishes["0"]["at"] == clock.now - 500


def test_cards_pass_by_themselves(alice: User, clock: Clock) -> None:
    room = rooms.quick_table(alice, "guanpai", clock.now)
    hand = hand_of(room)
    switch(hand, alice, "auto_pass", True, now=clock.now)

    def beaten(table: Table) -> bool:
        prompt = table.prompt(0)
        return prompt is not None and {act.do for act in prompt.actions} == {"pass"}

    assert play_until(room, clock, beaten).prompts
    hand.refresh_from_db()
    assert hand.due_at is not None
    assert hand.due_at - table_of(hand).opened_at <= wishes.PAUSE[1]
    clocks.expire(hand.pk, None, hand.due_at)
    assert (last(hand).payload, last(hand).actor_kind) == ({"do": "pass"}, "wish")
