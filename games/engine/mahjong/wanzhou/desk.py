"""万州 on the desk of the calculator."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import NONE
from games.engine.mahjong.calculator import Desk, Priced
from games.engine.mahjong.tiles import parse_tile
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.rules import FAN_CAPS
from games.engine.mahjong.wanzhou.score import price


def _price(line: Mapping[str, object]) -> Priced | None:
    priced = price(line)
    if priced is None:
        return None
    bill, hand = priced
    wild = line.get("wild")
    groups = fan.groups(hand, parse_tile(wild) if isinstance(wild, str) else NONE, bill.reading)
    return Priced(bill.items, bill.fan, bill.points, groups)


DESK = Desk(
    game="wanzhou",
    kinds=34,
    melds=("chi", "peng", "exposed", "added", "concealed"),
    contexts=fan.ADDED,
    openings=(),
    drawn=(fan.ADDED[0],),
    shot=(fan.ADDED[1],),
    suits=3,
    wilds=True,
    orphans=True,
    caps=(*FAN_CAPS, 0),
    clauses={
        "too_many_alike": "WZ-01",
        "too_many_tiles": "WZ-01",
        "void_tiles": "WZ-06",
        "wild_in_meld": "WZ-07",
        "robbed_wild": "WZ-07",
        "seven_pairs_meld": "WZ-12",
        "incomplete": "WZ-12",
        "only_self_draw": "WZ-17",
        "no_self_draw": "WZ-17",
        "needs_gang": "WZ-17",
        "robbed_held": "WZ-09",
        "cap": "WZ-19",
        "points": "WZ-19",
    },
    price=_price,
)
