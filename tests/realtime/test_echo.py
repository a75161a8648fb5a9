"""The id of a move comes back to the browsers of its own seat, and to nobody else's."""

from __future__ import annotations

import asyncio

import pytest

from tests.realtime.tabs import Table
from tests.realtime.test_table import choose_voids, four

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_discard_comes_back_under_its_id_to_its_own_seat_only(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    prompt = (await table.prompts())[0]
    seat = prompt.seat
    other_tab, watcher = await table.tab(seat), await table.watcher()
    table_of_all = [*tabs, other_tab, watcher]
    frames = [len(tab.frames) for tab in table_of_all]
    sent = await tabs[seat].act(prompt.window, table.payload(prompt.default), "deadbeef-17")
    await asyncio.gather(*(tab.settle() for tab in table_of_all))
    named = {
        index: [
            child.get("data-kind") for child in tab.regions["fx"].children if child.get("data-id") == sent
        ]
        for index, tab in enumerate(table_of_all)
    }
    assert {index for index, kinds in named.items() if kinds == ["discard"]} == {seat, 4}
    for index, tab in enumerate(table_of_all):
        if index not in {seat, 4}:
            assert not any(sent in frame or "data-id" in frame for frame in tab.frames[frames[index] :])
