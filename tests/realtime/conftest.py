"""A table of people for the socket tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.core.cache import cache

from games.presentation import regions
from games.realtime import pool
from games.services import tables
from games.services.folding import CACHE
from tests.realtime.tabs import Table, set_up_room


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    """Forget between tests what a process remembers of rooms: their numbers in the database start again."""
    CACHE.clear()
    cache.clear()
    tables.forget()
    regions.forget()
    yield
    pool.close_connections()


@pytest_asyncio.fixture
async def table(transactional_db: None) -> AsyncIterator[Table]:
    """Four people at a table whose hand has just been dealt, without a tab yet."""
    room = await sync_to_async(set_up_room)()
    made = Table(room)
    yield made
    await made.close()
