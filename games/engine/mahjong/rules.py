"""The rule fields that every mahjong game has, and the ways in which a hand can end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from games.engine.core import options


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


R = TypeVar("R", bound=MahjongRules)


def with_overrides(presets: Mapping[str, R], preset: str, overrides: Mapping[str, object]) -> R:
    """Return a preset with JSON values laid over it; raises as `core.options`. A null `fan_cap` is none."""
    capless = {"fan_cap": 0} if "fan_cap" in overrides and overrides["fan_cap"] is None else {}
    return options.with_overrides(presets, preset, {**overrides, **capless})


def own(rules: object, kind: type[R]) -> R:
    """Return `rules` as those of one game; raises TypeError for another's."""
    if not isinstance(rules, kind):
        raise TypeError(f"these are no {kind.__name__}")
    return rules
