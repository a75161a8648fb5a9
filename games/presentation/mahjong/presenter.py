"""Draws the mahjong games: the `Presenter` of each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from games.engine.core.contract import NONE, View
from games.engine.mahjong.view import MahjongView
from games.presentation import room, seats
from games.presentation.contract import Moment, Regions
from games.presentation.mahjong import account, build, models, moves, own, regions
from games.table_facts import TableFacts

WaitsOf = Callable[[MahjongView], tuple[models.Wait, ...]]


class MahjongPresenter:
    """One presenter for every mahjong game; `waits` is the game's own way to read what a seat waits for."""

    def __init__(self, waits: WaitsOf) -> None:
        self._waits = waits

    def public(self, facts: TableFacts, view: View) -> Regions:
        """Return the regions that everybody sees alike."""
        return regions.public(facts, cast(MahjongView, view))

    def private(self, facts: TableFacts, view: View, moment: Moment) -> Regions:
        """Return the viewer's own regions."""
        table = cast(MahjongView, view)
        viewer = table.viewer
        seated = viewer != NONE
        ended = table.outcome is not None
        mine: Regions = seats.clocks(facts, viewer, moment.clocks)
        mine["hand"] = own.hand(build.hand(table) if seated else None)
        mine["own-melds"] = _own_melds(facts, table)
        mine["prompt"] = own.prompt(build.ask(table), facts, viewer)
        mine["waits"] = own.waits(self._waits(table) if seated and not ended else ())
        mine["fx"] = moves.fx(table, moment)
        mine["announce"] = moves.announce(facts, table, moment)
        mine["alert"] = moves.alert(table)
        mine["notice"] = room.notice(moment.notice)
        mine["sheet"] = account.sheet(build.sheet(table, facts), facts, viewer)
        return mine


def _own_melds(facts: TableFacts, view: MahjongView) -> str:
    if view.viewer == NONE:
        return "<div id=own-melds class=melds></div>"
    owner = build.names(facts, view.viewer)[view.viewer]
    return regions.melds(build.melds(view, view.seats[view.viewer], owner), "own-melds")
