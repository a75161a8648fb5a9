"""Series of hands between policies: deals from one seed, seats moved round, and what the points say.

The deal is the sampling unit: hands of the same tiles with the policies on other seats are one observation.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from games.bots.catalogue import policy
from games.bots.selfplay import Broken, Played, Seated, play_hand
from games.engine.catalogue import GAMES
from games.engine.core.contract import Action, Game, Rules
from games.engine.core.errors import EngineError

_Z95 = 1.959964


class Series(NamedTuple):
    """What to play. `lineups` are the policy names by seat, each deal is played once with every one of them."""

    preset: str
    rules: str  # overrides as JSON text: a series goes to other processes
    seed: int
    lineups: tuple[tuple[str, ...], ...]
    check_replay: bool = False


class DealResult(NamedTuple):
    """The mean points per seat of each policy over the hands of one deal, and its decisions in seconds."""

    points: Mapping[str, float]
    spent: Mapping[str, Sequence[float]]
    hands: int


class Failure(Exception):
    """A broken invariant with everything needed to see it again."""

    def __init__(self, problem: str, seed: bytes, lineup: tuple[str, ...], record: str) -> None:
        super().__init__(problem, seed, lineup, record)
        self.problem, self.seed, self.lineup, self.record = problem, seed, lineup, record

    def __str__(self) -> str:
        return f"{self.problem}\n  deal seed {self.seed.hex()}, bots {','.join(self.lineup)}\n  record {self.record}"


def rotations(lineup: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the lineup moved round the seats, every different one once."""
    moved = (lineup[-shift:] + lineup[:-shift] for shift in range(len(lineup)))
    return tuple(dict.fromkeys(moved))


def duel(first: str, second: str, players: int) -> tuple[tuple[str, ...], ...]:
    """Return the two lineups of a duel: `first` on the even seats, then on the odd ones."""
    even = tuple(second if seat % 2 else first for seat in range(players))
    odd = tuple(first if seat % 2 else second for seat in range(players))
    return even, odd


def deal_seed(seed: int, number: int) -> bytes:
    """Return the 256-bit seed of deal `number` of a series."""
    return hashlib.sha256(f"qipaiguan/simulate/1/{seed}/{number}".encode()).digest()


def play_deals(series: Series, numbers: range) -> Iterator[DealResult]:
    """Play the deals of these numbers; raises Failure, EngineError for unknown names or rules."""
    game = GAMES.of_preset(series.preset)
    rules = game.rules(series.preset, json.loads(series.rules))
    for lineup in series.lineups:
        for name in lineup:
            policy(name, game.name)
    for number in numbers:
        yield _play_deal(series, game, rules, deal_seed(series.seed, number))


def play_chunk(series: Series, start: int, stop: int) -> list[DealResult]:
    """Return the results of deals `start` to `stop`; for worker processes."""
    return list(play_deals(series, range(start, stop)))


def _play_deal(series: Series, game: Game, rules: Rules, seed: bytes) -> DealResult:
    deal = game.deal_from_seed(rules, seed, ("",) * rules.players, None)
    points: dict[str, list[int]] = {}
    spent: dict[str, list[float]] = {}
    for place, lineup in enumerate(series.lineups):
        seats = [Seated(policy(name, game.name), spent.setdefault(name, [])) for name in lineup]
        try:
            played = play_hand(game, rules, deal, seats, Random(seed + bytes((place,))))
            if series.check_replay:
                _check_replay(game, rules, seed, played)
        except Broken as broken:
            raise _failure(series, rules, broken, seed, lineup) from broken
        for name, net in zip(lineup, played.outcome.net, strict=True):
            points.setdefault(name, []).append(net)
    means = {name: fmean(nets) for name, nets in points.items()}
    return DealResult(means, spent, len(series.lineups))


def _check_replay(game: Game, rules: Rules, seed: bytes, played: Played) -> None:
    """Fold the actions anew from their written form; raises Broken where anything differs."""
    state = game.new_hand(rules, game.deal_from_seed(rules, seed, ("",) * rules.players, None))
    try:
        for action in played.actions:
            payload = json.loads(json.dumps(game.action_payload(action)))
            state = game.apply(state, game.parse_action(action.seat, payload)).state
    except EngineError as error:
        raise Broken(f"the replay was refused: {error}", played.actions) from error
    if game.outcome(state) != played.outcome:
        raise Broken("the replay ended differently", played.actions)


def _failure(series: Series, rules: Rules, broken: Broken, seed: bytes, lineup: tuple[str, ...]) -> Failure:
    game = GAMES.of_preset(series.preset)
    record = {
        "format": "table-record/1",
        "game": game.name,
        "preset": series.preset,
        "rules": json.loads(series.rules),
        "seed": seed.hex(),
        "nonces": [""] * rules.players,
        "actions": [_written(game, action) for action in broken.actions],
    }
    return Failure(broken.problem, seed, lineup, json.dumps(record, ensure_ascii=False))


def _written(game: Game, action: Action) -> dict[str, object]:
    return {"seat": action.seat, **game.action_payload(action)}


def interval(values: Sequence[float]) -> tuple[float, float, float] | None:
    """Return mean and 95 % interval of the observations, None for no interval (fewer than two)."""
    if len(values) < 2:
        return None
    mean = fmean(values)
    half = _Z95 * stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half
