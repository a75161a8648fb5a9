"""A running site under test and the tables of people at it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.faults.browser import Browser
from tests.faults.history import hand_row, problems, query
from tests.support.stack import ROOT, DevStack

CLOCKS = {"turn": 7_000, "bank": 0, "claim": 6_000, "ding_que": 7_000, "swap_three": 7_000}
PACE = "0.15"


class Site:
    """`manage.py dev` on a folder of its own, with the bad bots installed."""

    def __init__(self, data: Path, **env: str) -> None:
        env = {"DJANGO_SETTINGS_MODULE": "tests.faults.site_settings", **env}
        self.stack = DevStack(data, "--pace", PACE, env=env)
        self.data = data

    def start(self) -> Site:
        """Start it and wait until it answers."""
        self.stack.start()
        return self

    def seed(self, **wanted: Any) -> dict[str, Any]:
        """Put tables into its database."""
        state = self.stack.state()
        env = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "tests.faults.site_settings", "QPG_DATA": str(self.data),
            "REDIS_URL": state["redis_url"], "QPG_PACE": PACE,
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.seed", json.dumps({"clocks": CLOCKS} | wanted)],
            cwd=ROOT, env=env, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return made

    def rows(self, hand_id: int) -> list[dict[str, Any]]:
        """Return the action rows of a hand."""
        return query(self.data, "SELECT * FROM games_action WHERE hand_id = ? ORDER BY seq", hand_id)

    def table(self, port: int | None = None, **wanted: Any) -> Match:
        """Seat people at a new table and open their tabs; one more watches."""
        made = self.seed(**{"people": 2} | wanted)
        return Match(self, made["tables"][0], made["watcher"], port or self.stack.port)


class Match:
    """One hand with people (and bots) from its first action to its settlement."""

    def __init__(self, site: Site, table: dict[str, Any], watcher: str, port: int) -> None:
        self.site = site
        self.hand = int(table["hand"])
        self.number = str(table["number"])
        self.cookies = {int(seat): str(cookie) for seat, cookie in table["cookies"].items()}
        self.people = [
            Browser(port, self.number, cookie, seat, seed=seat) for seat, cookie in self.cookies.items()
        ]
        self.watcher = Browser(site.stack.port, self.number, watcher, -1, plays=False)

    @property
    def browsers(self) -> list[Browser]:
        """Every tab at the table."""
        return [*self.people, self.watcher]

    def row(self) -> dict[str, Any]:
        """Return the hand as stored."""
        return hand_row(self.site.data, self.hand)

    def start(self) -> Match:
        """Open every tab."""
        for browser in self.browsers:
            browser.start()
        return self

    async def until(self, condition: Callable[[dict[str, Any]], bool], seconds: float, what: str) -> float:
        """Wait until the stored hand is so; returns the seconds it took."""
        began = time.monotonic()
        while not condition(row := self.row()):
            assert time.monotonic() - began < seconds, (
                f"not within {seconds} s: {what}; the hand is {brief(row)}"
            )
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def goes_on(self, seconds: float) -> float:
        """Wait until the hand has moved three actions further by itself, or is over."""
        now = self.row()["version"]
        return await self.until(
            lambda row: row["version"] >= now + 3 or row["status"] != "playing", seconds, "the hand goes on"
        )

    async def finish(self, seconds: float = 90) -> None:
        """Play to the end and to the settlement."""
        await self.until(lambda row: row["status"] == "settled", seconds, "the hand is settled")
        await asyncio.sleep(0.3)

    async def stop(self) -> None:
        """Close every tab."""
        await asyncio.gather(*(browser.stop() for browser in self.browsers))

    def problems(self, *, waited_for: bool = True) -> list[str]:
        """Return what is wrong with the finished hand and with what was shown."""
        return problems(self.site.data, self.hand, self.browsers, waited_for=waited_for)


def brief(row: dict[str, Any]) -> str:
    """Return what a message needs of a hand."""
    return str({key: row[key] for key in ("id", "status", "version", "window", "due_at")})
