"""四川 on the desk of the calculator."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.mahjong.calculator import Desk, Priced
from games.engine.mahjong.sichuan import fan
from games.engine.mahjong.sichuan.grouping import groups
from games.engine.mahjong.sichuan.score import CONTEXTS, OPENINGS, price


def _price(line: Mapping[str, object]) -> Priced | None:
    priced = price(line)
    if priced is None:
        return None
    bill, seat = priced
    return Priced(bill.items, bill.fan, bill.points, groups(seat.hand, seat.melds, bill.base))


DESK = Desk(
    game="sichuan",
    kinds=27,
    melds=("peng", "exposed", "added", "concealed"),
    contexts=CONTEXTS,
    openings=OPENINGS,
    drawn=(*OPENINGS, fan.ADDED[0]),
    shot=(fan.ADDED[1], "qiang_gang_hu"),
    suits=2,
    wilds=False,
    orphans=False,
    caps=(0, 3, 4, 5, 6, 7, 8),
    clauses={
        "no_such_meld": "SC-02",
        "no_honours": "SC-01",
        "too_many_alike": "SC-01",
        "too_many_tiles": "SC-01",
        "three_suits": "SC-03",
        "void_tiles": "SC-04",
        "seven_pairs_meld": "SC-17",
        "incomplete": "SC-14",
        "opening_melds": "SC-18",
        "only_self_draw": "SC-18",
        "no_self_draw": "SC-15",
        "needs_gang": "SC-15",
        "robbed_held": "SC-09",
        "cap": "SC-19",
        "points": "SC-13",
    },
    price=_price,
)
