"""The socket of a table page: lets a person in, carries out their frames and shows them what changed."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from functools import partial

from games.codes import Notice
from games.engine.core.contract import PUBLIC
from games.intents import Reason, Refusal
from games.realtime import door, pool
from games.realtime.base import Scope, Send, Socket
from games.realtime.codes import CloseCode
from games.realtime.feed import RoomFeed
from games.realtime.frames import Frame, decode
from games.realtime.hub import hub
from games.realtime.identity import Person
from games.realtime.limits import Strikes, TokenBucket
from games.realtime.outbox import Mark
from games.realtime.owner import Owner
from games.realtime.render import Request, Stamp
from games.services.carry import Place

logger = logging.getLogger(__name__)

FRAME_RATE, FRAME_BURST = 8.0, 24
STRIKES, FORGIVE_SECONDS = 5, 10.0
NOTICE_SECONDS = 6.0  # how long a reason stays to be read while the table moves on
FIRST_LOOK_SECONDS = 3.0


class TableSocket(Socket):
    """One browser tab at one table, seated or watching."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.name = uuid.uuid4().hex
        self.opened_at = time.monotonic()
        self.room_id = 0
        self.user_id = 0
        self.told = False  # whether its person's presence was noted once
        self._person: Person | None = None
        self._feed: RoomFeed | None = None
        self._owner: Owner | None = None
        self._mark = Mark()
        self._stamp = Stamp()
        self._first_look = asyncio.Event()
        self._fresh = False
        self._notice = ""
        self._notice_until = 0.0
        self._bucket = TokenBucket(FRAME_RATE, FRAME_BURST)
        self._floods = Strikes(STRIKES * 4, FORGIVE_SECONDS / 4)
        self._dropping = False
        self._strikes = Strikes(STRIKES, FORGIVE_SECONDS)

    @property
    def seated(self) -> bool:
        """Whether its person was on a seat when it was last rendered."""
        return self._mark.viewer > PUBLIC

    @property
    def person(self) -> Person | None:
        """Whose socket it is; None until it was admitted."""
        return self._person

    # --- coming and going

    async def opened(self) -> None:
        """Admit the person behind the handshake, or close with the reason."""
        number = str(self.scope["url_route"]["kwargs"]["number"])
        try:
            admitted = await pool.run(door.admit, self.scope, number)
        except Exception:
            logger.exception("a socket could not be admitted")
            raise  # the server answers 1011 and the browser tries again
        if isinstance(admitted, CloseCode):
            await self.close(admitted)
            return
        self._person, self.room_id = admitted.person, admitted.room_id
        self.user_id = admitted.person.user_id
        self._feed, self._owner = hub().attach(self, self.room_id, self.user_id)
        self._feed.serve(self)

    def left(self) -> None:
        """Leave the room's feed; the seat is kept, presence runs out by itself."""
        if self._feed is not None and self._owner is not None:
            hub().detach(self, self._feed, self._owner)

    # --- frames in

    async def received(self, text: str | None) -> None:
        """Carry out one frame, or tell its sender why not."""
        if self._person is None or self._owner is None:
            return
        now = asyncio.get_running_loop().time()
        if not (self._bucket.take(now) and self._owner.bucket.take(now)):
            if self._floods.add(now):
                await self.close(CloseCode.FLOOD)
            elif not self._dropping:
                self._dropping = True  # said once: a flood must not be answered by a flood of tables
                self._complain(Notice.TOO_FAST)
            return
        self._dropping = False
        frame = decode(text)
        if isinstance(frame, Refusal):
            logger.info("frame of user %s refused: %s", self.user_id, frame.reason)
            if frame.reason is Reason.OLD_PAGE:
                self._complain(Notice.OLD_PAGE)
            elif self._strikes.add(now):
                await self.close(CloseCode.HOSTILE)
            else:
                self._complain(Notice.MALFORMED)
            return
        await self._carry_out(frame)

    async def _carry_out(self, frame: Frame) -> None:
        if self._person is None or self._feed is None:
            return
        try:
            if not self._first_look.is_set():
                async with asyncio.timeout(FIRST_LOOK_SECONDS):
                    await self._first_look.wait()
            self._notice = ""  # whatever this frame brings, it is the answer now
            place = Place(self.room_id, self._stamp.hand, max(PUBLIC, self._mark.viewer))
            answer = await self._feed.carry_out(partial(door.carry_out, self._person, place, frame))
        except Exception:
            logger.exception("a frame of user %s failed", self.user_id)
            self._complain(Notice.FAILED)
            return
        if answer.close is not None:
            await self.close(answer.close)
        elif answer.notice:
            self._complain(answer.notice)
        elif answer.changed:
            if answer.reached is None:
                self._feed.wake()
            else:
                self._feed.hear(Stamp(*answer.reached[:3]))

    def _complain(self, notice: str) -> None:
        """Owe this socket, and nobody else, a reason and a full table."""
        self._notice = notice
        self._notice_until = asyncio.get_running_loop().time() + NOTICE_SECONDS
        self._fresh = True
        if self._feed is not None:
            self._feed.serve(self)

    # --- regions out

    def request(self) -> Request:
        """Return what this socket wants to be sent."""
        fresh, self._fresh = self._fresh, False
        faded = bool(self._notice) and asyncio.get_running_loop().time() >= self._notice_until
        language = self._person.language if self._person is not None else ""
        return Request(self._mark, self.user_id, language, fresh, "" if faded else self._notice, faded)

    def not_served(self, request: Request) -> None:
        """Take a request back that could not be rendered."""
        self._fresh = self._fresh or request.fresh

    async def show(self, message: str, stamp: Stamp) -> None:
        """Send what changed; nothing where nothing did."""
        self._stamp = stamp
        self._first_look.set()
        if message:
            await self.send_text(message)

    async def beat(self) -> None:
        """Show that the connection lives; the page counts the seconds since its last frame."""
        await self.send_text(f'<i id="beat" data-at="{int(time.time() * 1000)}"></i>')
