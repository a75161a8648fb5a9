"""The channel layer of this site: Redis's pub/sub, and a way to publish from a thread that has no event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

WAITS = 1.0  # seconds for Redis to take a connection, and to answer

Publish = Callable[[str, Mapping[str, object]], None]


class PubSubLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # channels_redis has no types
    """`settings.CHANNEL_LAYERS` gives it one host."""

    def deserialize(self, message: bytes) -> dict[str, Any]:
        """Return the message; what cannot be read is an empty one, so that it is dropped and the next one heard."""
        try:
            found = super().deserialize(message)
        except Exception:
            return {}
        return found if isinstance(found, dict) else {}

    def publisher(self) -> Publish:
        """Return what sends to a group and waits for Redis, for the use of one thread; it raises what Redis does.

        An event loop for the same costs a thread three times as much.
        """
        [host] = self._kwargs["hosts"]
        pool = Redis.from_url(host["address"]).connection_pool
        limits = {"socket_timeout": WAITS, "socket_connect_timeout": WAITS, "retry": Retry(NoBackoff(), 0)}
        pool.connection_kwargs |= limits
        connection: Any = pool.make_connection()

        def publish(group: str, message: Mapping[str, object]) -> None:
            try:
                connection.send_command("PUBLISH", group_channel(group), self.serialize(message))
                connection.read_response()
            except BaseException:
                connection.disconnect()  # an answer that comes late must not be taken for the next one's
                raise

        return publish


def group_channel(group: str) -> str:
    """Return the Redis channel of a group, as the layer itself names it."""
    return f"asgi__group__{group}"
