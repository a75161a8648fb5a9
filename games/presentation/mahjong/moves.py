"""What has just happened: the motion data of `#fx`, and the same in words for those who listen."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.engine.core.contract import NONE, Event
from games.engine.mahjong.view import EventKind, MahjongView
from games.presentation import motion
from games.presentation.contract import Moment
from games.presentation.mahjong import models, names, tiles
from games.presentation.seats import players
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, remembered, signed
from mahjong_site.web.speech import gettext as _


def fx(view: MahjongView, moment: Moment) -> str:
    """Return the projected events since the last send as data (see `motion`)."""
    return motion.fx(moment, _event)


@lru_cache(maxsize=1024)  # most viewers are shown the same
def _event(event: Event, client_id: str | None = None) -> str:
    if event.kind == EventKind.PAID:
        return motion.paid(event)
    shown = tuple(tile for tile in event.tiles if tile != NONE)
    note, other, cut = event.note, event.other, None
    if event.win is not None:
        shown, other, note = (event.win.tile,), event.win.source, _win_note(event)
        cut = names.CUT_CLAUSE if event.win.cut else None  # while a hand is played only who was cut is told
    if event.kind == EventKind.VOIDS:
        notation = "".join(tiles.letter(suit) for suit in shown)
    elif event.kind in {EventKind.DEAL, EventKind.SHOW}:
        notation = ""
    else:
        notation = ",".join(tiles.code(tile) for tile in shown)
    return "<i" + attrs(
        data_kind=event.kind, data_seat=event.seat if event.seat != NONE else None, data_tiles=notation or None,
        data_other=other if other != NONE else None, data_note=note or None, data_id=client_id,
        data_cut=cut,
    ) + "></i>"  # fmt: skip


def _win_note(event: Event) -> str:
    assert event.win is not None
    if event.win.source == NONE:
        return "self_draw"
    return "rob" if event.win.robbed else "discard"


def announce(facts: TableFacts, view: MahjongView, moment: Moment) -> str:
    """Return what happened in words, in a child of the polite live region."""
    if not moment.events:
        return "<span id=announce></span>"
    who = players(facts, view.viewer)
    said = [text for event in moment.events or () if (text := _words(event, who, view.viewer))]
    text = _("；").join(said) if len(said) > 1 else "".join(said)
    return f"<span id=announce>{escape(text)}</span>"


def _words(event: Event, who: tuple[str, ...], viewer: int) -> str:
    match event.kind:
        case EventKind.HU:
            return _hu_words(event, who, viewer)
        case EventKind.PAID:
            return _paid_words(event, who, viewer)
        case EventKind.VOIDS:
            return _("，").join(
                _("%(name)s缺%(suit)s") % {"name": who[seat], "suit": tiles.suit_name(suit)}
                for seat, suit in enumerate(event.tiles)
                if suit != NONE
            )
    mine = viewer != NONE and event.seat == viewer
    return _deed(event, who[event.seat] if event.seat != NONE else "", mine)


@remembered(1024)
def _deed(event: Event, name: str, mine: bool) -> str:
    """Return what one seat did, in the same words for all viewers but itself."""
    tile = tiles.name(event.tiles[0]) if event.tiles else ""
    match event.kind:
        case EventKind.DRAW:
            return _("你摸%(tile)s") % {"tile": tile} if event.tiles and event.tiles[0] != NONE else ""
        case EventKind.DISCARD:
            return (
                _("你打%(tile)s") % {"tile": tile}
                if mine
                else _("%(name)s打%(tile)s") % {"name": name, "tile": tile}
            )
        case EventKind.RECEIVE:
            return _("你换来%(tiles)s") % {"tiles": tiles.listed(event.tiles)} if mine else ""
        case EventKind.PENG:
            return _("%(name)s碰%(tile)s") % {"name": name, "tile": tile}
        case EventKind.CHI:
            return _("%(name)s吃%(tile)s") % {"name": name, "tile": tile}
        case EventKind.GANG:
            kind = names.meld(event.note) if event.note else _("杠")
            return f"{name} {kind} {tile if NONE not in event.tiles[:1] else ''}".strip()
        case EventKind.JOIN:
            return _("%(name)s参与刮风") % {"name": name}
        case EventKind.SWAP:
            return names.direction(event.note)
        case EventKind.LEAVE:
            return _("%(name)s离开了牌局") % {"name": name}
        case EventKind.END:
            return names.ending(event.note)
    return ""


def _paid_words(event: Event, who: tuple[str, ...], viewer: int) -> str:
    """Return what each payee got in all, and what the viewer lost."""
    net: Counter[int] = Counter()
    for row in event.rows:
        net[row.payee] += row.amount
        net[row.payer] -= row.amount
    return _("，").join(
        f"{who[seat]} {signed(points)}"
        for seat, points in net.items()
        if points > 0 or (seat == viewer and points)
    )


def _hu_words(event: Event, who: tuple[str, ...], viewer: int) -> str:
    assert event.win is not None
    win = event.win
    if event.seat == viewer:
        text = _("你自摸%(tile)s") if win.source == NONE else _("你胡%(tile)s")
    else:
        text = _("%(name)s自摸%(tile)s") if win.source == NONE else _("%(name)s胡%(tile)s")
    fans = _("、").join(names.fan(item.name) for item in win.items)
    fan = _("%(fan)d番") % {"fan": win.fan}
    said = f"{text % {'name': who[event.seat], 'tile': tiles.name(win.tile)}} {fans} {fan}"
    return _("%(win)s，截了你的胡") % {"win": said} if viewer in win.cut else said


@remembered(512)
def alert(ask: models.Ask) -> str:
    """Return what the viewer must hear at once: its turn, or what it may claim."""
    text = ""
    if ask.kind == "turn":
        text = _("轮到你")
    elif ask.kind == "claim":
        claims = [claim for claim in ask.claims if claim.do != "pass"]
        text = _("你可以%(claims)s") % {
            "claims": _("、").join(f"{names.verb(claim.do)} {tiles.name(claim.tile)}" for claim in claims)
        }
    elif ask.kind:
        text = _("请选择")
    return element("span", escape(text), id="alert", data_window=ask.window if ask.kind else None)
