"""The real port: nothing it does may block, raise or name a tile."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from games.services.outbox import Outbox
from mahjong_site.celery import app


def wait_until(holds: Callable[[], bool], seconds: float = 3.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


class Layer:
    """A channel layer as Redis may leave it."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def publisher(self) -> Callable[[str, dict[str, Any]], None]:
        return self._publish

    def _publish(self, group: str, message: dict[str, Any]) -> None:
        if self.fault == "gone":
            raise ConnectionError("redis is gone")
        if self.fault == "frozen":
            time.sleep(1)
            raise TimeoutError
        self.sent.append((group, message))


def use(monkeypatch: pytest.MonkeyPatch, layer: Layer) -> None:
    monkeypatch.setattr("channels.layers.get_channel_layer", lambda: layer)


def test_messages_arrive_in_the_channel_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = Layer()
    use(monkeypatch, layer)
    outbox = Outbox()
    for version in range(50):
        outbox.publish("room.1", {"version": version})
    wait_until(lambda: len(layer.sent) == 50)
    assert [message["version"] for _, message in layer.sent] == list(range(50))


@pytest.mark.parametrize("fault", ["gone", "frozen"])
def test_a_broken_layer_costs_the_caller_nothing(
    fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use(monkeypatch, Layer(fault))
    outbox = Outbox()
    start = time.monotonic()
    outbox.publish("room.1", {"version": 1})
    assert time.monotonic() - start < 0.2
    wait_until(lambda: "room.1 not sent" in caplog.text)
    assert time.monotonic() - start < 2


def test_tasks_are_sent_by_name_with_their_queue_and_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(app, "send_task", lambda name, **how: sent.append((name, how)))
    outbox = Outbox()
    outbox.schedule("games.tasks.bot_turn", (5, 17, 2), 0.75, "bots")
    outbox.schedule("games.tasks.settle", (5,), 0, "clocks")
    wait_until(lambda: len(sent) == 2)
    (name, how), (_, at_once) = sent
    assert (name, how["args"], how["queue"]) == ("games.tasks.bot_turn", (5, 17, 2), "bots")
    assert how["countdown"] == pytest.approx(0.75, abs=0.5)
    assert how["expires"] > how["countdown"]
    assert how["retry_policy"]["max_retries"] == 1
    assert how["retry_policy"]["interval_start"] == how["retry_policy"]["interval_max"] == 0
    assert at_once["countdown"] is None


def test_a_broker_that_is_gone_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(name: str, **how: Any) -> None:
        raise ConnectionError("redis is gone")

    monkeypatch.setattr(app, "send_task", refuse)
    outbox = Outbox()
    outbox.schedule("games.tasks.expire", (5,), 1, "clocks")
    wait_until(lambda: "task not sent: games.tasks.expire(5,)" in caplog.text)


def test_a_frozen_broker_fills_the_outbox_and_blocks_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.services.outbox.OUTBOX_SIZE", 10)
    monkeypatch.setattr(app, "send_task", lambda name, **how: time.sleep(2))
    outbox = Outbox()
    start = time.monotonic()
    for hand in range(30):
        outbox.schedule("games.tasks.expire", (hand,), 1, "clocks")
    assert time.monotonic() - start < 0.5
    assert "the outbox is full" in caplog.text
    while not outbox._tasks.empty():  # or its thread goes on sending after the test
        outbox._tasks.get_nowait()
