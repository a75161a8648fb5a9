"""Strength of policies by points and what a person would call odd: throws that set a 四川 hand back, pigs.

Each deal is played twice with the seats swapped, as `simulate --duel` does. A policy is a name of the product or
`module:Class` of any module on the path, so that policies from outside can be the bar.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from random import Random
from statistics import fmean
from time import process_time

from games.bots import policy
from games.bots.base import Policy
from games.bots.selfplay import Seated, Table, play_hand
from games.bots.trials import deal_seed, duel, interval
from games.engine.catalogue import GAMES
from games.engine.core.contract import Game
from tests.bots.habits import Habits, note


def named(name: str, game: Game) -> Policy:
    """Return the product's policy of that name, or an instance of `module:Class`."""
    module, _, made = name.partition(":")
    return getattr(importlib.import_module(module), made)() if made else policy(name, game.name)


class Side:
    """One of the two policies and what is noted of it."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.policy = named(name, game)
        self.habits = Habits()
        self.spent: list[float] = []

    def line(self) -> str:
        spent = sorted(self.spent)
        text = f"{self.name}: {1000 * fmean(spent):.2f} ms a decision, p99 {1000 * spent[len(spent) * 99 // 100]:.1f}"
        habits = self.habits
        if habits.throws:
            text += (
                f"; {habits.back / habits.throws:.2%} of {habits.throws} throws set the hand back"
                f"; {habits.pigs / habits.seats:.2%} of {habits.seats} seats were pigs"
            )
        return text


def main() -> int:
    """Print the difference with its 95 % interval, and a line for each policy; 1 where it is below the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", help="a policy, or module:Class")
    parser.add_argument("second")
    parser.add_argument("--preset", default="sichuan_xuezhan")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--above", type=float, help="aim: the interval of first minus second lies above it")
    options = parser.parse_args()
    game = GAMES.of_preset(options.preset)
    rules = game.presets[options.preset]
    sides = Side(options.first, game), Side(options.second, game)
    lineups = duel("0", "1", rules.players)
    differences = []
    for number in range(options.deals):
        seed = deal_seed(options.seed, number)
        deal = game.deal_from_seed(rules, seed, ("",) * rules.players, None)
        means = []
        for place, lineup in enumerate(lineups):
            seated = [sides[int(side)] for side in lineup]
            table = Table(
                tuple(Seated(side.policy, side.spent) for side in seated),
                Random(seed + bytes((place,))),
                process_time,
            )
            played = play_hand(game, rules, deal, table)
            if game.name == "sichuan":
                note([side.habits for side in seated], game, rules, deal, played)
            won = [
                [net for net, side in zip(played.outcome.net, lineup, strict=True) if side == each]
                for each in "01"
            ]
            means.append(fmean(won[0]) - fmean(won[1]))
        differences.append(fmean(means))
    mean, low, high = interval(differences) or (fmean(differences), float("-inf"), float("inf"))
    print(f"{options.preset}, {options.deals} deals of seed {options.seed}, points a seat and deal")
    print(f"{options.first} minus {options.second}: {mean:+.2f} [{low:+.2f}, {high:+.2f}]")
    for side in sides:
        print(side.line())
    return int(options.above is not None and low <= options.above)


if __name__ == "__main__":
    sys.exit(main())
