"""The ticker: what no message told is found within a second, what is due is played, nothing stops it."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from games.models import Heartbeat, Seat
from games.realtime import ticker
from games.services import play
from tests.realtime.tabs import Table, ids, set_up_room

pytestmark = pytest.mark.django_db(transaction=True)


async def act_elsewhere(table: Table, seat: int) -> None:
    """Act through another process: this one's sockets are not told."""
    loaded = await table.loaded()
    prompt = loaded.table.prompt(seat)
    owner = await sync_to_async(lambda: Seat.objects.get(room_id=table.room_id, index=seat).user_id)()
    answer = await sync_to_async(play.submit)(
        loaded.hand_id, seat=seat, payload=table.payload(prompt.default), window=prompt.window, user_id=owner
    )
    assert answer.status == "applied"


async def test_a_change_nobody_told_of_arrives_within_about_a_second(table: Table):
    tab = await table.tab(0)
    began = time.monotonic()
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=2))
    assert time.monotonic() - began < 1.8


async def test_what_is_due_is_played_without_any_worker(transactional_db):
    table = Table(
        await sync_to_async(set_up_room)(clocks={"ding_que": 200, "turn": 200, "bank": 0, "claim": 200})
    )
    tab = await table.tab(0)
    end = time.monotonic() + 8
    while time.monotonic() < end and (await table.loaded()).version < 6:
        await tab.settle(0.2)
    assert (await table.loaded()).version >= 6
    await table.close()


async def test_an_error_does_not_stop_it(table: Table, monkeypatch: pytest.MonkeyPatch):
    real, calls = ticker.clocks.heartbeat, []

    def broken(name: str) -> None:
        calls.append(name)
        if len(calls) < 3:
            raise RuntimeError("the database is on holiday")
        real(name)

    monkeypatch.setattr(ticker.clocks, "heartbeat", broken)
    tab = await table.tab(0)
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=5))
    assert len(calls) >= 3


async def test_a_silent_socket_is_beaten_within_five_seconds(table: Table):
    tab = await table.tab(0)
    began = time.monotonic()
    beats = []
    while len(beats) < 2 and time.monotonic() - began < 11:
        if "beat" in ids(await tab.next(6) or ()):
            beats.append(time.monotonic() - began)
    assert len(beats) == 2
    assert beats[0] <= 5.5
    assert 4 <= beats[1] - beats[0] <= 5.5


async def test_it_stamps_the_heartbeat_and_who_is_here(table: Table):
    await sync_to_async(Seat.objects.filter(room_id=table.room_id).update)(seen_at=0)
    await table.tab(2)
    await asyncio.sleep(2.3)
    assert await sync_to_async(Heartbeat.objects.filter(pk="web").exists)()
    seen = await sync_to_async(
        lambda: list(Seat.objects.order_by("index").values_list("seen_at", flat=True))
    )()
    assert [at > 0 for at in seen] == [False, False, True, False]
