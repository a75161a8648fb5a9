"""Random hands of every game for the property and secrecy suites; a game joins by being in the catalogue."""

from __future__ import annotations

import dataclasses
import enum
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from hypothesis import strategies as st

from games.bots.catalogue import census, policies, policy
from games.engine.catalogue import GAMES
from games.engine.core.contract import Action, Deal, Event, Game, Prompt, Rules, State
from games.engine.core.errors import RulesInvalid

VERBS = (
    "discard",
    "peng",
    "gang",
    "hu",
    "pass",
    "ding_que",
    "swap_three",
    "leave",
    "chi",
    "play",
    "join_wind",
    "",
)
TILES = range(-1, 36)


def _itself(action: Action) -> object:
    return action


def _by_rank(action: Action) -> object:
    """关牌: a legal play stands for all plays of the same ranks."""
    return action.seat, action.do, tuple(sorted(card >> 2 for card in action.args))


class Case(NamedTuple):
    """A game under test. `meaning` is the same for actions that the game takes for one and the same."""

    game: Game
    meaning: Callable[[Action], object] = _itself

    def is_whole(self, state: State) -> bool:
        return census(self.game.name)(state)


_MEANING = {"guanpai": _by_rank}
CASES = {game.name: Case(game, _MEANING.get(game.name, _itself)) for game in GAMES}
PRESETS = [(name, preset) for name, case in CASES.items() for preset in case.game.presets]


class Table(NamedTuple):
    """A case with rules and a deal."""

    case: Case
    rules: Rules
    deal: Deal
    luck: int

    def __repr__(self) -> str:
        return f"{self.rules} luck={self.luck} {self.case.game.deal_to_record(self.deal)}"


class Step(NamedTuple):
    """One action of a hand; `leaving` tells a 离开 from the answer to a prompt."""

    before: State
    prompts: tuple[Prompt, ...]
    action: Action
    after: State
    events: tuple[Event, ...]


def _option(value: object) -> st.SearchStrategy[object]:
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, enum.Enum):
        return st.sampled_from(list(type(value)))
    assert isinstance(value, int)
    return st.integers(0, 2 * value + 6)


def _overrides(rules: Rules) -> st.SearchStrategy[dict[str, object]]:
    """Any options by the types of the fields; what does not hold together is left out again."""
    options = {
        field.name: _option(getattr(rules, field.name))
        for field in dataclasses.fields(rules)  # type: ignore[arg-type]
        if field.name != "preset"
    }
    return st.fixed_dictionaries({}, optional=options)


def _valid(game: Game, preset: str, overrides: dict[str, object]) -> Rules:
    chosen: dict[str, object] = {}
    for name, value in overrides.items():
        try:
            game.rules(preset, {**chosen, name: value})
        except RulesInvalid:
            continue
        chosen[name] = value
    return game.rules(preset, chosen)


@st.composite
def tables(draw: st.DrawFn, names: list[tuple[str, str]] = PRESETS, plain: bool = False) -> Table:
    """A preset, as it is or with random options and 2-4 seats, and a deal."""
    name, preset = draw(st.sampled_from(names))
    case = CASES[name]
    overrides = {} if plain else draw(_overrides(case.game.presets[preset]))
    if not plain:
        overrides["players"] = draw(st.integers(2, 4))
    rules = _valid(case.game, preset, overrides)
    seed = draw(st.integers(0, 2**64 - 1))
    first = draw(st.one_of(st.none(), st.integers(0, rules.players - 1)))
    return Table(case, rules, deal(case.game, rules, seed, first), seed)


def deal(game: Game, rules: Rules, seed: int, first: int | None = None) -> Deal:
    """The deal of a small seed."""
    return game.deal_from_seed(rules, seed.to_bytes(32), ("",) * rules.players, first)


STYLES = ("random", "keen", "bots")
BOLD = ("hu", "gang", "peng", "chi")


def walk(table: Table, *, leave: float = 0.0, style: str = "random") -> Iterator[Step]:
    """Play a hand. `leave` is the chance a step that somebody leaves instead.

    "random" takes any legal action, "keen" mostly the first one, which is 胡 or a gang where there is one. "bots" lets
    a policy play but claims boldly: hands with wins, robbed gangs and ready seats are what the rules are about.
    """
    game = table.case.game
    rng = random.Random(table.luck)
    clever = policy(policies(game.name)[-2:][0], game.name)
    state = game.new_hand(table.rules, table.deal)
    while prompts := game.prompts(state):
        prompt = rng.choice(prompts)
        action = rng.choice(prompt.actions)
        if style != "random" and rng.random() < 0.95:
            action = prompt.actions[0]
            if style == "bots" and not (action.do in BOLD and rng.random() < 0.7):
                action = clever.choose(game.project(state, prompt.seat), prompt, rng)
        if rng.random() < leave:
            action = game.leave_action(state, rng.randrange(table.rules.players)) or action
        after, events = game.apply(state, action)
        yield Step(state, prompts, action, after, events)
        state = after


def foreign_actions(
    step: Step, players: int, rng: random.Random, some: int | None = None
) -> Iterator[Action]:
    """Every verb by every seat with every argument, and near misses of what is legal; or a sample of `some`."""
    every: list[Action] = [
        Action(seat, verb, args)
        for seat, verb in product(range(-1, players + 1), VERBS)
        for args in ((), *((tile,) for tile in TILES))
    ]
    for prompt in step.prompts:
        for action in prompt.actions:
            every += [
                action._replace(seat=(action.seat + 1) % players),
                action._replace(args=(*action.args, rng.choice(TILES))),
                action._replace(args=tuple(rng.choice(TILES) for _ in action.args)),
                action._replace(args=action.args[:-1]),
            ]
    yield from every if some is None else rng.sample(every, some)
