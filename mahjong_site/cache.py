"""The Redis cache as a convenience: with Redis gone or frozen every look-up is a miss within a second."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)
T = TypeVar("T")


class FailSoftRedisCache(RedisCache):
    """Django's Redis cache that logs a failure and answers as an empty cache would.

    Rate limits built on it let people through while Redis is away: play goes on, which is the point.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        bounds = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)}
        params["OPTIONS"] = {**bounds, **params.get("OPTIONS", {})}
        super().__init__(server, params)

    def _soft(self, call: Callable[[], T], fallback: T) -> T:
        try:
            return call()
        except (RedisError, OSError) as error:
            logger.warning("cache unavailable: %s", type(error).__name__)
            return fallback

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._soft(lambda: super(FailSoftRedisCache, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._soft(lambda: super(FailSoftRedisCache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._soft(lambda: super(FailSoftRedisCache, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._soft(lambda: super(FailSoftRedisCache, self).touch(*args, **kwargs), False)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._soft(lambda: super(FailSoftRedisCache, self).delete(*args, **kwargs), False)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._soft(lambda: super(FailSoftRedisCache, self).get_many(*args, **kwargs), {})

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        return self._soft(lambda: super(FailSoftRedisCache, self).set_many(data, *args, **kwargs), list(data))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._soft(lambda: super(FailSoftRedisCache, self).delete_many(*args, **kwargs), None)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._soft(lambda: super(FailSoftRedisCache, self).has_key(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raise ValueError for a key that is not there, as an empty cache does; with Redis away that is every key."""
        try:
            return int(super().incr(key, delta, version))
        except (RedisError, OSError) as error:
            logger.warning("cache unavailable: %s", type(error).__name__)
            raise ValueError(f"Key {key!r} not found.") from error
