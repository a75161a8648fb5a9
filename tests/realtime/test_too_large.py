"""A full table fits what the server may send, and a socket that cannot be written to is ended, over real Daphne."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.engine.core.contract import PUBLIC, Event, State
from games.presentation import regions
from games.table_facts import Drain, Player, Progress, SeatClock, SeatFacts, TableFacts
from mahjong_site import limits
from tests.engine.walks import CASES, PRESETS, Table, deal, walk
from tests.support.stack import ROOT, free_port, wait_for

APPLICATION = """
    import os
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    import django
    django.setup()
    from games.realtime.base import Socket
    from mahjong_site import lean_daphne
    if {lean}:
        lean_daphne.install()

    class Table(Socket):
        async def received(self, text):
            await self.send_text("x" * int(text))

    application = Table.as_asgi()
"""


@pytest.fixture(params=[True, False], ids=["lean", "stock"])
def daphne(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The port of a Daphne with the house's limits, with and without the house's protocol."""
    (tmp_path / "too_large.py").write_text(textwrap.dedent(APPLICATION.format(lean=request.param)))
    port = free_port()
    command = [sys.executable, "-m", "daphne", "-v", "0", *limits.DAPHNE_FLAGS, "-p", str(port)]
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "QPG_DATA": str(tmp_path / "data")}
    with (tmp_path / "log").open("wb") as log:
        running = subprocess.Popen(
            [*command, "too_large:application"], cwd=tmp_path, env=env, stdout=log, stderr=log
        )
    try:
        wait_for(lambda: _answers(port), 20, f"Daphne listens: {(tmp_path / 'log').read_text()}")
        yield port
    finally:
        running.kill()
        running.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_message_that_is_refused_ends_the_connection(daphne: int) -> None:
    async with connect(f"ws://127.0.0.1:{daphne}/", max_size=None, proxy=None) as client:
        await client.send(str(limits.MESSAGE))
        assert len(await asyncio.wait_for(client.recv(), 5)) == limits.MESSAGE
        await client.send(str(limits.MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(client.recv(), 10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011  # the browser comes again


LONG = "长" * 24  # a name takes so many letters


def facts(table: Table, state: State, version: int) -> TableFacts:
    """Return a room of people with long names, all with wishes, in a house that is about to be updated."""
    seats = tuple(
        SeatFacts(seat, "person", LONG, seat + 1, "normal", True, True, False, True, -123_456_789)
        for seat in range(table.rules.players)
    )
    return TableFacts(
        room_id=1,
        number="123456",
        room_version=1,
        game=table.case.game.name,
        preset=table.rules.preset,
        phase="playing",
        quick=False,
        hand_id=1,
        hand_number=1,
        hands_total=16,
        hand_version=version,
        state=state,
        commitment="ab" * 32,
        seed="cd" * 32,
        seats=seats,
        previous=(-123_456_789,) * len(seats),
        drain=Drain("请" * 200, "e" * 200),
        promised="ab" * 32,
        players=tuple(Player(LONG, seat.user_id) for seat in seats),
    )


def size(table: Table, state: State, version: int, events: tuple[Event, ...], language: str) -> int:
    """Return the bytes of the largest full table of this moment, sent with everything its viewer has missed."""
    shown = facts(table, state, version)
    clocks = tuple(SeatClock(seat.seat, "turn", 9999, 20_000, 15_000) for seat in shown.seats)
    with translation.override(language):
        public = regions.public(shown, language)
        return max(
            len(
                "".join(
                    {**public, **regions.private(shown, viewer, clocks, Progress(events))}.values()
                ).encode()
            )
            for viewer in (PUBLIC, *range(len(shown.seats)))
        )


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_largest_table_of_a_hand_fits_several_times(name: str, preset: str, language: str) -> None:
    case = CASES[name]
    rules = case.game.rules(preset, {})
    largest = 0
    for luck, style in product(range(2), ("random", "keen")):
        table = Table(case, rules, deal(case.game, rules, luck), luck)
        events: tuple[Event, ...] = ()
        steps = list(walk(table, style=style))
        for version, step in enumerate(steps, 1):
            events += step.events
            if version % 15 == 0 or version >= len(steps) - 2:
                regions.forget()
                largest = max(largest, size(table, step.after, version, events, language))
    assert 4_000 < largest <= limits.MESSAGE / 3
