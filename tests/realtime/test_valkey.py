"""The same table over a real pub/sub server: delivery, silence, and a server that freezes, dies and comes back."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.layers import channel_layers, get_channel_layer

from games.realtime import ticker
from games.services import port
from games.services.outbox import Outbox
from tests.realtime.tabs import Table, ids, set_up_room
from tests.realtime.test_ticker import act_elsewhere
from tests.support.valkey import Valkey

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(90)]


@pytest.fixture
def valkey(settings: Any) -> Iterator[Valkey]:
    server = Valkey().start()
    host = {"address": server.url, "socket_timeout": None, "socket_connect_timeout": 1}
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "mahjong_site.layer.PubSubLayer",
            "CONFIG": {"hosts": [host]},
        }
    }
    channel_layers.backends = {}
    before = port.install(Outbox())
    yield server
    port.install(before)
    channel_layers.backends = {}
    server.kill()


@pytest_asyncio.fixture
async def table(transactional_db: None, valkey: Valkey) -> AsyncIterator[Table]:
    """Four people at a table whose hand has just been dealt; the layer is this test's server."""
    made = Table(await sync_to_async(set_up_room)())
    yield made
    await made.close()
    await get_channel_layer().flush()


@pytest.fixture
def no_ticker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave delivery to the messages alone."""
    monkeypatch.setattr(ticker, "TICK_SECONDS", 60.0)


async def test_a_message_of_another_process_is_delivered_at_once(no_ticker: None, table: Table):
    tab = await table.tab(0)
    began = time.monotonic()
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=2))
    assert time.monotonic() - began < 1.0


@pytest.mark.slow
async def test_a_socket_idle_for_fifteen_seconds_stays_open_and_hears(no_ticker: None, table: Table):
    tab = await table.tab(0)
    await asyncio.sleep(15)
    assert tab.code is None
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=2))


async def test_a_frozen_server_lets_people_in_act_and_see(table: Table, valkey: Valkey):
    first = await table.tab(0)
    valkey.send(signal.SIGSTOP)
    try:
        began = time.monotonic()
        second = await table.tab(1)
        assert second.regions["hand"].faces
        await table.act_default(1, second)
        assert "prompt" in ids(await second.settle(first=2))
        await act_elsewhere(table, 2)
        await act_elsewhere(table, 3)
        await table.act_default(0, first)
        assert {"hand", "plate-0"} <= set(ids(await second.settle(first=2.5)))
        assert time.monotonic() - began < 8
    finally:
        valkey.send(signal.SIGCONT)
    await asyncio.sleep(1.5)
    assert (first.code, second.code) == (None, None)


async def test_messages_come_again_after_a_thaw(
    table: Table, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
):
    valkey.send(signal.SIGSTOP)
    tab = await table.tab(0)  # its groups cannot be joined yet
    await asyncio.sleep(1.2)
    valkey.send(signal.SIGCONT)
    await asyncio.sleep(2.5)  # the ticker tries again each second
    monkeypatch.setattr(ticker, "TICK_SECONDS", 60.0)
    await asyncio.sleep(1.2)
    await tab.settle(0.1)
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=2))


async def test_a_dead_server_is_replaced_by_the_ticker_and_comes_back(
    table: Table, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
):
    tab = await table.tab(0)
    valkey.kill()
    await act_elsewhere(table, 0)
    began = time.monotonic()
    assert "prompt" in ids(await tab.settle(first=3))
    assert time.monotonic() - began < 2.5
    newcomer = await table.tab(1)
    assert newcomer.regions["hand"].faces
    await sync_to_async(valkey.start)()
    await asyncio.sleep(4)
    assert (tab.code, newcomer.code) == (None, None)
    monkeypatch.setattr(ticker, "TICK_SECONDS", 60.0)
    await asyncio.sleep(1.2)
    await newcomer.settle(0.1)
    await act_elsewhere(table, 1)
    assert "prompt" in ids(await newcomer.settle(first=2))


async def test_six_sockets_count_over_processes(table: Table):
    """Three tabs in this process, four in another with a loop and connections of its own."""
    here = [await table.tab(0) for _ in range(3)]
    there: list[int | None] = []
    opened, leave = threading.Event(), threading.Event()

    async def other_process() -> None:
        tabs = [await table.tab(0) for _ in range(4)]
        opened.set()
        while not leave.is_set():
            await asyncio.gather(*(tab.settle(0.1) for tab in tabs))
        there.extend(tab.code for tab in tabs)
        await asyncio.gather(*(tab.close() for tab in tabs))
        await get_channel_layer().flush()

    thread = threading.Thread(target=lambda: asyncio.run(other_process()))
    thread.start()
    await asyncio.to_thread(opened.wait, 20)
    await asyncio.gather(*(tab.settle(1.5) for tab in here))
    leave.set()
    await asyncio.to_thread(thread.join, 10)
    assert [tab.code for tab in here] == [4409, None, None]
    assert there == [None] * 4
