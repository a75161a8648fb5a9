"""What a table costs: `python -m tests.bench.bench_table [--tables N] [--hands N] [--json]`; 1 where an aim is missed.

Plays tables of four people through the real processes and measures the server from outside: CPU and bytes per
action, the time from a click to its fragment, memory per socket and what an idle site costs. Beside it, in the same
run and at the same pace, a stock consumer over the stock layer that only sends the same bytes to four sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.faults.browser import _ATTRIBUTE, _BUTTON, _WANTS
from tests.faults.history import hand_row
from tests.faults.site import Site
from tests.support.stack import ROOT, free_port, wait_for

BYTES_AIM = 3000  # for each viewer and action; the CPU aim is the baseline of the same run
IDLE_SECONDS = 15.0
EXTRA_TABS = 5  # the limit is six sockets an account
SERVER = ("daphne", "clocks", "bots", "beat")
_TICKS = os.sysconf("SC_CLK_TCK")
_HAND = re.compile(r"id=now hidden data-hand=(\d+)")
_FX = re.compile(r"data-kind=discard data-seat=(\d)")


def cpu_ms(pids: list[int]) -> float:
    """Return the user and system time these processes have used so far, their dead children included."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(int(fields[index]) for index in (11, 12))
    return total * 1000 / _TICKS


def rss_kb(pid: int) -> int:
    """Return the resident memory of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1])  # type: ignore[index]


class Player:
    """A light tab: it plays, and notes what it was sent and when; the client must not be what is measured."""

    def __init__(self, port: int, number: str, cookie: str, seat: int, think: float) -> None:
        self.seat = seat
        self.frames: list[tuple[float, int]] = []
        self.first_bytes = 0
        self.clicks: list[tuple[float, str]] = []
        self.own: list[float] = []  # click to the clicker's next frame
        self.discards: dict[int, list[float]] = {}
        self._think = think
        self._random = random.Random(seat)
        self._hand = "0"
        self._offers: dict[str, list[dict[str, str]]] = {"hand": [], "prompt": []}
        self._done: set[str] = set()
        self._waiting: float | None = None
        self._address = (f"ws://127.0.0.1:{port}/ws/t/{number}/", cookie, f"http://127.0.0.1:{port}")
        self._task: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None
        self._playing = False

    def start(self) -> Player:
        self._task = asyncio.create_task(self._live())
        return self

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _live(self) -> None:
        url, cookie, origin = self._address
        async with connect(
            url, additional_headers={"Cookie": cookie}, origin=origin, ping_interval=None, compression=None,
            proxy=None,
        ) as socket:  # fmt: skip
            async for text in socket:
                self._socket = socket
                self._took(str(text), time.perf_counter())
                if self._playing:
                    asyncio.get_running_loop().call_later(self._think, self._click, socket)

    def _took(self, text: str, now: float) -> None:
        if text.startswith('<i id="beat"'):
            return
        if not self.first_bytes:
            self.first_bytes = len(text.encode())
        else:
            self.frames.append((now, len(text.encode())))
            if self._waiting is not None:
                self.own.append(now - self._waiting)
                self._waiting = None
        if found := _HAND.search(text):
            self._hand = found[1]
        for seat in _FX.findall(text):
            self.discards.setdefault(int(seat), []).append(now)
        buttons = [
            {name: a or b for name, a, b in _ATTRIBUTE.findall(match[1])} for match in _BUTTON.finditer(text)
        ]
        acting = [button for button in buttons if button.get("data-do") and button.get("data-window")]
        for region, discards in (("hand", True), ("prompt", False)):
            if f"id={region} " in text:
                self._offers[region] = [b for b in acting if (b["data-do"] == "discard") is discards]

    def kick(self) -> None:
        """Begin to play."""
        self._playing = True
        if self._socket is not None:
            self._click(self._socket)

    def _click(self, socket: ClientConnection) -> None:
        offers = [
            b for b in self._offers["prompt"] + self._offers["hand"] if b["data-window"] not in self._done
        ]
        if not offers:
            return
        wins = [b for b in offers if b["data-do"] == "hu"]
        hinted = [b for b in offers if "hint" in b.get("class", "").split()]
        button = self._random.choice(
            wins or [b for b in offers if b["data-do"] != "discard"] or hinted or offers
        )
        self._done.add(button["data-window"])
        fields = {
            "type": "act",
            "hand": self._hand,
            "window": button["data-window"],
            "id": uuid.uuid4().hex,
            "do": button["data-do"],
        }
        if fields["do"] in _WANTS and (value := button.get(f"data-{_WANTS[fields['do']]}")):
            fields[_WANTS[fields["do"]]] = value
        self.clicks.append((time.perf_counter(), fields["do"]))
        self._waiting = self.clicks[-1][0]
        self._sending = asyncio.ensure_future(socket.send(json.dumps(fields)))


def fragments(table: list[Player]) -> list[float]:
    """Return the times from a discard's click to the fragment of each of the four viewers."""
    found = []
    for player in table:
        times = [at for at, do in player.clicks if do == "discard"]
        for viewer in table:
            shown = viewer.discards.get(player.seat, [])
            found += [seen - at for at, seen in zip(times, shown, strict=False) if seen > at]
    return found


async def play(
    site: Site, seeded: dict[str, Any], think: float, result: dict[str, Any]
) -> list[list[Player]]:
    """Play one hand at every table; adds what was measured to `result`."""
    pids = _pids(site)
    tables = [
        [
            Player(site.stack.port, made["number"], cookie, int(seat), think).start()
            for seat, cookie in made["cookies"].items()
        ]
        for made in seeded["tables"]
    ]
    players = [player for table in tables for player in table]
    while not all(player.first_bytes for player in players):
        await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    if "idle" not in result:
        result["idle"] = await _idle(pids)
        result["memory_kb_per_socket"] = await _memory(site, seeded, pids["daphne"][0])
    before, began = {name: cpu_ms(group) for name, group in pids.items()}, time.perf_counter()
    for player in players:
        player.kick()
    hands = [int(made["hand"]) for made in seeded["tables"]]
    while any(hand_row(site.data, hand)["status"] == "playing" for hand in hands):
        assert time.perf_counter() - began < 240, "the hands do not end"
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.3)
    seconds = time.perf_counter() - began
    used = {name: cpu_ms(group) - before[name] for name, group in pids.items()}
    actions = [len(site.rows(made["hand"])) for made in seeded["tables"]]
    result["runs"].append({"seconds": seconds, "actions": sum(actions), "cpu": used})
    for table, count in zip(tables, actions, strict=True):
        sent = sum(size for player in table for _, size in player.frames)
        result["bytes"].append(sent / len(table) / count)
        result["frames"].append(sum(len(player.frames) for player in table) / len(table) / count)
        result["fragment"] += fragments(table)
        result["own"] += [wait for player in table for wait in player.own]
        result["first"] += [player.first_bytes for player in table]
    return tables


def _pids(site: Site) -> dict[str, list[int]]:
    found = {}
    for name in (*SERVER, "valkey"):
        pid = wait_for(lambda name=name: site.stack.pid(name), 10, name)
        found[name] = [int(pid), *[p for p in _descendants(int(pid)) if p != pid]]
    return found


def _descendants(pid: int) -> list[int]:
    shown = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    parents = {int(child): int(parent) for child, parent in (line.split() for line in shown.splitlines())}
    found = [pid]
    for child in sorted(parents):
        if parents[child] in found:
            found.append(child)
    return found


async def _idle(pids: dict[str, list[int]]) -> dict[str, float]:
    before = {name: cpu_ms(group) for name, group in pids.items()}
    await asyncio.sleep(IDLE_SECONDS)
    return {name: (cpu_ms(group) - before[name]) / IDLE_SECONDS for name, group in pids.items()}


async def _memory(site: Site, seeded: dict[str, Any], pid: int) -> float:
    before = rss_kb(pid)
    tabs = [
        Player(site.stack.port, made["number"], cookie, int(seat), 9).start()
        for made in seeded["tables"]
        for seat, cookie in made["cookies"].items()
        for _ in range(EXTRA_TABS)
    ]
    while not all(tab.first_bytes for tab in tabs):
        await asyncio.sleep(0.05)
    grown = rss_kb(pid) - before
    await asyncio.gather(*(tab.stop() for tab in tabs))
    await asyncio.sleep(1)
    return grown / len(tabs)


# --- the baseline


async def baseline(
    redis_url: str, tables: int, rate: float, size: int, seconds: float = 15
) -> dict[str, float]:
    """Send `size` bytes to four sockets `rate` times a second over all tables; returns CPU ms per broadcast."""
    port = free_port()
    env = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "tests.bench.baseline_settings", "REDIS_URL": redis_url,
        "BASELINE_BYTES": str(size),
    }  # fmt: skip
    command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen([*command, "tests.bench.baseline_app:application"], cwd=ROOT, env=env)
    sockets: list[ClientConnection] = []
    readers: list[asyncio.Task[None]] = []
    waits: list[float] = []
    try:
        sockets = [
            await _persistent(f"ws://127.0.0.1:{port}/ws/t/{index // 4}/") for index in range(tables * 4)
        ]
        sent_at = dict.fromkeys(range(tables), 0.0)
        readers = [asyncio.create_task(_reads(s, sent_at, i // 4, waits)) for i, s in enumerate(sockets)]
        await asyncio.sleep(2)
        frame = json.dumps(
            {
                "type": "act",
                "hand": "4711",
                "window": "17",
                "id": uuid.uuid4().hex,
                "do": "discard",
                "tile": "5p",
            }
        )
        before, count, began = cpu_ms([server.pid]), 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            table = count % tables
            sent_at[table] = time.perf_counter()
            await sockets[table * 4 + count // tables % 4].send(frame)
            count += 1
            await asyncio.sleep(max(0.0, began + count / rate - time.perf_counter()))
        await asyncio.sleep(0.5)
        used = cpu_ms([server.pid]) - before
        return {
            "cpu_ms": used / count,
            "rate": count / seconds,
            "p50_ms": percentile(waits, 50),
            "p99_ms": percentile(waits, 99),
        }
    finally:
        for task in readers:
            task.cancel()
        for socket in sockets:
            socket.transport.abort()
        server.terminate()
        server.wait(10)


async def _persistent(url: str) -> ClientConnection:
    for _ in range(100):
        try:
            return await connect(url, ping_interval=None, compression=None, proxy=None)
        except OSError:
            await asyncio.sleep(0.1)
    raise AssertionError("the baseline does not start")


async def _reads(socket: ClientConnection, sent_at: dict[int, float], table: int, waits: list[float]) -> None:
    while True:
        await socket.recv()
        waits.append(time.perf_counter() - sent_at[table])


# --- the report


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile in ms of times in seconds."""
    return (
        statistics.quantiles(values, n=100, method="inclusive")[percent - 1] * 1000
        if len(values) > 1
        else 0.0
    )


async def measure(tables: int, hands: int, think: float) -> dict[str, Any]:
    """Run everything on a fresh site."""
    result: dict[str, Any] = {key: [] for key in ("runs", "bytes", "frames", "fragment", "own", "first")}
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data").start()
        try:
            for seeded in [site.seed(people=4, tables=tables, clocks={}) for _ in range(hands)]:
                played = await play(site, seeded, think, result)
                await asyncio.gather(*(player.stop() for table in played for player in table))
            run = result["runs"]
            rate = sum(r["actions"] for r in run) / sum(r["seconds"] for r in run)
            size = round(statistics.median(result["bytes"]))
            result["baseline"] = await baseline(site.stack.state()["redis_url"], tables, rate, size)
        finally:
            site.stack.stop()
    return result


def report(result: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers that count."""
    runs = result["runs"]
    actions, seconds = sum(r["actions"] for r in runs), sum(r["seconds"] for r in runs)
    per_action = {name: sum(r["cpu"][name] for r in runs) / actions for name in runs[0]["cpu"]}
    idle = result["idle"]
    gross = sum(per_action[name] for name in SERVER)
    net = gross - sum(idle[name] for name in SERVER) * seconds / actions
    return {
        "actions": actions,
        "actions_per_s": actions / seconds,
        "cpu_ms_per_action": net,
        "cpu_ms_per_action_with_idle": gross,
        "cpu_ms_per_action_by_process": per_action,
        "baseline_cpu_ms": result["baseline"]["cpu_ms"],
        "baseline_p50_ms": result["baseline"]["p50_ms"],
        "baseline_p99_ms": result["baseline"]["p99_ms"],
        "bytes_per_viewer_and_action": statistics.median(result["bytes"]),
        "frames_per_viewer_and_action": statistics.median(result["frames"]),
        "first_page_bytes": statistics.median(result["first"]),
        "fragment_p50_ms": percentile(result["fragment"], 50),
        "fragment_p99_ms": percentile(result["fragment"], 99),
        "own_p50_ms": percentile(result["own"], 50),
        "own_p99_ms": percentile(result["own"], 99),
        "memory_kb_per_socket": result["memory_kb_per_socket"],
        "idle_cpu_ms_per_s": idle,
    }


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument(
        "--think", type=float, default=0.15, help="seconds between what a tab sees and its click"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    numbers = report(asyncio.run(measure(options.tables, options.hands, options.think)))
    missed = numbers["cpu_ms_per_action"] > numbers["baseline_cpu_ms"]
    missed = missed or numbers["bytes_per_viewer_and_action"] > BYTES_AIM
    if options.json:
        print(json.dumps(numbers))
        return int(missed)
    for name, value in numbers.items():
        shown = {k: round(v, 2) for k, v in value.items()} if isinstance(value, dict) else round(value, 2)
        print(f"{name:32} {shown}")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
