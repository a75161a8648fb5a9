"""What has just happened at a card table: data for motion and sound, and the same in words."""

from __future__ import annotations

from games.engine.cards.guanpai.view import EventKind, GuanpaiView
from games.engine.core.contract import NONE, Event, Prompt
from games.presentation import motion
from games.presentation.contract import Moment
from games.presentation.guanpai import cards, regions
from games.presentation.seats import players
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, signed
from mahjong_site.web.speech import gettext as _

_SILENT = {EventKind.DEAL, EventKind.SHOW}


def fx(view: GuanpaiView, moment: Moment) -> str:
    """Return the projected events since the last send as data (see `motion`)."""
    return motion.fx(moment, _event)


def _event(event: Event, client_id: str | None = None) -> str:
    if event.kind == EventKind.PAID:
        return motion.paid(event)
    shown = "" if event.kind in _SILENT else ",".join(map(cards.code, event.tiles))
    seat = event.seat if event.seat != NONE else None
    return "<i" + attrs(
        data_kind=event.kind, data_seat=seat, data_tiles=shown or None, data_note=event.note or None,
        data_id=client_id,
    ) + "></i>"  # fmt: skip


def announce(facts: TableFacts, view: GuanpaiView, moment: Moment) -> str:
    """Return what happened in words, in a child of the polite live region."""
    who = players(facts, view.viewer)
    said = [text for event in moment.events or () if (text := _words(event, view, who))]
    return element("span", escape(_("；").join(said)), id="announce")


def _words(event: Event, view: GuanpaiView, who: tuple[str, ...]) -> str:
    name = who[event.seat] if event.seat != NONE else ""
    match event.kind:
        case EventKind.PLAY:
            laid = [card for part in cards.laid(event.tiles) for card in part]
            shape = cards.shape_name(event.note)
            return _("%(name)s出%(shape)s：%(cards)s") % {
                "name": name,
                "shape": shape,
                "cards": cards.listed(laid),
            }
        case EventKind.PASS:
            return _("%(name)s不出") % {"name": name}
        case EventKind.PAID:
            return _("，").join(f"{who[row.payee]} {signed(row.amount)}" for row in event.rows)
        case EventKind.LEAVE:
            return _("%(name)s离开了牌局") % {"name": name}
        case EventKind.END:
            return regions.ending(view) if view.outcome is not None else ""
    return ""


def alert(ask: Prompt | None) -> str:
    """Return what the viewer must hear at once: its turn."""
    return element(
        "span", escape(_("轮到你")) if ask else "", id="alert", data_window=ask.window if ask else None
    )
