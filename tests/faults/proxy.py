"""A TCP proxy between one browser and the site that can go silent: the network is gone, nobody is told."""

from __future__ import annotations

import asyncio


class Proxy:
    """Forwards bytes both ways; while `cut`, it neither forwards nor closes anything."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> Proxy:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> None:
        """Take the network away: open connections hang, new ones are accepted by nobody."""
        self._open.clear()

    def mend(self) -> None:
        """Give it back; what hung meanwhile is dropped, as a phone that changed its network does."""
        for task in self._tasks:
            task.cancel()
        self._open.set()

    async def stop(self) -> None:
        """Close everything."""
        for task in self._tasks:
            task.cancel()
        if self._server is not None:
            self._server.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pump(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            sink.close()
