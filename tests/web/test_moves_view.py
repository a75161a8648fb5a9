"""Playing by plain posts: no scripts, no socket; and what nobody may do."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.engine.core.deal import nonce_hash
from games.models import Action, Room, Seat
from games.services import play
from tests.services.support import Clock, act_default, finish_hand, hand_of, seat_row
from tests.web.conftest import Browser
from tests.web.pages import Page, read
from tests.web.test_table_view import sit_down, sit_down_among_others


def pressed(page: Page, do: str) -> dict[str, str]:
    """Return the fields a browser without scripts posts when the first such button is pressed."""
    button = page.all("button", data_do=do)[0]
    return {**page.fields("act"), button["name"]: button["value"]}


def names(browser: Client, address: str, form: str) -> dict[str, str]:
    """Return what a form of the table page posts without any button."""
    return read(browser.get(address)).fields(form)


def sitting(browser: Client, address: str, seat: int) -> dict[str, str]:
    """Return what the button of a seat posts."""
    page = read(browser.get(address))
    button = page.one("button", data_sit=str(seat))
    return {**page.fields("f-sit"), button["name"]: button["value"]}


def reason(browser: Client, address: str) -> str:
    """Return the code of the reason that the table page gives, once."""
    return read(browser.get(address)).by_id("notice").get("data-code", "")


def test_a_turn_is_played_without_scripts(alice: Browser) -> None:
    room, address = sit_down(alice)
    fields = pressed(read(alice.get(address)), "discard")
    response = alice.post(f"{address}act", fields)
    assert (response.status_code, response.url) == (303, address)
    action = Action.objects.get(hand__room=room)
    assert (action.seat, action.payload) == (0, {"do": "discard", "tile": fields["discard"]})
    assert reason(alice, address) == ""


def test_a_choice_of_all_seats_is_made_without_scripts(alice: Browser) -> None:
    _, address = sit_down(alice, "chengdu_xuezhan")
    assert alice.post(f"{address}act", pressed(read(alice.get(address)), "swap_three")).url == address
    assert Action.objects.get().payload["do"] == "swap_three"


def test_the_frame_of_the_script_is_taken_too(alice: Browser) -> None:
    _, address = sit_down(alice)
    page = read(alice.get(address))
    tile = page.all("button", data_do="discard")[0]["data-tile"]
    fields = {**page.fields("act"), "id": "a-1", "do": "discard", "tile": tile}
    assert alice.post(f"{address}act", fields).status_code == 303
    assert alice.post(f"{address}act", fields).status_code == 303  # a double click
    assert Action.objects.count() == 1
    assert reason(alice, address) == ""


def test_a_whole_hand_is_played_without_scripts(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice, "chengdu_xuezhan")
    hand = hand_of(room)
    for _ in range(400):
        loaded = play.load(hand.pk)
        assert loaded is not None
        if not loaded.table.prompts:
            break
        prompt = next(
            (prompt for prompt in loaded.table.prompts if prompt.seat == 0), loaded.table.prompts[0]
        )
        if prompt.seat:
            assert act_default(hand, prompt.seat, None, clock.pass_ms(100)).status == "applied"
            continue
        page = read(alice.get(address))
        buttons = [button for button in page.all("button") if "data-do" in button and "name" in button]
        chosen = next((button for button in buttons if button["data-do"] == "hu"), buttons[-1])
        alice.post(f"{address}act", {**page.fields("act"), chosen["name"]: chosen["value"]})
        assert reason(alice, address) == ""
    assert "hidden" not in read(alice.get(address)).by_id("sheet")


def test_a_refusal_is_said_once(alice: Browser) -> None:
    _, address = sit_down(alice)
    alice.post(f"{address}act", {**names(alice, address, "act"), "window": "99", "discard": "1m"})
    assert reason(alice, address) == "window_closed"
    assert reason(alice, address) == ""


def test_nobody_acts_for_another_seat(alice: Browser, charlie: Browser, client: Client) -> None:
    _, address = sit_down_among_others(alice)
    fields = pressed(read(alice.get(address)), "discard")
    for stranger in (charlie, client):
        assert stranger.post(f"{address}act", fields).url == address
        assert reason(stranger, address) == "not_seated"
    assert not Action.objects.exists()


def test_an_answer_to_another_hand_is_stale(alice: Browser) -> None:
    _, address = sit_down(alice)
    fields = pressed(read(alice.get(address)), "discard")
    alice.post(f"{address}act", {**fields, "hand": "999999"})
    assert reason(alice, address) == "stale"
    assert not Action.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"window": "0"},
        {"window": "x", "discard": "1m"},
        {"window": "-1", "discard": "1m"},
        {"window": "9" * 40, "discard": "1m"},
        {"hand": "x", "discard": "1m"},
        {"id": "a b", "discard": "1m"},
        {"window": "0", "discard": "1m", "hu": "1"},
        {"window": "0", "do": "discard", "tile": "1m", "seat": "2"},
        {"window": "0", "do": "discard", "tile": "m" * 900},
        {"window": "0", "do": "discard", "tile": "0z"},
        {"window": "0", "do": "\0", "tile": "1m"},
        {"window": "0", "discard": "<b>"},
        {"window": "0", "discard": ["1m", "2m"]},
        {"window": "0", "draw": "1m"},
        {"window": "٣", "discard": "1m"},
    ],
)
def test_hostile_fields_are_a_clear_400(alice: Browser, fields: dict[str, str]) -> None:
    _, address = sit_down(alice)
    sent = {**names(alice, address, "act"), **fields}
    assert "没有看懂" in read(alice.post(f"{address}act", sent), 400).text
    assert not Action.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"window": "0", "do": "discard"},
        {"window": "0", "do": "discard", "tile": "7z"},
        {"window": "0", "do": "leave"},
        {"window": "0", "hu": "1"},
    ],
)
def test_what_the_rules_refuse_comes_back_as_a_reason(alice: Browser, fields: dict[str, str]) -> None:
    _, address = sit_down(alice)
    assert alice.post(f"{address}act", {**names(alice, address, "act"), **fields}).url == address
    assert reason(alice, address)
    assert not Action.objects.exists()


OLD_FORMS = [
    ("act", {"window": "0", "discard": "1m"}),
    ("act", {"window": "0", "id": "a-1", "do": "discard", "tile": "1m"}),
    ("toggle", {"auto_hu": "1"}),
    ("act", {"arm": "1m"}),
    ("ready", {"nonce": "mine"}),
    ("ready", {"nonce": "mine", "preset": "wanzhou", "players": "4"}),  # the first page sent its whole form
    ("back", {}),
    ("leave", {}),
    ("sit/2", {}),
]


@pytest.mark.parametrize(("name", "fields"), OLD_FORMS)
def test_a_page_from_before_an_update_is_told_so(
    alice: Browser, client: Client, name: str, fields: dict[str, str]
) -> None:
    """It does not name what it answers: nothing is done, and the table is shown anew."""
    room, address = sit_down(alice)
    Seat.objects.filter(room=room, index=0).update(autoplay=True)
    for browser in (alice, client):
        assert browser.post(f"{address}{name}", fields).url == address
        assert reason(browser, address) == "old_page"
    assert (seat_row(room, 0).user, seat_row(room, 0).autoplay) == (alice.user, True)
    assert (User.objects.count(), Action.objects.count(), hand_of(room).wishes) == (1, 0, {})


def test_a_page_kept_by_the_browser_answers_nothing_in_the_next_hand(alice: Browser, clock: Clock) -> None:
    """The back button shows hand 1 again; its window has the number of the one that is open in hand 2."""
    room, address = sit_down(alice, "chengdu_xuezhan")
    kept = read(alice.get(address))
    finish_hand(room, clock)
    alice.post(f"{address}ready", names(alice, address, "f-ready"))
    hand = hand_of(room)
    now = read(alice.get(address))
    assert hand.number == 2
    assert kept.fields("act")["window"] == now.fields("act")["window"] == "0"
    Seat.objects.filter(room=room, index=0).update(autoplay=True)
    for name, fields in {
        "act": pressed(kept, "swap_three"),
        "toggle": {**kept.fields("f-toggle"), "auto_hu": "1"},
        "back": kept.fields("f-back"),
        "leave": kept.fields("f-leave"),
        "ready": kept.fields("f-ready"),
    }.items():
        assert alice.post(f"{address}{name}", fields).url == address, name
        assert reason(alice, address) == "stale", name
    seat = seat_row(room, 0)
    assert (seat.user, seat.autoplay, hand_of(room).wishes) == (alice.user, True, {})
    assert not Action.objects.filter(hand=hand).exists()


def test_a_post_that_comes_twice_is_done_once_and_answered_alike(
    alice: Browser, bob: Browser, clock: Clock
) -> None:
    room, address = sit_down(alice)
    on = {**names(alice, address, "f-toggle"), "auto_hu": "1"}
    assert [alice.post(f"{address}toggle", on).url for _ in range(2)] == [address, address]
    off = {**names(alice, address, "f-toggle"), "auto_hu": "0"}
    alice.post(f"{address}toggle", off)
    alice.post(f"{address}toggle", on)
    assert (hand_of(room).wishes, reason(alice, address)) == ({}, "")
    finish_hand(room, clock)
    down = sitting(bob, address, 2)
    for _ in range(2):
        assert bob.post(f"{address}sit/2", down).url == address
        assert reason(bob, address) == ""
    gone = names(bob, address, "f-leave")
    assert [bob.post(f"{address}leave", gone).url for _ in range(2)] == ["/", "/"]
    there = bob.post("/play", {"preset": "sichuan_putong"}).url
    assert bob.post(f"{address}leave", gone).url == "/"
    assert read(bob.get(there)).by_id("table")["data-viewer-seat"] == "0"
    ready = names(alice, address, "f-ready")
    for _ in range(2):
        assert alice.post(f"{address}ready", ready).url == address
        assert reason(alice, address) == ""
    assert hand_of(room).number == 2


def test_an_oversized_body_is_a_clear_400(alice: Browser) -> None:
    _, address = sit_down(alice)
    body = "window=0&discard=" + "1" * 100_000
    response = alice.post(f"{address}act", body, content_type="application/x-www-form-urlencoded")
    assert "太大" in read(response, 400).text


def test_the_next_hand_starts_by_a_post(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    Seat.objects.filter(room=room, index=0).update(nonce_hash=nonce_hash("mine"))
    finish_hand(room, clock)
    fields = {**names(alice, address, "f-ready"), "nonce": "mine", "hash": nonce_hash("next")}
    assert alice.post(f"{address}ready", fields).url == address
    hand = hand_of(room)
    assert (hand.number, hand.nonces[0]) == (2, "mine")
    assert seat_row(room, 0).nonce_hash == nonce_hash("next")


def test_without_scripts_the_nonce_is_empty_and_the_page_says_so(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    finish_hand(room, clock)
    page = read(alice.get(address))
    assert "你的那一份是空的" in page.text
    alice.post(f"{address}ready", page.fields("f-ready"))
    hand = hand_of(room)
    assert (hand.number, hand.nonces[0], hand.nonce_hashes[0]) == (2, "", "")


@pytest.mark.parametrize("fields", [{"nonce": "x" * 65}, {"nonce": "a b"}, {"hash": "x"}])
def test_a_bad_nonce_is_a_clear_400(alice: Browser, clock: Clock, fields: dict[str, str]) -> None:
    room, address = sit_down(alice)
    finish_hand(room, clock)
    read(alice.post(f"{address}ready", {**names(alice, address, "f-ready"), **fields}), 400)
    assert hand_of(room).number == 1


def test_a_seat_is_taken_between_hands_only(alice: Browser, bob: Browser, clock: Clock) -> None:
    room, address = sit_down_among_others(alice)
    bob.post(f"{address}sit/2", {**names(bob, address, "f-sit"), "version": "1"})
    assert reason(bob, address) == "hand_running"
    finish_hand(room, clock)
    assert bob.post(f"{address}sit/2", sitting(bob, address, 2)).url == address
    assert read(bob.get(address)).by_id("table")["data-viewer-seat"] == "2"
    assert seat_row(room, 2).user == bob.user


def test_a_visitor_who_sits_down_becomes_a_guest(alice: Browser, client: Client, clock: Clock) -> None:
    room, address = sit_down_among_others(alice)
    finish_hand(room, clock)
    client.post(f"{address}sit/1", sitting(client, address, 1))
    assert seat_row(room, 1).user == User.objects.exclude(pk=alice.user.pk).get()


@pytest.mark.parametrize(("seat", "code"), [(0, "seat_taken"), (9, "no_such_seat")])
def test_a_seat_that_is_not_free(alice: Browser, bob: Browser, clock: Clock, seat: int, code: str) -> None:
    room, address = sit_down_among_others(alice)
    finish_hand(room, clock)
    bob.post(f"{address}sit/{seat}", {**names(bob, address, "f-sit"), "version": "1"})
    assert reason(bob, address) == code
    assert not Seat.objects.filter(user=bob.user).exists()


def test_leaving_asks_first_and_says_the_price(alice: Browser) -> None:
    room, address = sit_down(alice)
    page = read(alice.get(f"{address}leave"))
    assert "输赢照样记在你名下" in page.text
    assert seat_row(room, 0).user == alice.user
    assert alice.post(f"{address}leave", page.fields("f-leave")).url == "/"
    seat = seat_row(room, 0)
    assert (seat.user, seat.hosted, seat.leaver) == (None, True, alice.user)


def test_only_who_sits_can_leave(alice: Browser, charlie: Browser) -> None:
    room, address = sit_down_among_others(alice)
    assert charlie.get(f"{address}leave").url == address
    assert charlie.post(f"{address}leave", names(alice, address, "f-leave")).url == address
    assert seat_row(room, 0).user == alice.user


def test_the_seat_is_taken_back_from_autoplay(alice: Browser, charlie: Browser) -> None:
    room, address = sit_down_among_others(alice)
    Seat.objects.filter(room=room, index=0).update(autoplay=True, strikes=3)
    charlie.post(f"{address}back", names(alice, address, "f-back"))
    assert reason(charlie, address) == "not_seated"
    assert seat_row(room, 0).autoplay
    alice.post(f"{address}back", names(alice, address, "f-back"))
    assert not seat_row(room, 0).autoplay


@pytest.mark.parametrize("name", ["act", "ready", "back", "enter", "sit/1"])
def test_the_address_of_a_button_is_no_page(alice: Browser, name: str) -> None:
    _, address = sit_down(alice)
    response = alice.get(f"{address}{name}")
    page = read(response, 405)
    assert response.headers["Allow"] == "POST"
    assert page.all("a", href="/")


@pytest.mark.parametrize("name", ["act", "ready", "back", "enter", "sit/1", "leave"])
def test_every_button_needs_its_token(alice: Browser, name: str) -> None:
    room, address = sit_down(alice)
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "zh-CN"})
    strict.cookies = alice.cookies
    page = read(strict.post(f"{address}{name}", {"window": "0", "discard": "1m"}), 403)
    assert page.all("a", href=address)
    assert seat_row(room, 0).user == alice.user
    assert not Action.objects.exists()


def test_a_post_to_an_unknown_table(alice: Browser) -> None:
    for name in ("act", "ready", "back", "enter", "sit/1", "leave"):
        assert alice.post(f"/t/000000/{name}").status_code == 404
    assert not Room.objects.exists()


def switches(page: Page) -> dict[str, str]:
    """Return the state of each toggle on the page."""
    return {button["name"]: button["aria-pressed"] for button in page.all("button", form="f-toggle")}


def test_toggles_and_the_armed_tile_work_without_scripts(alice: Browser) -> None:
    room, address = sit_down(alice)
    assert (
        alice.post(f"{address}toggle", {**names(alice, address, "f-toggle"), "auto_hu": "1"}).url == address
    )
    assert switches(read(alice.get(address))) == {
        "no_peng": "false",
        "auto_hu": "true",
        "auto_discard": "false",
    }
    assert alice.post(f"{address}act", pressed(read(alice.get(address)), "discard")).status_code == 303
    tile = read(alice.get(address)).all("button", name="arm")[0]["value"]
    assert alice.post(f"{address}act", {**names(alice, address, "act"), "arm": tile}).url == address
    kept = read(alice.get(address)).all("button", name="disarm")
    assert [button["value"] for button in kept] == [tile]
    assert hand_of(room).wishes["0"]["armed"] == {"do": "discard", "tile": tile}
    alice.post(f"{address}act", {**names(alice, address, "act"), "disarm": tile})
    assert hand_of(room).wishes["0"]["armed"] is None


def test_cards_are_armed_without_scripts(alice: Browser) -> None:
    room, address = sit_down(alice, "guanpai")
    card = read(alice.get(address)).all("input", name="card")[0]["value"]
    alice.post(f"{address}act", {**names(alice, address, "act"), "arm": "1", "card": [card]})
    assert hand_of(room).wishes["0"]["armed"] == {"do": "play", "cards": card}


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"auto_pass": "1"}, 303, "bad_input"),
        ({"arm": "7z"}, 303, "no_such_tile"),
        ({"arm": "5x"}, 400, ""),
        ({"auto_hu": "2"}, 400, ""),
        ({"auto_hu": "1", "no_peng": "1"}, 400, ""),
        ({"auto_hu": ["1", "0"]}, 400, ""),
        ({}, 400, ""),
    ],
)
def test_a_toggle_that_is_none_changes_nothing(
    alice: Browser, fields: dict[str, str], status: int, code: str
) -> None:
    room, address = sit_down(alice)
    assert (
        alice.post(f"{address}toggle", {**names(alice, address, "f-toggle"), **fields}).status_code == status
    )
    assert reason(alice, address) == code
    assert hand_of(room).wishes == {}


def test_a_stranger_switches_nothing(alice: Browser, bob: Browser) -> None:
    room, address = sit_down_among_others(alice)
    assert (
        bob.post(f"{address}toggle", {**names(bob, address, "f-toggle"), "auto_hu": "1"}).status_code == 303
    )
    assert reason(bob, address) == "not_seated"
    assert hand_of(room).wishes == {}
