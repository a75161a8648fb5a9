"""The ticker: what no message told is found within a second, what is due is played, nothing stops it."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from games.models import Heartbeat, Seat
from games.realtime import identity, ticker
from games.realtime.codes import CloseCode
from games.services import play
from tests.realtime.tabs import Tab, Table, ids, set_up_room

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


async def owner(table: Table, seat: int) -> int:
    return int(await sync_to_async(lambda: Seat.objects.get(room_id=table.room_id, index=seat).user_id)())


async def closed_within_five_seconds(tab: Tab) -> CloseCode | None:
    """Wait without sending a frame; return the code the tab was closed with."""
    end = time.monotonic() + 5.5
    while tab.code is None and time.monotonic() < end:
        await tab.settle(0.3)
    return None if tab.code is None else CloseCode(tab.code)


async def test_a_socket_that_only_listens_does_not_outlive_its_session(table: Table):
    ended, stays = await table.tab(0), await table.tab(1)
    theirs = await owner(table, 0)

    def end_session() -> None:
        keys = [s.pk for s in Session.objects.all() if s.get_decoded()["_auth_user_id"] == str(theirs)]
        Session.objects.filter(pk__in=keys).delete()

    await sync_to_async(end_session)()
    assert await closed_within_five_seconds(ended) is CloseCode.LOGIN
    assert stays.code is None


async def test_nor_its_password_nor_its_ban(table: Table):
    changed, banned, stays = await table.tab(0), await table.tab(1), await table.tab(2)
    users = get_user_model().objects
    await sync_to_async(users.filter(pk=await owner(table, 0)).update)(password="another")
    await sync_to_async(users.filter(pk=await owner(table, 1)).update)(is_active=False)
    assert await closed_within_five_seconds(changed) is CloseCode.LOGIN
    assert await closed_within_five_seconds(banned) is CloseCode.BANNED
    assert stays.code is None


async def test_a_database_that_is_away_closes_nobody(table: Table, monkeypatch: pytest.MonkeyPatch):
    calls: list[int] = []

    def broken(people: object) -> None:
        calls.append(1)
        raise RuntimeError("the database is on holiday")

    monkeypatch.setattr(identity, "ended", broken)
    tab = await table.tab(0)
    end = time.monotonic() + 6
    while not calls and time.monotonic() < end:
        await tab.settle(0.3)
    await act_elsewhere(table, 0)
    assert "prompt" in ids(await tab.settle(first=5))
    assert calls
    assert tab.code is None
