"""The table page: what each viewer gets, and that nobody gets more."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.catalogue import GAMES
from games.engine.core.contract import PUBLIC
from games.engine.core.deal import commitment
from games.models import Room
from games.presentation import regions
from games.services import play, rooms, tables
from tests.realtime.html import codes
from tests.realtime.html import read as read_regions
from tests.realtime.secrecy import breaches
from tests.services.support import Clock, act_default, finish_hand, hand_of
from tests.web.conftest import Browser
from tests.web.pages import Page, read

REGIONS = ("hand", "own-melds", "prompt", "waits", "fx", "announce", "alert", "notice", "sheet", "center")


def sit_down(browser: Browser, preset: str = "sichuan_xuezhan") -> tuple[Room, str]:
    address = browser.post("/play", {"preset": preset}).url
    return Room.objects.get(number=address.split("/")[2]), address


def sit_down_among_others(browser: Browser, preset: str = "sichuan_xuezhan") -> tuple[Room, str]:
    """Sit down at a table of one's own and let others in."""
    room, address = sit_down(browser, preset)
    assert browser.post(f"{address}share").url == address
    return room, address


def region(page: Page, name: str) -> str:
    """Return the HTML of a region by cutting from its start to where its own tag closes again."""
    match = re.search(rf'\bid="?{re.escape(name)}"?[ >]', page.html)
    assert match, name
    start = match.start()
    begin = page.html.rindex("<", 0, start)
    tag = page.html[begin + 1 : start].split()[0]
    depth, at = 0, begin
    while True:
        opened, closed = page.html.find(f"<{tag}", at + 1), page.html.find(f"</{tag}>", at + 1)
        if opened != -1 and opened < closed:
            depth, at = depth + 1, opened
        elif depth:
            depth, at = depth - 1, closed
        else:
            return page.html[begin : closed + len(tag) + 3]


def test_a_seated_person_gets_the_whole_table(alice: Browser) -> None:
    room, address = sit_down(alice)
    page = read(alice.get(address))
    for name in (
        *REGIONS,
        *(f"{part}-{seat}" for part in ("plate", "river", "melds", "backs", "clock") for seat in range(4)),
    ):
        page.by_id(name)
    assert len(page.all("button", data_do="discard")) == 14
    assert page.one("form", id="act")["action"] == f"/t/{room.number}/act"


def test_the_first_page_is_what_a_fresh_socket_is_sent(alice: Browser) -> None:
    room, address = sit_down(alice)
    page = read(alice.get(address))
    facts = tables.facts(room.pk)
    assert facts is not None
    public = regions.public(facts, "zh-hans")
    private = regions.private(facts, 0, tables.clocks(room.pk, viewer=0), None)
    for name, html in {**public, **private}.items():
        if not name.startswith("clock"):  # a running clock has run on
            assert html in page.html, name


@pytest.mark.parametrize("who", ["stranger", "visitor"])
@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "chengdu_xuezhan"])
def test_the_page_source_of_an_onlooker_shows_no_hidden_tile(
    alice: Browser, charlie: Browser, client: Client, clock: Clock, who: str, preset: str
) -> None:
    room, address = sit_down_among_others(alice, preset)
    onlooker = charlie if who == "stranger" else client
    game = GAMES.game(room.game)
    hand = hand_of(room)
    for _ in range(16):
        loaded = play.load(hand.pk)
        assert loaded is not None
        view = game.project(loaded.state, PUBLIC)
        page = read(onlooker.get(address, headers={"accept-language": "zh-CN"}))
        shown = [element for name in (*REGIONS, *(f"{part}-{seat}" for part in ("river", "melds", "backs", "plate", "clock") for seat in range(4)))
                 for element in read_regions(region(page, name))]  # fmt: skip
        assert breaches(shown, view, ()) == []
        assert "data-do" not in page.html
        if not loaded.table.prompts:
            break
        prompt = loaded.table.prompts[0]
        act_default(hand, prompt.seat, alice.user if prompt.seat == 0 else None, clock.pass_ms(100))


def test_the_seated_page_shows_only_the_own_hand(alice: Browser) -> None:
    room, address = sit_down(alice)
    loaded = play.load(hand_of(room).pk)
    assert loaded is not None
    view = GAMES.game(room.game).project(loaded.state, 0)
    hand = read_regions(region(read(alice.get(address)), "hand"))[0]
    assert hand.faces == codes((*view.seats[0].hand, view.seats[0].drawn))


def test_a_visitor_without_a_session_sees_a_still_with_a_door(alice: Browser, client: Client) -> None:
    room, address = sit_down_among_others(alice)
    page = read(client.get(address))
    assert "ws-connect" not in page.by_id("table")
    assert page.one("button", formaction=f"/t/{room.number}/enter")
    entered = client.post(f"{address}enter")
    assert entered.url == address
    table = read(client.get(address)).by_id("table")
    assert (table["data-viewer-seat"], table["ws-connect"]) == ("-1", f"/ws/t/{room.number}/?lang=zh-hans")


@pytest.mark.parametrize("number", ["000000", "123", "abcdef", "1234567", "１２３４５６", "12345%00"])
def test_an_unknown_table_is_a_page_with_a_way_home(alice: Browser, number: str) -> None:
    page = read(alice.get(f"/t/{number}/"), 404)
    assert "没有这张桌" in page.text
    assert page.all("a", href="/")


def test_a_wrong_number_leads_back_to_the_own_table(alice: Browser) -> None:
    _, address = sit_down(alice)
    assert read(alice.get("/t/000000/"), 404).all("a", href=address)


def test_a_closed_table_is_gone(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    finish_hand(room, clock)
    assert rooms.close(room, clock.now)
    assert alice.get(address).status_code == 404
    assert alice.post(f"{address}ready").status_code == 404


def test_the_result_is_on_the_page_after_the_hand(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    finish_hand(room, clock)
    page = read(alice.get(address))
    assert "hidden" not in page.by_id("sheet")
    assert page.all("button", form="f-ready")
    assert page.all("a", href=f"/t/{room.number}/hand/1/record.json")


def test_a_finished_hand_stays_with_who_played_it(alice: Browser, bob: Browser, clock: Clock) -> None:
    """Whoever takes a bot's seat afterwards reads the account as an onlooker does, with the buttons of a seat."""
    room, address = sit_down_among_others(alice)
    finish_hand(room, clock)
    watched = read(bob.get(address))
    assert bob.post(f"{address}sit/2", {"version": "1", "id": "down"}).url == address
    page = read(bob.get(address))
    assert page.by_id("table")["data-viewer-seat"] == "2"
    sheet = region(page, "sheet")
    assert sheet.split("<footer>")[0] == region(watched, "sheet").split("<footer>")[0]
    assert "莽娃" in sheet  # the bot that played seat 2
    assert "你" not in sheet
    assert "class=mine" not in sheet
    assert "record.json" not in sheet
    assert not read_regions(region(page, "hand"))[0].faces
    assert page.all("button", form="f-ready")
    assert ">0</span>" in region(page, "plate-2")
    mine = region(read(alice.get(address)), "sheet")
    assert "都准备好就开始" in mine
    alice.post(f"{address}ready", read(alice.get(address)).fields("f-ready"))
    assert "准备好了，等Bob" in region(read(alice.get(address)), "sheet")
    assert "Alice准备好了" in region(read(bob.get(address)), "sheet")
    assert "莽娃" in mine
    alice.post(f"{address}leave", read(alice.get(address)).fields("f-leave"))
    left = read(bob.get(address))
    assert "Alice" in region(left, "sheet")  # a bot sits there now; the hand is still hers
    assert "Alice" not in region(left, "plate-0")


def test_the_page_is_never_stored(alice: Browser) -> None:
    _, address = sit_down(alice)
    assert "no-store" in alice.get(address).headers["Cache-Control"]


def test_the_table_shows_what_the_deal_is_bound_to(alice: Browser, clock: Clock) -> None:
    """The hash of the secret seed is there before it counts; afterwards the seed stands beside its own hash."""
    room, address = sit_down(alice)
    assert room.hand is not None
    dealt = room.hand.commitment
    assert f"这一局的指纹 <code>{dealt}</code>" in region(read(alice.get(address)), "promise")
    hand = finish_hand(room, clock)
    coming = Room.objects.get(pk=room.pk).next_commitment
    page = read(alice.get(address))
    assert f"下一局的指纹 <code>{coming}</code>" in region(page, "promise")
    shown = re.findall(r"<dt>(.*?)</dt><dd><code>(\w+)</code>", region(page, "sheet"))
    assert shown == [("发牌前公布", dealt), ("种子", bytes(hand.seed).hex()), ("下一局的指纹", coming)]
    assert commitment(bytes(hand.seed)) == dealt != coming
    kept = region(read(alice.get(f"{address}hand/1/")), "sheet")
    assert re.findall(r"<dt>(.*?)</dt>", kept) == ["发牌前公布", "种子"]
