"""The rule set of 关牌: one preset, every option a field named as its clause names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from games.engine.core.errors import Code, EngineError, RulesInvalid


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
        problems = []
        if type(self.players) is not int or self.players != 2:
            problems.append(("players", "exactly 2"))
        if type(self.must_beat) is not bool:
            problems.append(("must_beat", "true or false"))
        if type(self.base) is not int or not 1 <= self.base <= 1_000_000:
            problems.append(("base", "1 to 1000000"))
        return tuple(problems)


PRESETS: Mapping[str, GuanpaiRules] = {"guanpai": GuanpaiRules()}


def make_rules(preset: str, overrides: Mapping[str, object]) -> GuanpaiRules:
    """Return the preset with overrides; raises EngineError(UNKNOWN_PRESET, UNKNOWN_RULE) or RulesInvalid."""
    if preset not in PRESETS:
        raise EngineError(Code.UNKNOWN_PRESET, preset)
    known = {field.name for field in fields(GuanpaiRules)} - {"preset"}
    unknown = sorted(set(overrides) - known)
    if unknown:
        raise EngineError(Code.UNKNOWN_RULE, ", ".join(unknown))
    rules = replace(PRESETS[preset], **overrides)  # type: ignore[arg-type]  # validated right below
    if problems := rules.validate():
        raise RulesInvalid(problems)
    return rules
