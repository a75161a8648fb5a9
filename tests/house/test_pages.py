"""The pages and headers of the house, and who may open a socket."""

from __future__ import annotations

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from mahjong_site.asgi import application


@pytest.mark.django_db
def test_healthz_answers_without_redis(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response.headers["Cache-Control"]
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_every_page_keeps_to_its_own_scripts(client: Client) -> None:
    headers = client.get("/accounts/login/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["script-src"] == "'self'"
    assert policy["default-src"] == "'self'"
    assert "ws://testserver" in policy["connect-src"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example"}).status_code == 400


def test_static_files_come_without_collecting_them(client: Client) -> None:
    response = client.get("/static/admin/css/base.css")
    assert response.status_code == 200
    assert b"".join(response.streaming_content)  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.parametrize(("accept", "language"), [("zh-CN", "zh-hans"), ("en-GB", "en"), ("fr", "zh-hans")])
def test_the_browser_chooses_the_language(client: Client, accept: str, language: str) -> None:
    response = client.get("/accounts/login/", headers={"accept-language": accept})
    assert response.headers["Content-Language"] == language


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", None])
async def test_a_socket_of_a_foreign_page_is_refused(origin: bytes | None) -> None:
    headers = [(b"origin", origin)] if origin else []
    socket = WebsocketCommunicator(application, "/ws/nowhere/", headers=headers)
    connected, _ = await socket.connect()
    assert connected is False


@pytest.mark.django_db(transaction=True)
async def test_an_unknown_socket_address_is_refused_quietly() -> None:
    socket = WebsocketCommunicator(
        application, "/no-such-address/", headers=[(b"origin", b"http://localhost")]
    )
    connected, _ = await socket.connect()
    assert connected is False


@pytest.mark.django_db(transaction=True)
async def test_a_request_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread ends with it: what it leaves open nobody uses again, and a site may only open so many files."""
    opened: list[BaseDatabaseWrapper] = []
    connect = BaseDatabaseWrapper.connect

    def noted(self: BaseDatabaseWrapper) -> None:
        opened.append(self)
        connect(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "connect", noted)
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "path": "/t/123456/", "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    page = ApplicationCommunicator(application, scope)
    await page.send_input({"type": "http.request", "body": b"", "more_body": False})
    assert (await page.receive_output(10))["status"] == 404
    await page.wait(10)
    assert opened
    assert [wrapper.connection for wrapper in opened] == [None] * len(opened)
