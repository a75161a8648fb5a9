"""Heartbeats of the sweep and of the web tickers, and the spans in which people could not act."""

from __future__ import annotations

import logging
from enum import StrEnum

from django.db import transaction

from games.models import Hand, HandStatus, Heartbeat, Room
from games.models.room import bumped
from games.services.moments import now_ms

log = logging.getLogger(__name__)

STAMP_EVERY = 900  # a younger stamp is left alone, so that many processes write no more than one
SILENCE = 3_000  # a stamp older than this means an outage
PROTECTED_FOR = 60_000  # how long people are waited for while no web process ticks


class Beat(StrEnum):
    """Who stamps. All web processes share one row: people are cut off only when none of them runs."""

    WEB = "web"
    SWEEP = "sweep"


def heartbeat(name: str, now: int | None = None) -> None:
    """Stamp `name` ("web" or "sweep"); after a silence, give every hand in play the lost time once.

    The span is not cut to a maximum: it only gives back time that a seat had, so no clock ever shows more
    than its full time. Exactly one of many processes that find the same old stamp records it.
    """
    beat, at = Beat(name), now_ms(now)
    row = Heartbeat.objects.filter(pk=beat).first()
    if row is None:
        Heartbeat.objects.bulk_create([Heartbeat(name=beat, at=at, since=at)], ignore_conflicts=True)
        return
    silence = at - row.at
    if silence < STAMP_EVERY:
        return
    fields = {"at": at, "since": at} if silence > SILENCE else {"at": at}
    with transaction.atomic():
        first = Heartbeat.objects.filter(pk=beat, at=row.at).update(**fields)
        if first and silence > SILENCE:
            start = row.at if beat is Beat.WEB else _web_silent_since(row.at, at)
            if start is not None:
                _record(start, at)


def people_protected(now: int) -> bool:
    """Return whether people must not be timed out: no web process ticks, and not for too long."""
    rows = {row.name: row for row in Heartbeat.objects.all()}
    web, sweep = rows.get(Beat.WEB), rows.get(Beat.SWEEP)
    if web is None or now - web.at <= SILENCE:
        return False
    alone_since = max(web.at, sweep.since if sweep else 0)
    return now < alone_since + PROTECTED_FOR


def _web_silent_since(sweep_at: int, now: int) -> int | None:
    """Return since when people are cut off, or None while a web process ticks: tickers do without the sweep."""
    web = Heartbeat.objects.filter(pk=Beat.WEB).first()
    if web is None:
        return sweep_at
    return web.at if now - web.at > SILENCE else None


def _record(start: int, end: int) -> None:
    """Add the span to every hand in play; their due times are recomputed when they seem due."""
    rooms = []
    for hand in Hand.objects.select_for_update().filter(status=HandStatus.PLAYING).order_by("pk"):
        Hand.objects.filter(pk=hand.pk).update(outages=[*hand.outages, [start, end]])
        rooms.append(hand.room_id)
    Room.objects.filter(pk__in=rooms).update(version=bumped())
    log.warning("outage of %.1f s given back to %d hands", (end - start) / 1000, len(rooms))
