"""Ledger rows and events as plain JSON values, for `manage.py replay` and other programs (docs/records.md)."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.core.contract import HOUSE, NONE, Event, LedgerRow, Win

TilesText = Callable[[tuple[int, ...]], str]


def row_json(row: LedgerRow, text: TilesText) -> dict[str, object]:
    """Return a ledger row; payer and payee are seats or "house", what does not apply is left out."""
    found: dict[str, object] = {
        "payer": _party(row.payer),
        "payee": _party(row.payee),
        "amount": row.amount,
        "cause": row.cause.value,
        "clause": row.clause,
        "event": row.event,
        "of": list(row.of),
    }
    if row.fan:
        found["fan"] = row.fan
    if row.tile != NONE:
        found["tile"] = text((row.tile,))
    return found


def event_json(event: Event, text: TilesText) -> dict[str, object]:
    """Return an event; fields that do not apply are left out."""
    found: dict[str, object] = {"kind": str(event.kind)}
    if event.seat != NONE:
        found["seat"] = event.seat
    if event.tiles:
        found["tiles"] = text(event.tiles)
    if event.other != NONE:
        found["other"] = event.other
    if event.note:
        found["note"] = event.note
    if event.rows:
        found["rows"] = [row_json(row, text) for row in event.rows]
    if event.win is not None:
        found["win"] = _win_json(event.win, text)
    return found


def _win_json(win: Win, text: TilesText) -> dict[str, object]:
    return {
        "order": win.order,
        "items": [item._asdict() for item in win.items],
        "fan": win.fan,
        "points": win.points,
        "groups": [text(group) for group in win.groups],
    }


def _party(seat: int) -> int | str:
    return "house" if seat == HOUSE else seat
