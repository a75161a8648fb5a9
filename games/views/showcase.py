"""The hand that is played on the first page: a stored record, drawn by the one renderer, step by step."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import override

from games.engine.catalogue import GAMES
from games.engine.core.contract import PUBLIC, Event, Game, State
from games.engine.core.records import Record, parse_record, replay
from games.presentation.catalogue import presenter
from games.presentation.contract import Moment, Regions
from games.services.tables import BOT_NAMES
from games.table_facts import SeatFacts, TableFacts

_RECORD = Path(__file__).with_name("showcase.json")
_VIEWER = 0  # the hand is over, so its tiles may be seen; the page shows the table from this seat
_OWN = ("hand", "own-melds", "fx")
_SHOWN = 18  # steps: the end of the hand, from where the table is well covered
_PAUSES = {"hu": 2600, "gang": 1700, "peng": 1500}


class Frame(NamedTuple):
    """One step: how long it stays and the regions that differ from the step before."""

    ms: int
    html: str


class Still(NamedTuple):
    """The first picture, complete and by region, and the steps that follow."""

    regions: dict[str, str]
    seats: tuple[dict[str, str], ...]
    frames: tuple[Frame, ...]


@lru_cache(maxsize=4)
def still(language: str) -> Still:
    """Return the first page's table in a language."""
    record = parse_record(json.loads(_RECORD.read_text(encoding="utf-8")), GAMES)
    steps = _steps(record)
    with override(language):
        drawn = [(_drawn(record, state, events), events) for state, events in steps]
    first = drawn[0][0]
    seats = tuple(
        {part: first[f"{part}-{index}"] for part in ("river", "melds", "backs", "plate")}
        for index in range(record.rules.players)
    )
    frames = []
    for (before, _), (after, events) in pairwise(drawn):
        changed = "".join(html for name, html in after.items() if before.get(name) != html)
        frames.append(Frame(max([_PAUSES.get(event.kind, 900) for event in events] or [900]), changed))
    regions = {name.replace("-", "_"): html for name, html in first.items()}
    return Still(regions, seats, tuple(frames))


def _steps(record: Record) -> list[tuple[State, tuple[Event, ...]]]:
    """Return the last states of the hand with the events that led to each."""
    game, state = record.game, record.game.new_hand(record.rules, record.deal)
    steps: list[tuple[State, tuple[Event, ...]]] = [(state, ())]
    for action in replay(record).actions:
        transition = game.apply(state, action)
        state = transition.state
        steps.append((state, transition.events))
    told = [step for step in steps if step[1]]  # an answer that decides nothing yet changes nothing
    return told[-_SHOWN:]


def _drawn(record: Record, state: State, events: tuple[Event, ...]) -> Regions:
    game: Game = record.game
    facts = _facts(record, state)
    drawer = presenter(game.name)
    view = game.project(state, _VIEWER)
    private = drawer.private(facts, view, Moment((), game.project_events(events, _VIEWER)))
    return {**drawer.public(facts, game.project(state, PUBLIC)), **{name: private[name] for name in _OWN}}


def _facts(record: Record, state: State) -> TableFacts:
    seats = tuple(
        SeatFacts(
            seat=index, kind="bot", name=BOT_NAMES[index], user_id=0, level="normal", connected=True, autoplay=False,
            hosted=False, ready=False, score=0,
        )
        for index in range(record.rules.players)
    )  # fmt: skip
    return TableFacts(
        room_id=0, number="", room_version=0, game=record.game.name, preset=record.rules.preset, phase="playing",
        quick=True, hand_id=1, hand_number=1, hands_total=0, hand_version=state.version, state=state, commitment="",
        seed="", seats=seats, previous=(0,) * len(seats),
    )  # fmt: skip
