"""The first page and its button."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.engine.catalogue import GAMES
from games.engine.core.deal import nonce_hash
from games.models import Room, Seat
from games.views import people, showcase
from tests.services.support import Clock, finish_hand
from tests.web.conftest import Browser
from tests.web.pages import read


@pytest.mark.django_db
def test_reading_the_first_page_makes_nobody(client: Client) -> None:
    page = read(client.get("/"))
    assert not User.objects.exists()
    form = page.one("form", action="/play")
    assert form["method"] == "post"
    choices = page.all("input", type="radio", name="preset")
    offered = [name for game in GAMES for name in game.presets]
    assert [choice["value"] for choice in choices] == offered
    assert ["checked" in choice for choice in choices] == [True] + [False] * (len(offered) - 1)


@pytest.mark.django_db
def test_the_button_seats_a_guest_at_a_dealt_table(client: Client) -> None:
    response = client.post("/play", {"preset": "chengdu_xuezhan"})
    room = Room.objects.get()
    assert (response.status_code, response.url) == (303, f"/t/{room.number}/")
    assert (room.preset, room.phase) == ("chengdu_xuezhan", "playing")
    guest = User.objects.get()
    assert guest.is_guest
    assert Seat.objects.get(user=guest).room == room
    table = read(client.get(response.url)).by_id("table")
    assert (table["data-viewer-seat"], table["ws-connect"]) == ("0", f"/ws/t/{room.number}/?lang=zh-hans")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "players", "seats"), [("wanzhou", "2", 2), ("wanzhou", "", 4), ("guanpai", "4", 2)]
)
def test_as_many_sit_down_as_chosen_where_there_is_a_choice(
    client: Client, preset: str, players: str, seats: int
) -> None:
    form = read(client.get("/"))
    assert [choice["value"] for choice in form.all("input", name="players")] == ["4", "3", "2"]
    assert form.one("input", value="guanpai")["data-seats"] == "1"  # which hides the choice
    table = read(client.get(client.post("/play", {"preset": preset, "players": players}).url)).by_id("table")
    assert table["data-players"] == str(seats)


@pytest.mark.django_db
def test_a_script_is_told_the_commitment_before_it_sends_its_share() -> None:
    """One press: the table with its commitment, then ready with a nonce under the new guest's token, then the deal."""
    strict = Client(enforce_csrf_checks=True)
    form = {"csrfmiddlewaretoken": read(strict.get("/")).all("input", name="csrfmiddlewaretoken")[0]["value"]}
    left = {"hash": nonce_hash("5eed")}
    told = strict.post("/play", {**form, **left, "preset": "sichuan_putong", "hold": "1"}).json()
    room = Room.objects.get()
    assert room.phase == "open"
    assert told["commitment"] == room.next_commitment
    answer = strict.post(
        told["ready"],
        {
            "csrfmiddlewaretoken": told["token"],
            "id": "first",
            "number": told["number"],
            "nonce": "5eed",
            "hash": nonce_hash("next"),
        },
    )
    assert answer.url == told["table"] == f"/t/{room.number}/"
    room.refresh_from_db()
    assert (room.phase, room.preset) == ("playing", "sichuan_putong")
    assert room.hand is not None
    assert (room.hand.commitment, room.hand.nonces[0]) == (told["commitment"], "5eed")
    again = strict.post("/play", {"csrfmiddlewaretoken": told["token"], "hold": "1"}).json()
    assert "ready" not in again
    assert again["table"] == told["table"]


@pytest.mark.django_db
def test_a_script_that_is_refused_leaves_the_reason_to_the_form(client: Client) -> None:
    assert client.post("/play", {"preset": "nope", "hold": "1"}).status_code == 409
    assert not User.objects.exists()
    assert not read(client.get("/")).all("div", class_="messages")


def test_a_second_press_returns_to_the_same_table(alice: Browser) -> None:
    first = alice.post("/play", {"preset": "sichuan_xuezhan"})
    again = alice.post("/play", {"preset": "sichuan_putong"})
    assert first.url == again.url
    assert Room.objects.count() == 1


def test_whoever_sits_is_led_back(alice: Browser) -> None:
    where = alice.post("/play", {"preset": "sichuan_xuezhan"}).url
    page = read(alice.get("/"))
    assert [link["class"] for link in page.all("a", href=where)] == ["wide start"]
    assert not page.all("form", action="/play")


def test_the_choice_is_remembered(alice: Browser) -> None:
    where = alice.post("/play", {"preset": "sichuan_putong"}).url
    alice.post(f"{where}leave", read(alice.get(where)).fields("f-leave"))
    assert "checked" in read(alice.get("/")).one("input", value="sichuan_putong")
    alice.cookies.pop(people.PRESET_COOKIE)
    assert "checked" in read(alice.get("/")).one("input", value="sichuan_putong")  # kept with the person


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["nope", "guanpai_3", "x" * 5000, "\0"])
def test_an_unknown_preset_makes_nothing(client: Client, preset: str) -> None:
    assert client.post("/play", {"preset": preset}).url == "/"
    assert not User.objects.exists()
    assert not Room.objects.exists()
    page = read(client.get("/"))
    assert page.one("div", class_="messages")


@pytest.mark.django_db
def test_a_damaged_cookie_chooses_the_first_preset(client: Client) -> None:
    client.cookies[people.PRESET_COOKIE] = "<script>"
    page = read(client.get("/"))
    assert "checked" in page.one("input", value="sichuan_xuezhan")
    assert "<script>" not in page.html.replace('<script src="', "").replace("<script type=", "")


@pytest.mark.django_db
def test_the_button_needs_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/play", {"preset": "sichuan_xuezhan"})
    assert refused.status_code == 403
    assert not User.objects.exists()
    token = read(client.get("/")).all("input", name="csrfmiddlewaretoken")[0]["value"]
    assert client.post("/play", {"csrfmiddlewaretoken": token}).status_code == 303


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_shown_hand_is_a_whole_record_that_still_replays(language: str) -> None:
    still = showcase.still(language)
    assert len(still.frames) > 10
    assert {"center", "hand", "own_melds", "fx", "river-0"} <= {*still.regions, "river-0"}
    last = still.frames[-1].html
    assert "data-kind=hu" in last or "data-kind=end" in last or "data-kind=show" in last


def test_after_leaving_between_hands_the_page_says_so(alice: Browser, clock: Clock) -> None:
    where = alice.post("/play", {"preset": "sichuan_xuezhan"}).url
    finish_hand(Room.objects.get(), clock)
    assert alice.post(f"{where}leave", read(alice.get(where)).fields("f-leave")).url == "/"
    page = read(alice.get("/"))
    assert "你离开了牌桌。" in page.text
    assert page.all("form", action="/play")


@pytest.mark.parametrize("address", ["/rules/", "/rules/SC-13/", "/fairness/"])
def test_every_quiet_page_leads_back_to_the_table(alice: Browser, address: str) -> None:
    where = alice.post("/play", {"preset": "sichuan_xuezhan"}).url
    assert read(alice.get(address)).one("a", href=where)["class"] == "back"
