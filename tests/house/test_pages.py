"""The pages and headers of the house, and who may open a socket."""

from __future__ import annotations

import pytest
from channels.testing import WebsocketCommunicator
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
