"""Bots as fixtures: one errs, one hangs, one is deaf to its time limit, one answers what it was never offered."""

from __future__ import annotations

import contextlib
import random
import time

from django.apps import AppConfig

from games.engine.core.contract import Action, Prompt, View

NAMES = ("errs", "hangs", "deaf", "cheats")


class Errs:
    """Raises whatever it is asked."""

    def choose(self, view: View, prompt: Prompt, rng: random.Random) -> Action:
        raise RuntimeError("a policy with a bug")


class Hangs:
    """Never answers, but can be interrupted."""

    def choose(self, view: View, prompt: Prompt, rng: random.Random) -> Action:
        time.sleep(60)
        return prompt.default


class Deaf:
    """Never answers and swallows every attempt to interrupt it."""

    def choose(self, view: View, prompt: Prompt, rng: random.Random) -> Action:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with contextlib.suppress(BaseException):
                time.sleep(1)
        return prompt.default


class Cheats:
    """Discards a tile nobody offered it to discard."""

    def choose(self, view: View, prompt: Prompt, rng: random.Random) -> Action:
        return Action(prompt.seat, "discard", (33,))


class BadBotsConfig(AppConfig):
    """Registers the bad bots for 四川 in every process of the site under test."""

    name = "tests.faults.badbots"
    label = "badbots"

    def ready(self) -> None:
        from games.bots import catalogue

        bad = dict(zip(NAMES, (Errs(), Hangs(), Deaf(), Cheats()), strict=True))
        catalogue._POLICIES["sichuan"].update(bad)  # type: ignore[attr-defined]
