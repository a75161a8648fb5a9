"""The one door: windows, repeats, races and hostile input."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.codes import ServiceCode, Status
from games.engine.core.errors import Code
from games.models import Action, ActorKind, Hand, Room
from games.services import play
from games.services.folding import CACHE
from tests.services.support import (
    Clock,
    act_default,
    finish_hand,
    play_until,
    restart,
    table_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_answers_of_others_do_not_make_a_window_stale(hand: Hand, alice: User, clock: Clock) -> None:
    window = table_of(hand).window
    for seat in (2, 1):
        assert act_default(hand, seat, None, clock.now).status is Status.APPLIED
    assert table_of(hand).window == window
    assert act_default(hand, 0, alice, clock.now, window=window)[:3] == (Status.APPLIED, "", 3)


def test_a_seat_that_has_answered_is_stale(hand: Hand, alice: User, clock: Clock) -> None:
    table = table_of(hand)
    payload = table.game.action_payload(table.prompts[0].default)
    act_default(hand, 0, alice, clock.now)
    again = play.submit(
        hand.pk, seat=0, payload=payload, window=table.window, user_id=alice.pk, now=clock.now
    )
    assert again[:3] == (Status.STALE, ServiceCode.WINDOW_CLOSED, 1)
    assert Action.objects.count() == 1


def test_a_closed_window_is_stale(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    play_until(room, clock, lambda table: table.version > 8 and table.prompt(0) is not None)
    before = table_of(hand)
    stale = act_default(hand, 0, alice, clock.now, window=before.window - 1)
    future = act_default(hand, 0, alice, clock.now, window=before.window + 1)
    assert {stale.status, future.status} == {Status.STALE}
    assert table_of(hand).version == before.version


def test_the_same_click_is_applied_once_and_answered_alike(hand: Hand, alice: User, clock: Clock) -> None:
    table = table_of(hand)
    request: dict[str, Any] = {
        "seat": 0,
        "payload": table.game.action_payload(table.prompts[0].default),
        "window": table.window,
        "client_id": "click-1",
        "user_id": alice.pk,
        "now": clock.now,
    }
    assert play.submit(hand.pk, **request)[:3] == (Status.APPLIED, "", 1)
    act_default(hand, 1, None, clock.now)
    assert play.submit(hand.pk, **request)[:3] == (Status.REPEATED, "", 1)
    assert Action.objects.filter(client_id="click-1").count() == 1


def test_a_used_client_id_is_not_applied_to_another_window(
    room: Room, hand: Hand, alice: User, clock: Clock
) -> None:
    act_default(hand, 0, alice, clock.now, client_id="click-1")
    play_until(room, clock, lambda table: table.version > 4 and table.prompt(0) is not None)
    version = table_of(hand).version
    assert act_default(hand, 0, alice, clock.now, client_id="click-1")[:3] == (Status.REPEATED, "", 1)
    assert table_of(hand).version == version


def test_a_repeat_after_the_end_is_answered_alike(room: Room, hand: Hand, alice: User, clock: Clock) -> None:
    table = table_of(hand)
    payload = table.game.action_payload(table.prompts[0].default)
    act_default(hand, 0, alice, clock.now, client_id="click-1")
    finish_hand(room, clock)
    request: dict[str, Any] = {"seat": 0, "payload": payload, "window": 0, "user_id": alice.pk}
    assert play.submit(hand.pk, client_id="click-1", **request).status is Status.REPEATED
    assert play.submit(hand.pk, client_id="click-2", **request).status is Status.OVER


def test_only_who_sits_there_acts(hand: Hand, alice: User, bob: User, clock: Clock) -> None:
    for seat, actor, user in (
        (1, ActorKind.PERSON, alice),  # another's seat, a bot's
        (0, ActorKind.PERSON, bob),  # a spectator
        (0, ActorKind.PERSON, None),
        (0, ActorKind.BOT, alice),  # a bot on a person's seat
        (9, ActorKind.PERSON, alice),
    ):
        user_id = user.pk if user else None
        answer = play.submit(
            hand.pk, seat=seat, payload={"do": "pass"}, window=0, actor=actor, user_id=user_id
        )
        assert answer.status is Status.NOT_SEATED
    assert (
        play.submit(999_999, seat=0, payload={"do": "pass"}, window=0, user_id=alice.pk).status
        is Status.NOT_SEATED
    )
    assert not Action.objects.exists()


def test_an_illegal_action_is_refused_with_the_rule(
    room: Room, hand: Hand, alice: User, clock: Clock
) -> None:
    table = play_until(
        room, clock, lambda table: (prompt := table.prompt(0)) is not None and prompt.kind == "turn"
    )
    held = {action.args for action in table.prompts[0].actions if action.do == "discard"}
    absent = next(tile for tile in range(27) if (tile,) not in held)
    name = f"{absent % 9 + 1}{'mps'[absent // 9]}"
    refused = play.submit(
        hand.pk, seat=0, payload={"do": "discard", "tile": name}, window=table.window, user_id=alice.pk
    )
    assert refused.status is Status.ILLEGAL
    assert refused.code in set(Code)
    assert table_of(hand).version == table.version


def test_leaving_has_no_door_here(hand: Hand, alice: User) -> None:
    answer = play.submit(hand.pk, seat=0, payload={"do": "leave"}, window=0, user_id=alice.pk)
    assert answer.status is Status.ILLEGAL
    assert not Action.objects.exists()


HOSTILE: list[Any] = [
    {},
    {"do": ""},
    {"do": "discard"},
    {"do": "discard", "tile": "99z"},
    {"do": "discard", "tile": "x" * 5000},
    {"do": "discard", "tile": "5p", "seat": "1"},
    {"do": "discard", "tile": 5},
    {"do": ["discard"]},
    {"do": None},
    {1: 2},
    {"do": "deal"},
    {"do": "ding_que", "suit": "\x00"},
    {"do": "ding_que", "suit": "z"},
    {"do": "swap_three", "tiles": "1m"},
    {str(n): "x" for n in range(50)},
    [],
    "discard",
    None,
]


@pytest.mark.parametrize("payload", HOSTILE, ids=lambda payload: repr(payload)[:30])
def test_hostile_payloads_are_refused_and_change_nothing(hand: Hand, alice: User, payload: Any) -> None:
    answer = play.submit(hand.pk, seat=0, payload=payload, window=0, client_id="c", user_id=alice.pk)
    assert answer.status is Status.ILLEGAL
    assert not Action.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": -1},
        {"seat": "0"},
        {"seat": None},
        {"window": -1},
        {"window": "0"},
        {"window": 1 << 70},
        {"client_id": "x" * 65},
        {"client_id": None},
        {"client_id": "a\x00b"},
        {"user_id": "1"},
    ],
    ids=str,
)
def test_hostile_envelopes_are_refused(
    hand: Hand, alice: User, clock: Clock, changes: dict[str, Any]
) -> None:
    assert act_default(hand, 0, alice, clock.now, **changes).status is Status.ILLEGAL
    assert not Action.objects.exists()


def test_two_writers_at_once_are_both_served(hand: Hand, clock: Clock) -> None:
    """Three seats answer the same window from three threads: every answer is applied, each once."""
    start = threading.Barrier(3)
    answers: list[play.Submitted] = []

    def answer(seat: int) -> None:
        try:
            start.wait()
            answers.append(act_default(hand, seat, None, clock.now))
        finally:
            connection.close()

    threads = [threading.Thread(target=answer, args=(seat,)) for seat in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.version for answer in answers) == [1, 2, 3]
    assert {answer.status for answer in answers} == {Status.APPLIED}
    assert list(Action.objects.values_list("seq", flat=True)) == [1, 2, 3]


def test_one_seat_from_two_threads_is_applied_once(hand: Hand, alice: User, clock: Clock) -> None:
    start = threading.Barrier(2)
    answers: list[play.Submitted] = []

    def answer(client_id: str) -> None:
        try:
            start.wait()
            answers.append(play.submit(hand.pk, window=0, client_id=client_id, user_id=alice.pk, **request))
        finally:
            connection.close()

    table = table_of(hand)
    request: dict[str, Any] = {"seat": 0, "payload": table.game.action_payload(table.prompts[0].default)}
    threads = [threading.Thread(target=answer, args=(name,)) for name in ("tab-1", "tab-2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status for answer in answers) == [Status.APPLIED, Status.STALE]
    assert Action.objects.count() == 1


def test_a_lost_race_is_retried_outside_the_failed_transaction(
    hand: Hand, alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer has read version 0 when another action is committed: its insert hits the unique (hand, seq)."""
    early = table_of(hand)
    act_default(hand, 1, None, clock.now)
    real = play.caught_up
    reads: list[int] = []

    def read_too_early(row: Hand, *rest: Any) -> Any:
        reads.append(row.version)
        return early if len(reads) == 1 else real(row, *rest)

    monkeypatch.setattr(play, "caught_up", read_too_early)
    assert act_default(hand, 0, alice, clock.now)[:3] == (Status.APPLIED, "", 2)
    assert reads == [1, 1]
    assert list(Action.objects.values_list("seq", "seat")) == [(1, 1), (2, 0)]


def test_an_action_takes_few_queries(room: Room, hand: Hand, clock: Clock) -> None:
    act_default(hand, 1, None, clock.now)
    table = table_of(hand)
    payload = table.game.action_payload(table.prompts[-1].default)
    with CaptureQueriesContext(connection) as queries:
        play.submit(hand.pk, seat=3, payload=payload, window=0, actor=ActorKind.BOT, now=clock.now)
    asked = [
        query["sql"] for query in queries.captured_queries if not query["sql"].startswith(("BEGIN", "COMMIT"))
    ]
    assert len(asked) == 4, asked


def test_a_rolled_back_action_never_enters_the_cache(hand: Hand, alice: User, clock: Clock) -> None:
    with transaction.atomic():
        assert act_default(hand, 0, alice, clock.now).status is Status.APPLIED
        transaction.set_rollback(True)
    cached = CACHE.get(hand.pk)
    assert cached is None or cached.version == 0
    assert table_of(hand).version == 0
    assert act_default(hand, 0, alice, clock.now).version == 1


def test_a_restarted_process_folds_the_same_state(room: Room, hand: Hand, clock: Clock) -> None:
    before = play_until(room, clock, lambda table: table.version >= 20)
    restart()
    after = table_of(hand)
    assert after is not before
    assert (after.state, after.prompts, after.opened_at) == (before.state, before.prompts, before.opened_at)
    assert after.bank_used == before.bank_used
    assert after.steps == before.steps


def test_the_log_is_a_record_of_payloads(room: Room, hand: Hand, clock: Clock) -> None:
    play_until(room, clock, lambda table: table.version >= 12)
    table = table_of(hand)
    for action in Action.objects.filter(hand=hand):
        assert set(action.payload) <= {"do", "tile", "tiles", "suit"}
        assert table.game.parse_action(action.seat, action.payload).seat == action.seat
