"""Codes that services and sockets answer with, where texts may read them too; the rules' own are `engine.core.errors.Code`."""

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


class Status(StrEnum):
    """What became of an action at the door."""

    APPLIED = "applied"
    REPEATED = "repeated"  # the same client id was applied before
    STALE = "stale"  # its window is closed or the seat has answered it
    ILLEGAL = "illegal"
    OVER = "over"
    NOT_SEATED = "not_seated"


class Notice(StrEnum):
    """Reasons why a frame was not carried out that only the socket knows."""

    MALFORMED = "bad_request"
    TOO_FAST = "rate"
    FAILED = "busy"
    OLD_PAGE = "old_page"


class TableNote(StrEnum):
    """What a table says of a hand without having refused anything."""

    HAND_LOCKED = "hand_locked"
    WILD_KEPT = "wild_kept"
