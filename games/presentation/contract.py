"""What the renderer of each game offers; the regions of a table are the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from games.engine.core.contract import NONE, Action, Event, View
from games.table_facts import SeatClock, TableFacts

Regions = dict[str, str]


class Moment(NamedTuple):
    """What one viewer is sent beside the table itself.

    `clocks` are all running clocks, `events` the projected events since the last send (None: start anew),
    `notice` the code of the reason its last action was refused, or "". `ids` tells, by place in `events`, under
    which id the viewer's own browser sent what happened there: the page that did it has shown it already. `taker` is
    the seat of one who took it when the hand was over and is shown that hand as everybody is (else NONE). `armed` is
    the action that waits for the viewer's next turn, `auto` the one that its open window is about to be answered with.
    """

    clocks: tuple[SeatClock, ...] = ()
    events: tuple[Event, ...] | None = None
    notice: str = ""
    ids: Mapping[int, str] = MappingProxyType({})
    taker: int = NONE
    armed: Action | None = None
    auto: Action | None = None


class Presenter(Protocol):
    """Draws one game. `surface` is what lies on its table, "tiles" or "cards": the page picks styles and help by it."""

    surface: str

    def public(self, facts: TableFacts, view: View) -> Regions:
        """Return the regions that are the same for every viewer; `view` is the public's."""
        ...

    def private(self, facts: TableFacts, view: View, moment: Moment) -> Regions:
        """Return the regions of the viewer of `view`."""
        ...

    def row(self, kinds: Sequence[int]) -> tuple[str, str]:
        """Return tiles or cards that are only looked at, as HTML and in words."""
        ...

    def chance(self, name: str, value: str) -> tuple[str, str]:
        """Return what a chance value of a deal is called and what it says, in words."""
        ...
