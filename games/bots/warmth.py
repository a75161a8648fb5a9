"""Fills the tables that a first decision would otherwise pay for, by playing hands that nobody sees."""

from __future__ import annotations

from random import Random

from games.bots.catalogue import policy
from games.bots.trials import deal_seed
from games.engine.catalogue import GAMES

_LEVEL = "normal"  # the one that looks furthest
_SEED = 0


def warm(hands: int = 2) -> None:
    """Play `hands` hands of every game by its first preset."""
    for game in GAMES:
        preset = next(iter(game.presets))
        for number in range(hands):
            _play(preset, number)


def _play(preset: str, number: int) -> None:
    game = GAMES.of_preset(preset)
    rules = game.presets[preset]
    seed = deal_seed(_SEED, number)
    rng, state = (
        Random(seed),
        game.new_hand(rules, game.deal_from_seed(rules, seed, ("",) * rules.players, None)),
    )
    while prompts := game.prompts(state):
        prompt = prompts[0]
        action = policy(_LEVEL, game.name).choose(game.project(state, prompt.seat), prompt, rng)
        state = game.apply(state, action).state
