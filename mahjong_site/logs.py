"""What reaches the log: faults of the house, not those of whoever sent a request."""

from __future__ import annotations

import logging
import threading
import time
from http import HTTPStatus

# Django names a logger after each kind of refused request and prints a traceback; the answer is a 400 in words.
_REFUSED = frozenset(
    f"django.security.{kind}"
    for kind in (
        "DisallowedHost",
        "DisallowedModelAdminLookup",
        "RequestDataTooBig",
        "TooManyFieldsSent",
        "TooManyFilesSent",
    )
)


class OwnFaults(logging.Filter):
    """Drops what a sender did wrong: answers below 500, bodies that are too large, foreign host names, lists asked by a secret.

    A form that fails its CSRF check stays, in its one line: that may be a proxy set up wrongly.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request":
            return int(getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)) >= 500
        return record.name not in _REFUSED


class Seldom(logging.Filter):
    """Lets a line that is repeated through a few times a minute, and says then how many were left out.

    Whoever connects six hundred times must not be able to fill the disk, whatever goes wrong for him each time.
    """

    LINES, SECONDS, KINDS = 5, 60.0, 500

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, int, str], tuple[float, int]] = {}  # since when, how many

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, record.levelno, str(record.msg)[:80])
        now = time.monotonic()
        with self._lock:
            since, count = self._seen.get(kind, (now, 0))
            left_out = max(0, count - self.LINES) if now - since >= self.SECONDS else 0
            if now - since >= self.SECONDS:
                since, count = now, 0
            if len(self._seen) >= self.KINDS and kind not in self._seen:
                self._seen.clear()
            self._seen[kind] = (since, count + 1)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", None
        return count < self.LINES
