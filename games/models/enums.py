"""The closed choices that are stored in the database."""

from __future__ import annotations

from enum import StrEnum


class RoomPhase(StrEnum):
    """OPEN: before the first hand. BETWEEN: after a hand. A closed room keeps its hands and nobody sits in it."""

    OPEN = "open"
    PLAYING = "playing"
    BETWEEN = "between"
    CLOSED = "closed"


class HandStatus(StrEnum):
    """FINISHED: over, its results not booked yet. A VOIDED hand moves nothing."""

    PLAYING = "playing"
    FINISHED = "finished"
    SETTLED = "settled"
    VOIDED = "voided"


class ActorKind(StrEnum):
    """Who acted for a seat. TIMER: the default action after a timeout or on autoplay. WISH: what its person asked for."""

    PERSON = "person"
    BOT = "bot"
    TIMER = "timer"
    WISH = "wish"


class ResultKind(StrEnum):
    """What a result row moves."""

    POINTS = "points"


class OnLeave(StrEnum):
    """What leaving in mid-hand does (SC-28)."""

    BOT = "bot"
    ESCAPE = "escape"
