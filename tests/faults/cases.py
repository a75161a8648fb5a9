"""The fault matrix: what is done to the running site in which moment of a hand, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import redis

from tests.faults.browser import Browser
from tests.faults.proxy import Proxy
from tests.faults.site import Match, Site
from tests.support.stack import NAMES, wait_for

RECOVERS = 25.0  # seconds within which a hand must have moved on after anything
KILLED = ("clocks", "bots", "beat", "valkey", "daphne", "all")
MOMENTS = ("mid_hand", "claim_window", "settlement")

Case = Callable[[Site], Awaitable[None]]


class Named(NamedTuple):
    """A case and whether the short sample runs it."""

    name: str
    run: Case
    sample: bool


def cases() -> list[Named]:
    """Return the whole matrix."""
    sampled = {("clocks", "mid_hand"), ("daphne", "claim_window"), ("all", "settlement")}
    kills = [
        Named(f"kill_{victim}_in_{moment}", _killing(victim, moment), (victim, moment) in sampled)
        for victim in KILLED
        for moment in MOMENTS
    ]
    return [
        *kills,
        Named("kill_bots_in_a_deserted_hand", kill_bots_in_a_deserted_hand, False),
        Named("power_cut", power_cut, False),
        Named("valkey_frozen", valkey_frozen, True),
        Named("valkey_emptied", valkey_emptied, False),
        Named("browser_cut_off", browser_cut_off, False),
        Named("idle_sockets", idle_sockets, False),
        Named("two_tabs", two_tabs, False),
        Named("double_clicks", double_clicks, False),
        Named("replayed_frames", replayed_frames, True),
        Named("hostile_frames", hostile_frames, True),
        Named("bots_err_and_cheat", bots_err_and_cheat, True),
        Named("bots_hang", bots_hang, False),
        Named("clock_set", clock_set, False),
    ]


# --- kill -9


def _killing(victim: str, moment: str) -> Case:
    async def run(site: Site) -> None:
        match = site.table(people=3).start()
        try:
            match = await _reach(site, match, moment)
            old = kill(site, victim)
            if moment == "claim_window":
                await _answer_later(site, match, victim, old)
            if moment == "settlement":
                resume(site, "clocks")
            else:
                await match.goes_on(RECOVERS)
            await match.finish()
            good(match, reconnects=victim in {"daphne", "all"})
            for name, pid in old.items():
                site.stack.wait_replaced(name, pid)
        finally:
            resume(site, "clocks")
            await match.stop()

    return run


def kill(site: Site, victim: str) -> dict[str, int]:
    """Kill one child or all at once; returns the pids they had."""
    names = NAMES if victim == "all" else (victim,)
    pids = {name: wait_for(lambda name=name: site.stack.pid(name), 10, f"{name} runs") for name in names}
    for pid in pids.values():
        os.kill(pid, signal.SIGKILL)
    return pids


def resume(site: Site, name: str) -> None:
    """Thaw a child, if it is there."""
    pid = site.stack.pid(name)
    if pid is not None:
        os.kill(pid, signal.SIGCONT)


async def _reach(site: Site, match: Match, moment: str) -> Match:
    """Play until the moment has come; a hand in which nobody may claim is replaced by another."""
    await match.until(lambda row: row["version"] >= 8, 40, "eight actions")
    if moment == "claim_window":
        return await _reach_claim(site, match)
    if moment == "settlement":
        site.stack.kill("clocks", signal.SIGSTOP)  # so that the settlement is still to do when the blow falls
        await match.until(lambda row: row["status"] == "finished", 90, "the hand is over, not settled")
    return match


async def _reach_claim(site: Site, match: Match) -> Match:
    for attempt in range(4):
        if attempt:
            await match.stop()
            match = site.table(people=3).start()
        for browser in match.people:
            browser.hold = lambda browser: browser.asked() == "claim"
        end = time.monotonic() + 60
        while time.monotonic() < end and match.row()["status"] == "playing":
            if any(browser.asked() == "claim" for browser in match.people):
                return match
            await asyncio.sleep(0.01)
    raise AssertionError("nobody was offered anything in four hands")


async def _answer_later(site: Site, match: Match, victim: str, old: dict[str, int]) -> None:
    """Let the asked ones answer once they are connected again; the claim must have waited for them."""
    before = match.row()["version"]
    if victim in {"daphne", "all"}:
        site.stack.wait_replaced("daphne", old["daphne"])
        await asyncio.gather(*(browser.until(lambda b: b.connection > 1, 20) for browser in match.people))
    else:
        await asyncio.sleep(2)
    assert match.row()["version"] == before, "somebody answered for those who were asked"
    for browser in match.people:
        browser.hold = lambda _: False


def good(match: Match, *, reconnects: bool = False, waited_for: bool = True) -> None:
    """Fail with everything that is wrong with a hand that was played through a fault."""
    found = match.problems(waited_for=waited_for)
    if not reconnects:
        found += [f"seat {b.seat} lost its socket: {b.codes}" for b in match.browsers if b.connection != 1]
    assert not found, "\n".join(found[:10])


async def kill_bots_in_a_deserted_hand(site: Site) -> None:
    """Everybody leaves; whoever plays the hand out dies in the middle of it: it comes to its end all the same."""
    match = site.table(people=2).start()
    try:
        await match.until(lambda row: row["version"] >= 8, 40, "eight actions")
        for browser in match.people:
            browser.hold = lambda _: True
            await browser.send({"type": "leave", "hand": browser.hand, "id": f"left{browser.seat}"})
        await match.until(lambda row: row["timer_at"] is None, 10, "the hand has no clock any more")
        left = match.row()["version"]
        await match.until(lambda row: row["version"] >= left + 3, 20, "it is played out")
        old = kill(site, "bots")
        await match.finish(120)
        good(match, waited_for=False)
        site.stack.wait_replaced("bots", old["bots"])
    finally:
        await match.stop()


async def power_cut(site: Site) -> None:
    """The supervisor and all of its children die at once; started again, the table is where it was."""
    match = site.table(people=3).start()
    try:
        await match.until(lambda row: row["version"] >= 12, 40, "twelve actions")
        assert site.stack.process is not None
        os.kill(site.stack.process.pid, signal.SIGKILL)
        site.stack.process.wait()
        version = match.row()["version"]
        await asyncio.sleep(4)
        assert match.row()["version"] == version, "somebody plays on in the dark"
        await asyncio.to_thread(site.stack.start)
        await match.goes_on(RECOVERS)
        await match.finish()
        good(match, reconnects=True)
    finally:
        await match.stop()


# --- the broker


async def valkey_frozen(site: Site) -> None:
    """For eight seconds the broker answers nobody; play goes on meanwhile, and newcomers come in."""
    match = site.table(people=3).start()
    late = Browser(site.stack.port, match.number, match.cookies[0], 0, plays=False)
    try:
        await match.until(lambda row: row["version"] >= 8, 40, "eight actions")
        site.stack.kill("valkey", signal.SIGSTOP)
        began = time.monotonic()
        await match.goes_on(8)
        late.start()
        await late.until(lambda b: "hand" in b.regions, 5)
        await match.goes_on(8)
        await asyncio.sleep(max(0.0, 8 - (time.monotonic() - began)))
        resume(site, "valkey")
        await match.goes_on(RECOVERS)
        await match.finish()
        good(match)
    finally:
        resume(site, "valkey")
        await late.stop()
        await match.stop()


async def valkey_emptied(site: Site) -> None:
    """Everything in the broker is gone, the tasks on their way among it."""
    match = site.table(people=3).start()
    try:
        client = redis.Redis.from_url(site.stack.state()["redis_url"])
        for version in (8, 16, 24):
            await match.until(
                lambda row, v=version: row["version"] >= v or row["status"] != "playing", 60, "play"
            )
            client.flushall()
        client.close()
        await match.goes_on(RECOVERS)
        await match.finish()
        good(match)
    finally:
        await match.stop()


# --- the network and the browser


async def browser_cut_off(site: Site) -> None:
    """One person's network is gone for twenty seconds; the others play on, and the seat is taken up again."""
    proxy = await Proxy(site.stack.port).start()
    match = site.table(port=proxy.port, people=1, clocks={}).start()
    person = match.people[0]
    try:
        await match.until(lambda row: row["version"] >= 8, 60, "eight actions")
        proxy.cut()
        cut_at = time.time()
        await asyncio.sleep(20)
        assert not [frame for frame in person.frames if frame.at > cut_at + 0.5]
        proxy.mend()
        await person.until(lambda b: b.frames[-1].at > cut_at + 19, 15)
        await match.finish(150)
        good(match, reconnects=True, waited_for=False)
        assert match.watcher.connection == 1
        if match.row()["version"] > 40:
            assert any(click.at > cut_at + 19 for click in person.clicks), "the seat was not taken up again"
    finally:
        await match.stop()
        await proxy.stop()


async def idle_sockets(site: Site) -> None:
    """Sixteen seconds in which nobody does anything: every socket stays open and hears the next move."""
    match = site.table(people=4, clocks={"turn": 60_000}).start()
    for browser in match.people:
        browser.hold = lambda _: True
    try:
        await match.watcher.until(lambda b: "center" in b.regions, 10)
        await asyncio.sleep(16)
        gaps = [
            max(b.at - a.at for a, b in zip(w.frames, w.frames[1:], strict=False)) for w in match.browsers
        ]
        assert max(gaps) < 6.5, f"a page would have thought its connection dead: {gaps}"
        for browser in match.people:
            browser.hold = lambda _: False
        await match.goes_on(5)
        await match.finish()
        good(match)
    finally:
        await match.stop()


async def two_tabs(site: Site) -> None:
    """One account plays in two tabs at once: both click, each move is made once."""
    match = site.table(people=2).start()
    twins = [
        Browser(site.stack.port, match.number, match.cookies[b.seat], b.seat, seed=b.seat + 10)
        for b in match.people
    ]
    match.people += [twin.start() for twin in twins]
    try:
        await match.finish()
        good(match)
        assert all(twin.clicks for twin in twins)
    finally:
        await match.stop()


async def double_clicks(site: Site) -> None:
    """Every click is sent three times."""
    match = site.table(people=3)
    for browser in match.people:
        browser.clicks_each, browser.think = 3, 0.4  # as fast as fingers are: more is a flood and dropped
    match.start()
    try:
        await match.finish()
        good(match)
    finally:
        await match.stop()


async def replayed_frames(site: Site) -> None:
    """A tab sends every earlier move of its own again and again, under old names and new ones: nothing happens."""
    match = site.table(people=3).start()
    victim = match.people[0]
    echo = Browser(site.stack.port, match.number, match.cookies[0], 0, plays=False).start()
    try:
        await match.until(
            lambda row: row["version"] >= 20 or row["status"] != "playing", 60, "twenty actions"
        )
        for click in list(victim.clicks)[-12:]:
            for name in (click.fields["id"], f"again-{time.monotonic_ns()}"):
                await echo.send(click.fields | {"id": name})
                await asyncio.sleep(0.15)
        await match.finish()
        sent_again = {click.fields["id"] for click in echo.clicks if click.fields["id"].startswith("again-")}
        assert sent_again
        match.people.append(echo)
        good(match)
        rows = site.rows(match.hand)
        assert not [row for row in rows if row["client_id"] in sent_again], "a stale frame was applied"
        assert echo.regions["notice"].attributes.get("data-code")
        assert not victim.regions["notice"].attributes.get("data-code"), "somebody else heard of it"
    finally:
        await echo.stop()
        await match.stop()


HOSTILE = (
    "{",
    "\x00",
    "[" * 4000,
    '{"type":"act","hand":"1","window":"0","id":"x","do":"discard","tile":"1m","seat":"2"}',
    '{"type":"expire","hand":"1"}',
)
REFUSED = (
    {"type": "act", "window": "1", "id": "h1", "do": "discard", "tile": "9s"},
    {"type": "act", "window": "0", "id": "h2", "do": "draw"},
    {"type": "act", "window": "99999", "id": "h3", "do": "hu"},
    {"type": "act", "window": "0", "id": "h4", "do": "show", "tiles": "123m"},
    {"type": "act", "window": "0", "id": "h5", "do": "end"},
    {"type": "ready", "number": "1", "id": "h6", "nonce": "now"},
    {"type": "leave", "hand": "0", "id": "h7"},
    {"type": "back"},
)


async def hostile_frames(site: Site) -> None:
    """Malformed, oversized and forged frames from a seat, a watcher and a stranger: the table does not notice."""
    match = site.table(people=3).start()
    seated, watching, loud, huge = (
        Browser(site.stack.port, match.number, cookie, seat, plays=False).start()
        for cookie, seat in (
            (match.cookies[1], 1), (match.watcher.cookie, -1), (match.watcher.cookie, -1), (match.cookies[1], 1)
        )
    )  # fmt: skip
    stranger = Browser(site.stack.port, match.number, "qpg_session=forged", -1, plays=False).start()
    try:
        await match.until(lambda row: row["version"] >= 4, 40, "four actions")
        for fields in REFUSED:
            for browser in (seated, watching):
                hand = {"hand": browser.hand} if fields["type"] == "act" else {}
                await browser.send(fields | hand)
            await asyncio.sleep(0.2)
        await huge.send("x" * 100_000)
        for text in HOSTILE:
            await loud.send(text)
            await asyncio.sleep(0.1)
        await match.finish()
        good(match)
        assert 4400 in loud.codes
        assert stranger.codes == [4401]
        assert huge.codes in ([1009], [1006]), huge.codes  # the server drops it while the rest still arrives
        assert huge.connection == 2
        assert not [row for row in site.rows(match.hand) if row["client_id"].startswith("h")]
        assert seated.regions["notice"] is not None
        assert seated.connection == watching.connection == 1
    finally:
        await asyncio.gather(*(browser.stop() for browser in (seated, watching, loud, huge, stranger)))
        await match.stop()


# --- the bots


async def _with_bots(site: Site, levels: list[str], seconds: float) -> None:
    match = site.table(people=2, levels=["normal", "normal", *levels]).start()
    try:
        await match.goes_on(RECOVERS)
        await match.finish(seconds)
        good(match)
        assert {row["seat"] for row in site.rows(match.hand)} == {0, 1, 2, 3}
    finally:
        await match.stop()


async def bots_err_and_cheat(site: Site) -> None:
    """One bot raises at every question, the other answers what it was not offered."""
    await _with_bots(site, ["errs", "cheats"], 90)


async def bots_hang(site: Site) -> None:
    """One bot hangs until it is interrupted, the other cannot be; a second table with good bots plays on beside."""
    beside = site.table(people=3).start()
    try:
        hung = asyncio.create_task(_with_bots(site, ["hangs", "deaf"], 400))
        await beside.finish(200)
        good(beside)
        await hung
    finally:
        await beside.stop()


# --- the clock


async def clock_set(_: Site) -> None:
    """The clock of a machine jumps an hour ahead and is put back: the table goes on, also by its own clocks."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        raise unittest.SkipTest(
            "setting the clock needs Linux and a C compiler (on Debian: sudo apt install gcc)"
        )
    with tempfile.TemporaryDirectory() as folder:
        ahead, library = Path(folder) / "ahead", Path(folder) / "ahead.so"
        ahead.write_text("0")
        source = Path(__file__).with_name("ahead.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
        site = Site(Path(folder) / "data", LD_PRELOAD=str(library), CLOCK_AHEAD=str(ahead)).start()
        match = site.table(people=2).start()
        try:
            await match.until(lambda row: row["version"] >= 8, 60, "eight actions")
            ahead.write_text("3600")
            await match.goes_on(RECOVERS)
            await match.until(
                lambda row: row["due_at"] > (time.time() + 3000) * 1000, 10, "it lives in the future"
            )
            for browser in match.people:
                browser.hold = lambda _: True
            before = -1
            while (
                match.row()["version"] != before
            ):  # until the bots have answered and only people are waited for
                before = match.row()["version"]
                await asyncio.sleep(2)
            ahead.write_text("0")
            await match.until(lambda row: row["version"] > before, 40, "the clock answers for who does not")
            for browser in match.people:
                browser.hold = lambda _: False
            await match.finish()
            good(match, waited_for=False)
            assert [span for span in json.loads(match.row()["outages"]) if span[1] < span[0]]
        finally:
            await match.stop()
            site.stack.stop()
