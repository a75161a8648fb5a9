"""Group names, and subscriptions to them that never outlast a second of a broker that is gone or frozen."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

BROKER_SECONDS = 1.0

Message = Mapping[str, Any]
Handler = Callable[[Message], None]


def room_group(room_id: int) -> str:
    """Return the group that hears of every change of a room."""
    return f"room.{room_id}"


def user_group(user_id: int) -> str:
    """Return the group of one person's sockets."""
    return f"user.{user_id}"


async def publish(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group within a second; a broker that is gone is logged, never raised."""
    try:
        async with asyncio.timeout(BROKER_SECONDS):
            await get_channel_layer().group_send(group, message)
    except Exception as error:
        logger.warning("could not publish to %s: %r", group, error)


class Subscription:
    """One process listening to one group.

    Sockets share it, so a message is received and decoded once a process and a new socket costs the broker
    nothing. What it misses while the broker is away, the ticker finds.
    """

    def __init__(self, group: str, handler: Handler) -> None:
        self.group = group
        self.joined = False
        self._handler = handler
        self._layer = get_channel_layer()
        self._channel = f"realtime.{uuid.uuid4().hex}"
        self._listener: asyncio.Task[None] | None = None
        self._joining: asyncio.Task[None] | None = None

    def ensure(self) -> None:
        """Join the group, or try again where the last attempt failed. Returns at once."""
        if self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(self._listen())
        if not self.joined and (self._joining is None or self._joining.done()):
            self._joining = asyncio.create_task(self._join())

    async def settled(self) -> None:
        """Wait for the attempt to join that is under way; at most a second."""
        if self._joining is not None:
            await asyncio.wait((self._joining,))

    def close(self) -> None:
        """Leave the group. Returns at once; the goodbye to the broker is bounded as everything else."""
        for task in (self._joining, self._listener):
            if task is not None:
                task.cancel()
        if self.joined:
            self.joined = False
            self._joining = asyncio.create_task(self._leave())

    async def _join(self) -> None:
        try:
            async with asyncio.timeout(BROKER_SECONDS):
                await self._layer.group_add(self.group, self._channel)
            self.joined = True
        except Exception as error:
            logger.warning("could not join %s yet: %r", self.group, error)

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(BROKER_SECONDS):
                await self._layer.group_discard(self.group, self._channel)
        except Exception as error:
            logger.info("could not leave %s: %r", self.group, error)

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except Exception as error:
                logger.warning("listening to %s failed: %r", self.group, error)
                await asyncio.sleep(BROKER_SECONDS)
                continue
            try:
                self._handler(message)
            except Exception as error:
                logger.warning("a message to %s was not understood: %r", self.group, error)
