"""One room as this process sees it: its sockets, and the one refresh that keeps all of them up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

from games.realtime import pool
from games.realtime.door import Answer
from games.realtime.groups import Message, Subscription, room_group
from games.realtime.render import Rendered, Request, Stamp, render
from games.realtime.viewer import Viewer

logger = logging.getLogger(__name__)

FALSE_NEWS_SECONDS = 0.25  # how long messages wait after one that the database knew nothing of
NUMBER_LIMIT = 1 << 63


class RoomFeed:
    """The sockets of one room in this process.

    However many wake it at once, one refresh runs at a time and one more follows: a burst of changes is one
    message a socket. What is heard only says that it is time to look: how far the room has come is known from the
    look alone, and one look answers all that was heard before it.
    """

    def __init__(self, room_id: int) -> None:
        self.room_id = room_id
        self.sockets: set[Viewer] = set()
        self.stamp = Stamp()
        self.subscription = Subscription(room_group(room_id), self._heard)
        self._refresh: asyncio.Task[Any] | None = None
        self._news = Stamp()
        self._heed_at = 0.0  # loop time before which messages do not start a look at once
        self._later: asyncio.TimerHandle | None = None
        self._everybody = False
        self._wanting: set[Viewer] = set()

    @property
    def busy(self) -> bool:
        """Whether a refresh is under way."""
        return self._refresh is not None and not self._refresh.done()

    def behind(self, stamp: Stamp) -> bool:
        """Say whether `stamp` is news to this process."""
        if stamp.hand != self.stamp.hand:
            return stamp.hand > self.stamp.hand
        return stamp.version > self.stamp.version or stamp.room > self.stamp.room

    def hear(self, stamp: Stamp) -> None:
        """Take note that the room may have come so far: from a message, the ticker or an own action.

        The same news comes twice or more, also while the refresh that brings it is under way: it is rendered once.
        """
        if stamp.hand > self._news.hand:
            self._news = stamp
        elif stamp.hand == self._news.hand:
            version, room = max(stamp.version, self._news.version), max(stamp.room, self._news.room)
            self._news = Stamp(stamp.hand, version, room)
        if self.behind(self._news):
            self._start()

    def wake(self) -> None:
        """Have every socket brought up to date, soon and once, whatever the versions say."""
        self._everybody = True
        self._start()

    def serve(self, socket: Viewer) -> None:
        """Have this one socket brought up to date: it is new, or it is owed an answer."""
        self._wanting.add(socket)
        self._start()

    async def carry_out(self, deed: Callable[[], Answer]) -> Answer:
        """Do what a socket asks and, in the same visit to the database thread, render what it changed."""
        if self.busy:
            return await pool.run(deed)
        visit = asyncio.create_task(self._visit(deed))
        self._refresh = visit
        visit.add_done_callback(lambda _: self._start_if_needed())
        return await asyncio.shield(visit)  # the deed is done also for a socket that leaves meanwhile

    async def _visit(self, deed: Callable[[], Answer]) -> Answer:
        sockets = tuple(self.sockets)
        requests = [socket.request() for socket in sockets]
        rendered: Rendered | None = None
        try:
            answer, rendered = await pool.run(_do_and_look, deed, self.room_id, requests)
        finally:
            if rendered is None:
                _take_back(sockets, requests)
        if rendered is not None:
            self.stamp = rendered.stamp
            await _show(sockets, rendered)
        return answer

    def close(self) -> None:
        """Let go of the room: its last socket has left."""
        self.subscription.close()
        if self._later is not None:
            self._later.cancel()

    def _heard(self, message: Message) -> None:
        """Look again for a message that claims news; after a false one, at most once in a while."""
        stamp = _stamp(message)
        if stamp is None or not self.behind(stamp):
            return
        loop = asyncio.get_running_loop()
        if loop.time() >= self._heed_at:
            self.hear(stamp)
        elif self._later is None:
            self._later = loop.call_at(self._heed_at, self._look_later)

    def _look_later(self) -> None:
        self._later = None
        self.wake()

    def _start(self) -> None:
        if not self.busy:
            self._refresh = asyncio.create_task(self._run())

    def _start_if_needed(self) -> None:
        if self._everybody or self._wanting or self.behind(self._news):
            self._start()

    async def _run(self) -> None:
        while (everybody := self._everybody or self.behind(self._news)) or self._wanting:
            sockets = tuple(self.sockets if everybody else self._wanting & self.sockets)
            self._everybody = False
            self._wanting.clear()
            if not sockets:
                return
            heard = self._news
            if everybody:
                self._news = Stamp()
            try:
                await self._bring_up_to_date(sockets, everybody)
            except Exception:
                logger.exception("room %s could not be rendered", self.room_id)
                self.stamp = self._news = Stamp()  # behind whatever the ticker finds in a second
                return
            if everybody and self.behind(heard):
                self._heed_at = asyncio.get_running_loop().time() + FALSE_NEWS_SECONDS

    async def _bring_up_to_date(self, sockets: tuple[Viewer, ...], everybody: bool) -> None:
        requests = [socket.request() for socket in sockets]
        try:
            rendered = await pool.run(render, self.room_id, requests)
        except Exception:
            _take_back(sockets, requests)
            raise
        if everybody:
            self.stamp = rendered.stamp
        await _show(sockets, rendered)


async def _show(sockets: Sequence[Viewer], rendered: Rendered) -> None:
    for socket, message in zip(sockets, rendered.messages, strict=True):
        await socket.show(message, rendered.stamp)


def _take_back(sockets: Sequence[Viewer], requests: Sequence[Request]) -> None:
    for socket, request in zip(sockets, requests, strict=True):
        socket.not_served(request)


def _do_and_look(
    deed: Callable[[], Answer], room_id: int, requests: Sequence[Request]
) -> tuple[Answer, Rendered | None]:
    """Carry out a deed on the database thread; after a move also render the room."""
    answer = deed()
    if answer.reached is None:
        return answer, None
    try:
        return answer, render(room_id, requests, answer.reached)
    except Exception:
        logger.exception("room %s could not be rendered after a move", room_id)
        return answer, None


def _stamp(message: Message) -> Stamp | None:
    """Return what a message claims, None where it is none of ours."""
    if message.get("type") != "table.changed":
        return None
    hand, version, room = (message.get(key) for key in ("hand", "version", "room_version"))
    if not (_is_number(hand) and _is_number(version) and _is_number(room)):
        return None
    return Stamp(hand, version, room)


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < NUMBER_LIMIT
