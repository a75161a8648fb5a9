"""The heart of a web process: once a second it finds what its sockets missed and expires what is due.

With it play goes on when the broker and the workers are gone, and a lost last message heals within a second.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Protocol

from games.realtime import pool
from games.realtime.feed import RoomFeed
from games.realtime.render import Stamp
from games.realtime.viewer import Viewer, close_ended
from games.services import clocks, playing_out, presence, tables

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
# A socket silent for so long gets a beat at the next tick: never more than 5 s without a frame.
QUIET_SECONDS = 4.0
SEEN_EVERY = 4  # ticks
PEOPLE_EVERY = 4  # ticks: how long a socket that only listens outlives its session


class House(Protocol):
    """What a ticker looks after: the sockets of a process by room, and those of the seats."""

    rooms: dict[int, RoomFeed]

    def sockets(self) -> list[Viewer]:
        """Return every admitted socket."""

    def seated(self, newcomers: bool) -> list[tuple[int, int]]:
        """Return the (room, user) pairs of the seats that have a socket here, or only those not returned yet."""

    def repair(self) -> None:
        """Try again to join the groups whose broker was away."""


class Ticker:
    """Runs from the first socket on for as long as the process lives; no error ends it."""

    def __init__(self, hub: House) -> None:
        self._hub = hub
        self._running: asyncio.Task[None] | None = None
        self._work: asyncio.Task[None] | None = None
        self._count = 0

    def start(self) -> None:
        """Start ticking, unless it already does."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            try:
                self._tick()
                await self._beat(loop.time())
            except Exception:
                logger.exception("a tick failed")
            due = max(due + TICK_SECONDS, loop.time())
            await asyncio.sleep(due - loop.time())

    def _tick(self) -> None:
        """Start this second's work, unless the last second's is still held up by the database."""
        self._hub.repair()
        if self._work is None or self._work.done():
            self._count += 1
            self._work = asyncio.create_task(self._look())

    async def _beat(self, now: float) -> None:
        """Let every silent socket know that it is alive."""
        for socket in self._hub.sockets():
            if now - socket.sent_at >= QUIET_SECONDS:
                await socket.beat()

    async def _look(self) -> None:
        hub = self._hub
        seen = hub.seated(newcomers=self._count % SEEN_EVERY != 1)
        try:
            stamps = await pool.run_tick(look, list(hub.rooms), seen)
        except Exception:
            logger.exception("the ticker could not look at its rooms")
            return
        for room_id, stamp in stamps.items():
            feed = hub.rooms.get(room_id)
            if feed is not None:
                feed.hear(stamp)
        if self._count % PEOPLE_EVERY == 0:
            await self._close_ended()

    async def _close_ended(self) -> None:
        """Close the sockets whose session or account has ended; they would go on showing a hand of tiles."""
        try:
            await close_ended(self._hub.sockets(), pool.run_tick)
        except Exception:
            logger.exception("the ticker could not look at its people")


def look(room_ids: Sequence[int], seen: Sequence[tuple[int, int]]) -> dict[int, Stamp]:
    """Stamp the heartbeat, note who is here, expire what is due, and return how far each room has come."""
    clocks.heartbeat("web")
    if seen:
        presence.seen(seen)
    try:
        playing_out.tend()
    except Exception:
        logger.exception("the deserted hands could not be looked after")
    if not room_ids:
        return {}
    versions = tables.versions(room_ids)
    now = time.time_ns() // 1_000_000
    due = [room_id for room_id, (hand, _, _, at) in versions.items() if hand and at is not None and at <= now]
    for room_id in due:
        try:
            clocks.expire(versions[room_id][0])
        except Exception:
            logger.exception("room %s could not be expired", room_id)
    if due:
        versions |= tables.versions(due)
    return {
        room_id: Stamp(hand or 0, version, room) for room_id, (hand, version, room, _) in versions.items()
    }
