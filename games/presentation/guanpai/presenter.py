"""Draws 关牌: its `Presenter`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import NONE, View
from games.presentation import ledger, room, seats
from games.presentation.contract import Moment, Regions
from games.presentation.guanpai import cards, moves, own, regions
from games.table_facts import TableFacts


class GuanpaiPresenter:
    """The two-seat card table."""

    surface = "cards"

    def public(self, facts: TableFacts, view: View) -> Regions:
        """Return the regions that everybody sees alike."""
        return regions.public(facts, cast(GuanpaiView, view))

    def private(self, facts: TableFacts, view: View, moment: Moment) -> Regions:
        """Return the viewer's own regions."""
        table = cast(GuanpaiView, view)
        viewer = table.viewer
        mine: Regions = seats.clocks(facts, viewer, moment.clocks)
        mine["hand"] = own.hand(table, moment.armed) if viewer != NONE else own.NO_HAND
        mine["own-melds"] = "<div id=own-melds class=melds></div>"
        mine["prompt"] = own.prompt(table, facts, moment.armed, moment.auto)
        mine["waits"] = "<div id=waits class=waits></div>"
        mine["fx"] = moves.fx(table, moment)
        mine["announce"] = moves.announce(facts, table, moment)
        mine["alert"] = moves.alert(None if moment.auto is not None else table.prompt)
        mine["notice"] = room.notice(moment.notice)
        mine["sheet"] = _sheet(facts, table, moment.taker)
        return mine

    def row(self, kinds: Sequence[int]) -> tuple[str, str]:
        """Return cards that are only looked at, and their names."""
        return cards.row(kinds), cards.listed(kinds)

    def chance(self, name: str, value: str) -> tuple[str, str]:
        """Return the value as it is: this deal has nothing beside its cards."""
        return name, value


def _sheet(facts: TableFacts, view: GuanpaiView, taker: int) -> str:
    if view.outcome is None:
        return room.EMPTY_SHEET
    bill = regions.bill(view, seats.players(facts, view.viewer))
    slip = ledger.Slip(regions.ending(view), bill)
    return ledger.sheet(facts, view.viewer, view.rules, view.outcome, slip, taker)
