"""Every log-in passes one limiter that asks before a password is hashed and locks no owner out from elsewhere."""

from __future__ import annotations

import hashlib
import threading

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.cache import cache as shared
from django.test import Client, override_settings
from redis.exceptions import ConnectionError as RedisGone

from accounts import adapter, hashers
from accounts.models import User
from mahjong_site import cache, limiter
from mahjong_site.cache import FailSoftRedisCache
from mahjong_site.limiter import TooMany
from tests.web.pages import read

pytestmark = pytest.mark.django_db

PAGE = "/accounts/login/"
RIGHT = "correct horse battery"
DERIVE = hashers.derive
NOON = 1_800_000_000.0


class Hashes:
    """How many passwords were hashed."""

    count = 0


@pytest.fixture(autouse=True)
def hashes(monkeypatch: pytest.MonkeyPatch) -> Hashes:
    shared.clear()
    cache._own.clear()
    monkeypatch.setattr(limiter.time, "time", lambda: NOON)
    monkeypatch.setattr(hashers.LanePasswordHasher, "iterations", 1)
    counted = Hashes()

    def derive(password: str, salt: str, iterations: int) -> bytes:
        counted.count += 1
        return hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), iterations)

    monkeypatch.setattr(hashers, "derive", derive)
    return counted


@pytest.fixture
def owner() -> User:
    return User.objects.create_superuser("Owner", password=RIGHT)


def log_in(name: str, password: str, address: str = "203.0.113.7", page: str = PAGE) -> int:
    """Try to log in from a new browser; return the status (302: in)."""
    return Client().post(page, {"login": name, "password": password}, REMOTE_ADDR=address).status_code


def wrong(name: str, times: int, address: str = "203.0.113.7") -> list[int]:
    return [log_in(name, "wrong", address) for _ in range(times)]


def test_the_sixth_wrong_try_of_a_name_waits_and_costs_nothing(owner: User, hashes: Hashes) -> None:
    hashes.count = 0
    assert wrong("owner", 5) == [200] * 5
    assert hashes.count == 5  # one hash a try
    refused = Client(headers={"accept-language": "zh-CN"}).post(
        PAGE, {"login": "OWNER ", "password": RIGHT}, REMOTE_ADDR="203.0.113.7"
    )
    assert "300 秒" in read(refused, 429).text
    assert refused.headers["Retry-After"] == "300"
    assert hashes.count == 5


def test_nobody_is_locked_out_from_elsewhere(owner: User) -> None:
    for number in range(12):
        wrong("owner", 5, f"198.51.100.{number}")
    assert log_in("Owner", RIGHT) == 302
    assert log_in("Owner", RIGHT) == 302
    assert log_in("Owner", RIGHT, "192.0.2.200") == 302


def test_a_name_that_many_guess_at_has_one_wrong_try_from_each_address(owner: User) -> None:
    for number in range(10):
        wrong("owner", 5, f"198.51.100.{number}")
    assert wrong("owner", 3, "198.51.100.99") == [200, 429, 429]
    assert wrong("somebody-else", 3, "198.51.100.99") == [200, 200, 200]


def test_right_tries_use_nothing_up(owner: User) -> None:
    assert [log_in("owner", RIGHT) for _ in range(8)] == [302] * 8
    assert wrong("owner", 6) == [200] * 5 + [429]


def test_an_address_has_a_limit_over_all_names(owner: User, hashes: Hashes) -> None:
    tried = [log_in(f"name-{number}", "wrong", "2001:db8::1") for number in range(adapter.ADDRESS_TRIES)]
    assert tried == [200] * adapter.ADDRESS_TRIES
    hashes.count = 0
    assert log_in("another", "wrong", "2001:db8::2") == 429  # the same /64
    assert hashes.count == 0
    assert log_in("another", "wrong", "2001:db8:0:1::1") == 200


def test_this_machine_is_counted_too(owner: User) -> None:
    assert [log_in("owner", "wrong", "127.0.0.1") for _ in range(6)] == [200] * 5 + [429]


def test_the_limits_hold_while_redis_is_away(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def __getattr__(self, name: str) -> object:
            raise RedisGone

    soft = FailSoftRedisCache("redis://127.0.0.1:1/1", {})
    monkeypatch.setattr(soft, "_cache", Gone())
    monkeypatch.setattr(limiter, "cache", soft)
    assert wrong("owner", 6) == [200] * 5 + [429]


@override_settings(ACCOUNT_RATE_LIMITS={"change_password": "1/m/user"})
def test_allauths_own_limits_show_the_same_page(owner: User) -> None:
    member = Client(headers={"accept-language": "zh-CN"})
    member.force_login(owner)
    tries = {"oldpassword": "wrong", "password1": "x", "password2": "x"}
    answers = [member.post("/accounts/password/change/", tries) for _ in range(2)]
    assert answers[0].status_code == 200
    assert "60 秒" in read(answers[1], 429).text


# -- the admin


def test_the_admin_logs_in_through_the_sites_page(owner: User, hashes: Hashes) -> None:
    hashes.count = 0
    browser = Client()
    for page in ("/admin/", "/admin/login/?next=/admin/"):
        sent = browser.get(page, follow=True)
        assert sent.redirect_chain[-1][0].startswith(PAGE)
    for _ in range(3):
        direct = browser.post("/admin/login/", {"username": "owner", "password": RIGHT})
        assert (direct.status_code, hashes.count) == (302, 0)
        assert direct.headers["Location"].startswith(PAGE)
    entered = browser.post(f"{PAGE}?next=/admin/", {"login": "owner", "password": RIGHT, "next": "/admin/"})
    assert entered.headers["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_a_guest_is_told_that_the_admin_is_not_for_them() -> None:
    browser = Client()
    browser.force_login(User.objects.create_guest())
    assert browser.get("/admin/", follow=True).status_code == 403


# -- the lane


def test_who_finds_the_lane_taken_waits_and_then_comes_again(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashers, "WAIT", 0.05)
    with hashers._lane:
        with pytest.raises(TooMany):
            make_password("x")
        refused = Client().post(PAGE, {"login": "owner", "password": RIGHT})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(hashers.COME_AGAIN))
    assert wrong("owner", 5, "127.0.0.1") == [200] * 5  # what was not looked at does not count


def test_only_one_password_is_hashed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most = threading.Semaphore(1), []

    def derive(*_: object) -> bytes:
        most.append(running.acquire(blocking=False))
        threading.Event().wait(0.01)
        running.release()
        return b"x"

    monkeypatch.setattr(hashers, "derive", derive)
    hasher = hashers.LanePasswordHasher()
    threads = [threading.Thread(target=hasher.encode, args=("a", "b")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [True] * 8


def test_hashes_stay_those_of_django(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashers, "derive", DERIVE)
    old = PBKDF2PasswordHasher().encode(RIGHT, "salt", 7)
    assert hashers.LanePasswordHasher().verify(RIGHT, old)
    assert not hashers.LanePasswordHasher().verify("wrong", old)


@pytest.mark.parametrize(
    "backend",
    [
        "django.contrib.auth.backends.ModelBackend",
        "allauth.account.auth_backends.AuthenticationBackend",
    ],
)
def test_sessions_begun_before_go_on(owner: User, backend: str) -> None:
    browser = Client()
    browser.force_login(owner, backend=backend)
    assert browser.get("/admin/").status_code == 200
