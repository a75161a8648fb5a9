"""The tasks' way through Redis, as Celery's own, but what no process of ours has put there ends no worker."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from kombu.transport import redis

log = logging.getLogger(__name__)

# What reading something else than a message raises; trouble with the connection is none of these.
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError)


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
            try:
                return callback and callback(message)
            except UNREADABLE as error:
                log.warning("a message of %s dropped: %s", queue, type(error).__name__)
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
