"""A line that anybody can cause again and again does not fill the disk."""

from __future__ import annotations

import logging

import pytest

from mahjong_site import logs
from mahjong_site.logs import Seldom


def record(number: int, name: str = "games") -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, "socket %s refused", (number,), None)


def test_six_hundred_alike_are_five_and_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    seldom = Seldom()
    assert sum(seldom.filter(record(number)) for number in range(600)) == Seldom.LINES
    assert seldom.filter(record(1, "other"))
    now[0] += Seldom.SECONDS
    late = record(601)
    assert seldom.filter(late)
    assert late.getMessage() == "socket 601 refused (and 595 more like it before)"
    assert seldom.filter(record(602))


def test_it_holds_a_bounded_number_of_kinds() -> None:
    seldom = Seldom()
    for number in range(3 * Seldom.KINDS):
        assert seldom.filter(record(0, f"logger{number}"))
    assert len(seldom._seen) <= Seldom.KINDS
