"""Tables of the games app; only `games.services` writes them."""

from games.models.drain import Drain
from games.models.enums import ActorKind, HandStatus, OnLeave, ResultKind, RoomPhase
from games.models.hand import Action, Hand, HandResult
from games.models.heartbeat import Heartbeat
from games.models.room import Asked, Room, Seat

__all__ = [
    "Action",
    "ActorKind",
    "Asked",
    "Drain",
    "Hand",
    "HandResult",
    "HandStatus",
    "Heartbeat",
    "OnLeave",
    "ResultKind",
    "Room",
    "RoomPhase",
    "Seat",
]
