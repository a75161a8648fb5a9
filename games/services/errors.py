"""Why a service refused; the web layer translates the codes."""

from __future__ import annotations

from enum import StrEnum


class ServiceCode(StrEnum):
    """Refusals of rooms and of the door. Refusals by the rules carry the engine's own `Code`."""

    NO_ROOM = "no_room"
    ROOM_CLOSED = "room_closed"
    HAND_RUNNING = "hand_running"
    NOT_SEATED = "not_seated"
    SEATED_ELSEWHERE = "seated_elsewhere"
    SEATED_HERE = "seated_here"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    UNKNOWN_PRESET = "unknown_preset"
    DRAINING = "draining"
    BAD_INPUT = "bad_input"
    STALE = "stale"  # it answers an earlier state of the table
    WINDOW_CLOSED = "window_closed"
    HAND_OVER = "hand_over"
    HAND_VOIDED = "hand_voided"
    BUSY = "busy"


class ServiceError(Exception):
    """A request that the state of the room does not allow. `code` names it."""

    def __init__(self, code: ServiceCode) -> None:
        super().__init__(code.value)
        self.code = code


class HandBroken(Exception):
    """A hand whose log cannot be folded by this engine; its table is voided, never guessed at."""
