"""The units of `deploy/` on PostgreSQL: a long hand is played, and a new socket gets its whole table however late.

Skipped where PostgreSQL or psycopg is missing; `tests/support/units.py` says what is needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.faults.browser import Browser
from tests.support import units
from tests.support.units import Units

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(300)]

LATE = 60  # actions of a hand; the tables are at their largest about there
WHOLE = {"plate-0", "river-0", "center", "hand", "prompt"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Units]:
    if lacking := units.missing():
        pytest.skip(lacking)
    running = Units(tmp_path_factory.mktemp("units"))
    try:
        yield running.start()
    finally:
        running.stop()


async def play_and_look(site: Units) -> None:
    made = site.seed(people=2, preset="wanzhou_xueliu")
    table = made["tables"][0]
    people = [
        Browser(site.port, table["number"], cookie, int(seat), seed=int(seat), scheme="https")
        for seat, cookie in table["cookies"].items()
    ]
    for browser in people:
        browser.start()
    late = f"SELECT version FROM games_hand WHERE id = {table['hand']} AND version >= {LATE}"
    await asyncio.to_thread(site.wait_row, late, 120, f"the hand has {LATE} actions")
    for person in people:
        newcomer = Browser(
            site.port, table["number"], person.cookie, person.seat, plays=False, scheme="https"
        )
        newcomer.start()
        await newcomer.until(lambda tab: tab.regions.keys() >= WHOLE, 10)
        assert len(newcomer.frames[0].text.encode()) > 8192, "the table is too small to prove anything"
        await newcomer.stop()
    for browser in people:
        await browser.stop()


def test_a_new_socket_gets_a_late_table(site: Units) -> None:
    asyncio.run(play_and_look(site))
    for name in units.UNITS:
        assert "Traceback" not in site.log(name)
