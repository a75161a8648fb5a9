"""The cache with Redis away, and publishing a task then: both give up at once."""

from __future__ import annotations

import time

import pytest

from mahjong_site.cache import FailSoftRedisCache
from mahjong_site.celery import app


def test_a_cache_without_redis_is_an_empty_one() -> None:
    cache = FailSoftRedisCache("redis://127.0.0.1:1/1", {})
    began = time.monotonic()
    cache.set("a", 1)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.add("a", 1) is True
    assert cache.get_many(["a"]) == {}
    assert cache.set_many({"a": 1}) == ["a"]
    assert cache.has_key("a") is False
    assert cache.delete("a") is False
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")
    assert time.monotonic() - began < 2


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
