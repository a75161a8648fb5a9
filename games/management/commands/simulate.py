"""`manage.py simulate`: self-play with every invariant checked; points, speed and duels of policies (docs/records.md)."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import policy
from games.bots.trials import DealResult, Failure, Series, duel, interval, play_deals, rotations
from games.engine.catalogue import GAMES
from games.engine.core.errors import EngineError
from games.management.lines import read_json

_CHUNK = 25  # deals a worker process plays before it reports


class Command(BaseCommand):
    help = "Lets policies play whole hands; exit 2 if an invariant of the engine does not hold."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--preset", required=True)
        parser.add_argument("--hands", required=True, type=_positive, metavar="N", help="how many deals")
        parser.add_argument("--seed", type=int, default=1, metavar="S")
        lineup = parser.add_mutually_exclusive_group(required=True)
        lineup.add_argument(
            "--bots", type=_names, help="one policy for all seats, or one a seat: normal,easy,…"
        )
        lineup.add_argument(
            "--duel", type=_names, metavar="A,B", help="each deal twice, A on the even seats, then on the odd"
        )
        parser.add_argument("--rotate", action="store_true", help="each deal with the policies on all seats")
        parser.add_argument("--players", type=int, help="number of seats, as the rule of that name")
        parser.add_argument("--rules", default="{}", help="overrides as a JSON object")
        parser.add_argument("--replay", action="store_true", help="also play every record again and compare")
        parser.add_argument("--jobs", type=_positive, default=1, metavar="J", help="processes")
        parser.add_argument("--json", action="store_true", help="print nothing but the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            series = _series(options)
        except EngineError as error:
            raise CommandError(f"simulate: {error}", returncode=2) from error
        started = perf_counter()
        try:
            results = list(_play(series, options["hands"], options["jobs"]))
        except Failure as failure:
            self.stderr.write(f"broken invariant: {failure}")
            sys.exit(2)
        elapsed = perf_counter() - started
        found = duel_result(options["duel"], results) if options["duel"] else bots_result(results, elapsed)
        if not options["json"]:
            for line in _human(series, results, elapsed):
                self.stdout.write(line)
        self.stdout.write(json.dumps(found))


def _positive(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return value


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of policies")
    return names


def _series(options: dict[str, Any]) -> Series:
    """Return what to play; raises EngineError for unknown names and rules, CommandError for a wrong number of bots."""
    overrides = read_json(options["rules"])
    if options["players"] is not None:
        overrides["players"] = options["players"]
    game = GAMES.of_preset(options["preset"])
    players = game.rules(options["preset"], overrides).players
    for name in options["duel"] or options["bots"]:
        policy(name, game.name)
    if options["duel"]:
        lineups = _duel_lineups(options, players)
    else:
        bots = options["bots"] * players if len(options["bots"]) == 1 else options["bots"]
        if len(bots) != players:
            raise CommandError(
                f"simulate: --bots names {len(bots)} policies for {players} seats", returncode=2
            )
        lineups = rotations(bots) if options["rotate"] else (bots,)
    return Series(options["preset"], json.dumps(overrides), options["seed"], lineups, options["replay"])


def _duel_lineups(options: dict[str, Any], players: int) -> tuple[tuple[str, ...], ...]:
    names = options["duel"]
    if options["rotate"]:
        raise CommandError("simulate: a duel has its own rotation, leave --rotate out", returncode=2)
    if len(names) != 2 or names[0] == names[1]:
        raise CommandError("simulate: --duel needs two different policies, like normal,easy", returncode=2)
    return duel(names[0], names[1], players)


def _play(series: Series, deals: int, jobs: int) -> Iterator[DealResult]:
    """Play all deals, in order; with several jobs in processes of their own."""
    if jobs == 1:
        yield from play_deals(series, range(deals), perf_counter)
        return
    starts = range(0, deals, _CHUNK)
    stops = [min(start + _CHUNK, deals) for start in starts]
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for chunk in pool.map(play_chunk, [series] * len(stops), starts, stops):
            yield from chunk


def play_chunk(series: Series, start: int, stop: int) -> list[DealResult]:
    """Return the results of deals `start` to `stop`; the work of one process."""
    return list(play_deals(series, range(start, stop), perf_counter))


def duel_result(names: tuple[str, ...], results: list[DealResult]) -> dict[str, object]:
    """Return the last line of a duel: mean of the first minus mean of the second per seat and deal."""
    first, second = names
    differences = [result.points[first] - result.points[second] for result in results]
    return {
        "deals": len(results),
        "difference": round(fmean(differences), 3),
        "ci95": _bounds(differences),
    }


def bots_result(results: list[DealResult], elapsed: float) -> dict[str, object]:
    """Return the last line of a simulation; points are per seat and hand, a policy on several seats counts once."""
    hands = sum(result.hands for result in results)
    spent = _spent(results)
    decisions = sum(len(times) for times in spent.values())
    return {
        "hands": hands,
        "hands_per_s": round(hands / elapsed, 1),
        "decisions_per_s": round(decisions / elapsed, 1),
        "policies": [_policy_result(name, times, results) for name, times in spent.items()],
    }


def _policy_result(name: str, times: list[float], results: list[DealResult]) -> dict[str, object]:
    points = [result.points[name] for result in results]
    ordered = sorted(times)
    return {
        "name": name,
        "mean_points": round(fmean(points), 3),
        "ci95": _bounds(points),
        "ms_per_decision": round(1000 * fmean(times), 4) if times else None,
        "ms_p99": round(1000 * ordered[int(0.99 * (len(ordered) - 1))], 4) if times else None,
    }


def _spent(results: list[DealResult]) -> dict[str, list[float]]:
    spent: dict[str, list[float]] = {}
    for result in results:
        for name, times in result.spent.items():
            spent.setdefault(name, []).extend(times)
    return spent


def _bounds(values: list[float]) -> list[float] | None:
    found = interval(values)
    return None if found is None else [round(found[1], 3), round(found[2], 3)]


def _human(series: Series, results: list[DealResult], elapsed: float) -> Iterator[str]:
    yield f"{series.preset}: {len(results)} deals, {sum(r.hands for r in results)} hands in {elapsed:.1f} s"
    for name, times in _spent(results).items():
        line = _policy_result(name, times, results)
        yield f"  {name}: {line['mean_points']:+} points a seat and hand, {line['ms_per_decision']} ms a decision"
