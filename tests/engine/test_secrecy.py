"""What a viewer cannot see changes nothing it receives: neither its view, nor its events, nor its page."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine.core.contract import NONE, PUBLIC, Action, Event, Game, State
from games.presentation import regions
from games.presentation.catalogue import presenter
from games.table_facts import Progress, SeatClock, SeatFacts, TableFacts
from tests.engine.hidden import alike, shuffled
from tests.engine.walks import CASES, STYLES, Table, deal, walk

OPEN_KINDS = (
    "swap",
    "voids",
    "discard",
    "chi",
    "peng",
    "rob",
    "join",
    "hu",
    "leave",
    "show",
    "end",
    "play",
    "pass",
)
OPTIONS = {
    "sichuan": (
        {},
        {"players": 3},
        {"players": 2, "ding_que": True},
        {"hide_concealed_gang": True, "pass_lock": True},
        {"swap_three": True, "ding_que": True, "players": 3, "hide_concealed_gang": True},
        {"on_leave": "bot", "pig_pays_winners": True},
    ),
    "wanzhou": (
        {},
        {"players": 3, "void_first": True},
        {"players": 2, "wild": False, "swap_same_suit": True},
        {"join_wind": False, "any_wait_self_draw_only": False},
    ),
    "guanpai": ({}, {"must_beat": True}),
}
TABLES = [
    pytest.param(name, preset, number, id=f"{preset}-{number}")
    for name, case in CASES.items()
    for preset in case.game.presets
    for number in range(len(OPTIONS[name]))
]


def positions(name: str, preset: str, options: dict, lucks: range) -> Iterator[tuple[Table, State, Action]]:
    """Positions of random hands with the action that came next."""
    case = CASES[name]
    rules = case.game.rules(preset, options)
    for luck in lucks:
        table = Table(case, rules, deal(case.game, rules, luck), luck)
        for step in walk(table, style=STYLES[luck % 3], leave=0.002):
            yield table, step.before, step.action
        yield table, step.after, step.action


def twins(game: Game, state: State, viewer: int, rng: random.Random, tries: int = 4) -> State | None:
    for _ in range(tries):
        other = shuffled(game, state, viewer, rng)
        if other is not None:
            return other
    return None


@pytest.mark.parametrize(("name", "preset", "number"), TABLES)
def test_views_and_events_hide_what_is_hidden(name: str, preset: str, number: int) -> None:
    game = CASES[name].game
    rng = random.Random(f"{preset}{number}")
    compared: Counter[str] = Counter()
    for table, state, action in positions(name, preset, OPTIONS[name][number], range(9)):
        viewer = rng.randrange(PUBLIC, table.rules.players)
        other = twins(game, state, viewer, rng)
        if other is None:
            compared["no twin"] += 1
            continue
        assert game.project(state, viewer) == game.project(other, viewer)
        compared["view"] += 1
        if game.outcome(state) is None:
            compared += _compare_next(game, state, other, viewer, action, rng)
    assert compared["view"] > 4 * compared["no twin"]
    assert compared["draw" if name != "guanpai" else "play"] > 20


def _compare_next(
    game: Game, state: State, other: State, viewer: int, action: Action, rng: random.Random
) -> Counter[str]:
    """Play on at both tables; where the same happens in the open, the viewer must be told the same."""
    answer = _same_action(game, state, other, viewer, action, rng)
    if answer is None:
        return Counter()
    one, two = game.apply(state, action), game.apply(other, answer)
    if game.outcome(one.state) is not None:  # now everything is shown
        return Counter()
    if _in_the_open(game, one, viewer) != _in_the_open(game, two, viewer):
        return Counter()
    told = game.project_events(one.events, viewer)
    assert told == game.project_events(two.events, viewer)
    assert game.project(one.state, viewer) == game.project(two.state, viewer)
    return Counter([str(event.kind) for event in told] or ["nothing"])


def _same_action(
    game: Game, state: State, other: State, viewer: int, action: Action, rng: random.Random
) -> Action | None:
    answers = alike(game, state, other, viewer, action)
    return rng.choice(answers) if answers else None


def _in_the_open(game: Game, step, viewer: int) -> object:
    """The public phase, what everybody saw happen, and what the viewer itself knows and is asked."""
    view = game.project(step.state, viewer)
    own = view.seats[viewer] if viewer != PUBLIC else None
    seen = [_seen(event) for event in step.events]
    return seen, getattr(view, "phase", None), view.turn, own, view.prompt, view.outcome


def _seen(event: Event) -> object:
    if event.kind in OPEN_KINDS:  # the bill of a win is said aloud, the grouped hand is not
        return event._replace(win=event.win and event.win._replace(groups=()))
    if event.kind == "gang" and event.note != "face_down":
        return event
    return event.kind, event.seat, len(event.tiles)


def test_the_comparisons_reach_every_secret_event() -> None:
    """Swaps, draws, replacements and face-down gangs were all among the events compared above."""
    game, rng = CASES["sichuan"].game, random.Random(3)
    compared: Counter[str] = Counter()
    options = {"hide_concealed_gang": True}
    for table, state, action in positions("sichuan", "chengdu_xuezhan", options, range(45)):
        viewer = rng.randrange(PUBLIC, table.rules.players)
        if action.do not in ("swap_three", "gang") or game.outcome(state) is not None:
            continue
        for _ in range(6):
            other = twins(game, state, viewer, rng)
            if other is not None:
                compared += _compare_next(game, state, other, viewer, action, rng)
    assert {"give", "receive", "swap", "gang", "draw", "paid"} <= set(compared)


@pytest.mark.parametrize(("name", "preset", "number"), TABLES)
def test_no_foreign_tile_in_any_view(name: str, preset: str, number: int) -> None:
    """Until the end another seat is a number of tiles, and its draws and swaps are unknown tiles."""
    case = CASES[name]
    rules = case.game.rules(preset, OPTIONS[name][number])
    for luck in range(4):
        for step in walk(Table(case, rules, deal(case.game, rules, luck), luck), style=STYLES[luck % 3]):
            for viewer in range(PUBLIC, rules.players):
                view = case.game.project(step.before, viewer)
                foreign = [seat for seat in view.seats if seat.seat != viewer]
                assert all(seat.hand == () for seat in foreign)
                assert all(getattr(seat, "drawn", NONE) == NONE for seat in foreign)
                assert all(not win.groups for seat in foreign for win in getattr(seat, "wins", ()))
                assert view.prompt is None or view.prompt.seat == viewer
                for event in case.game.project_events(step.events, viewer):
                    if event.kind in ("deal", "draw", "give", "receive") and event.seat != viewer:
                        assert set(event.tiles) <= {NONE}
                    if event.win is not None and event.seat != viewer:
                        assert not event.win.groups


SHOWN = [name for name in CASES if name in ("sichuan",)]


def facts(game: Game, preset: str, players: int, state: State) -> TableFacts:
    """A table around a hand: seat 0 a person, the others bots."""
    seats = tuple(
        SeatFacts(
            seat,
            "bot" if seat else "person",
            f"座{seat}",
            seat,
            "normal",
            True,
            False,
            False,
            True,
            10 * seat,
        )
        for seat in range(players)
    )
    return TableFacts(
        1, "123456", 7, game.name, preset, "playing", True, 5, 1, 0, state.version, state, "c0ffee", "", seats
    )  # fmt: skip


def page(
    game: Game, preset: str, players: int, state: State, viewer: int, events: tuple[Event, ...]
) -> dict[str, str]:
    regions.forget()
    shown = facts(game, preset, players, state)
    clocks = (SeatClock(0, "turn", 9000, 20000, 15000),)
    progress = Progress(events)
    return {**regions.public(shown, "zh-hans"), **regions.private(shown, viewer, clocks, progress)}


@pytest.mark.parametrize(
    ("name", "preset", "number"), [param for param in TABLES if param.values[0] in SHOWN]
)
def test_the_page_hides_what_is_hidden(name: str, preset: str, number: int) -> None:
    assert presenter(name)
    game = CASES[name].game
    rng = random.Random(f"page{preset}{number}")
    compared = 0
    for table, state, action in positions(name, preset, OPTIONS[name][number], range(4)):
        if rng.random() < 0.75:
            continue
        viewer = rng.randrange(PUBLIC, table.rules.players)
        other = twins(game, state, viewer, rng)
        if other is None:
            continue
        seated = preset, table.rules.players
        assert page(game, *seated, state, viewer, ()) == page(game, *seated, other, viewer, ())
        compared += 1
        if (
            game.outcome(state) is not None
            or (answer := _same_action(game, state, other, viewer, action, rng)) is None
        ):
            continue
        one, two = game.apply(state, action), game.apply(other, answer)
        over = game.outcome(one.state) is not None
        if not over and _in_the_open(game, one, viewer) == _in_the_open(game, two, viewer):
            mine = page(game, *seated, one.state, viewer, one.events)
            assert mine == page(game, *seated, two.state, viewer, two.events)
    assert compared > 25


@pytest.mark.parametrize("name", SHOWN)
def test_a_tile_nobody_has_seen_is_nowhere_on_the_page(name: str) -> None:
    """The face of a kind whose four copies are all hidden appears in no region but the viewer's own waits."""
    game = CASES[name].game
    checked = 0
    for _, state, _ in positions(name, "sichuan_xuezhan", {}, range(3)):
        if game.outcome(state) is not None or state.version % 5:
            continue
        for viewer in range(PUBLIC, 4):
            shown = page(game, "sichuan_xuezhan", 4, state, viewer, ())
            text = "".join(html for key, html in shown.items() if key != "waits")
            faces = set(re.findall(r"\bt([1-9][mps])\b", text)) | set(
                re.findall(r'data-tiles?="?([1-9][mps])\b', text)
            )
            assert faces <= _seen_faces(game, state, viewer)
            checked += len(faces)
    assert checked > 500


def _seen_faces(game: Game, state: State, viewer: int) -> set[str]:
    view = game.project(state, viewer)
    tiles = {tile for seat in view.seats for tile in (*seat.hand, *seat.river, seat.drawn)}
    tiles |= {tile for seat in view.seats for meld in seat.melds for tile in meld.tiles}
    tiles |= {win.tile for seat in view.seats for win in seat.wins} | {row.tile for row in view.rows}
    tiles |= {view.offered[1]} if view.offered else set()
    return {game.tiles_text((tile,)) for tile in tiles if tile != NONE}
