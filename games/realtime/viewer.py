"""What a feed, an account and the ticker ask of a socket; the socket itself stands above them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

from games.realtime import identity
from games.realtime.codes import CloseCode
from games.realtime.identity import Person
from games.realtime.render import Request, Stamp


class Viewer(Protocol):
    """One browser tab at one table."""

    room_id: int
    user_id: int
    name: str
    opened_at: float  # monotonic seconds
    sent_at: float  # loop time of the last frame sent
    closed: bool
    told: bool  # whether its person's presence was noted once

    @property
    def seated(self) -> bool:
        """Whether its person was on a seat when it was last rendered."""

    @property
    def person(self) -> Person | None:
        """Whose socket it is; None until it was admitted."""

    def request(self) -> Request:
        """Return what it wants to be sent."""

    def not_served(self, request: Request) -> None:
        """Take a request back that could not be rendered."""

    async def show(self, message: str, stamp: Stamp) -> None:
        """Send what changed; nothing where nothing did."""

    async def beat(self) -> None:
        """Show that the connection lives."""

    async def close(self, code: CloseCode) -> None:
        """Close for good."""


async def close_ended(viewers: Iterable[Viewer], run: Callable[..., Awaitable[Any]]) -> None:
    """Close those whose session or account has ended, as the database says; `run` takes the question to its thread."""
    asked = [(viewer, viewer.person) for viewer in viewers if not viewer.closed]
    codes = await run(identity.ended, {person for _, person in asked if person is not None})
    for viewer, person in asked:
        if person in codes:
            await viewer.close(codes[person])
