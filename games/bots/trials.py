"""Series of hands between policies: deals from one seed, seats moved round, and what the points say.

The deal is the sampling unit: hands of the same tiles with the policies on other seats are one observation.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from games.bots.catalogue import policy
from games.bots.selfplay import Broken, Clock, Played, Seated, Table, play_hand
from games.engine.catalogue import GAMES
from games.engine.core.contract import Deal, Game, Rules
from games.engine.core.errors import EngineError
from games.engine.core.records import dump, parse_record, replay
from games.engine.core.registry import Registry

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


def play_deals(series: Series, numbers: Iterable[int], clock: Clock) -> Iterator[DealResult]:
    """Play the deals of these numbers; raises Failure, EngineError for unknown names or rules."""
    game = GAMES.of_preset(series.preset)
    rules = game.rules(series.preset, json.loads(series.rules))
    for name in dict.fromkeys(name for lineup in series.lineups for name in lineup):
        policy(name, game.name)
    for number in numbers:
        yield _play_deal(series, game, rules, deal_seed(series.seed, number), clock)


def _play_deal(series: Series, game: Game, rules: Rules, seed: bytes, clock: Clock) -> DealResult:
    deal = game.deal_from_seed(rules, seed, ("",) * rules.players, None)
    points: dict[str, list[int]] = {}
    spent: dict[str, list[float]] = {}
    for place, lineup in enumerate(series.lineups):
        seats = tuple(Seated(policy(name, game.name), spent.setdefault(name, [])) for name in lineup)
        try:
            played = play_hand(game, rules, deal, Table(seats, Random(seed + bytes((place,))), clock))
            if series.check_replay:
                check_replay(game, rules, deal, played)
        except Broken as broken:
            record = json.dumps(dump(game, rules, deal, broken.actions), ensure_ascii=False)
            raise Failure(broken.problem, seed, lineup, record) from broken
        for name, net in zip(lineup, played.outcome.net, strict=True):
            points.setdefault(name, []).append(net)
    return DealResult({name: fmean(nets) for name, nets in points.items()}, spent, len(series.lineups))


def check_replay(game: Game, rules: Rules, deal: Deal, played: Played) -> None:
    """Play the hand again from its record as text; raises Broken where anything differs."""
    text = json.dumps(dump(game, rules, deal, played.actions))
    try:
        again = replay(parse_record(json.loads(text), Registry((game,))))
    except EngineError as error:
        raise Broken(f"the replay was refused: {error}", played.actions) from error
    if (again.rows, again.net, again.finished) != (played.outcome.rows, played.outcome.net, True):
        raise Broken("the replay ended differently", played.actions)


def interval(values: Sequence[float]) -> tuple[float, float, float] | None:
    """Return mean and 95 % interval of the observations, None for no interval (fewer than two)."""
    if len(values) < 2:
        return None
    mean = fmean(values)
    half = _Z95 * stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half
