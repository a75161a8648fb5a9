"""What really happened in a hand, read from the rows and replayed by the engine; and what must be true of it."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.catalogue import GAMES
from games.engine.core.contract import Event, Game, Outcome, State
from tests.faults.browser import Browser
from tests.realtime.html import codes, read
from tests.realtime.secrecy import breaches


class Row(NamedTuple):
    """One action row."""

    seq: int
    seat: int
    actor: str
    payload: dict[str, str]
    window: int
    client_id: str
    at: int


class History(NamedTuple):
    """A hand after each of its actions: `states[v]` at version v, `events[v]` what action v did (index 0 unused)."""

    hand: dict[str, Any]
    rows: list[Row]
    game: Game
    states: list[State]
    events: list[tuple[Event, ...]]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the replayed hand ends."""
        return self.game.outcome(self.states[-1]) if not self.game.prompts(self.states[-1]) else None


def query(data: Path, sql: str, *values: object) -> list[dict[str, Any]]:
    """Read the site's database beside its processes."""
    connection = sqlite3.connect(f"file:{data / 'db.sqlite3'}?mode=ro", uri=True, timeout=5)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def hand_row(data: Path, hand_id: int) -> dict[str, Any]:
    """Return the hand as stored."""
    return query(data, "SELECT * FROM games_hand WHERE id = ?", hand_id)[0]


def history(data: Path, hand_id: int) -> History:
    """Fold the rows of a hand; fails where they are not 1, 2, 3 … or the engine refuses one."""
    hand = hand_row(data, hand_id)
    stored = query(data, "SELECT * FROM games_action WHERE hand_id = ? ORDER BY seq", hand_id)
    rows = [
        Row(
            r["seq"],
            r["seat"],
            r["actor_kind"],
            json.loads(r["payload"]),
            r["window"],
            r["client_id"],
            r["at"],
        )
        for r in stored
    ]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "an action is missing or doubled"
    game = GAMES.game(hand["game"])
    rules = game.rules(hand["preset"], json.loads(hand["overrides"]))
    nonces = tuple(json.loads(hand["nonces"]))
    states = [game.new_hand(rules, game.deal_from_seed(rules, bytes(hand["seed"]), nonces, hand["first"]))]
    events: list[tuple[Event, ...]] = [()]
    for row in rows:
        state, happened = game.apply(states[-1], game.parse_action(row.seat, row.payload))
        states.append(state)
        events.append(happened)
    return History(hand, rows, game, states, events)


def problems(data: Path, hand_id: int, browsers: list[Browser], *, waited_for: bool = True) -> list[str]:
    """Return everything that is wrong with a finished hand and with what its people were shown.

    With `waited_for` a timeout of a person is a fault: the people of these tests always answer in time.
    """
    told = history(data, hand_id)
    return [
        *_ended_well(data, told),
        *_nothing_twice(told, browsers),
        *(_nobody_timed_out(data, told, browsers) if waited_for else ()),
        *(problem for browser in browsers for problem in _saw_only_its_own(told, browser)),
    ]


def _ended_well(data: Path, told: History) -> list[str]:
    found = []
    if told.hand["status"] != "settled":
        found.append(f"the hand is {told.hand['status']}, not settled")
    outcome = told.outcome
    if outcome is None:
        return [*found, "the replay does not end"]
    stored = json.loads(told.hand["outcome"])
    if list(outcome.net) != stored["net"] or len(outcome.rows) != len(stored["rows"]):
        found.append(f"the stored outcome {stored['net']} is not the replayed {outcome.net}")
    results = query(data, "SELECT seat, points FROM games_handresult WHERE hand_id = ?", told.hand["id"])
    booked = {row["seat"]: row["points"] for row in results}
    if booked != dict(enumerate(outcome.net)) or len(results) != len(outcome.net):
        found.append(f"booked {results}, played {outcome.net}")
    return found


def _nothing_twice(told: History, browsers: list[Browser]) -> list[str]:
    found = []
    applied = Counter((row.seat, row.client_id) for row in told.rows if row.client_id)
    found += [f"applied twice: {key}" for key, times in applied.items() if times > 1]
    answered = Counter((row.seat, row.window) for row in told.rows)
    found += [f"a seat answered a window twice: {key}" for key, times in answered.items() if times > 1]
    sent = {
        (b.seat, click.fields["id"]): click.fields
        for b in browsers
        for click in b.clicks
        if "id" in click.fields
    }
    for row in told.rows:
        if row.actor == "person" and row.client_id:
            fields = sent.get((row.seat, row.client_id))
            if fields is None or fields["do"] != row.payload["do"]:
                found.append(f"nobody sent action {row.seq}: {row}")
    return found


def _nobody_timed_out(data: Path, told: History, browsers: list[Browser]) -> list[str]:
    people = {browser.seat for browser in browsers if browser.plays}
    late = [row for row in told.rows if row.seat in people and row.actor == "timer"]
    found = [f"seat {row.seat} was timed out at {row.seq}: {row.payload}" for row in late]
    room = told.hand["room_id"]
    strikes = query(data, "SELECT * FROM games_seat WHERE room_id = ? AND (strikes > 0 OR autoplay)", room)
    return found + [
        f"seat {seat['index']} has strikes or is on autoplay" for seat in strikes if seat["index"] in people
    ]


def _saw_only_its_own(told: History, browser: Browser) -> list[str]:
    """Compare every frame with what the engine lets its viewer know at the version it shows."""
    found = []
    version, connection, top = 0, 0, len(told.states) - 1
    for shown in browser.frames:
        elements = [element for element in read(shown.text) if element.id != "beat"]
        if not elements:
            continue
        fx = next((element for element in elements if element.id == "fx"), None)
        if connection != shown.connection:
            connection = shown.connection
            if fx is not None and fx.children:
                found.append("effects of the past after a reconnect")
        since = version  # a frame tells no version: it must be the table at some version from the last one on
        faults: list[str] = []
        for candidate in range(since, top + 1):
            view = told.game.project(told.states[candidate], browser.seat)
            passed = tuple(e for step in told.events[since + 1 : candidate + 1] for e in step)
            faults = breaches(elements, view, told.game.project_events(passed, browser.seat))  # type: ignore[arg-type]
            faults += [
                f"#{element.id} is not the table at {candidate}"
                for element in elements
                if element.id.startswith("river-")
                and element.faces != codes(view.seats[int(element.id[6:])].river)  # type: ignore[attr-defined]
            ]
            if not faults:
                version = candidate
                break
        found += faults
    return found
