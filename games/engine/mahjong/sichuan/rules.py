"""The rule set of 四川麻将 and its three presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType

from games.engine.core.errors import Code, EngineError, RulesInvalid
from games.engine.mahjong.rules import End, MahjongRules, OnLeave, boolean, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class SichuanRules(MahjongRules):
    """Every option of `rules/sichuan.md` by the name its clause gives; amounts in units of `base`.

    `fan_cap` 0 is off (SC-19). `pig_units` and `escape_units` are the 16 × 6 = 96 of SC-22 and SC-25,
    `late_escape` the wall of SC-26, `exposed_units`, `added_units` and `concealed_units` the gangs of SC-20.
    """

    fan_cap: int = 0
    pig_pays_winners: bool = False
    pig_units: int = 16
    escape_units: int = 16
    late_escape: int = 4
    exposed_units: int = 1
    added_units: int = 1
    concealed_units: int = 2

    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason); empty when the rules hold together."""
        problems = list(MahjongRules.validate(self))
        problems += ranged("fan_cap", self.fan_cap, 0, 20)
        problems += boolean("pig_pays_winners", self.pig_pays_winners)
        for field in ("pig_units", "escape_units", "exposed_units", "added_units", "concealed_units"):
            problems += ranged(field, getattr(self, field), 0, 1000)
        problems += ranged("late_escape", self.late_escape, 0, 108)
        if self.end is End.XUELIU:
            problems.append(("end", "must be first_win or xuezhan"))
        return tuple(problems)


PRESETS: Mapping[str, SichuanRules] = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            SichuanRules(preset="sichuan_xuezhan"),
            SichuanRules(preset="sichuan_putong", end=End.FIRST_WIN),
            SichuanRules(preset="chengdu_xuezhan", ding_que=True, swap_three=True),
        )
    }
)

_ENUMS: Mapping[str, type[StrEnum]] = MappingProxyType({"end": End, "on_leave": OnLeave})
_FIELDS = frozenset(field.name for field in fields(SichuanRules)) - {"preset"}


def with_overrides(preset: str, overrides: Mapping[str, object]) -> SichuanRules:
    """Return a preset with JSON values laid over it.

    Raises EngineError(UNKNOWN_PRESET, UNKNOWN_RULE) or RulesInvalid with all problems. A null `fan_cap` is off.
    """
    if preset not in PRESETS:
        raise EngineError(Code.UNKNOWN_PRESET, str(preset)[:80])
    unknown = sorted(str(name) for name in overrides if name not in _FIELDS)
    if unknown:
        raise EngineError(Code.UNKNOWN_RULE, ", ".join(unknown)[:120])
    values = {name: _typed(name, value) for name, value in overrides.items()}
    rules = replace(PRESETS[preset], **values)  # type: ignore[arg-type]  # validated just below
    problems = rules.validate()
    if problems:
        raise RulesInvalid(problems)
    return rules


def _typed(name: str, value: object) -> object:
    if name == "fan_cap" and value is None:
        return 0
    kind = _ENUMS.get(name)
    if kind is not None and isinstance(value, str) and value in list(kind):
        return kind(value)
    return value
