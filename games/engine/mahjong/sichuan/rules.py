"""The rule set of 四川麻将 and its three presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.engine.core.options import boolean, member, ranged
from games.engine.mahjong import rules as shared
from games.engine.mahjong.rules import End, MahjongRules, OnLeave


@dataclass(frozen=True, slots=True, kw_only=True)
class SichuanRules(MahjongRules):
    """Every option by the name its clause gives (docs/records.md); amounts in units of `base`.

    `fan_cap` 0 is off (SC-19). `pig_units` and `escape_units` are the 16 × 6 = 96 of SC-22 and SC-25,
    `late_escape` the wall of SC-26, `exposed_units`, `added_units` and `concealed_units` the gangs of SC-20.
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
        problems = list(ranged("players", self.players, 2, 4))
        problems += ranged("base", self.base, 1, 1_000_000)
        problems += ranged("forced_last", self.forced_last, 0, 108)
        for field in ("ding_que", "swap_three", "pass_lock", "hide_concealed_gang"):
            problems += boolean(field, getattr(self, field))
        problems += member("end", self.end, End)
        problems += member("on_leave", self.on_leave, OnLeave)
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


def with_overrides(preset: str, overrides: Mapping[str, object]) -> SichuanRules:
    """Return a preset with JSON values laid over it; see `games.engine.mahjong.rules.with_overrides`."""
    return shared.with_overrides(PRESETS, preset, overrides)
