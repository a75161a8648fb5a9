"""A finished hand of one's own: its page, its record and its check."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.core.deal import nonce_hash
from games.models import Hand, Room, Seat
from games.services import rooms
from tests.services.support import (
    Clock,
    finish_hand,
    get_ready,
    stand_up,
)
from tests.web.conftest import Browser
from tests.web.pages import read
from tests.web.test_table_view import sit_down

PARTS = ("", "record.json", "check")


def finished(browser: Browser, clock: Clock, preset: str = "sichuan_xuezhan") -> tuple[Room, str, Hand]:
    """Play a hand to its end; return its room, the address of its page and its row."""
    room, address = sit_down(browser, preset)
    return room, f"{address}hand/1/", finish_hand(room, clock)


@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan"])
def test_the_record_replays_to_the_same_net(
    alice: Browser, clock: Clock, tmp_path: Path, preset: str
) -> None:
    _, address, hand = finished(alice, clock, preset)
    response = alice.get(f"{address}record.json")
    assert "attachment" in response.headers["Content-Disposition"]
    file = tmp_path / "record.json"
    file.write_bytes(response.content)
    out = StringIO()
    call_command("replay", str(file), "--json", stdout=out)
    answer = json.loads(out.getvalue())
    assert (answer["finished"], answer["net"]) == (True, hand.outcome["net"])


def test_the_second_hand_has_its_nonce_and_dealer(alice: Browser, clock: Clock, tmp_path: Path) -> None:
    room, _, _ = finished(alice, clock)
    Seat.objects.filter(user=alice.user).update(nonce_hash=nonce_hash("alice-7"))
    get_ready(room, alice.user, clock.pass_ms(1000), "alice-7")
    hand = finish_hand(room, clock)
    record = alice.get(f"/t/{room.number}/hand/2/record.json").json()
    assert record["nonces"][0] == "alice-7"
    assert record["nonce_hashes"] == [nonce_hash("alice-7"), "", "", ""]
    assert record["seed"] == bytes(hand.seed).hex()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    out = StringIO()
    call_command("replay", str(file), "--json", stdout=out)
    assert json.loads(out.getvalue())["net"] == hand.outcome["net"]


def test_the_page_shows_the_account(alice: Browser, clock: Clock) -> None:
    room, address, hand = finished(alice, clock)
    page = read(alice.get(address))
    assert page.by_id("table")["data-hand"] == str(hand.pk)
    assert "ws-connect" not in page.by_id("table")
    assert bytes(hand.seed).hex() in page.html
    assert not page.all("button", form="f-ready")
    assert page.all("a", href=f"/t/{room.number}/hand/1/record.json")


def test_the_page_stays_when_the_table_is_closed(alice: Browser, clock: Clock) -> None:
    room, address, _ = finished(alice, clock)
    before = read(alice.get(address)).html
    stand_up(room, alice.user, clock.now)
    assert rooms.close(room, clock.now)
    assert read(alice.get(address)).text == before_text(before)


def before_text(html: str) -> str:
    from django.http import HttpResponse

    return read(HttpResponse(html)).text


@pytest.mark.parametrize("part", PARTS)
def test_only_who_sat_there_may_see_it(
    alice: Browser, charlie: Browser, client: Client, clock: Clock, part: str
) -> None:
    _, address, _ = finished(alice, clock)
    assert alice.get(address + part).status_code in {200, 302}
    for stranger in (charlie, client):
        page = read(stranger.get(address + part), 404)
        assert "seed" not in page.html


@pytest.mark.parametrize("part", PARTS)
def test_a_hand_in_play_is_shown_to_nobody(alice: Browser, part: str) -> None:
    _, address = sit_down(alice)
    assert alice.get(f"{address}hand/1/{part}").status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999", "-1", "x"])
def test_a_hand_that_never_was(alice: Browser, clock: Clock, number: str) -> None:
    room, _, _ = finished(alice, clock)
    for part in PARTS:
        assert alice.get(f"/t/{room.number}/hand/{number}/{part}").status_code == 404


def test_the_check_says_how_many_sat_there_where_it_was_chosen(alice: Browser, clock: Clock) -> None:
    _, address, hand = finished(alice, clock)
    assert "players" not in parse_qs(urlsplit(alice.get(f"{address}check").url).query)
    Hand.objects.filter(pk=hand.pk).update(overrides={"players": 3})
    assert parse_qs(urlsplit(alice.get(f"{address}check").url).query)["players"] == ["3"]


@pytest.mark.parametrize("second", [False, True])
def test_the_check_fills_in_the_form_and_fits(alice: Browser, clock: Clock, second: bool) -> None:
    room, address, hand = finished(alice, clock)
    if second:
        Seat.objects.filter(user=alice.user).update(nonce_hash=nonce_hash("mine"))
        get_ready(room, alice.user, clock.pass_ms(1000), "mine")
        hand = finish_hand(room, clock)
        address = f"/t/{room.number}/hand/2/"
    where = alice.get(f"{address}check").url
    fields = parse_qs(urlsplit(where).query, keep_blank_values=True)
    assert fields["seed"] == [bytes(hand.seed).hex()]
    page = read(alice.get(where.partition("#")[0]))
    assert "指纹对得上" in page.text
    assert ("都对得上事先留下的指纹" in page.text) == second
    assert page.one("input", name="seed")["value"] == bytes(hand.seed).hex()
