"""What pages say while the house drains."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Room
from games.services import drain, rooms
from tests.services.support import Clock, finish_hand
from tests.web.conftest import Browser
from tests.web.pages import read
from tests.web.test_table_view import region, sit_down

ENGLISH = {"headers": {"accept-language": "en"}}


def test_a_table_says_so_in_both_languages_and_stops_saying_so(alice: Browser, clock: Clock) -> None:
    _, address = sit_down(alice)
    assert region(read(alice.get(address)), "house") == "<p id=house></p>"
    drain.switch_on()
    assert "正在更新：这一局照常打完，下一局稍等几分钟。" in region(read(alice.get(address)), "house")
    assert "the next hand waits" in region(read(alice.get(address, **ENGLISH)), "house")
    drain.switch_on("十分钟<b>", "")
    assert "十分钟&lt;b&gt;" in region(read(alice.get(address)), "house")
    assert "the next hand waits" in region(read(alice.get(address, **ENGLISH)), "house")
    drain.switch_off(clock.now)
    assert region(read(alice.get(address)), "house") == "<p id=house></p>"


def test_the_click_for_the_next_hand_is_kept_and_says_when(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    drain.switch_on()
    finish_hand(room, clock)
    alice.post(f"{address}ready", read(alice.get(address)).fields("f-ready"))
    page = read(alice.get(address))
    assert "准备好了，更新完就开始" in page.text
    assert "准备好了，等" not in page.text


@pytest.mark.django_db
def test_the_first_page_says_so_and_makes_neither_guest_nor_table(client: Client, clock: Clock) -> None:
    drain.switch_on()
    assert client.post("/play", {"preset": "sichuan_xuezhan"}).url == "/"
    assert not User.objects.exists()
    assert not Room.objects.exists()
    shown = read(client.get("/", headers={"accept-language": "zh-CN"}))
    assert shown.text.count("暂时不开新桌") == 1
    assert "no new tables" in read(client.get("/", **ENGLISH)).text
    drain.switch_off(clock.now)
    assert "暂时不开新桌" not in read(client.get("/", headers={"accept-language": "zh-CN"})).text
    assert client.post("/play", {"preset": "sichuan_xuezhan"}).url.startswith("/t/")


def test_who_sits_is_led_back_and_who_does_not_waits(alice: Browser, bob: Browser) -> None:
    room, address = sit_down(alice)
    drain.switch_on()
    assert alice.post("/play", {"preset": "sichuan_xuezhan"}).url == address
    assert bob.post("/play", {"preset": "sichuan_xuezhan"}).url == "/"
    assert rooms.seated_room(bob.user) is None
    assert Room.objects.get() == room
