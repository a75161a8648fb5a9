"""What service tests share: people, a frozen clock, and a port that records what it is given."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator

import pytest

from accounts.models import User
from games.bots import policy
from games.services import bots, hands, port
from tests.services.support import Clock, RecordingPort, restart


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "real_bots: bots play by their own policies")


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    """Start every test as a process that has just begun."""
    restart()
    yield
    restart()


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same hands in every run."""
    drawn = itertools.count(1)

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(b"deal %d" % next(drawn)).digest()[:size]

    monkeypatch.setattr(hands.secrets, "token_bytes", token_bytes)


@pytest.fixture(autouse=True)
def quick_bots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play at random, which is fast; a test marked `real_bots` gets the policies of the house."""
    if request.node.get_closest_marker("real_bots") is None:
        monkeypatch.setattr(bots, "policy", lambda level, game: policy("random", game))


@pytest.fixture(autouse=True)
def outbox() -> Iterator[RecordingPort]:
    """The installed port."""
    recording = RecordingPort()
    before = port.install(recording)
    yield recording
    port.install(before)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_guest(display_name="Alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_guest(display_name="Bob")
