"""What log-ins cost the tables: `python -m tests.bench.bench_login [--tables N] [--rounds N]`; 1 where the aim is missed.

Plays hands in turn without and with ten log-ins a second, right and wrong, from many addresses (so that no limit hides
what a hash costs), and compares the time from a click to its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.bench.bench_table import Player, percentile
from tests.faults.history import hand_row
from tests.faults.site import Site
from tests.support.stack import ROOT

AIM = 1.5  # p99 with log-ins is at most so many times p99 without
EACH_SECOND = 10
PAGE, NAME, PASSWORD = "/accounts/login/", "owner", "correct horse battery"
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
_MEMBER = (
    "import django; django.setup(); from accounts.models import User;"
    f"User.objects.create_user({NAME!r}, password={PASSWORD!r})"
)


class Visitors:
    """People who log in from addresses of their own (127.1.x.y), every second one by a wrong password."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[int] = Counter()
        self.seconds: list[float] = []
        self._numbers = itertools.count(1)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", PAGE)
        answer = connection.getresponse()
        self._cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        self._token = _TOKEN.search(answer.read().decode())[1]  # type: ignore[index]

    def log_in(self) -> None:
        """Try once and note the answer."""
        number, began = next(self._numbers), time.perf_counter()
        source = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=source)
        fields = {
            "csrfmiddlewaretoken": self._token,
            "login": NAME if number % 2 else f"nobody-{number}",
            "password": PASSWORD if number % 2 else "wrong",
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self._cookie}
        connection.request("POST", PAGE, urlencode(fields), headers)
        self.answers[connection.getresponse().status] += 1
        connection.close()
        self.seconds.append(time.perf_counter() - began)

    async def come(self) -> None:
        """Come at a steady rate until cancelled."""
        tries: set[asyncio.Future[None]] = set()
        while True:
            tries.add(asyncio.ensure_future(asyncio.to_thread(self.log_in)))
            await asyncio.sleep(1 / EACH_SECOND)


async def hand(site: Site, tables: int, visitors: Visitors | None) -> list[float]:
    """Play one hand at every table; returns the times from a click to its answer."""
    seeded = await asyncio.to_thread(lambda: site.seed(people=4, tables=tables, clocks={}))
    players = [
        Player(site.stack.port, made["number"], cookie, int(seat), 0.2).start()
        for made in seeded["tables"]
        for seat, cookie in made["cookies"].items()
    ]
    while not all(player.first_bytes for player in players):
        await asyncio.sleep(0.05)
    coming = asyncio.create_task(visitors.come()) if visitors is not None else None
    for player in players:
        player.kick()
    began = time.perf_counter()
    while any(hand_row(site.data, int(made["hand"]))["status"] == "playing" for made in seeded["tables"]):
        assert time.perf_counter() - began < 240, "the hands do not end"
        await asyncio.sleep(0.1)
    if coming is not None:
        coming.cancel()
    await asyncio.gather(*(player.stop() for player in players))
    return [wait for player in players for wait in player.own]


async def measure(tables: int, rounds: int) -> dict[str, Any]:
    """Play `rounds` hands a table without and as many with log-ins, in turn, on one site."""
    without: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data").start()
        try:
            env = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
                "QPG_DATA": str(site.data),
            }
            subprocess.run([sys.executable, "-c", _MEMBER], cwd=ROOT, env=env, check=True)
            visitors = Visitors(site.stack.port)
            for _ in range(rounds):
                without += await hand(site, tables, None)
                beside += await hand(site, tables, visitors)
        finally:
            site.stack.stop()
    return {
        "actions": (len(without), len(beside)),
        "p50_ms": (round(percentile(without, 50)), round(percentile(beside, 50))),
        "p99_ms": (round(percentile(without, 99)), round(percentile(beside, 99))),
        "ratio": round(percentile(beside, 99) / percentile(without, 99), 2),
        "log_ins": dict(visitors.answers),
        "log_in_p50_ms": round(percentile(visitors.seconds, 50)),
    }


def main() -> int:
    """Measure and print; 1 where log-ins slow a table more than the aim allows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found = asyncio.run(measure(options.tables, options.rounds))
    for name, value in found.items():
        print(
            f"{name}: {value}  (without, beside log-ins)" if isinstance(value, tuple) else f"{name}: {value}"
        )
    return 0 if found["ratio"] <= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
