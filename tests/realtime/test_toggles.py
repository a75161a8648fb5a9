"""Toggles over the socket: the own tabs see them, nobody else is sent a byte, and nonsense only reaches its sender."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async

from games.models import Hand
from games.presentation import regions
from games.services import tables
from tests.realtime.tabs import Tab, Table, ids
from tests.realtime.test_table import choose_voids, four, notice

pytestmark = pytest.mark.django_db(transaction=True)


def pressed(tab: Tab) -> set[str]:
    return {child["name"] for child in tab.regions["wishes"].children if child["aria-pressed"] == "true"}


async def stored(table: Table) -> dict[str, object]:
    return await sync_to_async(
        lambda: Hand.objects.get(room__pk=table.room_id, room__hand__isnull=False).wishes
    )()


async def test_a_toggle_is_seen_in_every_own_tab_and_by_nobody_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    mine, other, watcher = await table.tab(0), await table.tab(1), await table.watcher()
    again = await table.tab(0)
    assert {child["name"] for child in mine.regions["wishes"].children} == {
        "auto_hu",
        "auto_discard",
        "no_peng",
    }
    assert watcher.regions["wishes"].children == ()
    monkeypatch.setattr("games.realtime.table.NOTICE_SECONDS", 0.5)
    await watcher.ask("toggle", name="no_peng", on="1")
    await watcher.settle(0.6)
    assert notice(watcher) == "not_seated"  # its time is up: clearing it must not tell of the toggle
    frames = len(other.frames), len(watcher.frames)
    await mine.ask("toggle", name="no_peng", on="1")
    got = await asyncio.gather(*(tab.settle(1.6) for tab in (mine, again, other, watcher)))
    assert [ids(elements) for elements in got] == [["wishes"], ["wishes"], [], []]
    assert pressed(mine) == pressed(again) == {"no_peng"}
    for tab, before in ((other, frames[0]), (watcher, frames[1])):
        assert all('id="beat"' in frame for frame in tab.frames[before:])
    fresh = await table.tab(0)  # it survives a reload
    assert pressed(fresh) == {"no_peng"}
    await again.ask("toggle", name="no_peng", on="0")
    await asyncio.gather(mine.settle(), again.settle())
    assert pressed(mine) == set()


async def test_whatever_a_seat_wishes_the_others_are_drawn_the_same(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    facts = await table.facts()
    turn = facts.state.turn
    seat = (turn + 1) % 4
    tile = tabs[seat].regions["hand"].children[0]["data-tile"]
    await tabs[seat].ask("toggle", name="armed", on="1", do="discard", tile=tile)
    await tabs[seat].ask("toggle", name="auto_hu", on="1")
    await tabs[seat].settle()
    assert any("armed" in child["class"].split() for child in tabs[seat].regions["hand"].children)
    wishing = await table.facts()
    assert wishing.wishes[seat].armed is not None
    regions.forget()
    before = regions.public(facts, "zh-hans")
    regions.forget()
    assert regions.public(wishing, "zh-hans") == before
    for viewer in {*range(-1, 4)} - {seat}:
        drawn = [regions.private(look, viewer, (), None) for look in (facts, wishing)]
        assert drawn[0] == drawn[1]
    running = await sync_to_async(tables.clocks)(table.room_id, 0, viewer=(seat + 1) % 4)
    assert {clock.seat for clock in running} == {turn}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"name": "auto_pass", "on": "1"}, "bad_input"),
        ({"name": "autoplay", "on": "1"}, "bad_input"),
        ({"name": "armed", "on": "1", "do": "discard", "tile": "7z"}, "no_such_tile"),
        ({"name": "armed", "on": "1", "do": "play", "cards": "3S"}, "unknown_action"),
        ({"name": "armed", "on": "1"}, "unknown_action"),
        ({"name": "auto_hu", "on": "1", "hand": "999999"}, "stale"),
        ({"name": "auto_hu", "on": "2"}, "bad_request"),
    ],
)
async def test_nonsense_is_answered_to_its_sender_alone(table: Table, frame: dict[str, str], code: str):
    tabs = await four(table)
    await choose_voids(table, tabs)
    await tabs[0].ask("toggle", **frame)
    await tabs[0].settle()
    assert notice(tabs[0]) == code
    assert await asyncio.gather(*(tab.settle(0.3) for tab in tabs[1:])) == [[], [], []]
    assert await stored(table) == {}


async def test_who_sits_nowhere_switches_nothing(table: Table):
    watcher, seated = await table.watcher(), await table.tab(0)
    await watcher.ask("toggle", name="auto_hu", on="1")
    await watcher.settle()
    assert notice(watcher) == "not_seated"
    assert pressed(seated) == set()
    assert await stored(table) == {}
