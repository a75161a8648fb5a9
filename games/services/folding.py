"""A hand as the fold of its log: the table in memory, one step further, and the cache of committed tables."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.catalogue import GAMES
from games.engine.core.contract import Action, Event, Game, Numbering, Outcome, Prompt, Rules, State
from games.engine.core.errors import EngineError
from games.engine.core.records import ENGINE_VERSION
from games.models import Action as ActionRow
from games.models import Hand
from games.services import clockwork
from games.services.errors import HandBroken
from games.services.options import Clocks

ENGINE_VERSIONS = frozenset({ENGINE_VERSION})  # versions whose hands may be played on

KEPT_STEPS = 40  # a socket further behind starts anew
CACHED_TABLES = 512


class Given(NamedTuple):
    """One action as it came: when (epoch milliseconds), and the id under which a browser sent it ("" for none)."""

    action: Action
    at: int
    client_id: str = ""


class Answer(NamedTuple):
    """Whose browser sent what under which id into a window."""

    window: int
    seat: int
    do: str
    client_id: str


@dataclass(frozen=True, slots=True)
class Table:
    """A hand after `version` actions.

    `opened_at` is when the open window opened by the clock of then and `opened` with which action, `bank_used` what
    each seat spent of its bank in closed windows, `won` the seats with a win so far. `outages` are those of the hand
    that were known: the bank follows from the log's times and from all of them. `steps` are the events of the last actions, oldest first; `answers` are, for
    each of these, the answers its window had got by then: a claim's events may come with a later seat's pass.
    """

    hand_id: int
    commitment: str
    game: Game
    rules: Rules
    state: State
    version: int
    prompts: tuple[Prompt, ...]
    opened_at: int
    opened: int
    outages: Sequence[clockwork.Span]
    bank_used: tuple[int, ...]
    won: frozenset[int]
    steps: tuple[tuple[Event, ...], ...]
    answers: tuple[tuple[Answer, ...], ...]

    @property
    def window(self) -> int:
        """Number of the open window; once the hand is over, of one that never opens."""
        return self.state.window

    def prompt(self, seat: int) -> Prompt | None:
        """Return the open prompt of `seat`."""
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    def outcome(self) -> Outcome | None:
        """Return how the hand ended, or None while it is in play."""
        return None if self.prompts else self.game.outcome(self.state)


def begin(hand: Hand) -> Table:
    """Deal the hand from its seed; raises HandBroken where this engine cannot."""
    if hand.engine_version not in ENGINE_VERSIONS:
        raise HandBroken(f"engine version {hand.engine_version}")
    try:
        game = GAMES.game(hand.game)
        rules = game.rules(hand.preset, hand.overrides)
        deal = game.deal_from_seed(rules, bytes(hand.seed), tuple(hand.nonces), hand.first)
        state = game.new_hand(rules, deal, Numbering(hand.numbering))
    except EngineError as error:
        raise HandBroken(error.code.value) from error
    return Table(
        hand_id=hand.pk,
        commitment=hand.commitment,
        game=game,
        rules=rules,
        state=state,
        version=0,
        prompts=game.prompts(state),
        opened_at=hand.started_at,
        opened=0,
        outages=hand.outages,
        bank_used=(0,) * rules.players,
        won=frozenset(),
        steps=(),
        answers=(),
    )


def step(table: Table, given: Given, clocks: Clocks) -> Table:
    """Return the table after an action; raises RuleViolation and leaves `table` as it was."""
    action, at = given.action, given.at
    answered = table.prompt(action.seat)
    state, events = table.game.apply(table.state, action)
    prompts = table.game.prompts(state)
    version = table.version + 1
    bank_used = table.bank_used
    if answered is not None:
        since, outages = clockwork.counted(table.opened_at, table.opened, table.version, table.outages)
        spent = clockwork.bank_spent(answered.clock, clocks, since, at, outages)
        if spent:
            bank_used = (
                *bank_used[: action.seat],
                min(clocks.bank, bank_used[action.seat] + spent),
                *bank_used[action.seat + 1 :],
            )
    opened = state.window != table.window
    return Table(
        hand_id=table.hand_id,
        commitment=table.commitment,
        game=table.game,
        rules=table.rules,
        state=state,
        version=version,
        prompts=prompts,
        opened_at=at if opened else table.opened_at,
        opened=version if opened else table.opened,
        outages=table.outages,
        bank_used=bank_used,
        won=table.won.union(event.win.seat for event in events if event.win is not None),
        steps=(*table.steps[1 - KEPT_STEPS :], events),
        answers=(*table.answers[1 - KEPT_STEPS :], _answers(table, given)),
    )


def _answers(table: Table, given: Given) -> tuple[Answer, ...]:
    before = table.answers[-1] if table.answers else ()
    new = Answer(table.window, given.action.seat, given.action.do, given.client_id)
    return (*(answer for answer in before if answer.window == table.window), new)


def caught_up(hand: Hand, table: Table | None, clocks: Clocks) -> Table:
    """Return the table at `hand.version`, reading what `table` lacks from the log; raises HandBroken.

    An outage is found after it, when its time may be spent already: the hand is then folded anew, in every process.
    """
    if (
        table is None
        or (table.commitment, table.outages) != (hand.commitment, hand.outages)
        or table.version > hand.version
    ):
        table = begin(hand)
    if table.version == hand.version:
        return table
    rows = ActionRow.objects.filter(hand_id=hand.pk, seq__gt=table.version, seq__lte=hand.version)
    columns = ("seq", "seat", "payload", "at", "client_id")
    for seq, seat, payload, at, client_id in rows.order_by("seq").values_list(*columns):
        if seq != table.version + 1:
            raise HandBroken(f"action {table.version + 1} is missing")
        try:
            action = table.game.parse_action(seat, payload)
            table = step(table, Given(action, at, client_id), clocks)
        except EngineError as error:
            raise HandBroken(f"action {seq}: {error.code.value}") from error
    if table.version != hand.version:
        raise HandBroken(f"action {table.version + 1} is missing")
    return table


def _age(table: Table) -> tuple[int, int]:
    """Return how much of its hand a table knows; both only grow."""
    return table.version, len(table.outages)


class TableCache:
    """The newest committed table of each hand, least recently used first out. Safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._tables: OrderedDict[int, Table] = OrderedDict()

    def get(self, hand_id: int) -> Table | None:
        """Return the cached table; it may be behind the database."""
        with self._lock:
            table = self._tables.get(hand_id)
            if table is not None:
                self._tables.move_to_end(hand_id)
            return table

    def put(self, table: Table) -> None:
        """Keep a table whose actions are all committed, unless a newer one is there."""
        with self._lock:
            held = self._tables.get(table.hand_id)
            if held is not None and held.commitment == table.commitment and _age(held) >= _age(table):
                return
            self._tables[table.hand_id] = table
            self._tables.move_to_end(table.hand_id)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a restarted process has."""
        with self._lock:
            self._tables.clear()


CACHE = TableCache(CACHED_TABLES)
