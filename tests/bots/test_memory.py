"""A process that plays for days holds no more than one that played an hour: every memory of hands is bounded."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from random import Random

import pytest

import games
from games.bots import warmth
from games.bots.guanpai.partition import fewest_plays
from games.bots.mahjong.sichuan import plans as sichuan
from games.bots.mahjong.wanzhou import plans as wanzhou
from games.engine.mahjong import packed, shape_automaton, shape_lists, shape_tables
from mahjong_site import web

MOST_ENTRIES = 8192
# Keyed by no hand: seats of a table, names of presets.
FINITE = {"games.engine.core.seats.after", "games.services.rooms.seat_choices"}
# What grows with play, and where it stops: classes of suits, and states that clear themselves.
GROWING = {
    "games.engine.mahjong.shape_automaton._class_of": 360,
    "games.engine.mahjong.shape_automaton._nodes": 4096,
    "games.engine.mahjong.shape_automaton.pairs_of": 361,
    "games.engine.mahjong.shape_tables.pairs_of": 361,
}


def modules() -> list[str]:
    """Every module of the games, and of the web things they draw with, imported."""
    names = [
        found.name
        for package in (games, web)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    for name in names:
        importlib.import_module(name)
    return [*names, games.__name__, web.__name__]


def caches() -> Iterator[tuple[str, int | None]]:
    """Every `functools` cache of the games, those inside decorators too, with its bound."""
    modules()
    gc.unfreeze()  # the start of a web process puts what it has loaded aside; it is looked at, too
    for found in gc.get_objects():
        if isinstance(found, _lru_cache_wrapper) and str(found.__module__).startswith(
            ("games.", "mahjong_site.web.")
        ):
            yield f"{found.__module__}.{found.__qualname__}", found.cache_info().maxsize


def unbounded(found: Iterator[tuple[str, int | None]]) -> list[str]:
    return [name for name, most in found if name not in FINITE and (most is None or most > MOST_ENTRIES)]


def tables() -> dict[str, int]:
    """The length of every table that is a module's own name, those of the self-filling classes apart."""
    return {
        f"{module}.{name}": len(value)
        for module in modules()
        for name, value in vars(sys.modules[module]).items()
        if not name.startswith("__") and type(value) in (dict, list, set, OrderedDict)
    }


def test_every_cache_is_bounded() -> None:
    found = list(caches())
    assert len(found) > 20
    assert unbounded(iter(found)) == []


def test_an_unbounded_cache_would_be_found() -> None:
    assert unbounded(iter([("games.bots.plans", None), ("games.bots.other", 16384), ("games.x", 64)])) == [
        "games.bots.plans",
        "games.bots.other",
    ]


def test_what_grows_with_play_is_known_and_bounded() -> None:
    before = tables()
    warmth.warm(1)
    grown = {name: size for name, size in tables().items() if size > before[name]}
    assert set(grown) <= set(GROWING)
    assert {name: size for name, size in tables().items() if size > GROWING.get(name, MOST_ENTRIES)} == {}


_SELF_FILLING_MOST = 8192
SUITS = [key for key in range(60_000) if sum(shape_tables.digits_of(key)) < 14][: _SELF_FILLING_MOST + 500]
PACKED = [sum(digit << 3 * rank for rank, digit in enumerate(shape_tables.digits_of(key))) for key in SUITS]
PAIRS = [first << 9 | second for first in range(1, 101) for second in range(1, 101)]
FILLED = {
    "waits": (shape_tables.waits_of, SUITS),
    "lowering": (shape_tables.ways[0].lowering, SUITS),
    "forward": (shape_tables.ways[0].forward, PAIRS),
    "packed": (shape_tables.packed_forward, PAIRS),
    "tight": (shape_tables.ways[0].tight, [pair << 10 | 1 for pair in PAIRS]),
    "kinds": (shape_lists._kinds, range(4 * 512)),
    "suits": (packed.SUITS, PACKED),
    "tiles": (packed._TILES, PACKED),
}


def test_the_self_filling_tables_are_all_known() -> None:
    modules()
    own = {kind for kind in dict.__subclasses__() if kind.__module__.startswith("games.")}
    assert {kind for kind in own if hasattr(kind, "__missing__")} == {
        type(each) for each, _ in FILLED.values()
    }


@pytest.mark.parametrize("name", FILLED)
def test_a_self_filling_table_empties_itself(name: str) -> None:
    for suit in SUITS:  # so that there are classes of suits to combine
        shape_tables.fill(suit)
    assert len(shape_tables.pairs_of) > 100
    table, asked = FILLED[name]
    for key in asked:
        table[key]
        assert len(table) <= _SELF_FILLING_MOST
    table.clear()


def reachable() -> int:
    """How many states of the automaton are alive behind its start."""
    seen, open_ones = {id(shape_automaton.START)}, [shape_automaton.START]
    while open_ones:
        for node in open_ones.pop().after:
            if node is not None and id(node) not in seen:
                seen.add(id(node))
                open_ones.append(node)
    return len(seen)


def test_the_automaton_forgets_what_it_clears(monkeypatch: pytest.MonkeyPatch) -> None:
    """States no longer listed once lived on behind the start, and were found a second time beside themselves."""
    monkeypatch.setattr(shape_automaton, "_NODE_LIMIT", 200)
    rng = Random(5)
    for _ in range(300):
        digits = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(9)]
        shape_automaton.walk(digits, True)
    assert reachable() <= 200 + 9 + 1


WORKER = """
from games.bots.guanpai.partition import fewest_plays
from mahjong_site.celery import app
app.Worker(queues=[{queue!r}], pool="solo")
print(fewest_plays.cache_info().currsize)
"""


@pytest.mark.parametrize(("queue", "filled"), [("bots", True), ("clocks", False)])
def test_the_worker_of_the_bots_alone_fills_their_tables_as_it_starts(queue: str, filled: bool) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WORKER.format(queue=queue)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (int(ran.stdout) > 100) is filled


def test_warmth_fills_the_tables_of_every_game() -> None:
    warmth.warm(1)
    for cached in (fewest_plays, sichuan._sets, wanzhou._sets):
        assert cached.cache_info().currsize > 100
