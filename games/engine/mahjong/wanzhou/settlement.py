"""Who pays whom in 万州: wins, gangs, joined winds and the empty wall (WZ-19, WZ-21 to WZ-23)."""

from __future__ import annotations

from games.engine.core.contract import NONE, Cause, LedgerRow, Win
from games.engine.core.seats import after
from games.engine.mahjong.state import Draft
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou.asking import void_tiles
from games.engine.mahjong.wanzhou.rules import WanzhouRules


def win_rows(rules: WanzhouRules, draft: Draft, wins: tuple[Win, ...]) -> tuple[LedgerRow, ...]:
    """Return one row a payer, then what joiners owe for a gang whose own replacement wins (WZ-19, WZ-22)."""
    event, (win,) = draft.next_event(), wins  # one seat alone wins a tile (WZ-09)
    if win.source != NONE:
        cause, clause = (Cause.ROB_GANG, "WZ-09") if win.robbed else (Cause.DISCARD_WIN, "WZ-19")
        return (_win_row(win, win.source, cause, clause, event),)
    rows = [
        _win_row(win, payer, Cause.SELF_DRAW, "WZ-19", event) for payer in after(win.seat, len(draft.seats))
    ]
    owed = rules.join_units * rules.base
    if draft.replaced and owed:
        rows += [LedgerRow(seat, win.seat, owed, Cause.JOIN_WIND, "WZ-22", event) for seat in draft.joined]
    return tuple(rows)


def gang_rows(rules: WanzhouRules, draft: Draft, seat: int, meld: Meld) -> tuple[LedgerRow, ...]:
    """Return one row a payer of a gang, and what it brings each joiner, all one event (WZ-20, WZ-21, WZ-22)."""
    others = after(seat, len(draft.seats))
    if meld.kind is MeldKind.CONCEALED:
        units, payers, cause = rules.concealed_units, others, Cause.GANG_CONCEALED
    elif meld.kind is MeldKind.EXPOSED and meld.source != NONE:
        units, payers, cause = rules.exposed_units, (meld.source,), Cause.GANG_EXPOSED
    else:  # winds laid open pay like an added gang (WZ-10)
        units, payers, cause = rules.added_units, others, Cause.GANG_ADDED
    tile = NONE if meld.kind is MeldKind.CONCEALED else meld.tiles[0]  # the ledger is open to all
    event, amount, gain = draft.next_event(), units * rules.base, rules.join_halves * rules.base // 2
    rows = [LedgerRow(payer, seat, amount, cause, "WZ-21", event, (), 0, tile) for payer in payers if amount]
    if gain:
        rows += [
            LedgerRow(seat, other, gain, Cause.JOIN_WIND, "WZ-22", event, (), 0, tile)
            for other in draft.joined
        ]
    return tuple(rows)


def wall_rows(rules: WanzhouRules, draft: Draft) -> tuple[tuple[LedgerRow, ...], ...]:
    """Return what the pigs pay: seats that have not won and still hold a void tile (WZ-23)."""
    pigs = [seat for seat, at in enumerate(draft.seats) if not at.wins and void_tiles(at, draft.wild)]
    others = [seat for seat in range(len(draft.seats)) if seat not in pigs]
    event, amount = draft.next_event(), rules.pig_units * rules.base
    rows = tuple(
        LedgerRow(pig, other, amount, Cause.HUA_ZHU, "WZ-23", event)
        for pig in pigs
        for other in others
        if amount
    )
    return (rows,) if rows else ()


def escape_rows(rules: WanzhouRules, draft: Draft, seat: int) -> tuple[LedgerRow, ...]:
    """Never called: nobody escapes in 万州, a bot plays on (LD-09)."""
    raise AssertionError("nobody escapes in 万州")


def _win_row(win: Win, payer: int, cause: Cause, clause: str, event: int) -> LedgerRow:
    return LedgerRow(payer, win.seat, win.points, cause, clause, event, (), win.fan, win.tile)
