"""Hands a second on one core: `simulate` with random policies, events, scoring and every check on, beside the bare loop.

Aim: at least 300 hands/s. The bare loop plays the same deals through `apply` alone: no views, no checks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from games.bots.trials import Series, deal_seed, play_deals
from games.engine.catalogue import GAMES

AIM = 300
PRESETS = ("sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan")


def full(preset: str, deals: range) -> None:
    """What `manage.py simulate --bots random` does."""
    lineup = ("random",) * GAMES.of_preset(preset).presets[preset].players
    for _ in play_deals(Series(preset, "{}", 1, (lineup,)), deals, process_time):
        pass


def bare(preset: str, deals: range) -> None:
    """The engine alone on the same deals."""
    game = GAMES.of_preset(preset)
    rules = game.presets[preset]
    for number in deals:
        seed = deal_seed(1, number)
        rng = Random(seed)
        state = game.new_hand(rules, game.deal_from_seed(rules, seed, ("",) * rules.players, None))
        while prompts := game.prompts(state):
            prompt = prompts[0] if len(prompts) == 1 else rng.choice(prompts)
            state = game.apply(state, rng.choice(prompt.actions)).state


def rate(play: Callable[[str, range], None], preset: str, hands: int, repeats: int) -> float:
    """Hands per second of CPU, the median of several runs over different deals."""
    rates = []
    for repeat in range(repeats):
        started = process_time()
        play(preset, range(repeat * hands, (repeat + 1) * hands))
        rates.append(hands / (process_time() - started))
    return median(rates)


def main() -> int:
    """Print the table; 1 where the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    missed = False
    print(f"{'preset':<17} {'simulate':>10} {'bare loop':>10} {'ratio':>6}   hands/s of one core, aim {AIM}")
    for preset in PRESETS:
        full(preset, range(10_000, 10_050))  # fills the tables
        found = rate(full, preset, options.hands, options.repeats)
        beside = rate(bare, preset, options.hands, options.repeats)
        missed = missed or found < AIM
        print(
            f"{preset:<17} {found:>10.0f} {beside:>10.0f} {found / beside:>6.2f}{'  missed' * (found < AIM)}"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
