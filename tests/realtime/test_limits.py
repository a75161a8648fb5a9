"""Rates and strikes over a clock that the test holds."""

from __future__ import annotations

from games.realtime.limits import Strikes, TokenBucket


def test_a_bucket_allows_its_burst_then_its_rate():
    bucket = TokenBucket(rate=2.0, burst=4)
    assert [bucket.take(10.0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take(10.5)
    assert not bucket.take(10.6)
    assert [bucket.take(1000.0) for _ in range(5)] == [True] * 4 + [False]


def test_a_bucket_survives_a_clock_that_steps_back():
    bucket = TokenBucket(rate=1.0, burst=1)
    assert bucket.take(10.0)
    assert not bucket.take(5.0)
    assert bucket.take(6.0)


def test_strikes_add_up_and_are_forgiven_with_time():
    strikes = Strikes(limit=3, forgive_after=10.0)
    assert [strikes.add(0.0), strikes.add(1.0)] == [False, False]
    assert not strikes.add(40.0)
    assert [strikes.add(41.0), strikes.add(42.0)] == [False, True]
