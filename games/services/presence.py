"""Who is connected: stamps on the seats, and the flips that a table must be told."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from games.models import Room, Seat
from games.models.room import bumped
from games.services import notify
from games.services.moments import now_ms
from games.services.play import CONNECTED_FOR

PAIRS_AT_ONCE = 300  # SQLite limits how deep an expression may nest


def seen(pairs: Iterable[tuple[int, int]], now: int | None = None) -> None:
    """Stamp the seats of these (room id, user id) pairs as seen now; who does not sit there is ignored."""
    at = now_ms(now)
    known = sorted(set(pairs))
    for start in range(0, len(known), PAIRS_AT_ONCE):
        where = Q()
        for room_id, user_id in known[start : start + PAIRS_AT_ONCE]:
            where |= Q(room_id=room_id, user_id=user_id)
        Seat.objects.filter(where).update(seen_at=at)
    flips(at)


def flips(now: int | None = None) -> int:
    """Tell the tables whose people came or went since the last look; return how many seats changed."""
    limit = now_ms(now) - CONNECTED_FOR
    gone, come = Q(connected=True, seen_at__lt=limit), Q(connected=False, seen_at__gte=limit)
    changed = 0
    rows = Seat.objects.filter(gone | come, user__isnull=False).values_list("pk", "room_id", "connected")
    for pk, room_id, connected in rows:
        with transaction.atomic():
            if Seat.objects.filter(pk=pk, connected=connected).update(connected=not connected):
                Room.objects.filter(pk=room_id).update(version=bumped())
                notify.room_changed(room_id)
                changed += 1
    return changed
