"""One address makes a limited number of guests, and everybody else gets in."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import guests
from accounts.models import User
from games.models import Room
from mahjong_site import limiter
from tests.web.conftest import Browser
from tests.web.pages import read
from tests.web.test_table_view import sit_down_among_others

pytestmark = pytest.mark.django_db

HERE = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture(autouse=True)
def _few_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(guests, "LIMIT", 2)
    monkeypatch.setattr(limiter.time, "time", lambda: 1_800_000_000.0 + 300)


def press(address: str = "203.0.113.7", **headers: str) -> int:
    """Press the button in a new browser; return the status."""
    return (
        Client(headers=headers).post("/play", {"preset": "sichuan_xuezhan"}, REMOTE_ADDR=address).status_code
    )


def test_the_third_guest_of_an_address_is_asked_to_wait() -> None:
    assert [press(), press()] == [303, 303]
    client = Client(headers={"accept-language": "zh-CN"})
    refused = client.post("/play", {"preset": "sichuan_xuezhan"}, **HERE)
    page = read(refused, 429)
    assert refused.headers["Retry-After"] == "300"
    assert "请过 5 分钟再试" in page.text
    assert {"/", "/accounts/login/"} <= {link["href"] for link in page.all("a")}
    assert (User.objects.count(), Room.objects.count()) == (2, 2)
    english = Client(headers={"accept-language": "en"}).post("/play", {"preset": "sichuan_xuezhan"}, **HERE)
    assert "5 minutes" in read(english, 429).text
    assert press("203.0.113.8") == 303


def test_a_later_span_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [press(), press(), press()] == [303, 303, 429]
    monkeypatch.setattr(limiter.time, "time", lambda: 1_800_000_000.0 + guests.SPAN)
    assert press() == 303


def test_whoever_is_known_is_never_counted(alice: Browser) -> None:
    assert [press(), press(), press()] == [303, 303, 429]
    answer = alice.post("/play", {"preset": "sichuan_xuezhan"}, **HERE)
    assert answer.status_code == 303
    assert answer.url.startswith("/t/")


@pytest.mark.parametrize("door", ["enter", "sit/1"])
def test_the_other_doors_count_too(alice: Browser, door: str) -> None:
    _, address = sit_down_among_others(alice)
    assert [press(), press()] == [303, 303]
    assert (
        Client()
        .post(f"{address}{door}", {"version": "1", "id": "a"} if "sit" in door else {}, **HERE)
        .status_code
        == 429
    )
    assert User.objects.count() == 3


def test_nobody_escapes_by_a_header_of_their_own() -> None:
    forged = [press(**{"x-forwarded-for": f"198.51.100.{number}"}) for number in range(3)]
    assert forged == [303, 303, 429]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
    ],
)
def test_whom_an_address_is_counted_for(first: str, second: str, same: bool) -> None:
    assert [press(first), press(first), press(second)] == [303, 303, 429 if same else 303]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "", "unix"])
def test_this_machine_and_no_address_are_not_counted(address: str) -> None:
    assert [press(address) for _ in range(4)] == [303] * 4
