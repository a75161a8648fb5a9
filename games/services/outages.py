"""Heartbeats of the sweep and of the web tickers, and what they tell: outages, and a wall clock that was set."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from enum import StrEnum

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Least

from games.models import Hand, HandStatus, Heartbeat, Room, RoomPhase, Seat
from games.models.room import bumped
from games.services import wishes
from games.services.hands import NEXT_HAND_AFTER
from games.services.moments import now_ms
from games.services.play import CONNECTED_FOR

log = logging.getLogger(__name__)

STAMP_EVERY = 900  # a younger stamp is left alone, so that many processes write no more than one
SILENCE = 3_000  # a stamp older than this means an outage
PROTECTED_FOR = 60_000  # how long people are waited for while no web process ticks
SKEW = 10_000  # a stamp no further ahead than this is taken for another machine's clock


class Beat(StrEnum):
    """Who stamps. All web processes share one row: people are cut off only when none of them runs."""

    WEB = "web"
    SWEEP = "sweep"


def heartbeat(name: str, now: int | None = None) -> None:
    """Stamp `name` ("web" or "sweep"); after a silence, give every hand in play the lost time once.

    The span is not cut to a maximum: it only gives back time that a seat had, so no clock ever shows more
    than its full time. Exactly one of many processes that find the same old stamp records it. A clock that jumps
    ahead looks like an outage and is one; stamps of the future say that it was put back.
    """
    beat, at = Beat(name), now_ms(now)
    rows = {row.name: row for row in _beats()}
    if ahead := [row for row in rows.values() if row.at > at + SKEW]:
        _doubt(ahead, at)
    row = rows.get(beat)
    if row is None:
        Heartbeat.objects.bulk_create([Heartbeat(name=beat, at=at, since=at)], ignore_conflicts=True)
        return
    silence = at - row.at
    if silence < STAMP_EVERY:
        return
    fields = {"at": at, "doubted_at": None} | ({"since": at} if silence > SILENCE else {})
    with transaction.atomic():
        first = Heartbeat.objects.filter(pk=beat, at=row.at).update(**fields)
        if first and silence > SILENCE:
            start = row.at if beat is Beat.WEB else _web_silent_since(row.at, at)
            if start is not None:
                _record(start, at)


def people_protected(now: int) -> bool:
    """Return whether people must not be timed out: no web process ticks, and not for too long."""
    rows = {row.name: row for row in _beats()}
    web, sweep = rows.get(Beat.WEB), rows.get(Beat.SWEEP)
    if web is None or now - web.at <= SILENCE:
        return False
    if _all_silent(rows.values(), now):
        return True
    alone_since = max(web.at, sweep.since if sweep else 0)
    return now < alone_since + PROTECTED_FOR


def unnoted(now: int) -> bool:
    """Return whether an outage, or a clock that jumped ahead, waits to be found by the next heartbeat.

    Until then nobody can be called absent or late: it is a second after the heartbeats are back.
    """
    return _all_silent(_beats(), now)


def differ(now: int) -> bool:
    """Return whether a stamp lies further in the future than clocks of machines may differ."""
    return _beats().filter(at__gt=now + SKEW).exists()


def put_right(hand: Hand, ahead: int, now: int) -> None:
    """Note in a locked hand in play that the clock, once at `ahead`, was found put back to `now`.

    The open window counts from now on; the log stays as it is. It is due at once, so that whoever looks first
    computes its due time anew.
    """
    Hand.objects.filter(pk=hand.pk).update(
        outages=[*hand.outages, [ahead, now, hand.version]],
        wishes=wishes.not_after(hand, now),
        due_at=now,
        timer_at=None,
    )
    Room.objects.filter(pk=hand.room_id).update(version=bumped())


def _beats() -> QuerySet[Heartbeat]:
    """Return the rows that tell who lives; others keep a time of their own there."""
    return Heartbeat.objects.filter(pk__in=list(Beat))


def _all_silent(rows: Iterable[Heartbeat], now: int) -> bool:
    stamps = [row.at for row in rows]
    return bool(stamps) and now - max(stamps) > SILENCE


def _web_silent_since(sweep_at: int, now: int) -> int | None:
    """Return since when people are cut off, or None while a web process ticks: tickers do without the sweep."""
    web = Heartbeat.objects.filter(pk=Beat.WEB).first()
    if web is None:
        return sweep_at
    return web.at if now - web.at > SILENCE else None


def _doubt(ahead: Sequence[Heartbeat], now: int) -> None:
    """Find out whether stamps of the future are left over from a clock that was ahead, and then put all right.

    A living machine whose clock is ahead renews its stamp, which ends the doubt: two machines never take turns in
    setting each other right.
    """
    for row in ahead:
        if row.doubted_at is None or row.doubted_at > now:
            Heartbeat.objects.filter(pk=row.pk, at=row.at).update(doubted_at=now)
    with transaction.atomic():
        left_over = _beats().filter(at__gt=now + SKEW, doubted_at__lte=now - SILENCE)
        if left_over.update(at=now, since=now, doubted_at=None):
            _put_all_right(max(row.at for row in ahead), now)


def _put_all_right(ahead: int, now: int) -> None:
    """Take every time that waits for the future back to now, each no further than it may lawfully lie ahead."""
    playing = list(Hand.objects.select_for_update().filter(status=HandStatus.PLAYING).order_by("pk"))
    for hand in playing:
        put_right(hand, ahead, now)
    starting = Room.objects.filter(next_at__gt=now + NEXT_HAND_AFTER)
    starting.update(next_at=now + NEXT_HAND_AFTER, version=bumped())
    Room.objects.filter(attended_at__gt=now).update(attended_at=now)
    Seat.objects.filter(seen_at__gt=now).update(seen_at=now)
    log.warning("the clock was put back by %.1f s; %d hands count anew", (ahead - now) / 1000, len(playing))


def _record(start: int, end: int) -> None:
    """Add the span to every hand in play, whose due times are recomputed when they seem due, and to all that waits.

    Who was here when it began is here until shown otherwise.
    """
    rooms = []
    for hand in Hand.objects.select_for_update().filter(status=HandStatus.PLAYING).order_by("pk"):
        Hand.objects.filter(pk=hand.pk).update(outages=[*hand.outages, [start, end, hand.version]])
        rooms.append(hand.room_id)
    Room.objects.filter(pk__in=rooms).update(version=bumped())
    lost = end - start
    waiting = Room.objects.filter(phase__in=(RoomPhase.OPEN, RoomPhase.BETWEEN))
    waiting.update(attended_at=Least(F("attended_at") + lost, end))
    waiting.filter(next_at__gt=start).update(
        next_at=Least(F("next_at") + lost, end + NEXT_HAND_AFTER), version=bumped()
    )
    Seat.objects.filter(user__isnull=False, seen_at__range=(start - CONNECTED_FOR, end)).update(seen_at=end)
    log.warning("outage of %.1f s given back to %d hands", lost / 1000, len(rooms))
