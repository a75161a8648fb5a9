"""The Redis cache as a convenience: with Redis gone or frozen each process goes on with a small cache of its own.

What is kept here are counts of limits. An empty answer instead would open every one of them, those that guard
passwords and numbers among them, to whoever can bring Redis to a halt.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

REST = 1.0  # seconds after a failure in which Redis is not asked: frozen, it costs half a second each time
OWN_ENTRIES = 20_000  # some megabytes; the ones used longest ago are dropped first

_own = LocMemCache("redis-away", {"OPTIONS": {"MAX_ENTRIES": OWN_ENTRIES}})


class _Rest:
    """Until when (monotonic seconds) this process leaves Redis alone; a cache object lives for one request only."""

    until = 0.0


class FailSoftRedisCache(RedisCache):
    """Django's Redis cache that answers from the process's own memory while Redis does not."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        bounds = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)}
        params["OPTIONS"] = {**bounds, **params.get("OPTIONS", {})}
        super().__init__(server, params)

    def _soft(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= _Rest.until:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except (RedisError, OSError) as error:
                _Rest.until = time.monotonic() + REST
                logger.warning("cache unavailable: %s", type(error).__name__)
        return getattr(_own, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._soft("add", *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._soft("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._soft("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._soft("touch", *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._soft("delete", *args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(self._soft("get_many", *args, **kwargs))

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return list(self._soft("set_many", *args, **kwargs))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._soft("delete_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._soft("has_key", *args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> int:
        """Raise ValueError for a key that is not there, as every cache does."""
        return int(self._soft("incr", *args, **kwargs))
