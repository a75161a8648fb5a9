"""The tasks' way through Redis, as Celery's own, but what no process of ours has put there ends no worker."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from kombu.transport import redis

log = logging.getLogger(__name__)

# What reading something else than a message raises; trouble with the connection is none of these.
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
DAY = 86_400.0  # seconds; nothing of ours is for later, even where a clock is wrong by hours


def is_ours(headers: Any) -> bool:
    """Say whether a message has the headers of those that we send: of our tasks, soon, and without limits of its own.

    Celery reads the rest of them deep inside the worker, where what it cannot read ends the process.
    """
    if not isinstance(headers, dict) or not str(headers.get("task")).startswith("games.tasks."):
        return False
    soon = all(_is_soon(headers.get(name)) for name in ("eta", "expires"))
    return soon and headers.get("timelimit") in (None, [None, None])


def _is_soon(moment: Any) -> bool:
    try:
        return moment is None or abs(datetime.fromisoformat(moment).timestamp() - time.time()) < DAY
    except UNREADABLE:
        return False


class QoS(redis.QoS):
    """Looks through what workers took and did not finish."""

    def restore_by_tag(self, tag: Any, client: Any = None, leftmost: bool = False) -> None:
        """Put a message of a worker that died back; what is none is forgotten, or it would end one worker after another."""
        try:
            super().restore_by_tag(tag, client, leftmost)
        except UNREADABLE as error:
            log.warning("an unfinished message dropped: %s", type(error).__name__)
            channel: Any = self.channel
            with channel.conn_or_acquire(client) as connection, connection.pipeline() as pipe:
                pipe.zrem(self.unacked_index_key, tag).hdel(self.unacked_key, tag).execute()


class Channel(redis.Channel):
    """Hands on what can be read."""

    QoS = QoS

    def basic_consume(
        self, queue: str, no_ack: bool, callback: Callable[..., Any] | None, *args: Any, **more: Any
    ) -> Any:
        """Have `callback` called with the messages of a queue; one that it cannot handle is done with."""

        def checked(message: Any) -> Any:
            why = "it is none of ours"
            if is_ours(message.headers):
                try:
                    return callback and callback(message)
                except UNREADABLE as error:
                    why = type(error).__name__
            log.warning("a message of %s dropped: %s", queue, why)
            if not no_ack:
                self.basic_ack(message.delivery_tag)
            return None

        return super().basic_consume(queue, no_ack, checked, *args, **more)

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc]  # kombu's stubs leave it out
        except UNREADABLE as error:
            log.warning("something in the queue dropped: %s", type(error).__name__)
            return True


class Transport(redis.Transport):
    """`settings.REDIS_URL` says where."""

    Channel = Channel
