"""allauth's addresses answer everybody, with or without a mail server, and never with an error of the house."""

from __future__ import annotations

import pytest
from allauth.account.urls import urlpatterns
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from accounts import hashers
from accounts.models import User
from accounts.urls import BY_MAIL
from mahjong_site import env
from tests.web.pages import read

pytestmark = pytest.mark.django_db

ARGUMENTS = {
    "account_confirm_email": {"key": "abc"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "abc-def"},
}
NAMES = sorted(found.name for found in urlpatterns)
FIELDS = {"email": "ann@example.org", "login": "ann", "password": "x", "action_add": "", "code": "123456"}
NOWHERE = {
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "EMAIL_HOST": "127.0.0.1",
    "EMAIL_PORT": 1,
}


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashers.LanePasswordHasher, "iterations", 1)
    cache.clear()


def visitor() -> Client:
    return Client(headers={"accept-language": "zh-CN"}, raise_request_exception=False)


def guest() -> Client:
    browser = visitor()
    browser.force_login(User.objects.create_guest())
    return browser


def member() -> Client:
    browser = visitor()
    browser.force_login(User.objects.create_user("ann", "ann@example.org", "correct horse battery"))
    return browser


def test_every_address_that_works_by_mail_is_known() -> None:
    assert set(NAMES) >= BY_MAIL


@pytest.mark.parametrize("who", [visitor, guest, member])
@pytest.mark.parametrize("settings", [{"MAIL": True}, {"MAIL": False}, NOWHERE], ids=["mail", "none", "away"])
def test_no_address_answers_with_an_error_of_the_house(who: object, settings: dict[str, object]) -> None:
    for name in NAMES:
        address = reverse(name, kwargs=ARGUMENTS.get(name))
        for method in ("get", "post"):
            browser = who()  # type: ignore[operator]
            User.objects.get_or_create(username="ben", email="ben@example.org")
            with override_settings(**settings):
                answer = getattr(browser, method)(address, FIELDS if method == "post" else None)
            away = settings is NOWHERE and answer.status_code == 503
            assert answer.status_code < 500 or away, (name, method, answer.status_code)
            User.objects.all().delete()


@override_settings(MAIL=False)
def test_without_mail_the_pages_say_so_and_send_nothing() -> None:
    User.objects.create_user("ann", "ann@example.org", "correct horse battery")
    for name in sorted(BY_MAIL):
        answer = visitor().post(reverse(name, kwargs=ARGUMENTS.get(name)), FIELDS)
        assert "本站没有设置邮件" in read(answer, 404).text
    assert mail.outbox == []


def test_with_mail_a_forgotten_password_brings_a_link() -> None:
    User.objects.create_user("ann", "ann@example.org", "correct horse battery")
    assert visitor().post(reverse("account_reset_password"), FIELDS).status_code == 302
    [sent] = mail.outbox
    assert "/accounts/password/reset/key/" in sent.body


@override_settings(**NOWHERE)
def test_a_mail_server_that_is_away_is_said() -> None:
    User.objects.create_user("ann", "ann@example.org", "correct horse battery")
    answer = visitor().post(reverse("account_reset_password"), FIELDS)
    assert "发不出去" in read(answer, 503).text


def test_the_address_of_a_mail_server() -> None:
    found = env.mail("smtp://ann:p%40ss@mail.example:2525", "house@example.org")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_HOST_PASSWORD"]) == (
        "mail.example",
        2525,
        "p@ss",
    )
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)
    found = env.mail("smtps://mail.example", "house@example.org")
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (465, False, True)
    assert env.mail("smtp://127.0.0.1:25?tls=0", "house@example.org")["EMAIL_USE_TLS"] is False
    for url, sender in (("http://x", "a@b"), ("smtp://", "a@b"), ("smtp://x", "")):
        with pytest.raises(env.ImproperlyConfigured, match="EMAIL_"):
            env.mail(url, sender)
