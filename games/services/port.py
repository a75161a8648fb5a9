"""The one way out of the services: messages to sockets and tasks by name, both sent after the commit only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

EXPIRE = "games.tasks.expire"
SWEEP = "games.tasks.sweep"
SETTLE = "games.tasks.settle"
BOT_TURN = "games.tasks.bot_turn"
PLAY_OUT = "games.tasks.play_out"
CLOCKS_QUEUE = "clocks"
BOTS_QUEUE = "bots"


class Port(Protocol):
    """What carries messages and tasks. Both calls return at once and never raise; either may be lost."""

    def publish(self, group: str, message: Mapping[str, object]) -> None:
        """Send `message` to every socket of `group`."""
        ...

    def schedule(self, task: str, args: Sequence[int], countdown: float, queue: str) -> None:
        """Have `task` run with `args` after `countdown` seconds on `queue`."""
        ...


class NoPort:
    """Carries nothing: play goes on by the tickers and the sweep."""

    def publish(self, group: str, message: Mapping[str, object]) -> None:
        """Drop the message."""

    def schedule(self, task: str, args: Sequence[int], countdown: float, queue: str) -> None:
        """Drop the task."""


_installed: Port = NoPort()


def install(port: Port) -> Port:
    """Make `port` the way out of this process and return the one before."""
    global _installed
    before, _installed = _installed, port
    return before


def publish(group: str, message: Mapping[str, object]) -> None:
    """Send a message through the installed port; call it in `transaction.on_commit` only."""
    _installed.publish(group, message)


def schedule(task: str, args: Sequence[int], countdown: float, queue: str) -> None:
    """Schedule a task through the installed port; call it in `transaction.on_commit` only."""
    _installed.schedule(task, args, countdown, queue)
