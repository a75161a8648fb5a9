"""One account's sockets in this process, and how the processes agree on which of them stay open."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer

from games.realtime import pool
from games.realtime.codes import MAX_SOCKETS, CloseCode
from games.realtime.groups import Message, Subscription, publish, user_group
from games.realtime.limits import TokenBucket
from games.realtime.viewer import Viewer, close_ended

USER_RATE, USER_BURST = 16.0, 48
HEED_RATE, HEED_BURST = 2.0, 12  # messages about one account that make this process do something
ROLL_SECONDS = 3.0  # an answer to a roll call older than this says nothing about now

logger = logging.getLogger(__name__)


class _Roll(NamedTuple):
    """What one process says of an account's sockets there: seconds since each was opened, and its name.

    Ages and no times: the clocks of two machines differ, and one may be set.
    """

    process: str
    ask: bool
    sockets: tuple[tuple[float, str], ...]


class Owner:
    """One account's sockets in this process, oldest first, and what the other processes said of theirs."""

    def __init__(self, user_id: int, process: str) -> None:
        self.user_id = user_id
        self.sockets: list[Viewer] = []
        self.bucket = TokenBucket(USER_RATE, USER_BURST)
        self.subscription = Subscription(user_group(user_id), self._heard)
        self._process = process
        self._heed = TokenBucket(HEED_RATE, HEED_BURST)
        self._signer = Signer(salt=user_group(user_id))
        self._peers: dict[str, tuple[float, list[tuple[float, str]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, socket: Viewer) -> None:
        """Take in a socket; where there are more than six, the oldest close, wherever they are."""
        self.sockets.append(socket)
        self.subscription.ensure()
        self._close_oldest()
        self._soon(self._call_roll())

    def _soon(self, job: Any) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, message: Message) -> None:
        """Heed what concerns this account: a cut only makes us look, and a roll must be one of our processes'."""
        kind = message.get("type")
        if kind == "cut":
            if self._heed.take(time.monotonic()):
                self._soon(self._close_ended())
        elif kind == "roll":
            roll = self._read(message.get("roll"))
            if roll is None or roll.process == self._process:
                return
            now = time.monotonic()
            self._peers[roll.process] = (now, [(now - age, name) for age, name in roll.sockets])
            self._close_oldest()
            if roll.ask and self._heed.take(now):
                self._soon(self._tell(ask=False))

    def _read(self, signed: object) -> _Roll | None:
        try:
            return _Roll(*self._signer.unsign_object(signed)) if isinstance(signed, str) else None
        except BadSignature:
            return None

    async def _close_ended(self) -> None:
        """Close those sockets whose session or account has ended, as the database says."""
        try:
            await close_ended(self.sockets, pool.run)
        except Exception:  # the ticker looks in a few seconds
            logger.exception("the sockets of user %s could not be looked through", self.user_id)

    async def _call_roll(self) -> None:
        """Ask every process for this account's sockets: nobody keeps a list that a crash could leave wrong."""
        await self.subscription.settled()
        await self._tell(ask=True)

    async def _tell(self, ask: bool) -> None:
        now = time.monotonic()
        mine = tuple((now - socket.opened_at, socket.name) for socket in self.sockets)
        roll = self._signer.sign_object(_Roll(self._process, ask, mine))
        await publish(user_group(self.user_id), {"type": "roll", "roll": roll})

    def _close_oldest(self) -> None:
        fresh = time.monotonic() - ROLL_SECONDS
        everywhere = [(socket.opened_at, socket.name) for socket in self.sockets if not socket.closed]
        self._peers = {name: told for name, told in self._peers.items() if told[0] >= fresh}
        for _, theirs in self._peers.values():
            everywhere.extend(theirs)
        kept = set(sorted(everywhere)[-MAX_SOCKETS:])
        for socket in tuple(self.sockets):
            if (socket.opened_at, socket.name) not in kept:
                self._soon(socket.close(CloseCode.TOO_MANY))
