"""The one limiter: counted by whom and for how long, shared by processes, and never open."""

from __future__ import annotations

import pytest
from django.core.cache import cache as shared
from redis.exceptions import ConnectionError as RedisGone

from mahjong_site import cache, limiter
from mahjong_site.cache import FailSoftRedisCache

NOON = 1_800_000_000  # a multiple of every span here


class Clock:
    now = float(NOON)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    shared.clear()
    cache._own.clear()
    monkeypatch.setattr(cache._Rest, "until", 0.0)
    held = Clock()
    monkeypatch.setattr(limiter.time, "time", lambda: held.now)
    return held


def test_a_span_lets_so_many_through_and_says_how_long_to_wait(clock: Clock) -> None:
    clock.now += 20
    assert [limiter.take("door", "ann", 3, 60) for _ in range(5)] == [0, 0, 0, 40, 40]
    clock.now += 39
    assert limiter.take("door", "ann", 3, 60) == 1
    clock.now += 1
    assert limiter.take("door", "ann", 3, 60) == 0


def test_kinds_and_people_are_counted_apart() -> None:
    assert limiter.take("door", "ann", 1, 60) == 0
    assert limiter.take("door", "ben", 1, 60) == 0
    assert limiter.take("window", "ann", 1, 60) == 0
    assert limiter.take("door", "ann", 1, 60) == 60


def test_looking_counts_nothing() -> None:
    assert [limiter.look("door", "ann", 1, 60) for _ in range(3)] == [0, 0, 0]
    limiter.take("door", "ann", 1, 60)
    assert limiter.look("door", "ann", 1, 60) == 60


def test_a_try_that_was_right_is_given_back() -> None:
    limiter.give_back("door", "ann", 60)
    assert limiter.take("door", "ann", 1, 60) == 0
    limiter.give_back("door", "ann", 60)
    assert [limiter.take("door", "ann", 1, 60) for _ in range(2)] == [0, 60]


def test_whatever_is_typed_is_a_name() -> None:
    for name in ("", " ", "a\nb", "长" * 10_000, "\udcff"):
        assert [limiter.take("name", name, 1, 60) for _ in range(2)] == [0, 60]


def test_without_redis_the_process_counts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def __getattr__(self, name: str) -> object:
            raise RedisGone

    soft = FailSoftRedisCache("redis://127.0.0.1:1/1", {})
    monkeypatch.setattr(soft, "_cache", Gone())
    monkeypatch.setattr(limiter, "cache", soft)
    assert [limiter.take("door", "ann", 3, 60) for _ in range(5)] == [0, 0, 0, 60, 60]
    assert limiter.look("door", "ann", 3, 60) == 60


@pytest.mark.parametrize(
    ("address", "counted_for"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::1", "::1"),
        ("", ""),
        ("unix", ""),
    ],
)
def test_whom_an_address_is_counted_for(address: str, counted_for: str) -> None:
    assert limiter.network(address) == counted_for
