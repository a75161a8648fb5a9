"""How much one socket and one person may send: pure counters over a monotonic clock that is passed in (seconds)."""

from __future__ import annotations


class TokenBucket:
    """Allows `rate` frames a second on average and `burst` at once."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at: float | None = None

    def take(self, now: float) -> bool:
        """Use one token; False when there is none."""
        if self._at is not None:
            self._tokens = min(float(self._burst), self._tokens + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Strikes:
    """Counts offences and forgives one for every `forgive_after` seconds; `limit` of them are too many."""

    __slots__ = ("_count", "_forgive_after", "_limit", "_since")

    def __init__(self, limit: int, forgive_after: float) -> None:
        self._limit = limit
        self._forgive_after = forgive_after
        self._count = 0
        self._since = 0.0  # from when the next forgiveness is counted

    def add(self, now: float) -> bool:
        """Count one offence; True when it was one too many."""
        forgiven = int(max(0.0, now - self._since) / self._forgive_after)
        self._count = max(0, self._count - forgiven)
        self._since = now if self._count == 0 else self._since + forgiven * self._forgive_after
        self._count += 1
        return self._count >= self._limit
