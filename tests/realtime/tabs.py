"""A table of people for tests, and browser tabs at it that keep what they were sent as a page would."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import threading
from collections.abc import Iterable, Sequence
from typing import Any, Self

from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from games.engine.catalogue import GAMES
from games.engine.core.deal import commitment
from games.models import Room, Seat
from games.realtime import pool
from games.realtime.routing import websocket_urlpatterns
from games.services import hands, play, tables
from games.services.moments import now_ms
from tests.realtime.html import Element, read

application = URLRouter(websocket_urlpatterns)
_ids = itertools.count()

QUIET = 0.05
SEED = bytes(range(32))  # a deal in which all four have a suit to choose


def person(name: str, language: str = "zh-hans") -> tuple[Any, str]:
    """Return a new guest and the cookie header of its browser."""
    user = get_user_model().objects.create_guest(display_name=name, language=language)
    browser = Client()
    browser.force_login(user)
    return user, f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


def set_up_room(
    preset: str = "sichuan_xuezhan",
    people: int = 4,
    clocks: dict[str, int] | None = None,
    seed: bytes | None = SEED,
    ding_que: bool = True,
    levels: Sequence[str] | None = None,
) -> Room:
    """Return a room whose first hand has started, with people on the first seats and bots on the others."""
    game = GAMES.of_preset(preset)
    overrides = {"ding_que": ding_que} if game.name == "sichuan" else {}
    players = game.rules(preset, overrides).players
    bots = ["normal"] * players
    options = {"clocks": clocks or {}}
    number = f"{100_000 + secrets.randbelow(900_000)}"
    room = Room(number=number, game=game.name, preset=preset, overrides=overrides, options=options)
    with transaction.atomic():
        hands.commit_to_seed(room)
        if seed is not None:
            room.next_seed, room.next_commitment = seed, commitment(seed)
        room.save()
        seats = [
            Seat(room=room, index=index, level=level)
            for index, level in zip(range(players), levels or bots, strict=True)
        ]
        for seat in seats[:people]:
            user, _ = person(f"客{seat.index}")
            seat.user, seat.seen_at, seat.connected = user, now_ms(), True
        Seat.objects.bulk_create(seats)
        hands.deal(room, seats, now_ms())
    return room


def cookie_of(user_id: int) -> str:
    """Return the cookie header of another browser of this person."""
    browser = Client()
    browser.force_login(get_user_model().objects.get(pk=user_id))
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


async def work_done() -> None:
    """Return when the sockets' threads have done what they were given, and what came of it.

    On a busy machine silence alone tells nothing: the answer may still wait for its turn. A few rounds, since one
    answer brings the next: a move, what it tells the others, and their drawings.
    """
    loop = asyncio.get_running_loop()
    for _ in range(4):
        all_free = threading.Barrier(pool.ORM_THREADS)
        await asyncio.gather(
            *(loop.run_in_executor(pool._orm, all_free.wait, 20) for _ in range(pool.ORM_THREADS))
        )
        for _ in range(10):
            await asyncio.sleep(0)


class Tab:
    """One open page. `regions` is what it shows now, `frames` everything it was sent."""

    def __init__(self, number: str, cookie: str, language: str = "", page_language: str = "") -> None:
        headers = [(b"cookie", cookie.encode())]
        if language:
            headers.append((b"accept-language", language.encode()))
        address = f"/ws/t/{number}/" + (f"?lang={page_language}" if page_language else "")
        self._socket = WebsocketCommunicator(application, address, headers=headers)
        self.regions: dict[str, Element] = {}
        self.frames: list[str] = []
        self.code: int | None = None

    async def open(self) -> Self:
        """Connect; the page is full afterwards, unless it was closed."""
        connected, _ = await self._socket.connect(5)
        assert connected, "a socket is always accepted first"
        await self.settle(first=3)
        return self

    async def next(self, seconds: float) -> list[Element] | None:
        """Take the next frame; None when none came or the socket was closed."""
        if self.code is not None:
            return None
        try:
            message = await asyncio.wait_for(self._socket.output_queue.get(), seconds)
        except TimeoutError:
            return None
        if message["type"] == "websocket.close":
            self.code = message["code"]
            return None
        self.frames.append(message["text"])
        elements = read(message["text"])
        self.regions |= {element.id: element for element in elements}
        return elements

    async def settle(self, quiet: float = QUIET, first: float | None = None) -> list[Element]:
        """Take frames until none comes for `quiet` seconds and no work is left that could bring one; beats are left out."""
        taken: list[Element] = []
        wait = quiet if first is None else first
        while True:
            elements = await self.next(wait)
            if elements is None and self.code is None:
                while not (self._socket.input_queue.empty() or self._socket.future.done()):
                    await work_done()  # one frame is heard after the other
                await work_done()
                elements = await self.next(0.01)
            if elements is None:
                return taken
            taken += [element for element in elements if element.id != "beat"]
            wait = quiet

    async def say(self, text: str | dict[str, str]) -> None:
        """Send one frame."""
        await self._socket.send_to(text if isinstance(text, str) else json.dumps(text))

    @property
    def hand(self) -> str:
        """The hand that the page shows."""
        return self.regions["now"].attributes["data-hand"]

    async def act(self, window: int, payload: dict[str, str], client_id: str = "", **more: str) -> str:
        """Send a move; returns its client id."""
        return await self.ask("act", client_id, window=str(window), **payload, **more)

    async def ask(self, kind: str, client_id: str = "", **fields: str) -> str:
        """Send a frame that names what the page shows, unless a field says otherwise; returns its client id."""
        names = {"number": str(self.coming)} if kind == "ready" else {"hand": self.hand}
        if kind == "toggle":
            names["window"] = self.regions["prompt"].attributes.get("data-window", "")
        name = client_id or f"c{next(_ids)}"
        await self.say({"type": kind, "id": name, **names, **fields})
        return name

    @property
    def coming(self) -> int:
        """The number of the hand that comes next, as the page names it."""
        return next(
            int(child["value"]) for child in self.regions["now"].children if child["name"] == "number"
        )

    async def close(self) -> None:
        """Close the tab."""
        await self._socket.disconnect()


class Table:
    """A room and the tabs at it."""

    def __init__(self, room: Room) -> None:
        self.room_id = room.pk
        self.number = room.number
        self.game = GAMES.game(room.game)
        self.tabs: list[Tab] = []

    async def tab(self, seat: int, cookie: str = "", language: str = "", page_language: str = "") -> Tab:
        """Open a tab of the person on `seat`, or of the owner of `cookie`."""
        user_id = await sync_to_async(lambda: Seat.objects.get(room_id=self.room_id, index=seat).user_id)()
        opened = Tab(self.number, cookie or await sync_to_async(cookie_of)(user_id), language, page_language)
        self.tabs.append(opened)
        return await opened.open()

    async def watcher(self) -> Tab:
        """Open a tab of somebody who sits nowhere."""
        _, cookie = await sync_to_async(person)("看客")
        opened = Tab(self.number, cookie)
        self.tabs.append(opened)
        return await opened.open()

    async def loaded(self) -> Any:
        """Return the hand as committed."""
        hand_id = await sync_to_async(lambda: Room.objects.get(pk=self.room_id).hand_id)()
        return await sync_to_async(play.load)(hand_id)

    async def facts(self) -> Any:
        """Return what is drawn of the room."""
        return await sync_to_async(tables.facts)(self.room_id)

    async def prompts(self) -> tuple[Any, ...]:
        """Return the open prompts."""
        return (await self.loaded()).table.prompts

    def payload(self, action: Any) -> dict[str, str]:
        """Return an action as a frame says it."""
        return self.game.action_payload(action)

    async def act_default(self, seat: int, tab: Tab) -> Any:
        """Have the person on `seat` do what a timeout would; returns the prompt."""
        prompt = next(prompt for prompt in await self.prompts() if prompt.seat == seat)
        await tab.act(prompt.window, self.payload(prompt.default))
        return prompt

    async def close(self) -> None:
        """Close every tab."""
        await asyncio.gather(*(tab.close() for tab in self.tabs), return_exceptions=True)


def ids(elements: Iterable[Element]) -> list[str]:
    """Return the ids of elements in order."""
    return [element.id for element in elements]
