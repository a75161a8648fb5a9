"""The port of real processes: Celery by task name and the channel layer, each on a thread of its own.

A request thread never waits for Redis. What cannot be sent within a second is dropped and logged: the tickers
and the sweep find everything in the database. Threads start with the first message and anew after a fork.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.conf import settings

from games.services import port

log = logging.getLogger(__name__)

SEND_WITHIN = 1.0  # seconds
STALE_AFTER = 3.0  # seconds in the outbox after which a task is not worth sending
OUTBOX_SIZE = 2_000
USELESS_AFTER = 30.0  # seconds after its time at which a worker may throw a task away
PUBLISHING_AT_MOST = 2_000

Publish = Callable[[str, Mapping[str, object]], None]
Message = tuple[str, dict[str, object], float]  # its group, itself and when it was born


class _Task(NamedTuple):
    name: str
    args: tuple[int, ...]
    countdown: float
    queue: str
    born: float


class Outbox:
    """Sends tasks and messages; both calls only hand over and return."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pid = 0
        self._tasks: queue.Queue[_Task] = queue.Queue(OUTBOX_SIZE)
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def publish(self, group: str, message: Mapping[str, object]) -> None:
        """Hand `message` to the publishing thread, which sends it to `group`."""
        self._ensure_started()
        if self._messages.qsize() >= PUBLISHING_AT_MOST:
            log.error("message dropped, too many are waiting: %s", group)
            return
        self._messages.put((group, dict(message), time.monotonic()))

    def schedule(self, task: str, args: Sequence[int], countdown: float, queue: str) -> None:
        """Hand the task to the sender thread; a full outbox drops it."""
        self._ensure_started()
        self._put(_Task(task, tuple(args), countdown, queue, time.monotonic()))

    def _put(self, task: _Task) -> None:
        try:
            self._tasks.put_nowait(task)
        except queue.Full:
            log.error("task dropped, the outbox is full: %s%r", task.name, task.args)

    def _ensure_started(self) -> None:
        if self._pid == os.getpid():
            return
        with self._lock:
            if self._pid == os.getpid():
                return
            self._tasks = queue.Queue(OUTBOX_SIZE)
            self._messages = queue.SimpleQueue()
            threading.Thread(target=self._send_messages, name="publish", daemon=True).start()
            threading.Thread(target=self._send_tasks, name="schedule", daemon=True).start()
            self._pid = os.getpid()

    def _send_messages(self) -> None:
        messages = self._messages
        publish: Publish | None = None
        while True:
            group, message, born = messages.get()
            if time.monotonic() - born > SEND_WITHIN:
                log.error("message to %s not sent: it waited too long", group)
                continue
            try:
                publish = publish or _publisher()
                publish(group, message)
            except Exception as error:
                log.error("message to %s not sent: %s", group, type(error).__name__)

    def _send_tasks(self) -> None:
        tasks = self._tasks
        while True:
            task = tasks.get()
            waited = time.monotonic() - task.born
            if waited > STALE_AFTER:
                log.error("task dropped after %.1f s: %s%r", waited, task.name, task.args)
                continue
            self._send(task, max(0.0, task.countdown - waited))

    def _send(self, task: _Task, countdown: float) -> None:
        from mahjong_site.celery import app  # not at the top: Celery costs every command a third of a second

        try:
            app.send_task(
                task.name,
                args=task.args,
                countdown=countdown or None,
                queue=task.queue,
                expires=countdown + USELESS_AFTER,
                ignore_result=True,
                retry=True,
                retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0},
            )
        except Exception as error:
            log.error("task not sent: %s%r: %s", task.name, task.args, type(error).__name__)


def _publisher() -> Publish:
    from channels.layers import get_channel_layer  # not at the top: commands without sockets start faster

    layer: Any = get_channel_layer()
    made: Publish = layer.publisher()
    return made


def install() -> None:
    """Install the outbox where there is a broker; without one play goes on by the tickers alone."""
    if settings.REDIS_URL:
        port.install(Outbox())
