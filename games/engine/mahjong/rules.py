"""The rule fields that every mahjong game has, and the shapes a hand can end in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class End(StrEnum):
    """When a hand is over, apart from the empty wall (SC-11, WZ-11)."""

    FIRST_WIN = "first_win"  # 普通场: the first tile won
    XUEZHAN = "xuezhan"  # 血战: winners leave until one seat is left
    XUELIU = "xueliu"  # 血流成河: winners stay


class OnLeave(StrEnum):
    """What 离开牌局 means (SC-28)."""

    ESCAPE = "escape"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class MahjongRules:
    """Fields read by the shared state machine. Points are in 基本分 `base`.

    `forced_last` 0 switches SC-10 off.
    """

    preset: str
    players: int = 4
    base: int = 6
    end: End = End.XUEZHAN
    ding_que: bool = False
    swap_three: bool = False
    pass_lock: bool = False
    forced_last: int = 3
    hide_concealed_gang: bool = False
    on_leave: OnLeave = OnLeave.ESCAPE

    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason); empty when the rules hold together."""
        problems = list(ranged("players", self.players, 2, 4))
        problems += ranged("base", self.base, 1, 1_000_000)
        problems += ranged("forced_last", self.forced_last, 0, 108)
        for field in ("ding_que", "swap_three", "pass_lock", "hide_concealed_gang"):
            problems += boolean(field, getattr(self, field))
        problems += member("end", self.end, End)
        problems += member("on_leave", self.on_leave, OnLeave)
        return tuple(problems)


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
