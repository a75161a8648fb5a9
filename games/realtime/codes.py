"""Close codes of the table sockets; htmx reconnects only after 1006, 1011, 1012 and 1013, so each of these is final."""

from __future__ import annotations

from enum import IntEnum

MAX_SOCKETS = 6  # of one account, over all its tabs and devices


class CloseCode(IntEnum):
    """Why the server closed a socket for good. The page says what to do about each."""

    HOSTILE = 4400  # too many malformed frames
    LOGIN = 4401  # no session, or it has ended
    BANNED = 4403
    NO_TABLE = 4404
    TOO_MANY = 4409  # it was the oldest of more than MAX_SOCKETS
    FLOOD = 4429  # frames faster than anybody plays
    GUESSING = 4430  # too many numbers of no table were tried
