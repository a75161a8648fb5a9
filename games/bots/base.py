"""What a policy is, and the one that plays at random."""

from __future__ import annotations

from random import Random
from typing import Protocol

from games.engine.core.contract import Action, Prompt, View


class Policy(Protocol):
    """One way to play one game. A policy sees only what its seat sees."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`; `rng` decides between equals."""
        ...


class RandomPolicy:
    """Any legal action with equal chance; the yardstick of simulations and the fuel of property tests."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        return rng.choice(prompt.actions)
