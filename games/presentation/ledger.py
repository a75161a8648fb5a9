"""The account of a finished hand as every game has it: a sheet with its headline, payments and totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.core.contract import NONE, LedgerRow, Outcome, Rules
from games.presentation import coins, room, texts
from games.presentation.coins import Account, Moved
from games.presentation.seats import before, players, result_word
from games.table_facts import TableFacts
from mahjong_site.web.html import element, escape, signed, worded
from mahjong_site.web.speech import gettext as _


class Slip(NamedTuple):
    """What a game puts on the sheet: how the hand ended, its own HTML on top, and beside each row what it was for."""

    ending: str
    bill: str
    about: tuple[str, ...] = ()


def sheet(
    facts: TableFacts, viewer: int, rules: Rules, outcome: Outcome, slip: Slip, taker: int = NONE
) -> str:
    """Return the sheet of a finished hand, folded away by its summary line.

    `taker` is the seat of one who took it afterwards: the account is nobody's, the buttons are the seat's.
    """
    who, (account, _limits) = players(facts, viewer), coins.account(facts, rules, outcome)
    body = (
        slip.bill, payments(outcome.rows, account, slip.about, who, viewer), totals(facts, account, who),
        room.fairness(facts, viewer),
    )  # fmt: skip
    paper = element("div", body, class_="paper", tabindex="0", role="region", aria_label=_("这一局的账"))
    mine = account.net[viewer] if viewer != NONE else None
    head = element("summary", (worded("b", _("结算")), headline(mine, slip.ending)))
    buttons = room.buttons(facts, max(viewer, taker))
    return element(
        "section", f"<details open>{head}{paper}</details><footer>{buttons}</footer>",
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


def payments(
    rows: Sequence[LedgerRow], account: Account, about: Sequence[str], who: Sequence[str], viewer: int
) -> str:
    """Return each ledger row as a line from seat to seat with its cause and clause, then the fees."""
    if not rows and not any(account.fees):
        return element("p", escape(_("这一局没有进出。")), class_="nobody")
    notes = about or ("",) * len(rows)
    lines = [
        _payment(row, moved, note, who, viewer)
        for row, moved, note in zip(rows, account.rows, notes, strict=True)
    ]
    lines += [_fee(seat, fee, who[seat], seat == viewer) for seat, fee in enumerate(account.fees) if fee]
    title = _("进出（豆）") if account.in_coins else _("进出")
    return worded("h3", title, class_="head") + element("ol", lines, class_="pays")


def _payment(row: LedgerRow, moved: Moved, about: str, who: Sequence[str], viewer: int) -> str:
    mine = viewer in (row.payer, row.payee)
    cause = worded("a", texts.cause(row.cause), href=f"/rules/{row.clause}/")
    amount = signed(moved.amount if row.payee == viewer else -moved.amount) if mine else str(moved.amount)
    return (
        f"<li{' class=mine' if mine else ''}><span class=from data-seat={row.payer}>{escape(who[row.payer])}</span>"
        f"<span class=why>{cause}{about}</span>"
        f"<span class=to data-seat={row.payee}>{escape(who[row.payee])}</span><b>{amount}</b>{_cut(moved)}</li>"
    )


def _cut(moved: Moved) -> str:
    """Return what a row asked for and the clause that left less of it, nothing where it was paid in full."""
    if not moved.clause:
        return ""
    why = worded("a", texts.cut(moved.clause), href=f"/rules/{moved.clause}/")
    return f"<small class=cut>{escape(_('应付%(amount)d') % {'amount': moved.asked})} · {why}</small>"


def _fee(seat: int, fee: int, name: str, mine: bool) -> str:
    why = worded("a", _("台费"), href=f"/rules/{coins.FEE}/")
    return (
        f"<li{' class=mine' if mine else ''}><span class=from data-seat={seat}>{escape(name)}</span>"
        f"<span class=why>{why}</span><span class=to>{escape(_('牌馆'))}</span>"
        f"<b>{signed(-fee) if mine else fee}</b></li>"
    )


def totals(facts: TableFacts, account: Account, who: Sequence[str]) -> str:
    """Return what each seat made of this hand, and in points also of the room."""
    titles = ("", _("本局（豆）")) if account.in_coins else ("", _("本局"), _("累计"))
    heads = "".join(f"<th scope=col>{escape(text)}</th>" for text in titles)
    rows = "".join(
        f"<tr><th scope=row data-seat={seat}>{escape(who[seat])}</th>"
        f"<td class={'win' if made > 0 else 'lose' if made else 'even'}>{signed(made)}</td>"
        f"{'' if account.in_coins else f'<td>{signed(before(facts, seat) + made)}</td>'}</tr>"
        for seat, made in enumerate(account.net)
    )
    return f"<table class=totals><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
