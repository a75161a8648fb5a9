"""The account of a finished hand: winning hands, their fans like a bill, payments with their clauses, totals."""

from __future__ import annotations

from games.engine.core.contract import NONE, FanItem
from games.presentation import room, texts
from games.presentation.html import element, escape, glyph, signed, spoken, worded
from games.presentation.mahjong import models, names, tiles
from games.presentation.mahjong.models import WinBill
from games.presentation.seats import players, result_word
from games.presentation.speech import gettext as _
from games.table_facts import TableFacts


def sheet(model: models.Sheet | None, facts: TableFacts, viewer: int, taker: int = NONE) -> str:
    """Return the sheet of paper, folded away by its summary line; an empty element while a hand is played.

    `taker` is the seat of one who took it afterwards: the account is nobody's, the buttons are the seat's.
    """
    if model is None:
        return "<section id=sheet class=sheet hidden></section>"
    paper = element(
        "div",
        (_bills(model), _rest(model), _payments(model, facts, viewer), _totals(model), room.fairness(facts, viewer)),
        class_="paper", tabindex="0", role="region", aria_label=_("这一局的账"),
    )  # fmt: skip
    head = element("summary", (worded("b", _("结算")), _headline(model)))
    return element(
        "section", f"<details open>{head}{paper}</details><footer>{room.buttons(facts, max(viewer, taker))}</footer>",
        id="sheet", class_="sheet", data_hand=facts.hand_id, aria_label=_("结算"),
    )  # fmt: skip


def _headline(model: models.Sheet) -> str:
    if model.mine is None:
        return f"<span>{escape(names.ending(model.reason))}</span>"
    tone = "win" if model.mine > 0 else "lose" if model.mine else "even"
    return (
        f"<span class={tone}>{escape(result_word(model.mine))} "
        f"<strong>{signed(model.mine)}</strong></span><small>{escape(names.ending(model.reason))}</small>"
    )


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
    return element(
        "article", f"<h3>{seal}{title}</h3>{_groups(bill)}{column}", class_="bill", data_seat=win.seat
    )


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


def _payments(model: models.Sheet, facts: TableFacts, viewer: int) -> str:
    """Return each ledger row as a line from seat to seat with its cause and clause."""
    if not model.payments:
        return element("p", escape(_("这一局没有进出。")), class_="nobody")
    who = players(facts, viewer)
    lines = "".join(_payment(payment, who, viewer) for payment in model.payments)
    return worded("h3", _("进出"), class_="head") + f"<ol class=pays>{lines}</ol>"


def _payment(payment: models.Payment, who: tuple[str, ...], viewer: int) -> str:
    row = payment.row
    about = ""
    if row.fan:
        about = worded("small", _("%(fan)d番") % {"fan": row.fan})
    elif row.tile != NONE:
        about = f"{tiles.face(row.tile, 'flat')}{spoken(tiles.name(row.tile))}"
    gain = row.amount if row.payee == viewer else -row.amount
    amount = signed(gain) if payment.mine else str(row.amount)
    cause = f'<a href="/rules/{row.clause}/">{escape(texts.cause(row.cause))}</a>'
    return (
        f"<li{' class=mine' if payment.mine else ''}><span class=from data-seat={row.payer}>{escape(who[row.payer])}</span>"
        f"<span class=why>{cause}{about}</span>"
        f"<span class=to data-seat={row.payee}>{escape(who[row.payee])}</span><b>{amount}</b></li>"
    )


def _totals(model: models.Sheet) -> str:
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in ("", _("本局"), _("累计")))
    rows = "".join(
        f"<tr><th scope=row data-seat={total.seat}>{escape(total.name)}</th>"
        f"<td class={'win' if total.net > 0 else 'lose' if total.net else 'even'}>{signed(total.net)}</td>"
        f"<td>{signed(total.score)}</td></tr>"
        for total in model.totals
    )
    return f"<table class=totals><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
