"""A browser tab at a table over a real socket: it plays from what it is shown, and comes again as the page does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
import uuid
from collections.abc import Callable
from typing import NamedTuple

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.realtime.html import Element, read

SILENT_SECONDS = 8.0
_BUTTON = re.compile(r"<button\b([^>]*)>")
_ATTRIBUTE = re.compile(r"([a-z-]+)(?:=(?:\"([^\"]*)\"|([^\s>\"]+)))?")
_WANTS = {"discard": "tile", "gang": "tile", "ding_que": "suit", "swap_three": "tiles"}


class Shown(NamedTuple):
    """One frame as it arrived: when, on which connection, and what."""

    at: float
    connection: int
    text: str


class Click(NamedTuple):
    """One frame as it was sent."""

    at: float
    connection: int
    fields: dict[str, str]


class Browser:
    """Plays one seat, or watches. `hold` keeps it from answering; `frames` and `clicks` are kept for the checks."""

    def __init__(
        self,
        port: int,
        number: str,
        cookie: str,
        seat: int,
        *,
        plays: bool = True,
        seed: int = 0,
        scheme: str = "http",
    ) -> None:
        self.seat = seat
        self.plays = plays
        self.think = 0.05
        self.clicks_each = 1
        self.hold: Callable[[Browser], bool] = lambda _: False
        self.frames: list[Shown] = []
        self.clicks: list[Click] = []
        self.codes: list[int] = []
        self.connection = 0
        self.regions: dict[str, Element] = {}
        self._url = f"ws://127.0.0.1:{port}/ws/t/{number}/"
        self.cookie = cookie
        self._headers = {"Cookie": cookie}
        self._origin = f"{scheme}://127.0.0.1:{port}"
        if scheme == "https":  # what the proxy in front of the site says
            self._headers["X-Forwarded-Proto"] = scheme
        self._random = random.Random(seed)
        self._answered: dict[tuple[str, int], str] = {}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._final = False

    # --- life

    def start(self) -> Browser:
        """Open the tab."""
        self._task = asyncio.create_task(self._live())
        return self

    async def stop(self) -> None:
        """Close the tab."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(BaseException):
                await self._task

    @property
    def open(self) -> bool:
        """Whether there is a connection now."""
        return self._socket is not None

    async def until(self, condition: Callable[[Browser], bool], seconds: float) -> None:
        """Wait until the page shows something."""
        end = time.monotonic() + seconds
        while not condition(self):
            assert time.monotonic() < end, f"seat {self.seat} does not show it within {seconds} s"
            await asyncio.sleep(0.02)

    async def _live(self) -> None:
        tries = 0
        while not self._final:
            try:
                async with connect(
                    self._url, additional_headers=self._headers, origin=self._origin, open_timeout=6,
                    close_timeout=0.2, ping_interval=None, compression=None, proxy=None,
                ) as socket:  # fmt: skip
                    self.connection += 1
                    self._socket = socket
                    await self._serve(socket)
                    tries = 0
            except (OSError, TimeoutError, websockets.exceptions.WebSocketException):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(min(2.0, 0.25 * 2**tries) * (0.5 + self._random.random() / 2))
            tries += 1

    async def _serve(self, socket: ClientConnection) -> None:
        playing = asyncio.create_task(self._play(socket))
        try:
            while True:
                text = await asyncio.wait_for(socket.recv(), SILENT_SECONDS)
                assert isinstance(text, str)
                self.frames.append(Shown(time.time(), self.connection, text))
                self.regions |= {element.id: element for element in read(text)}
        except TimeoutError:
            socket.transport.abort()  # silent: the page drops such a socket
        except websockets.exceptions.ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            self.codes.append(code)
            self._final = code >= 4000
        finally:
            playing.cancel()

    # --- play

    async def _play(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.think)
            choice = None if self.hold(self) else self._choose()
            if choice is None:
                continue
            with contextlib.suppress(websockets.exceptions.ConnectionClosed):
                for _ in range(self.clicks_each):
                    await self.send(choice)

    async def send(self, fields: dict[str, str] | str) -> None:
        """Send one frame over the open connection."""
        socket = self._socket
        if socket is None:
            return
        if isinstance(fields, dict):
            self.clicks.append(Click(time.time(), self.connection, fields))
        await socket.send(fields if isinstance(fields, str) else json.dumps(fields | {"HEADERS": {}}))  # type: ignore[operator]

    @property
    def hand(self) -> str:
        """The hand that the page shows."""
        return self.regions["now"].attributes["data-hand"]

    def buttons(self) -> list[dict[str, str]]:
        """Return the attributes of every button that answers a window."""
        found = []
        for region in ("prompt", "hand"):
            html = self.regions[region].html if region in self.regions else ""
            for match in _BUTTON.finditer(html):
                given = {name: a or b for name, a, b in _ATTRIBUTE.findall(match[1])}
                if given.get("data-do") and given.get("data-window") and given.get("aria-disabled") != "true":
                    found.append(given)
        return found

    def asked(self) -> str:
        """Return the kind of the open prompt: "claim", "turn", a choice, or ""."""
        prompt = self.regions.get("prompt")
        return prompt.attributes.get("data-kind", "") if prompt is not None and self.buttons() else ""

    def _choose(self) -> dict[str, str] | None:
        if not self.plays:
            return None
        offered = [button for button in self.buttons() if self._open(button["data-window"])]
        if not offered:
            return None
        wins = [button for button in offered if button["data-do"] == "hu"]
        hinted = [button for button in offered if "hint" in button.get("class", "").split()]
        claims = [button for button in offered if button["data-do"] != "discard"]
        button = self._random.choice(wins or claims or hinted or offered)
        window, do = button["data-window"], button["data-do"]
        self._answered[window, self.connection] = do
        fields = {
            "type": "act",
            "hand": self.hand,
            "window": window,
            "id": uuid.UUID(int=self._random.getrandbits(128)).hex,
            "do": do,
        }
        if do in _WANTS and (value := button.get(f"data-{_WANTS[do]}")):
            fields[_WANTS[do]] = value
        return fields

    def _open(self, window: str) -> bool:
        """A window is answered once a connection: after a reconnect what the page still asks is open."""
        return (window, self.connection) not in self._answered
