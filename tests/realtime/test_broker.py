"""Nothing that arrives by the broker is trusted beyond "look again": any message costs at most a look at the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.core.signing import Signer

from games import tasks
from games.models import Action, Hand, Room, Seat
from games.realtime import feed, ticker
from games.realtime.codes import CloseCode
from games.realtime.groups import room_group, user_group
from games.services import bots, clocks, settle
from mahjong_site.layer import PubSubLayer
from tests.realtime.tabs import Table, ids
from tests.realtime.test_ticker import act_elsewhere, owner

pytestmark = pytest.mark.django_db(transaction=True)

HUGE = 1 << 70
NUMBERS = (-1, 0, 1, 10**6, (1 << 63) - 1, 1 << 63, HUGE, True, None, 1.5, float("inf"), "7", [], {}, b"\x00")


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for every look at a room."""
    found: list[int] = []
    real = feed.render

    def render(room_id: int, *args: Any) -> Any:
        found.append(room_id)
        return real(room_id, *args)

    monkeypatch.setattr(feed, "render", render)
    return found


@pytest.fixture
def no_ticker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the table to the messages alone."""
    monkeypatch.setattr(ticker, "TICK_SECONDS", 60.0)


async def tell(table: Table, **message: Any) -> None:
    await get_channel_layer().group_send(room_group(table.room_id), {"type": "table.changed"} | message)


async def test_a_version_of_the_future_is_one_look(no_ticker: None, looks: list[int], table: Table):
    tab = await table.tab(0)
    looks.clear()
    hand = (await table.loaded()).hand_id
    await tell(table, hand=hand, version=10**6, room_version=10**6)
    await tab.settle(0.6)
    assert len(looks) == 1
    await act_elsewhere(table, 0)
    await tell(table, hand=hand, version=1, room_version=1)
    assert "prompt" in ids(await tab.settle(first=2)), "real news is still heard"


async def test_a_flood_of_false_news_is_a_look_now_and_then(no_ticker: None, looks: list[int], table: Table):
    """Forty times in half a second or so, each of another future: a look for each quarter of a second and a few."""
    tab = await table.tab(0)
    looks.clear()
    hand = (await table.loaded()).hand_id
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number in range(1, 41):
        await tell(table, hand=hand + number, version=10**6 + number, room_version=number)
        await asyncio.sleep(0.01)
    await act_elsewhere(table, 0)
    await tell(table, hand=hand, version=1, room_version=1)
    assert "prompt" in ids(await tab.settle(first=2)), "a move under the flood is shown"
    await asyncio.sleep(0.6)
    passed = loop.time() - began
    assert len(looks) <= 3 + 2 * passed / feed.FALSE_NEWS_SECONDS
    looks.clear()
    await asyncio.sleep(0.6)
    assert looks == [], "it is over when the messages are"


@pytest.mark.parametrize("key", ["hand", "version", "room_version"])
async def test_numbers_of_any_shape_are_no_more_than_a_look(
    no_ticker: None, looks: list[int], table: Table, key: str
):
    tab = await table.tab(0)
    hand = (await table.loaded()).hand_id
    for value in NUMBERS:
        await asyncio.sleep(0.3)
        looks.clear()
        await tell(table, **({"hand": hand, "version": 0, "room_version": 0} | {key: value}))
        await asyncio.sleep(0.05)
        assert len(looks) <= 1, value
    await act_elsewhere(table, 0)
    await tell(table, hand=hand, version=1, room_version=1)
    assert "prompt" in ids(await tab.settle(first=2))
    assert tab.code is None


async def test_what_is_no_message_of_ours_is_not_even_a_look(
    no_ticker: None, looks: list[int], table: Table, caplog: pytest.LogCaptureFixture
):
    tab = await table.tab(0)
    hand = (await table.loaded()).hand_id
    looks.clear()
    for message in ({}, {"type": None}, {"type": ["table.changed"]}, {"type": "expire", "hand": hand}):
        await get_channel_layer().group_send(room_group(table.room_id), message)
    await tell(table)
    await tell(table, hand=hand, version=1)
    await asyncio.sleep(0.2)
    assert looks == []
    await act_elsewhere(table, 0)
    await tell(table, hand=hand, version=1, room_version=1)
    assert "prompt" in ids(await tab.settle(first=2))
    assert "not understood" not in caplog.text


def test_bytes_that_are_no_message_are_an_empty_one():
    layer = PubSubLayer(hosts=[{"address": "redis://127.0.0.1:1"}])
    for raw in (
        b"",
        b"\xc1",
        b"\xff" * 40,
        layer.serialize([1, 2]),
        layer.serialize("x"),
        layer.serialize(HUGE >> 7),
    ):
        assert layer.deserialize(raw) == {}
    assert layer.deserialize(layer.serialize({"type": "cut"})) == {"type": "cut"}


async def test_a_cut_closes_only_who_may_not_stay(no_ticker: None, table: Table):
    first, second, other = await table.tab(0), await table.tab(0), await table.tab(1)
    theirs = await owner(table, 0)
    for code in (4403, 4409, HUGE, None, "4403", [], True):
        await get_channel_layer().group_send(user_group(theirs), {"type": "cut", "code": code})
    await asyncio.gather(*(tab.settle(0.5) for tab in (first, second, other)))
    assert [tab.code for tab in (first, second, other)] == [None] * 3
    await sync_to_async(get_user_model().objects.filter(pk=theirs).update)(is_active=False)
    await get_channel_layer().group_send(user_group(theirs), {"type": "cut", "code": 4403})
    await asyncio.gather(*(tab.settle(0.5) for tab in (first, second, other)))
    assert [tab.code for tab in (first, second, other)] == [CloseCode.BANNED, CloseCode.BANNED, None]


async def test_a_forged_roll_closes_nobody(no_ticker: None, table: Table):
    tab = await table.tab(0)
    theirs = await owner(table, 0)
    newer = [[-1e9, f"socket-{number}"] for number in range(9)]
    elsewhere = Signer(salt=user_group(theirs + 1)).sign_object(["process", True, newer])
    for roll in (newer, "x", "", elsewhere, elsewhere[:-1], None, 7, {"process": "p"}):
        message = {"type": "roll", "process": "p", "ask": True, "sockets": newer, "roll": roll}
        await get_channel_layer().group_send(user_group(theirs), message)
    await tab.settle(0.5)
    assert tab.code is None


@pytest.mark.parametrize("task", [tasks.expire, tasks.settle_hand, tasks.bot_turn, tasks.sweep])
def test_a_task_with_wild_arguments_ends_quietly(transactional_db: None, task: Callable[..., None]):
    for value in NUMBERS:
        for count in range(5):
            task(*[value] * count)
        task(value, surprise=value)
    assert Action.objects.count() == 0


def test_a_task_with_wild_arguments_reaches_no_service(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    reached: list[object] = []
    for module, name in ((clocks, "expire"), (clocks, "sweep"), (settle, "settle"), (bots, "play")):
        monkeypatch.setattr(module, name, lambda *args: reached.append(args))
    for value in (-1, True, None, "1", HUGE, 1.0, [1]):
        tasks.expire(value)
        tasks.settle_hand(value)
        tasks.bot_turn(1, value, 1)
        tasks.sweep(value)
    assert reached == []
    assert Hand.objects.count() == Room.objects.count() == Seat.objects.count() == 0
