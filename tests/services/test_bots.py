"""Bots that err, hang or cheat get the default action; good ones act on their own view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from billiard.exceptions import SoftTimeLimitExceeded

from games import tasks
from games.engine.core.contract import Action as Act
from games.engine.core.contract import Prompt, PromptKind
from games.models import Action, Hand, HandStatus, Room
from games.services import bots
from games.services.folding import Table
from tests.services.support import Clock, RecordingPort, act_default, play_until, table_of

pytestmark = pytest.mark.django_db(transaction=True)


class Erring:
    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
        raise ZeroDivisionError


class Hanging:
    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
        raise SoftTimeLimitExceeded  # what Celery raises inside a policy that does not come back


class Cheating:
    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
        return Act(prompt.seat, "hu")


class Confused:
    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Any:
        return "5p"


class Impostor:
    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
        return prompt.actions[0]._replace(seat=0)


@pytest.mark.parametrize(
    "policy", [Erring(), Hanging(), Cheating(), Confused(), Impostor()], ids=lambda p: type(p).__name__
)
def test_a_bad_bot_gets_the_default(
    hand: Hand, clock: Clock, policy: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots, "policy", lambda name, game: policy)
    table = table_of(hand)
    prompt = table.prompt(2)
    assert prompt is not None
    answer = bots.play(hand.pk, 0, 2, clock.now)
    assert answer is not None
    assert answer.status == "applied"
    row = Action.objects.get()
    assert (row.seat, row.actor_kind, row.payload) == (2, "bot", table.game.action_payload(prompt.default))
    assert f"hand {hand.pk}: the normal bot of seat 2" in caplog.text
    assert row.payload["tiles"] not in caplog.text


def test_a_bot_sees_its_own_seat_and_repeats_itself(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, float]] = []

    class Watching:
        def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
            seen.append((view.viewer, rng.random()))
            assert [bool(seat.hand) for seat in view.seats] == [seat.seat == 1 for seat in view.seats]
            raise RuntimeError("look again")

    monkeypatch.setattr(bots, "policy", lambda name, game: Watching())
    monkeypatch.setattr(bots.door, "submit", lambda *args, **kwargs: None)
    bots.play(hand.pk, 0, 1)
    bots.play(hand.pk, 0, 1)
    assert seen[0] == seen[1]
    assert seen[0][0] == 1


def test_a_task_for_what_is_past_does_nothing(hand: Hand, clock: Clock) -> None:
    assert bots.play(hand.pk, 0, 0, clock.now) is None  # a person's seat
    assert bots.play(hand.pk, 5, 1, clock.now) is None  # another window
    assert bots.play(999_999, 0, 1, clock.now) is None
    assert bots.play(hand.pk, 0, 9, clock.now) is None
    act_default(hand, 1, None, clock.now)
    assert bots.play(hand.pk, 0, 1, clock.now) is None  # answered already
    Hand.objects.filter(pk=hand.pk).update(status=HandStatus.VOIDED)
    assert bots.play(hand.pk, 0, 2, clock.now) is None
    assert Action.objects.count() == 1


def claim_of_a_bot(room: Room, clock: Clock) -> tuple[Table, Prompt]:
    """Play until a bot is asked about a tile on offer."""
    table = play_until(
        room, clock, lambda table: any(p.seat and p.kind is PromptKind.CLAIM for p in table.prompts)
    )
    return table, next(prompt for prompt in table.prompts if prompt.seat)


class Always:
    """A policy that takes the first or the last thing it is offered; the last answer to a claim is 过."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, view: Any, prompt: Prompt, rng: Random) -> Act:
        return prompt.actions[self.place]


def test_a_bot_lets_a_tile_pass_at_once_and_thinks_about_one_it_takes(
    room: Room, hand: Hand, clock: Clock, outbox: RecordingPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox.tasks.clear()
    table, prompt = claim_of_a_bot(room, clock)
    asked = dict(outbox.take("games.tasks.bot_turn"))
    assert asked[(hand.pk, prompt.window, prompt.seat)] == 0
    monkeypatch.setattr(bots, "policy", lambda name, game: Always(0))
    assert bots.play(hand.pk, prompt.window, prompt.seat, table.opened_at) is None
    [(args, countdown)] = outbox.take("games.tasks.bot_turn")
    assert args == (hand.pk, prompt.window, prompt.seat)
    assert 0.4 <= countdown <= 1.6
    monkeypatch.setattr(bots, "policy", lambda name, game: Always(-1))
    answer = bots.play(hand.pk, prompt.window, prompt.seat, table.opened_at)
    assert answer is not None
    assert answer.status == "applied"


def test_what_a_bot_takes_it_takes_when_it_has_thought(
    room: Room, hand: Hand, clock: Clock, outbox: RecordingPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, prompt = claim_of_a_bot(room, clock)
    monkeypatch.setattr(bots, "policy", lambda name, game: Always(0))
    outbox.tasks.clear()
    bots.play(hand.pk, prompt.window, prompt.seat, table.opened_at)
    [(args, countdown)] = outbox.take("games.tasks.bot_turn")
    answer = bots.play(*args, table.opened_at + round(countdown * 1000))
    assert answer is not None
    assert answer.status == "applied"


def test_tasks_reach_the_services_by_the_names_the_port_sends(hand: Hand) -> None:
    from games.services import port

    named = {task.name for task in (tasks.expire, tasks.sweep, tasks.settle_hand, tasks.bot_turn)}
    assert named == {port.EXPIRE, port.SWEEP, port.SETTLE, port.BOT_TURN}
    tasks.bot_turn(hand.pk, 0, 3)
    assert Action.objects.get().seat == 3
    tasks.expire(hand.pk, 0)
    tasks.settle_hand(hand.pk)
    tasks.sweep()
