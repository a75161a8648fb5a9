"""The rule set of 九九山城麻将万州版 and its two presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from games.engine.core.options import boolean, member, ranged
from games.engine.mahjong import rules as shared
from games.engine.mahjong.rules import End, MahjongRules, OnLeave

FAN_CAPS = (4, 6, 8, 10)


class SelfDraw(StrEnum):
    """What a self-draw adds to the pattern fan (WZ-17)."""

    DOUBLE_FAN = "double_fan"
    PLUS_ONE = "plus_one"


@dataclass(frozen=True, slots=True, kw_only=True)
class WanzhouRules(MahjongRules):
    """Every option by the name its clause gives (docs/records.md); amounts in units of `base`.

    `fan_cap` 0 is off (WZ-19). `exposed_units`, `added_units` and `concealed_units` are the gangs of WZ-21,
    `pig_units` the 16 of WZ-23. A joiner of WZ-22 gets `join_halves` halves of base and owes `join_units`.
    """

    preset: str
    players: int = 4
    base: int = 100
    wild: bool = True
    void_first: bool = False
    swap_same_suit: bool = False
    self_draw: SelfDraw = SelfDraw.DOUBLE_FAN
    fan_cap: int = 8
    continue_after_win: bool = False
    any_wait_self_draw_only: bool = True
    join_wind: bool = True
    exposed_units: int = 2
    added_units: int = 1
    concealed_units: int = 2
    join_halves: int = 1
    join_units: int = 1
    pig_units: int = 16
    on_leave: OnLeave = OnLeave.BOT

    @property
    def end(self) -> End:
        return End.XUELIU if self.continue_after_win else End.FIRST_WIN

    @property
    def hide_concealed_gang(self) -> bool:
        return True

    @property
    def limits_wins(self) -> bool:
        return True

    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason); empty when the rules hold together."""
        problems = list(ranged("players", self.players, 2, 4))
        problems += ranged("base", self.base, 2, 1_000_000) or _even("base", self.base)
        for field in _FLAGS:
            problems += boolean(field, getattr(self, field))
        problems += member("self_draw", self.self_draw, SelfDraw)
        if isinstance(self.fan_cap, bool) or self.fan_cap not in (0, *FAN_CAPS):
            problems.append(("fan_cap", "must be 4, 6, 8, 10, or 0 for none"))
        for field in _UNITS:
            problems += ranged(field, getattr(self, field), 0, 1000)
        if self.on_leave is not OnLeave.BOT:
            problems.append(("on_leave", "must be bot"))
        return tuple(problems)


_FLAGS = (
    "wild",
    "void_first",
    "swap_same_suit",
    "continue_after_win",
    "any_wait_self_draw_only",
    "join_wind",
)
_UNITS = ("exposed_units", "added_units", "concealed_units", "join_halves", "join_units", "pig_units")

PRESETS: Mapping[str, WanzhouRules] = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            WanzhouRules(preset="wanzhou"),
            WanzhouRules(preset="wanzhou_xueliu", continue_after_win=True),
        )
    }
)


def with_overrides(preset: str, overrides: Mapping[str, object]) -> WanzhouRules:
    """Return a preset with JSON values laid over it; see `games.engine.mahjong.rules.with_overrides`."""
    return shared.with_overrides(PRESETS, preset, overrides)


def _even(field: str, value: int) -> list[tuple[str, str]]:
    return [(field, "must be even")] if value % 2 else []
