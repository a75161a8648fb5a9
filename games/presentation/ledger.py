"""The account of a finished hand as every game has it: a sheet with its headline, payments and totals."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.core.contract import NONE, LedgerRow, Outcome
from games.presentation import room, texts
from games.presentation.html import element, escape, signed, worded
from games.presentation.seats import before, players, result_word
from games.table_facts import TableFacts

EMPTY_SHEET = "<section id=sheet class=sheet hidden></section>"


def sheet(facts: TableFacts, viewer: int, outcome: Outcome, ending: str, bill: str, taker: int = NONE) -> str:
    """Return the sheet of a finished hand; `ending` says how it ended, `bill` is the game's own HTML on top.

    `taker` is the seat of one who took it afterwards: the account is nobody's, the buttons are the seat's.
    """
    who = players(facts, viewer)
    paper = element(
        "div",
        (bill, payments(outcome.rows, who, viewer), totals(facts, outcome.net, who), room.fairness(facts, viewer)),
        class_="paper", tabindex="0", role="region", aria_label=_("这一局的账"),
    )  # fmt: skip
    mine = outcome.net[viewer] if viewer != NONE else None
    head = element("summary", (worded("b", _("结算")), headline(mine, ending)))
    return element(
        "section", f"<details open>{head}{paper}</details><footer>{room.buttons(facts, max(viewer, taker))}</footer>",
        id="sheet", class_="sheet", data_hand=facts.hand_id, aria_label=_("结算"),
    )  # fmt: skip


def headline(mine: int | None, ending: str) -> str:
    """Return the viewer's result in one line; `mine` None for one who looks on."""
    if mine is None:
        return f"<span>{escape(ending)}</span>"
    tone = "win" if mine > 0 else "lose" if mine else "even"
    return (
        f"<span class={tone}>{escape(result_word(mine))} <strong>{signed(mine)}</strong></span>"
        f"<small>{escape(ending)}</small>"
    )


def payments(rows: Sequence[LedgerRow], who: Sequence[str], viewer: int) -> str:
    """Return each ledger row as a line from seat to seat with its cause and clause."""
    if not rows:
        return element("p", escape(_("这一局没有进出。")), class_="nobody")
    return worded("h3", _("进出"), class_="head") + element(
        "ol", (_payment(row, who, viewer) for row in rows), class_="pays"
    )


def _payment(row: LedgerRow, who: Sequence[str], viewer: int) -> str:
    mine = viewer in (row.payer, row.payee)
    amount = signed(row.amount if row.payee == viewer else -row.amount) if mine else str(row.amount)
    cause = worded("a", texts.cause(row.cause), href=f"/rules/{row.clause}/")
    return (
        f"<li{' class=mine' if mine else ''}><span class=from data-seat={row.payer}>{escape(who[row.payer])}</span>"
        f"<span class=why>{cause}</span>"
        f"<span class=to data-seat={row.payee}>{escape(who[row.payee])}</span><b>{amount}</b></li>"
    )


def totals(facts: TableFacts, net: Sequence[int], who: Sequence[str]) -> str:
    """Return each seat's points of this hand and of the room."""
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in ("", _("本局"), _("累计")))
    rows = "".join(
        f"<tr><th scope=row data-seat={seat}>{escape(who[seat])}</th>"
        f"<td class={'win' if points > 0 else 'lose' if points else 'even'}>{signed(points)}</td>"
        f"<td>{signed(before(facts, seat) + points)}</td></tr>"
        for seat, points in enumerate(net)
    )
    return f"<table class=totals><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
