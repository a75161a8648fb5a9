"""The cache with Redis away, and publishing a task then: neither waits for it."""

from __future__ import annotations

import socket
import time

import pytest

from mahjong_site import cache
from mahjong_site.cache import FailSoftRedisCache
from mahjong_site.celery import app
from tests.support.valkey import Valkey


@pytest.fixture(autouse=True)
def _a_process_that_has_just_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    cache._own.clear()
    monkeypatch.setattr(cache._Rest, "until", 0.0)


def test_without_redis_a_process_goes_on_with_a_cache_of_its_own() -> None:
    gone = FailSoftRedisCache("redis://127.0.0.1:1/1", {})
    assert gone.get("a", "nothing") == "nothing"
    assert (gone.add("a", 1), gone.add("a", 5)) == (True, False)
    gone.set("b", 2)
    another = FailSoftRedisCache("redis://127.0.0.1:1/1", {})  # each request has one
    assert another.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert (another.incr("a"), another.decr("b")) == (2, 1)
    assert another.touch("a") is True
    assert another.set_many({"c": 3}) == []
    assert (another.has_key("c"), another.delete("c"), another.has_key("c")) == (True, True, False)
    another.delete_many(["a", "b"])
    with pytest.raises(ValueError, match="not found"):
        gone.incr("a")


def test_a_frozen_redis_is_not_asked_again_at_once(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        frozen = FailSoftRedisCache(f"redis://127.0.0.1:{deaf.getsockname()[1]}/1", {})
        for number in range(20):
            frozen.add(f"a{number}", 1)
    assert len(caplog.records) == 1


def test_redis_is_asked_again_once_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Valkey()
    back = FailSoftRedisCache(server.url, {})
    back.set("a", "own")
    server.start()
    try:
        assert back.get("a") == "own"
        monkeypatch.setattr(cache._Rest, "until", 0.0)
        assert back.get("a") is None
        back.set("a", "shared")
        assert FailSoftRedisCache(server.url, {}).get("a") == "shared"
        assert cache._own.get("a") == "own"
    finally:
        server.kill()


def test_publishing_without_redis_fails_at_once() -> None:
    began = time.monotonic()
    with (
        app.connection_for_write("redis://127.0.0.1:1/0") as connection,
        pytest.raises(Exception, match="refused"),
    ):
        app.send_task("games.tasks.sweep", connection=connection)
    assert time.monotonic() - began < 1


def test_bots_have_a_queue_of_their_own() -> None:
    assert app.amqp.router.route({}, "games.tasks.bot_turn")["queue"].name == "bots"
    assert app.amqp.router.route({}, "games.tasks.expire")["queue"].name == "clocks"
