"""The doors of a running site: half a request, a storm of sockets, and a port that two sites want."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from mahjong_site import dev, limits
from mahjong_site.supervisor import SupervisorError
from tests.faults.site import Site
from tests.support.stack import DevStack, free_port

pytestmark = [pytest.mark.faults, pytest.mark.timeout(120)]

CONNECTS = 200  # many times what fills the log with repeated lines
HALVES = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n",
    b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nab",
)


def test_half_a_request_ends_however_slowly_it_goes_on(stack: DevStack) -> None:
    began = time.monotonic()
    clients = []
    for half in HALVES:
        client = socket.create_connection(("127.0.0.1", stack.port), timeout=5)
        client.sendall(half)
        clients.append(client)
    while clients and time.monotonic() - began < 2 * limits.REQUEST_SECONDS + 20:
        time.sleep(1)
        for client in list(clients):
            try:
                if client.getsockname():
                    client.sendall(b"a")  # a byte now and then
                client.settimeout(0.01)
                if client.recv(1000) == b"":
                    clients.remove(client)
            except TimeoutError:
                continue
            except OSError:
                clients.remove(client)
    assert clients == []
    assert dev.is_healthy(stack.port)


async def storm(site: Site, number: str, cookie: str) -> None:
    port = site.stack.port
    room = asyncio.Semaphore(50)

    async def one() -> None:
        async with room:
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with connect(
                    f"ws://127.0.0.1:{port}/ws/t/{number}/", additional_headers={"Cookie": cookie},
                    origin=f"http://127.0.0.1:{port}", open_timeout=20, close_timeout=0.1, proxy=None,
                ) as client:  # fmt: skip
                    await asyncio.wait_for(client.recv(), 2)

    await asyncio.gather(*(one() for _ in range(CONNECTS)))


def test_a_storm_of_sockets_leaves_a_few_lines(tmp_path: Path) -> None:
    site = Site(tmp_path / "data").start()
    try:
        made = site.seed(people=1)["tables"][0]
        [cookie] = made["cookies"].values()
        asyncio.run(storm(site, made["number"], cookie))
        assert dev.is_healthy(site.stack.port)
        assert site.stack.log("daphne").count(" WARNING ") + site.stack.log("daphne").count(" ERROR ") <= 20
    finally:
        site.stack.stop()


def test_an_answer_of_another_site_is_not_ours(stack: DevStack) -> None:
    assert dev.is_healthy(stack.port)
    assert not dev.is_healthy(stack.port, "another")


def test_a_port_that_was_taken_meanwhile_is_said(
    stack: DevStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    free = dev.is_free
    monkeypatch.setattr(dev, "is_free", lambda host, port: port == stack.port or free(host, port))
    options = dev.parse(["--data", str(tmp_path / "other"), "--port", str(stack.port)])
    with pytest.raises(SupervisorError, match=r"daphne does not start.*in use"):
        dev.serve(options, time.time())


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
def test_a_port_is_free_or_not_on_every_family(host: str) -> None:
    if host == "::" and dev.every_address() != "::":
        pytest.skip("this machine has no IPv6")
    port = free_port()
    assert dev.is_free(host, port)
    with socket.create_server(("127.0.0.1", port)):
        assert not dev.is_free(host, port)
