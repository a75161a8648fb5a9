"""Letting the house come to rest before an update: hands in play finish, nothing new starts, every table says so."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import Drain, Hand, HandStatus, Room, RoomPhase, Seat
from games.models.room import bumped
from games.services.hands import NEXT_HAND_AFTER
from games.services.moments import now_ms
from games.table_facts import Drain as Notice

ROW = 1
RESUME_AFTER = 6_000  # ms: browsers whose web process was replaced are back within five seconds


def current() -> Notice | None:
    """Return what is said while the house drains, None while it does not."""
    row = Drain.objects.filter(pk=ROW, on=True).values_list("message", "message_en").first()
    return None if row is None else Notice(*row)


def hands_in_play() -> int:
    """Return how many hands have yet to finish."""
    return Hand.objects.filter(status=HandStatus.PLAYING).count()


def switch_on(message: str = "", message_en: str = "") -> int:
    """Start no more hands from now on, or change the message; return how many tables are told.

    A web process tells its tables within a second: its ticker finds the rooms' new versions.
    """
    with transaction.atomic():
        _write(on=True, message=message, message_en=message_en)
        return _open_rooms().update(version=bumped())


def switch_off(now: int | None = None) -> int:
    """Let waiting tables go on; return how many tables are told.

    Where all have clicked the next hand starts in a moment; where the time between hands ran, it runs anew.
    """
    at = now_ms(now)
    with transaction.atomic():
        if not Drain.objects.filter(pk=ROW, on=True).exists():
            return 0
        _write(on=False, message="", message_en="")
        told = _open_rooms().update(version=bumped())
        sitting = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False)
        waiting = Room.objects.filter(phase__in=(RoomPhase.OPEN, RoomPhase.BETWEEN))
        waiting.filter(next_at__isnull=False).update(next_at=at + NEXT_HAND_AFTER)
        clicked = Exists(sitting.filter(ready=True)), ~Exists(sitting.filter(ready=False))
        waiting.filter(*clicked).update(next_at=at + RESUME_AFTER)
        return told


def _write(**values: object) -> None:
    Drain.objects.update_or_create(pk=ROW, defaults=values)


def _open_rooms() -> QuerySet[Room]:
    return Room.objects.exclude(phase=RoomPhase.CLOSED)


def longest(field: str) -> int:
    """Return how many characters a message may have."""
    return int(getattr(Drain._meta.get_field(field), "max_length", 0))
