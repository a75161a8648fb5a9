"""What the tests of views share: three people with browsers of their own, known deals, bots that play at random."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.bots import policy
from games.engine.core.deal import SEED_BYTES
from games.presentation import regions
from games.services import bots, hands
from tests.services.support import Clock, RecordingPort, recording_port, restart


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    """Forget what a process holds: the numbers of rows start again in every test, and limits count by them."""
    restart()
    cache.clear()
    regions.forget()
    yield
    restart()
    regions.forget()


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same hands in every run; in the first one seat 0 deals, whatever the preset."""
    drawn, real = itertools.count(1), hands.secrets.token_bytes

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(b"page 0 %d" % next(drawn)).digest() if size == SEED_BYTES else real(size)

    monkeypatch.setattr(hands.secrets, "token_bytes", token_bytes)
    monkeypatch.setattr(bots, "policy", lambda level, game: policy("random", game))


@pytest.fixture(autouse=True)
def outbox() -> Iterator[RecordingPort]:
    with recording_port() as recording:
        yield recording


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Browser(Client):
    """A client of one person; pages are asked for in Chinese unless a test says otherwise."""

    user: User


def _browser(name: str) -> Browser:
    browser = Browser(headers={"accept-language": "zh-CN"})
    browser.user = User.objects.create_guest(display_name=name)
    browser.force_login(browser.user)
    return browser


@pytest.fixture
def alice(db: None) -> Browser:
    return _browser("Alice")


@pytest.fixture
def bob(db: None) -> Browser:
    return _browser("Bob")


@pytest.fixture
def charlie(db: None) -> Browser:
    return _browser("Charlie")
