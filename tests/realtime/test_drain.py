"""A drain reaches open pages by the ticker alone: whoever switches it tells no process."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games.services import drain
from tests.realtime.tabs import Table, ids

pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_open_page_hears_of_it_and_of_its_end(table: Table):
    tab = await table.tab(0)
    watcher = await table.watcher()
    await sync_to_async(drain.switch_on)("马上回来", "")
    assert "house" in ids(await tab.settle(first=2.5))
    assert "马上回来" in tab.regions["house"].html
    await watcher.settle(first=1)
    assert "马上回来" in watcher.regions["house"].html
    await sync_to_async(drain.switch_off)()
    assert "house" in ids(await tab.settle(first=2.5))
    assert "马上回来" not in tab.regions["house"].html
