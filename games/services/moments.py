"""The one place that reads the wall clock."""

from __future__ import annotations

import time
from datetime import datetime


def now_ms(given: int | datetime | None = None) -> int:
    """Return milliseconds since the epoch, or `given` where the caller fixes the time."""
    if given is None:
        return time.time_ns() // 1_000_000
    return int(given.timestamp() * 1000) if isinstance(given, datetime) else given
