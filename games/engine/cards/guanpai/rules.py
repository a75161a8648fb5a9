"""The rule set of 关牌: one preset, every option a field named as its clause names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.core.options import boolean, ranged


@dataclass(frozen=True, slots=True)
class GuanpaiRules:
    """GP-03 `must_beat`, GP-09 `base` (points a card left), GP-01 `players`."""

    preset: str = "guanpai"
    players: int = 2
    must_beat: bool = False
    base: int = 1

    @property
    def limits_wins(self) -> bool:
        return False

    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason)."""
        problems = ranged("players", self.players, 2, 2)
        problems += boolean("must_beat", self.must_beat)
        problems += ranged("base", self.base, 1, 1_000_000)
        return tuple(problems)


PRESETS: Mapping[str, GuanpaiRules] = {"guanpai": GuanpaiRules()}
