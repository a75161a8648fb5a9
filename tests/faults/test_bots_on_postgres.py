"""A bot's time limit on PostgreSQL, in the worker of its own unit: the decision is interrupted, never a query.

Skipped where PostgreSQL or psycopg is missing; `tests/support/units.py` says what is needed.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

import pytest

from tests.support import units
from tests.support.units import Units

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(200)]

LOCKED_FOR = "2.1 s"  # longer than a bot may think; shorter than its process may live
SEND = "from mahjong_site.celery import app; app.send_task('games.tasks.bot_turn', args=({}, 0, {}), queue='bots')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Units]:
    """PostgreSQL, Valkey and the bots' worker alone, so that no clock answers for a bot."""
    if lacking := units.missing():
        pytest.skip(lacking)
    running = Units(
        tmp_path_factory.mktemp("units"),
        QPG_DB_TIMEOUT_MS="20000",
        DJANGO_SETTINGS_MODULE="tests.faults.site_settings",
    )
    try:
        running.postgres.start()
        running.valkey.start()
        running.manage("migrate", "--noinput", "-v", "0")
        running.start_unit("qpg-bots")
        yield running
    finally:
        running.stop()


def seeded(site: Units, level: str) -> int:
    """Return a hand in whose first window, a choice of all four, this bot on seat 2 is asked."""
    made = site.seed(people=2, ding_que=True, levels=["normal", "normal", level, "normal"])
    return int(made["tables"][0]["hand"])


def play(site: Units, hand: int, seat: int) -> None:
    site.python("-c", SEND.format(hand, seat))


def answered(site: Units, hand: int, seat: int) -> list[list[str]]:
    sql = f"SELECT actor_kind FROM games_action WHERE hand_id = {hand} AND seat = {seat}"
    return site.wait_row(sql, 30, f"seat {seat} has answered\n{site.log('qpg-bots')}")


def test_a_bot_that_hangs_is_interrupted_and_plays_its_default(site: Units) -> None:
    hand = seeded(site, "hangs")
    play(site, hand, 2)
    assert answered(site, hand, 2) == [["bot"]]
    assert f"hand {hand}: the hangs bot of seat 2 failed: TooLong" in site.log("qpg-bots")


def test_a_query_is_not_interrupted(site: Units) -> None:
    """The hand is locked for longer than a bot may think: its answer waits, and is made."""
    hand = seeded(site, "normal")
    lock = f"SELECT id FROM games_hand WHERE id = {hand} FOR UPDATE; SELECT pg_sleep(60)"

    def hold() -> None:
        with contextlib.suppress(AssertionError):  # its backend is ended below
            site.postgres.query(lock)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        site.wait_row(f"SELECT 1 {others} AND wait_event = 'PgSleep'", 20, "the hand is locked")
        play(site, hand, 2)
        waiting = f"wait_event_type = 'Lock' AND now() - query_start > interval '{LOCKED_FOR}'"
        site.wait_row(f"SELECT 1 {others} AND {waiting}", 30, f"a bot waits\n{site.log('qpg-bots')}")
    finally:
        site.postgres.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        )
        holder.join()
    assert answered(site, hand, 2) == [["bot"]]
    play(site, hand, 3)
    assert answered(site, hand, 3) == [["bot"]], "the connection is as good as before"
    for word in ("Traceback", "ProgrammingError", "SoftTimeLimit"):
        assert word not in site.log("qpg-bots")
    assert site.processes["qpg-bots"].poll() is None
    site.stop_unit("qpg-bots", signal.SIGTERM)
