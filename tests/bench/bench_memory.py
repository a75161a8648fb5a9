"""Memory of a process that plays hands of bots in all three games, as the bots' worker does: it must stop growing.

Aim: under 5 % more resident memory after hand 1,000 than after hand 300. Reads /proc, so Linux only. Prints as well what
the first decision in each game costs in a new process, cold and after `start`.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time

from games.bots.catalogue import policy
from games.bots.trials import deal_seed
from games.bots.warmth import warm
from games.engine.catalogue import GAMES

AIM = 0.05
FROM = 300  # hands
SEED = 7
PRESETS = ("sichuan_xuezhan", "wanzhou", "guanpai")


def resident() -> float:
    """MB of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def start() -> None:
    """What the bots' worker does before its first turn."""
    warm()
    gc.freeze()


def play(preset: str, number: int) -> float:
    """Play one hand of normal bots; return the CPU seconds of the first decision with a choice."""
    game = GAMES.of_preset(preset)
    rules = game.presets[preset]
    seed = deal_seed(SEED, number)
    rng = Random(seed)
    state = game.new_hand(rules, game.deal_from_seed(rules, seed, ("",) * rules.players, None))
    first = 0.0
    while prompts := game.prompts(state):
        prompt = prompts[0] if len(prompts) == 1 else rng.choice(prompts)
        view = game.project(state, prompt.seat)
        started = process_time()
        action = policy("normal", game.name).choose(view, prompt, rng)
        if not first and len(prompt.actions) > 1:
            first = process_time() - started
        state = game.apply(state, action).state
    return first


def first_decisions(warmed: bool) -> str:
    """What the first decision of each game costs in a process of its own, in ms."""
    call = f"from tests.bench import bench_memory as b; {'b.start(); ' * warmed}print('%.0f' % (1e3 * b.play({{!r}}, 1)))"
    found = []
    for preset in PRESETS:
        ran = subprocess.run(
            [sys.executable, "-c", call.format(preset)], check=True, capture_output=True, text=True
        )
        found.append(f"{preset} {ran.stdout.strip()}")
    return ", ".join(found)


def main() -> int:
    """Print memory every hundred hands; 1 where the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    options = parser.parse_args()
    print(f"first decision, ms of CPU: cold {first_decisions(False)}; warm {first_decisions(True)}")
    started = process_time()
    start()
    print(f"warming: {process_time() - started:.1f} s of CPU\nafter hand    MB")
    sizes = {0: resident()}
    for hand in range(1, options.hands + 1):
        play(PRESETS[hand % len(PRESETS)], hand)
        if hand % 100 == 0:
            sizes[hand] = resident()
            print(f"{hand:>10} {sizes[hand]:>5.1f}", flush=True)
    last = max(sizes)
    if last <= FROM:
        return 0
    growth = sizes[last] / sizes[FROM] - 1
    print(f"from hand {FROM} to {last}: {growth:+.1%}, aim below {AIM:.0%}")
    return int(growth >= AIM)


if __name__ == "__main__":
    sys.exit(main())
