"""Draws the mahjong games: the `Presenter` of each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from games.engine.core.contract import NONE, Action, View
from games.engine.mahjong.hints import Wait
from games.engine.mahjong.tiles import parse_tiles
from games.engine.mahjong.view import MahjongView
from games.presentation import room, seats
from games.presentation.contract import Moment, Regions
from games.presentation.mahjong import account, build, models, moves, names, own, regions, tiles
from games.table_facts import TableFacts
from mahjong_site.web.speech import gettext as _

_Rows = tuple[Wait, ...]


class Hints(Protocol):
    """What a game's rules tell a seat from its own view."""

    def waits_of(self, view: MahjongView) -> _Rows: ...

    def waits_after_discard(self, view: MahjongView) -> dict[int, _Rows]: ...

    def why_no_win(self, view: MahjongView, tile: int) -> tuple[str, str] | None: ...


class MahjongPresenter:
    """One presenter for every mahjong game; `hints` are the game's own."""

    surface = "tiles"

    def __init__(self, hints: Hints) -> None:
        self._hints = hints

    def public(self, facts: TableFacts, view: View) -> Regions:
        """Return the regions that everybody sees alike."""
        return regions.public(facts, cast(MahjongView, view))

    def private(self, facts: TableFacts, view: View, moment: Moment) -> Regions:
        """Return the viewer's own regions."""
        table = cast(MahjongView, view)
        viewer = table.viewer
        seated = viewer != NONE
        waits = self._waits(table) if seated else models.Waits()
        ask = build.ask(table)
        mine: Regions = seats.clocks(facts, viewer, moment.clocks)
        mine["hand"] = own.hand(_held(table, facts, waits, moment.armed)) if seated else own.NO_HAND
        mine["own-melds"] = _own_melds(table)
        mine["prompt"] = own.prompt(ask, facts, viewer, _thrown(moment))
        mine["waits"] = own.waits(waits)
        mine["fx"] = moves.fx(table, moment)
        mine["announce"] = moves.announce(facts, table, moment)
        mine["alert"] = moves.alert(models.Ask("") if moment.auto is not None else ask)
        mine["notice"] = room.notice(moment.notice)
        mine["sheet"] = account.sheet(table, facts, moment.taker)
        return mine

    def row(self, kinds: Sequence[int]) -> tuple[str, str]:
        """Return tiles that are only looked at, and their names."""
        return tiles.row(kinds), tiles.listed(kinds)

    def chance(self, name: str, value: str) -> tuple[str, str]:
        """Return what a chance value of a deal is called and what it says, in words."""
        return names.chance(name), _told(name, value)

    def _waits(self, view: MahjongView) -> models.Waits:
        """Return the waits of the viewer's hand: as it is, or after each discard while one is chosen."""
        if view.outcome is not None or view.seats[view.viewer].out:
            return models.Waits()
        now = tuple(map(_wait, self._hints.waits_of(view)))
        prompt = view.prompt
        choosing = prompt is not None and any(action.do == "discard" for action in prompt.actions)
        choosing = choosing and not view.seats[view.viewer].wins  # a locked hand throws what it drew
        if not choosing:
            return models.Waits(now, (), self._why(view))
        after = tuple(
            (tile, tuple(map(_wait, rows))) for tile, rows in self._hints.waits_after_discard(view).items()
        )
        return models.Waits((), after, self._why(view))

    def _why(self, view: MahjongView) -> tuple[str, str] | None:
        """Return why the drawn tile or the one on offer may not win, where the hand would be complete by shape."""
        if view.prompt is not None and any(action.do == "hu" for action in view.prompt.actions):
            return None
        tile = view.seats[view.viewer].drawn
        if tile == NONE and view.offered is not None and view.offered[0] != view.viewer and not view.claimed:
            tile = view.offered[1]
        return None if tile == NONE else self._hints.why_no_win(view, tile)


def _told(name: str, value: str) -> str:
    if name == "swap_direction":
        return names.direction(value)
    return tiles.listed(parse_tiles(value)) if name in ("wild", "winds") else value


def _held(view: MahjongView, facts: TableFacts, waits: models.Waits, armed: Action | None) -> models.Held:
    held = build.held(view, dict(waits.after))
    arms = facts.phase == "playing" and not facts.seats[view.viewer].autoplay and build.may_arm(view)
    kept = NONE if armed is None else armed.args[0]
    return held._replace(press=held.press._replace(arms=arms and not held.press.do, armed=kept))


def _thrown(moment: Moment) -> int:
    """Return the tile that is about to be thrown for the viewer, NONE where there is none."""
    auto = moment.auto
    return auto.args[0] if auto is not None and auto.do == "discard" else NONE


def _wait(row: Wait) -> models.Wait:
    return models.Wait(row.tile, row.left, row.fan)


def _own_melds(view: MahjongView) -> str:
    if view.viewer == NONE:
        return "<div id=own-melds class=melds></div>"
    return regions.melds(build.melds(view, view.seats[view.viewer], _("你")), "own-melds")
