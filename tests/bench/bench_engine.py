"""Measures how many whole hands a second the engine plays with random actions, events and scoring on."""

from __future__ import annotations

import random
import sys
import time

from games.engine.catalogue import GAMES


def play(preset: str, hands: int, seed: int) -> tuple[int, float]:
    """Play `hands` random hands of `preset`; return the actions applied and the CPU seconds taken."""
    game = GAMES.of_preset(preset)
    rules = game.presets[preset]
    rng = random.Random(seed)
    choose = rng.random
    applied = 0
    started = time.process_time()
    for number in range(hands):
        deal = game.deal_from_seed(rules, rng.randbytes(32), ("",) * rules.players, number % rules.players)
        state = game.new_hand(rules, deal)
        while prompts := game.prompts(state):
            legal = prompts[int(choose() * len(prompts))].actions
            state = game.apply(state, legal[int(choose() * len(legal))]).state
            applied += 1
        outcome = game.outcome(state)
        assert outcome is not None
        assert sum(outcome.net) == 0
    return applied, time.process_time() - started


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in ("sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan"):
        play(name, 100, 1)
        actions, seconds = play(name, count, 2)
        print(
            f"{name}: {count / seconds:.0f} hands/s, {actions / count:.0f} actions a hand, {seconds / actions * 1e6:.1f} us an action"
        )
