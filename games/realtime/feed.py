"""One room as this process sees it: its sockets, and the one refresh that keeps all of them up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from games.realtime import pool
from games.realtime.door import Answer
from games.realtime.groups import Message, Subscription, room_group
from games.realtime.render import Rendered, Request, Stamp, render

if TYPE_CHECKING:
    from games.realtime.table import TableSocket

logger = logging.getLogger(__name__)


class RoomFeed:
    """The sockets of one room in this process.

    However many wake it at once, one refresh runs at a time and one more follows: a burst of changes is one
    message a socket.
    """

    def __init__(self, room_id: int) -> None:
        self.room_id = room_id
        self.sockets: set[TableSocket] = set()
        self.stamp = Stamp()
        self.subscription = Subscription(room_group(room_id), self._heard)
        self._refresh: asyncio.Task[Any] | None = None
        self._news = Stamp()
        self._everybody = False
        self._wanting: set[TableSocket] = set()

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
        """Take note that the room has come so far: from a message, the ticker or an own action.

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

    def serve(self, socket: TableSocket) -> None:
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

    def _heard(self, message: Message) -> None:
        if message.get("type") == "table.changed":
            self.hear(_stamp(message))

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
            try:
                await self._bring_up_to_date(sockets, everybody)
            except Exception:
                logger.exception("room %s could not be rendered", self.room_id)
                self.stamp = self._news = Stamp()  # behind whatever the ticker finds in a second
                return

    async def _bring_up_to_date(self, sockets: tuple[TableSocket, ...], everybody: bool) -> None:
        requests = [socket.request() for socket in sockets]
        try:
            rendered = await pool.run(render, self.room_id, requests)
        except Exception:
            _take_back(sockets, requests)
            raise
        if everybody:
            self.stamp = rendered.stamp
        await _show(sockets, rendered)


async def _show(sockets: Sequence[TableSocket], rendered: Rendered) -> None:
    for socket, message in zip(sockets, rendered.messages, strict=True):
        await socket.show(message, rendered.stamp)


def _take_back(sockets: Sequence[TableSocket], requests: Sequence[Request]) -> None:
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


def _stamp(message: Message) -> Stamp:
    def number(key: str) -> int:
        value: Any = message.get(key)
        return value if isinstance(value, int) else 0

    return Stamp(number("hand"), number("version"), number("room_version"))
