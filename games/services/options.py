"""What a room's settings mean: clocks, number of hands, leaving; pure values with defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.core.contract import Clock
from games.models.enums import OnLeave


class Clocks(NamedTuple):
    """How long people have, in milliseconds. The bank is spent in turns only, after their base time."""

    ding_que: int = 10_000
    swap_three: int = 15_000
    turn: int = 15_000
    bank: int = 20_000
    claim: int = 8_000
    forced: int = 2_000
    join: int = 5_000
    locked: int = 500

    def base(self, clock: Clock) -> int:
        """Return the base time of one kind of prompt."""
        return int(getattr(self, clock.value))


class RoomOptions(NamedTuple):
    """A room's settings. `hands` 0 is endless."""

    clocks: Clocks = Clocks()
    hands: int = 0
    on_leave: OnLeave = OnLeave.BOT


def parse_options(stored: Mapping[str, object]) -> RoomOptions:
    """Read stored settings; what is missing or no number has its default."""
    raw = stored.get("clocks")
    given = raw if isinstance(raw, Mapping) else {}
    times = {key: time for key, time in given.items() if key in Clocks._fields and _is_time(time)}
    hands = stored.get("hands")
    return RoomOptions(
        clocks=Clocks()._replace(**times),
        hands=hands if isinstance(hands, int) and hands > 0 else 0,
        on_leave=OnLeave.ESCAPE if stored.get("on_leave") == OnLeave.ESCAPE else OnLeave.BOT,
    )


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
