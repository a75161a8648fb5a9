"""Pages of the house itself."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

GOOD_SECONDS, BAD_SECONDS = 5.0, 1.0  # how long an answer stands: asking costs nothing, however often
PROBE_KEY = "healthz"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class _Probe:
    """The last try to write of this process."""

    lock = threading.Lock()
    can_write = False
    until = 0.0  # monotonic seconds


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when this process can play: only a database that takes writes is needed, play goes on without Redis.

    `X-Site` says which start of `manage.py dev` answers.
    """
    if can_write():
        answer = JsonResponse({"status": "ok"})
    else:
        answer = JsonResponse({"status": "nothing can be written"}, status=503)
    if settings.QPG_SITE:
        answer.headers["X-Site"] = settings.QPG_SITE
    return answer


def can_write() -> bool:
    """Say whether the database took a write just now: one that is full or read-only still answers every question.

    The row is a session that ended long ago, so that no table is needed for it.
    """
    with _Probe.lock:
        if time.monotonic() >= _Probe.until:
            try:
                Session.objects.update_or_create(
                    session_key=PROBE_KEY, defaults={"session_data": "", "expire_date": LONG_AGO}
                )
                _Probe.can_write = True
            except DatabaseError:
                _Probe.can_write = False
            _Probe.until = time.monotonic() + (GOOD_SECONDS if _Probe.can_write else BAD_SECONDS)
        return _Probe.can_write
