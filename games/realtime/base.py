"""The lean base of a socket: one receive loop, no channel of its own and no thread hop for a message.

Channels' consumers subscribe every socket to the broker before the handshake, so a frozen broker would let nobody
in, and they visit the database thread for every message. Here the groups belong to the process (`hub`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from games.realtime.codes import CloseCode

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

TRY_AGAIN = 1011  # a browser reconnects after it
SEND_SECONDS = 2.0  # a server that pushes back may hold one slow browser this long, not its whole table


class Socket:
    """One WebSocket connection; subclasses fill in `opened`, `received` and `left`."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.closed = False
        self.sent_at = 0.0  # loop time of the last frame sent
        self._send = send
        self._serving: asyncio.Task[None] | None = None
        self._stuck: Exception | None = None  # why it could not even be closed

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
        """Return the ASGI application that serves each connection by an instance of this class."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, send)._serve(receive)

        return application

    async def opened(self) -> None:
        """Do what follows the accepted handshake; may `close`."""

    async def received(self, text: str | None) -> None:
        """Handle one frame (`None`: it was binary)."""

    def left(self) -> None:
        """Let go of everything; the connection is gone. Must not wait."""

    async def send_text(self, text: str) -> None:
        """Send one frame; a connection that cannot take it is closed, for its browser to come again."""
        if self.closed:
            return
        self.sent_at = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send({"type": "websocket.send", "text": text})
        except Exception as error:
            logger.warning("a socket could not be written to: %r", error)
            await self._close(TRY_AGAIN)  # left open it would be silent until the browser gives it up

    async def close(self, code: CloseCode) -> None:
        """Close for good with one of our codes. Only after `accept`: before it a browser sees 1006 and retries."""
        if not self.closed:
            await self._close(int(code))

    async def _close(self, code: int) -> None:
        self.closed = True
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send({"type": "websocket.close", "code": code})
        except Exception as error:
            self._stuck = error
            if self._serving is not None and self._serving is not asyncio.current_task():
                self._serving.cancel()  # it waits for a frame that may never come

    async def _serve(self, receive: Receive) -> None:
        self._serving = asyncio.current_task()
        if (await receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        self.sent_at = asyncio.get_running_loop().time()
        try:
            await self.opened()
            while not self.closed:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                if not self.closed:
                    await self.received(message.get("text"))
        except asyncio.CancelledError:
            if self._stuck is None:
                raise
        finally:
            self.closed = True
            self.left()
        if self._stuck is not None:  # a server ends the connection of an application that fails, of no other
            raise ConnectionError("a socket could be neither written to nor closed") from self._stuck
