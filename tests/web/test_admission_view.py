"""Quick tables are private, numbers are tried and tables are made only so often, and nobody else is kept out by that."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from redis.exceptions import ConnectionError as RedisGone

from accounts.models import User
from games.models import Room, Seat
from games.services import admission
from mahjong_site import cache as house_cache
from mahjong_site import limiter
from mahjong_site.cache import FailSoftRedisCache
from tests.services.support import Clock, finish_hand, hand_of
from tests.web.conftest import Browser
from tests.web.pages import read
from tests.web.test_moves_view import names, sitting
from tests.web.test_table_view import sit_down, sit_down_among_others

pytestmark = pytest.mark.django_db

HERE = "203.0.113.7"
NOON = 1_800_000_000.0
ENGLISH = {"accept-language": "en"}


class Now:
    seconds = NOON + 20


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    cache.clear()
    held = Now()
    monkeypatch.setattr(limiter.time, "time", lambda: held.seconds)
    return held


def nowhere(index: int = 0) -> str:
    """Return the address of a number that no table has: theirs begin with another digit."""
    return f"/t/{index:06}/"


def told(answer: HttpResponse, number: str) -> tuple[object, ...]:
    """Return everything an answer tells but the asked number itself and what is drawn at random."""
    page = re.sub(r'(csrfmiddlewaretoken" value=|nonce-)"?[\w-]+', "", answer.content.decode())
    headers = {name: value for name, value in answer.headers.items() if name != "Content-Security-Policy"}
    return answer.status_code, page.replace(number, "NUMBER"), headers, sorted(answer.cookies)


DOORS = [
    ("get", ""),
    ("get", "leave"),
    ("post", "act"),
    ("post", "toggle"),
    ("post", "ready"),
    ("post", "back"),
    ("post", "enter"),
    ("post", "sit/1"),
    ("post", "share"),
    ("post", "leave"),
    ("get", "hand/1/"),
    ("get", "hand/1/record.json"),
]


@pytest.mark.parametrize(("method", "door"), DOORS)
@pytest.mark.parametrize("who", ["stranger", "visitor"])
def test_a_private_table_answers_a_stranger_as_no_table_does(
    alice: Browser, charlie: Browser, client: Client, method: str, door: str, who: str
) -> None:
    room, address = sit_down(alice)
    asker = charlie if who == "stranger" else client
    empty = nowhere()
    real = getattr(asker, method)(f"{address}{door}", {"auto_hu": "1"})
    none = getattr(asker, method)(f"{empty}{door}", {"auto_hu": "1"})
    assert real.status_code == 404
    assert told(real, room.number) == told(none, empty.split("/")[2])
    assert hand_of(room).version == 0
    assert not Seat.objects.exclude(user=alice.user).filter(user__isnull=False).exists()


def test_its_owner_comes_back_to_it_and_may_sit_down_again(alice: Browser, clock: Clock) -> None:
    room, address = sit_down(alice)
    alice.post(f"{address}leave", names(alice, address, "f-leave"))
    assert read(alice.get(address)).by_id("table")["data-viewer-seat"] == "-1"
    finish_hand(room, clock)
    assert alice.post(f"{address}sit/2", sitting(alice, address, 2)).url == address
    assert read(alice.get(address)).by_id("table")["data-viewer-seat"] == "2"


def test_its_owner_lets_others_in(alice: Browser, bob: Browser) -> None:
    _, address = sit_down(alice)
    assert "只有你进得来" in read(alice.get(address)).text
    assert bob.post(f"{address}share").status_code == 404
    assert bob.get(address).status_code == 404
    assert alice.post(f"{address}share").url == address
    assert "把网址发给朋友" in read(alice.get(address)).text
    assert read(bob.get(address)).by_id("table")["data-viewer-seat"] == "-1"
    assert "share" not in read(bob.get(address)).html
    assert alice.get(f"{address}share").status_code == 405


def test_any_other_table_is_open_by_its_number(alice: Browser, bob: Browser) -> None:
    _, address = sit_down(alice)
    Room.objects.update(quick=False)
    assert bob.get(address).status_code == 200


def test_ten_wrong_numbers_a_minute(alice: Browser, bob: Browser, now: Now) -> None:
    _, shared = sit_down_among_others(alice)
    wrong = [nowhere(index) for index in range(10)]
    assert [bob.get(address).status_code for address in wrong] == [404] * 10
    refused = bob.get(nowhere(), headers={"accept-language": "zh-CN"})
    page = read(refused, 429)
    assert refused.headers["Retry-After"] == "40"
    assert "请过 40 秒再试" in page.text
    assert page.all("a", href="/")
    assert "40 seconds" in read(bob.get(nowhere(), headers=ENGLISH), 429).text
    for door in (shared, f"{shared}enter", f"{shared}sit/1"):  # right or wrong, nothing tells
        assert bob.post(door).status_code in (405, 429)
    assert bob.get(shared).status_code == 429
    now.seconds += 40
    assert bob.get(shared).status_code == 200


def test_the_right_number_of_ones_own_table_always_works(alice: Browser, bob: Browser, clock: Clock) -> None:
    room, address = sit_down_among_others(alice)
    finish_hand(room, clock)
    assert bob.post(f"{address}sit/2", sitting(bob, address, 2)).url == address
    for seated in (alice, bob):
        for index in range(12):
            seated.get(nowhere(index))
        assert seated.get(nowhere()).status_code == 429
        assert read(seated.get(nowhere()), 429).all("a", href=address)
        assert seated.get(address).status_code == 200
        assert seated.post(f"{address}ready", names(seated, address, "f-ready")).url == address


def test_a_right_number_is_no_try(alice: Browser, bob: Browser) -> None:
    _, address = sit_down_among_others(alice)
    assert {bob.get(address).status_code for _ in range(15)} == {200}


def test_what_is_no_number_is_no_try(bob: Browser) -> None:
    assert {bob.get("/t/abc/").status_code for _ in range(15)} == {404}


@pytest.mark.parametrize(
    ("others", "same"), [("203.0.113.8", False), (HERE, True), ("::ffff:203.0.113.7", True)]
)
def test_sixty_of_an_address_whoever_asks(others: str, same: bool) -> None:
    """Forty people of one house have the same address; a script without a name has nothing else."""
    wrong = nowhere()
    assert [Client().get(wrong, REMOTE_ADDR=HERE).status_code for _ in range(60)] == [404] * 60
    assert Client().get(wrong, REMOTE_ADDR=others).status_code == (429 if same else 404)


@pytest.mark.parametrize(("other", "same"), [("2001:db8:1:2:ffff::9", True), ("2001:db8:1:3::1", False)])
def test_an_ipv6_network_is_one_address(other: str, same: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "WRONG_OF_ADDRESS", 2)
    wrong = nowhere()
    assert [Client().get(wrong, REMOTE_ADDR="2001:db8:1:2::1").status_code for _ in range(2)] == [404, 404]
    assert Client().get(wrong, REMOTE_ADDR=other).status_code == (429 if same else 404)


def test_without_redis_the_process_goes_on_counting(bob: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def __getattr__(self, name: str) -> object:
            raise RedisGone

    house_cache._own.clear()
    soft = FailSoftRedisCache("redis://127.0.0.1:1/1", {})
    monkeypatch.setattr(soft, "_cache", Gone())
    monkeypatch.setattr(limiter, "cache", soft)
    assert [bob.get(nowhere()).status_code for _ in range(12)] == [404] * 10 + [429] * 2


# --- new tables


def restart(browser: Client, address: str = "127.0.0.1") -> HttpResponse:
    """Press the button, and leave the table again if there is one."""
    answer = browser.post("/play", {"preset": "sichuan_xuezhan"}, REMOTE_ADDR=address)
    if answer.status_code == 303:
        browser.post(f"{answer.url}leave", names(browser, answer.url, "f-leave"), REMOTE_ADDR=address)
    return answer


def test_tables_are_made_so_often_by_a_person(alice: Browser, bob: Browser, now: Now) -> None:
    assert [restart(alice).status_code for _ in range(7)] == [303] * 6 + [429]
    refused = alice.post("/play", {"preset": "sichuan_xuezhan"})
    page = read(refused, 429)
    assert refused.headers["Retry-After"] == "40"
    assert "新桌开得太快了" in page.text
    assert "1 minute" in read(alice.post("/play", headers=ENGLISH), 429).text
    assert restart(bob).status_code == 303
    now.seconds += 40
    assert restart(alice).status_code == 303
    assert Room.objects.count() == 8


def test_twenty_in_ten_minutes_whatever_the_pace(alice: Browser, now: Now) -> None:
    made = []
    for _ in range(9):
        made += [restart(alice).status_code for _ in range(4)]
        now.seconds += 60
    assert made == [303] * 20 + [429] * 16
    now.seconds += 60
    assert restart(alice).status_code == 303


def test_an_address_makes_tables_for_forty_people_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "TABLES_OF_ADDRESS", ((3, 600),))
    people = [Browser() for _ in range(4)]
    for number, browser in enumerate(people):
        browser.force_login(User.objects.create_guest(display_name=f"{number}"))
    assert [restart(browser, HERE).status_code for browser in people] == [303] * 3 + [429]
    assert restart(people[3], "203.0.113.8").status_code == 303
    guests = User.objects.count()
    assert restart(Client(), HERE).status_code == 429
    assert User.objects.count() == guests  # nobody is made for a table that is not


def test_coming_back_to_the_own_table_is_none(alice: Browser) -> None:
    _, address = sit_down(alice)
    assert {alice.post("/play", {"preset": "sichuan_xuezhan"}).url for _ in range(30)} == {address}


def test_a_script_that_is_refused_is_told_the_same(alice: Browser) -> None:
    for _ in range(6):
        restart(alice)
    assert alice.post("/play", {"preset": "sichuan_xuezhan", "hold": "1"}).status_code == 429
