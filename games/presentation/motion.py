"""The region `#fx`: what has just happened, as data that scripts turn into motion and sound."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.core.contract import Event
from games.presentation.contract import Moment
from mahjong_site.web.html import attrs


def fx(moment: Moment, drawn: Callable[[Event, str | None], str]) -> str:
    """Return the projected events since the last send, each as `drawn` with the id it was sent under; empty after a reconnect."""
    body = "".join(drawn(event, moment.ids.get(place)) for place, event in enumerate(moment.events or ()))
    return f"<div id=fx hidden>{body}</div>"


def paid(event: Event) -> str:
    """Return what was paid, one element a row."""
    return "".join(
        f"<i data-kind=paid{attrs(data_seat=row.payee, data_other=row.payer, data_note=row.amount)}></i>"
        for row in event.rows
    )
