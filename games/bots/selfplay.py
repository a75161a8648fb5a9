"""One hand played by policies, with every invariant of the engine checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from games.bots.base import Policy
from games.bots.catalogue import census
from games.engine.core.contract import (
    Action,
    Deal,
    Event,
    Game,
    LedgerRow,
    Outcome,
    Prompt,
    PromptKind,
    Rules,
    State,
)
from games.engine.core.errors import EngineError

MOST_ACTIONS = 2000  # no hand of any game comes near it


Clock = Callable[[], float]


class Broken(Exception):
    """An invariant that did not hold; `actions` lead to it."""

    def __init__(self, problem: str, actions: Sequence[Action]) -> None:
        super().__init__(problem)
        self.problem = problem
        self.actions = tuple(actions)


class Seated(NamedTuple):
    """Who plays a seat. `spent` collects the seconds of each decision."""

    policy: Policy
    spent: list[float]


class Table(NamedTuple):
    """Who plays, the chance they share, and the clock in seconds that measures their decisions."""

    seats: tuple[Seated, ...]
    rng: Random
    clock: Clock


class Played(NamedTuple):
    """A finished hand: its outcome and every action."""

    outcome: Outcome
    actions: tuple[Action, ...]


def play_hand(game: Game, rules: Rules, deal: Deal, table: Table) -> Played:
    """Play one hand to its end; raises Broken where the engine or a policy breaks an invariant.

    Of several open prompts a random one is answered first: the order must not matter to the rules.
    """
    audit = Audit(game, rules)
    state = game.new_hand(rules, deal)
    audit.check(state)
    taken: list[Action] = []
    while prompts := game.prompts(state):
        if len(taken) >= MOST_ACTIONS:
            raise Broken("the hand does not end", taken)
        problem = prompt_problem(prompts, state.version, rules.players)
        if problem:
            raise Broken(problem, taken)
        prompt = prompts[0] if len(prompts) == 1 else table.rng.choice(prompts)
        action = _decide(game, state, prompt, table, taken)
        taken.append(action)
        try:
            state, events = game.apply(state, action)
        except EngineError as error:
            raise Broken(f"a legal action was refused: {error}", taken) from error
        problem = audit.follow(state, events)
        if problem:
            raise Broken(problem, taken)
    outcome = game.outcome(state)
    if outcome is None:
        raise Broken("nobody is asked and the hand is not over", taken)
    problem = audit.settled(outcome)
    if problem:
        raise Broken(problem, taken)
    return Played(outcome, tuple(taken))


def _decide(game: Game, state: State, prompt: Prompt, table: Table, taken: list[Action]) -> Action:
    view = game.project(state, prompt.seat)
    seated = table.seats[prompt.seat]
    started = table.clock()
    try:
        action = seated.policy.choose(view, prompt, table.rng)
    except Exception as error:  # whatever a policy raises, the report needs the hand that made it fail
        raise Broken(f"the policy of seat {prompt.seat} failed: {error!r}", taken) from error
    seated.spent.append(table.clock() - started)
    if action not in prompt.actions:
        raise Broken(f"the policy of seat {prompt.seat} chose {action}, which was not offered", taken)
    return action


def prompt_problem(prompts: tuple[Prompt, ...], version: int, players: int) -> str:
    """Return what is wrong with the open prompts, "" for nothing."""
    first = prompts[0]
    if len(prompts) > 1:
        if first.kind is PromptKind.TURN:
            return "two seats have the turn"
        if len({prompt.seat for prompt in prompts}) != len(prompts):
            return "a seat is asked twice"
        if len({(prompt.window, prompt.kind) for prompt in prompts}) != 1:
            return "two windows are open at once"
    if not 0 <= first.window <= 2 * version:  # an action opens a window, and uses up one that asks nobody
        return f"window {first.window} after {version} actions"
    for prompt in prompts:
        if prompt.default not in prompt.actions:
            return f"the default of seat {prompt.seat} is not legal"
        if not 0 <= prompt.seat < players or any(action.seat != prompt.seat for action in prompt.actions):
            return f"seat {prompt.seat} is offered another seat's action"
        if len(set(prompt.actions)) != len(prompt.actions):
            return f"seat {prompt.seat} is offered an action twice"
    return ""


class Audit:
    """Follows one hand: tiles, versions and payments."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self._is_whole: Callable[[State], bool] = census(game.name)
        self._rows: list[LedgerRow] = []
        self._players = rules.players
        self._version = 0

    def check(self, state: State) -> None:
        """Check the hand as dealt; raises Broken."""
        if state.version != 0 or not self._is_whole(state):
            raise Broken("the deal is not whole", ())

    def follow(self, state: State, events: tuple[Event, ...]) -> str:
        """Return what is wrong after one action, "" for nothing."""
        self._version += 1
        if state.version != self._version:
            return f"version {state.version} after {self._version} actions"
        if not self._is_whole(state):
            return "a tile was lost or doubled"
        for event in events:
            if event.rows:
                self._rows.extend(event.rows)
                if problem := _row_problem(event.rows, self._players):
                    return problem
        return ""

    def settled(self, outcome: Outcome) -> str:
        """Return what is wrong with the outcome: it must be the sum of the payments that were announced."""
        net = [0] * self._players
        for row in self._rows:
            net[row.payer] -= row.amount
            net[row.payee] += row.amount
        if tuple(self._rows) != outcome.rows:
            return "the ledger is not what was announced"
        if tuple(net) != outcome.net or sum(outcome.net) != 0:
            return f"net {outcome.net} is not the ledger's {tuple(net)}"
        return ""


def _row_problem(rows: tuple[LedgerRow, ...], players: int) -> str:
    for row in rows:
        if row.payer == row.payee or not (0 <= row.payer < players and 0 <= row.payee < players):
            return f"seat {row.payer} pays seat {row.payee}"
        if type(row.amount) is not int or row.amount <= 0:
            return f"a payment of {row.amount!r}"
    return ""
