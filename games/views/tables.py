"""The table page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.presentation import texts
from games.presentation.contract import Regions
from games.table_facts import TableFacts

_SEAT_PARTS = ("river", "melds", "backs", "clock", "plate")


def page_context(facts: TableFacts, viewer: int, regions: Regions, *, live: bool) -> dict[str, Any]:
    """Return what templates/table/table.html needs; `live` opens the socket."""
    seats = [{part: regions[f"{part}-{index}"] for part in _SEAT_PARTS} for index in range(len(facts.seats))]
    return {
        "facts": facts,
        "viewer": viewer,
        "players": len(facts.seats),
        "live": live,
        "regions": {name.replace("-", "_"): html for name, html in regions.items()},
        "seats": seats,
        "preset_name": texts.preset(facts.preset),
        "game_name": texts.game(facts.game),
        "leave_cost": leave_cost(facts),
    }


def leave_cost(facts: TableFacts) -> str:
    """Return what leaving costs now (SC-28, LD-09)."""
    if facts.phase == "playing":
        return _("这一局由机器人替你打完，输赢照样记在你名下。")
    return _("现在离开没有任何损失。")
