"""What persons have asked of a room beside moves, by the id under which their browser sent it: done once, answered alike.

Runs inside its caller's transaction, which holds the room or its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.codes import ServiceCode
from games.models import Asked, Room
from games.services.errors import ServiceError

if TYPE_CHECKING:
    from accounts.models import User

KEPT_FOR = 3_600_000  # ms; a browser or proxy repeats within seconds, and an older page answers another hand


def before(room: Room, user: User, client_id: str, what: str) -> bool:
    """Return whether this was done before under this id.

    Raises ServiceError(STALE) where the id stands for something else: a page shown again after it was used.
    """
    done = Asked.objects.filter(room=room, user_id=user.pk, client_id=client_id).first()
    if done is not None and done.what != what:
        raise ServiceError(ServiceCode.STALE)
    return done is not None


def note(room: Room, user: User, client_id: str, what: str, now: int) -> None:
    """Keep that this is done; what is older than any repeat is forgotten."""
    Asked.objects.filter(room=room, at__lt=now - KEPT_FOR).delete()
    Asked.objects.create(room=room, user_id=user.pk, client_id=client_id, what=what, at=now)
