"""Bots that err, hang or cheat get the default action; good ones act on their own view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from billiard.exceptions import SoftTimeLimitExceeded

from games import tasks
from games.engine.core.contract import Action as Act
from games.engine.core.contract import Prompt
from games.models import Action, Hand, HandStatus
from games.services import bots
from tests.services.support import Clock, act_default, table_of

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


def test_tasks_reach_the_services_by_the_names_the_port_sends(hand: Hand) -> None:
    from games.services import port

    named = {task.name for task in (tasks.expire, tasks.sweep, tasks.settle_hand, tasks.bot_turn)}
    assert named == {port.EXPIRE, port.SWEEP, port.SETTLE, port.BOT_TURN}
    tasks.bot_turn(hand.pk, 0, 3)
    assert Action.objects.get().seat == 3
    tasks.expire(hand.pk, 0)
    tasks.settle_hand(hand.pk)
    tasks.sweep()
