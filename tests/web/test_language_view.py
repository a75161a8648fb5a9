"""The language of pages: the switch, and that it follows the person."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.web.conftest import Browser
from tests.web.pages import read
from tests.web.test_table_view import sit_down

PAGES = ["/", "/rules/", "/rules/SC-13/", "/fairness/", "/specimen/", "/nope"]


@pytest.mark.django_db
def test_the_switch_returns_to_the_same_page(client: Client) -> None:
    page = read(client.get("/rules/?a=1", headers={"accept-language": "zh-CN"}))
    form = page.one("form", action="/i18n/setlang/")
    assert form["method"] == "post"
    where = page.one("input", name="next")["value"]
    assert page.one("button", name="language")["value"] == "en"
    response = client.post("/i18n/setlang/", {"language": "en", "next": where})
    assert response.url == "/rules/?a=1"
    assert "Rules" in read(client.get("/rules/", headers={"accept-language": "zh-CN"})).text


@pytest.mark.parametrize("where", ["http://evil.example/", "//evil.example", "javascript:alert(1)"])
@pytest.mark.django_db
def test_the_switch_leads_nowhere_else(client: Client, where: str) -> None:
    assert client.post("/i18n/setlang/", {"language": "en", "next": where}).url == "/"


def test_the_choice_follows_the_person(alice: Browser) -> None:
    alice.post("/i18n/setlang/", {"language": "en"})
    alice.user.refresh_from_db()
    assert alice.user.language == "en"
    elsewhere = Client(headers={"accept-language": "zh-CN"})
    elsewhere.force_login(alice.user)
    response = elsewhere.get("/rules/")
    assert response.headers["Content-Language"] == "en"
    assert "Hand calculator" in read(response).text


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_a_new_guest_keeps_the_language_of_the_page_it_pressed(client: Client, language: str) -> None:
    response = client.post(
        "/play", {"preset": "guanpai"}, headers={"accept-language": f"{language}, de;q=0.5"}
    )
    assert User.objects.get().language == language
    page = read(client.get(response.url, headers={"accept-language": "de, fr"}))
    assert page.one("html")["lang"] == language
    assert page.by_id("table")["ws-connect"].endswith(f"?lang={language}")


@pytest.mark.parametrize("language", ["xx", "", "zh-hant", "../en"])
def test_an_unknown_language_changes_nothing(alice: Browser, language: str) -> None:
    assert alice.post("/i18n/setlang/", {"language": language}).status_code == 302
    alice.user.refresh_from_db()
    assert alice.user.language == ""


def test_the_table_follows_too(alice: Browser) -> None:
    _, address = sit_down(alice)
    assert "Blood battle" not in read(alice.get(address)).text
    alice.post("/i18n/setlang/", {"language": "en", "next": address})
    page = read(alice.get(address))
    assert "Blood battle" in page.text
    assert page.one("html")["lang"] == "en"


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.django_db
def test_every_page_says_its_language(client: Client, address: str) -> None:
    for language in ("zh-hans", "en"):
        response = client.get(address, headers={"accept-language": language})
        assert read(response, response.status_code).one("html")["lang"] == language
