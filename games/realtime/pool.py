"""The threads on which sockets use the database.

Channels would run all of it on one shared thread, where a slow query of one socket holds every other. Here it is a
few threads of our own, each with its own lasting connection; nothing that talks to the broker runs on them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

P = ParamSpec("P")
R = TypeVar("R")

ORM_THREADS = 4

_orm = ThreadPoolExecutor(max_workers=ORM_THREADS, thread_name_prefix="socket-orm")
_ticker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ticker-orm")


async def run(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `call` on the sockets' database threads."""
    return await asyncio.get_running_loop().run_in_executor(_orm, lambda: _tidy(call, *args, **kwargs))


async def run_tick(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `call` on the ticker's own thread, so that busy sockets never hold up the clocks."""
    return await asyncio.get_running_loop().run_in_executor(_ticker, lambda: _tidy(call, *args, **kwargs))


def _tidy(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Drop a connection that is too old or broken before the work, and a broken one after it."""
    close_old_connections()
    try:
        return call(*args, **kwargs)
    finally:
        close_old_connections()


def close_connections() -> None:
    """Close every connection the threads hold (tests take the database away under them)."""
    for executor, count in ((_orm, ORM_THREADS), (_ticker, 1)):
        for job in [executor.submit(connections.close_all) for _ in range(count * 4)]:
            job.result()
