"""Nobody is ever sent a tile that is not theirs to know: whole hands, every frame, every viewer."""

from __future__ import annotations

import asyncio
import random

import pytest
from asgiref.sync import sync_to_async

from games.bots import policy
from games.engine.core.contract import PUBLIC
from games.models import Room
from games.realtime.hub import hub
from games.services import play
from tests.realtime.html import Element, read
from tests.realtime.secrecy import breaches
from tests.realtime.tabs import Tab, Table, ids, set_up_room

pytestmark = pytest.mark.django_db(transaction=True)


async def up_to(table: Table, version: int) -> None:
    """Wait until this process has shown the room at `version` to everybody."""
    feed = hub().rooms[table.room_id]
    async with asyncio.timeout(10):
        while feed.stamp.version < version or feed.busy:
            await asyncio.sleep(0.002)


async def take(tab: Tab) -> list[Element]:
    """Take what has arrived already."""
    taken: list[Element] = []
    while (elements := await tab.next(0.001)) is not None:
        taken += [element for element in elements if element.id != "beat"]
    return taken


async def check(table: Table, viewers: dict[int, Tab], before: int, loaded: play.Loaded) -> None:
    progress = play.events_since(loaded.hand_id, before, loaded.version)
    for viewer, tab in viewers.items():
        view = table.game.project(loaded.state, viewer)
        events = table.game.project_events(progress.events or (), viewer)
        found = breaches(await take(tab), view, events)
        assert not found, found
        for seat in range(4):  # and what stays on the page is what the viewer knows
            assert not breaches([tab.regions[f"river-{seat}"]], view, ())
        assert not breaches([tab.regions["hand"]], view, ())


@pytest.mark.parametrize(
    ("preset", "seed", "ding_que"),
    [("sichuan_xuezhan", 1, False), ("chengdu_xuezhan", 2, True), ("sichuan_putong", 3, False)],
)
async def test_nobody_sees_a_foreign_tile_in_a_whole_hand(transactional_db, preset, seed, ding_que):
    room = await sync_to_async(set_up_room)(preset, seed=bytes([seed]) * 32, ding_que=ding_que)
    table = Table(room)
    viewers = {seat: await table.tab(seat) for seat in range(4)} | {PUBLIC: await table.watcher()}
    loaded = await table.loaded()
    for viewer, tab in viewers.items():
        view = table.game.project(loaded.state, viewer)
        found = [b for frame in tab.frames for b in breaches(read(frame), view, ())]
        assert not found, found
    rng, mind = random.Random(seed), policy("easy", table.game.name)
    while loaded.table.prompts:
        prompt = rng.choice(loaded.table.prompts)
        chosen = mind.choose(table.game.project(loaded.state, prompt.seat), prompt, rng)
        before = loaded.version
        await viewers[prompt.seat].act(prompt.window, table.payload(chosen))
        await up_to(table, before + 1)
        loaded = await table.loaded()
        await check(table, viewers, before, loaded)
    shown = viewers[0].regions["sheet"]
    assert shown.faces or not loaded.table.outcome().wins
    assert await sync_to_async(lambda: Room.objects.get(pk=room.pk).phase)() == "between"
    await table.close()


async def test_the_check_itself_finds_a_planted_tile(table: Table):
    """A detector that finds nothing proves nothing."""
    tab = await table.tab(0)
    loaded = await table.loaded()
    mine, other = table.game.project(loaded.state, 0), table.game.project(loaded.state, 1)
    frame = read(tab.frames[0])
    assert "hand" in ids(frame)
    assert not breaches(frame, mine, ())
    assert breaches(frame, other, ())
    assert breaches(frame, table.game.project(loaded.state, PUBLIC), ())
    assert breaches(read('<div id=plate-1><i class="t t5p"></i></div>'), mine, ())
    assert breaches(read('<div id=backs-1 data-tiles="5p"></div>'), mine, ())
    assert breaches(read("<span id=announce>南家摸五万</span>"), mine, ())
