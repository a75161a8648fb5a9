"""What service tests share: people, a frozen clock, and a port that records what it is given."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator

import pytest

from accounts.models import User
from games.bots import policy
from games.models import Hand, Room
from games.services import bots, hands, rooms
from tests.services.support import PRESET, Clock, RecordingPort, hand_of, recording_port, restart


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
    with recording_port() as recording:
        yield recording


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_guest(display_name="Alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_guest(display_name="Bob")


@pytest.fixture
def room(alice: User, clock: Clock) -> Room:
    """Alice on seat 0 of a quick table, its first hand dealt."""
    return rooms.quick_table(alice, PRESET, clock.now)


@pytest.fixture
def hand(room: Room) -> Hand:
    return hand_of(room)
