"""Error pages: both languages, a way on, and no database needed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.template import TemplateDoesNotExist
from django.test import Client, RequestFactory
from django.utils.translation import override

from games.services import admission
from games.views.errors import csrf_failure
from mahjong_site.logs import OwnFaults
from mahjong_site.web import errors
from tests.web.conftest import Browser
from tests.web.pages import read

VIEWS = [errors.bad_request, errors.forbidden, errors.not_found, csrf_failure, errors.server_error]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("language", "home"), [("zh-hans", "回首页"), ("en", "Home page")])
def test_every_error_has_words_and_a_way_home_without_a_database(
    view: object, language: str, home: str
) -> None:
    request = RequestFactory().get(
        "/somewhere"
    )  # no session, no user, and this test may not touch a database
    with override(language):
        response: HttpResponse = view(request)  # type: ignore[operator]
    page = read(response, response.status_code)
    assert response.status_code >= 400
    assert home in page.text
    assert page.all("a", href="/")


def test_an_address_nobody_has(client: Client) -> None:
    page = read(client.get("/no/such/page", headers={"accept-language": "en"}), 404)
    assert "No such page" in page.text


def test_a_database_that_is_away_is_a_500_in_words(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(number: str) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(admission, "find", away)
    client.raise_request_exception = False
    page = read(client.get("/t/123456/", headers={"accept-language": "zh-CN"}), 500)
    assert "你的座位和分数都还在" in page.text
    assert "gone" not in page.html


def test_an_error_page_that_fails_is_still_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> str:
        raise TemplateDoesNotExist("error.html")

    monkeypatch.setattr(errors, "render_to_string", broken)
    response = errors.server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert b"href='/'" in response.content


@pytest.mark.django_db
def test_a_missing_cookie_is_named() -> None:
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "zh-CN"})
    assert "cookie" in read(strict.post("/play"), 403).text


@pytest.mark.django_db
def test_a_form_of_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "zh-CN"})
    token = read(strict.get("/")).all("input", name="csrfmiddlewaretoken")[0]["value"]
    response = strict.post("/play", {"csrfmiddlewaretoken": token}, headers={"origin": "http://evil.example"})
    assert "别的网站" in read(response, 403).text


def test_an_old_form_is_explained(alice: Browser) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "zh-CN"})
    read(strict.get("/"))
    page = read(strict.post("/play", {"csrfmiddlewaretoken": "x" * 64}), 403)
    assert "再按一次" in page.text


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/SC-13/", "/fairness/", "/specimen/"])
@pytest.mark.django_db
def test_a_page_takes_no_post(client: Client, address: str) -> None:
    response = client.post(address)
    read(response, 405)
    assert response.headers["Allow"] == "GET, HEAD"


@pytest.mark.django_db
def test_a_body_with_too_many_fields_is_a_400(client: Client) -> None:
    fields = {f"f{place}": "1" for place in range(1200)}
    read(client.post("/play", fields), 400)


@pytest.fixture
def console() -> Iterator[StringIO]:
    """What the site's own handler prints meanwhile."""
    handler = next(
        own for own in logging.getLogger().handlers if any(isinstance(one, OwnFaults) for one in own.filters)
    )
    assert isinstance(handler, logging.StreamHandler)
    printed = StringIO()
    before = handler.setStream(printed)
    yield printed
    handler.setStream(before)


@pytest.mark.django_db
def test_the_log_tells_of_our_faults_only(
    client: Client, console: StringIO, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 500
    strict = Client(enforce_csrf_checks=True)
    strict.get("/")
    body = "preset=" + "x" * 600
    assert strict.post("/play", body, content_type="application/x-www-form-urlencoded").status_code == 400
    assert client.post("/play", {f"f{place}": "" for place in range(1200)}).status_code == 400
    assert client.get("/no/such/page").status_code == 404
    assert client.post("/").status_code == 405
    settings.ALLOWED_HOSTS = ["here.example"]
    assert client.get("/", headers={"host": "there.example"}).status_code == 400
    assert console.getvalue() == ""

    monkeypatch.setattr(admission, "find", lambda *asked: 1 // 0)
    client.raise_request_exception = False
    assert client.get("/t/123456/", headers={"host": "here.example"}).status_code == 500
    assert "ERROR django.request" in console.getvalue()
    assert "ZeroDivisionError" in console.getvalue()
