"""Which tables a socket may look at, and how often it may try numbers: as the page."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache

from games.models import Room, Seat
from games.realtime import door
from games.realtime.codes import CloseCode
from mahjong_site import limiter
from tests.realtime.tabs import Tab, Table, cookie_of, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(limiter.time, "time", lambda: 1_800_000_000.0)


def admitted(number: str, cookie: str, address: str = "127.0.0.1") -> CloseCode | int:
    """Return the code with which a handshake would be closed, or the room it may look at."""
    scope: dict[str, Any] = {"headers": [(b"cookie", cookie.encode())], "client": (address, 50_000)}
    answer = door.admit(scope, number)
    return answer if isinstance(answer, CloseCode) else answer.room_id


async def test_a_private_table_is_none_to_a_stranger(table: Table) -> None:
    await Room.objects.filter(pk=table.room_id).aupdate(quick=True)
    stranger = Tab(table.number, (await sync_to_async(person)("客"))[1])
    assert (await stranger.open()).code == CloseCode.NO_TABLE
    assert stranger.frames == []
    seated = await table.tab(1)
    assert seated.code is None
    assert "hand" in seated.regions
    await Room.objects.filter(pk=table.room_id).aupdate(shared=True)
    assert (await table.watcher()).code is None


async def test_its_owner_may_look_on(table: Table) -> None:
    owner, cookie = await sync_to_async(person)("主人")
    await Room.objects.filter(pk=table.room_id).aupdate(quick=True, owner=owner)
    tab = Tab(table.number, cookie)
    table.tabs.append(tab)
    assert (await tab.open()).code is None


async def test_after_ten_wrong_numbers_a_socket_is_closed_with_words(table: Table) -> None:
    _, cookie = await sync_to_async(person)("客")
    ask = sync_to_async(admitted)
    assert [await ask("099999", cookie) for _ in range(10)] == [CloseCode.NO_TABLE] * 10
    guesser = Tab("099999", cookie)
    assert (await guesser.open()).code == CloseCode.GUESSING
    assert await ask(table.number, cookie) == CloseCode.GUESSING  # right or wrong, nothing tells
    seat = await Seat.objects.aget(room_id=table.room_id, index=0)
    mine = await sync_to_async(cookie_of)(seat.user_id)
    assert [await ask("099999", mine) for _ in range(11)][-1] == CloseCode.GUESSING
    assert await ask(table.number, mine) == table.room_id


async def test_page_and_socket_count_together_for_person_and_address(table: Table) -> None:
    def ask_both() -> list[object]:
        from django.test import Client

        codes: list[object] = []
        for index in range(6):
            _, cookie = person(f"客{index}")
            name, value = cookie.split("=")
            browser = Client()
            browser.cookies[name] = value
            for _ in range(5):
                codes.append(admitted("099999", cookie, "203.0.113.7"))
                codes.append(browser.get("/t/099999/", REMOTE_ADDR="203.0.113.7").status_code)
            codes.append(browser.get("/t/099999/").status_code)
        codes.append(admitted("099999", person("新")[1], "203.0.113.7"))
        codes.append(admitted("099999", person("别处")[1], "2001:db8::1"))
        return codes

    codes = await sync_to_async(ask_both)()
    assert codes == [*([CloseCode.NO_TABLE, 404] * 5 + [429]) * 6, CloseCode.GUESSING, CloseCode.NO_TABLE]
