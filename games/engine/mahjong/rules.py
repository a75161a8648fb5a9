"""The rule fields that every mahjong game has, and the shapes a hand can end in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import TypeVar

from games.engine.core.errors import Code, EngineError, RulesInvalid


class End(StrEnum):
    """When a hand is over, apart from the empty wall (SC-11, WZ-11)."""

    FIRST_WIN = "first_win"  # 普通场: the first tile won
    XUEZHAN = "xuezhan"  # 血战: winners leave until one seat is left
    XUELIU = "xueliu"  # 血流成河: winners stay


class OnLeave(StrEnum):
    """What 离开牌局 means (SC-28)."""

    ESCAPE = "escape"
    BOT = "bot"


class MahjongRules(ABC):
    """What the shared phases read of a rule set. A game has these as fields, or leaves a rule it does not know off.

    Points are in 基本分 `base`. `forced_last` 0 switches SC-10 off.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def preset(self) -> str: ...

    @property
    @abstractmethod
    def players(self) -> int: ...

    @property
    @abstractmethod
    def base(self) -> int: ...

    @property
    @abstractmethod
    def end(self) -> End: ...

    @property
    @abstractmethod
    def on_leave(self) -> OnLeave: ...

    @property
    def pass_lock(self) -> bool:
        return False

    @property
    def forced_last(self) -> int:
        return 0

    @property
    def hide_concealed_gang(self) -> bool:
        return False

    @property
    def limits_wins(self) -> bool:
        return False

    @abstractmethod
    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason); empty when the rules hold together."""


def ranged(field: str, value: object, low: int, high: int) -> list[tuple[str, str]]:
    """Return a problem unless `value` is an int (no bool) in low..high."""
    if isinstance(value, bool) or not isinstance(value, int):
        return [(field, "must be a whole number")]
    return [] if low <= value <= high else [(field, f"must be between {low} and {high}")]


def boolean(field: str, value: object) -> list[tuple[str, str]]:
    """Return a problem unless `value` is a bool."""
    return [] if isinstance(value, bool) else [(field, "must be true or false")]


def member(field: str, value: object, kind: type[StrEnum]) -> list[tuple[str, str]]:
    """Return a problem unless `value` is a member of `kind`."""
    return [] if isinstance(value, kind) else [(field, f"must be one of {', '.join(kind)}")]


R = TypeVar("R", bound=MahjongRules)


def with_overrides(
    presets: Mapping[str, R],
    preset: str,
    overrides: Mapping[str, object],
    enums: Mapping[str, type[StrEnum]],
) -> R:
    """Return a preset with JSON values laid over it; `enums` are the kinds of its fields that are names.

    Raises EngineError(UNKNOWN_PRESET, UNKNOWN_RULE) or RulesInvalid with all problems. A null `fan_cap` is none.
    """
    if preset not in presets:
        raise EngineError(Code.UNKNOWN_PRESET, str(preset)[:80])
    chosen = presets[preset]
    assert is_dataclass(chosen)
    known = {field.name for field in fields(chosen)} - {"preset"}
    unknown = sorted(str(name) for name in overrides if name not in known)
    if unknown:
        raise EngineError(Code.UNKNOWN_RULE, ", ".join(unknown)[:120])
    rules = replace(chosen, **{name: _typed(name, value, enums) for name, value in overrides.items()})
    problems = rules.validate()
    if problems:
        raise RulesInvalid(problems)
    return rules


def _typed(name: str, value: object, enums: Mapping[str, type[StrEnum]]) -> object:
    if name == "fan_cap" and value is None:
        return 0
    kind = enums.get(name)
    if kind is not None and isinstance(value, str) and value in list(kind):
        return kind(value)
    return value
