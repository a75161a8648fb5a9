"""The account of a finished hand: the winning hands with their fans like a bill, and the hands of the others."""

from __future__ import annotations

from games.engine.core.contract import NONE, FanItem, LedgerRow
from games.engine.mahjong.view import MahjongView
from games.presentation import coins, ledger, room, texts
from games.presentation.mahjong import build, models, names, tiles
from games.presentation.mahjong.models import WinBill
from games.table_facts import TableFacts
from mahjong_site.web.html import element, escape, glyph, spoken, worded
from mahjong_site.web.speech import gettext as _


def sheet(view: MahjongView, facts: TableFacts, taker: int = NONE) -> str:
    """Return the sheet of paper, folded away by its summary line; an empty element while a hand is played."""
    if view.outcome is None:
        return room.EMPTY_SHEET
    model = build.sheet(view, view.outcome, facts)
    about = tuple(map(_about, view.outcome.rows))
    slip = ledger.Slip(names.ending(view.outcome.reason), _bills(model) + _rest(model), about)
    return ledger.sheet(facts, view.viewer, view.rules, view.outcome, slip, taker)


def _bills(model: models.Sheet) -> str:
    if not model.bills:
        return element("p", escape(_("没有人胡牌。")), class_="nobody")
    return "".join(_bill(bill) for bill in model.bills)


def _bill(bill: WinBill) -> str:
    """Return one win: who from whom, the hand in groups, the fan column and what one payer pays."""
    win = bill.win
    way = _("自摸") if win.source == NONE else _("抢杠") if win.robbed else _("接炮")
    title = f"<b data-seat={win.seat}>{escape(bill.winner)}</b> {escape(way)}"
    if bill.source:
        title += f" <span class=quiet>← <span data-seat={win.source}>{escape(bill.source)}</span></span>"
    if bill.cut:
        title += _cut(bill)
    seal = element("em", (glyph("hu"), spoken(_("胡")), f"<sub>{win.order}</sub>"), class_="seal")
    items = "".join(_item(item) for item in bill.items)
    fan = escape(_("%(fan)d番") % {"fan": win.fan})
    if sum(item.fan for item in bill.items) > win.fan:
        fan = escape(_("封顶%(fan)d番") % {"fan": win.fan})
    points = str(escape(_("%(points)d分") % {"points": win.points}))
    if bill.unit:
        times = f"{bill.unit} × {win.points // bill.unit}"
        points = f"<small>{escape(_('底'))} {times} =</small> {points}"
    column = (
        f"<table class=fans><tbody>{items}</tbody><tfoot><tr><th scope=row>{fan}</th>"
        f"<td><strong>{points}</strong></td></tr></tfoot></table>"
    )
    body = f"<h3>{seal}{title}</h3>{_groups(bill)}{column}{_limit(bill)}"
    return element("article", body, class_="bill", data_seat=win.seat)


def _limit(bill: WinBill) -> str:
    """Return the line that says how the income limit cut this win, with its clause."""
    if bill.limit is None:
        return ""
    asked, due = bill.limit
    line = _("应收%(asked)d，最多收%(due)d，少收%(cut)d") % {"asked": asked, "due": due, "cut": asked - due}
    link = worded("a", texts.cut(coins.LIMIT), href=f"/rules/{coins.LIMIT}/")
    return f"<p class=limit>{link} {escape(line)}</p>"


def _cut(bill: WinBill) -> str:
    """Return who wanted the tile too and stood back, and the clause."""
    link = worded("a", _("截胡"), href=f"/rules/{names.CUT_CLAUSE}/")
    seats = "".join(worded("span", name, data_seat=seat) for seat, name in bill.cut)
    return f" <small class=cut>{link} {seats}</small>"


def _rest(model: models.Sheet) -> str:
    """Return the hands of those who did not win, shown at the end like at any table."""
    lines = []
    for rest in model.rest:
        groups = (*rest.melds, rest.hand)
        faces = "".join(f"<span class=group>{tiles.row(group, 'flat')}</span>" for group in groups)
        label = tiles.listed(tile for group in groups for tile in group)
        shown = element("div", faces, class_="groups", role="img", aria_label=label)
        lines.append(f"<li><b data-seat={rest.seat}>{escape(rest.name)}</b>{shown}</li>")
    return (
        worded("h3", _("没胡的手牌"), class_="head") + f"<ul class=rest>{''.join(lines)}</ul>"
        if lines
        else ""
    )


def _groups(bill: WinBill) -> str:
    """Return the winning hand in its groups; the winning tile is marked once."""
    marked, pieces = False, []
    for group in bill.win.groups:
        faces = ""
        for tile in group:
            won = tile == bill.win.tile and not marked
            marked = marked or won
            faces += tiles.face(tile, "flat won" if won else "flat")
        pieces.append(f"<span class=group>{faces}</span>")
    label = tiles.listed(tile for group in bill.win.groups for tile in group)
    return element("div", pieces, class_="groups", role="img", aria_label=label)


def _item(item: FanItem) -> str:
    name = escape(names.fan(item.name))
    fan = escape(_("%(fan)d番") % {"fan": item.fan})
    return f'<tr><th scope=row><a href="/rules/{item.clause}/">{name}</a></th><td>{fan}</td></tr>'


def _about(row: LedgerRow) -> str:
    """Return what a payment was for, beside its cause: its 番, or the tile of the gang."""
    if row.fan:
        return worded("small", _("%(fan)d番") % {"fan": row.fan})
    return f"{tiles.face(row.tile, 'flat')}{spoken(tiles.name(row.tile))}" if row.tile != NONE else ""
