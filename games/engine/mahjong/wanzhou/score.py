"""One line of `manage.py score`: a complete 万州 hand, checked and priced."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import pack
from games.engine.mahjong.score_line import ROBBED, Line, bad, check_context, check_tiles, impossible, read
from games.engine.mahjong.view import MeldKind
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.hand import holds_void
from games.engine.mahjong.wanzhou.readings import Complete
from games.engine.mahjong.wanzhou.rules import with_overrides


def score(line: Mapping[str, object]) -> dict[str, object]:
    """Return patterns, nines, fan and points, or `{"fan": None}` where the hand is no win; raises as `price`."""
    priced = price(line)
    if priced is None:
        return {"fan": None}
    bill, _ = priced
    return {
        "patterns": sorted(bill.patterns),
        "nines": bill.nines,
        "fan": bill.fan,
        "points": bill.points,
    }


def price(line: Mapping[str, object]) -> tuple[fan.Bill, Complete] | None:
    """Return the bill and the complete hand, None where the hand is no win.

    Without `win` any tile may be taken as the winning one, as for the dealt 14 (WZ-16); without `self_draw` the tile
    was a discard. Raises EngineError: BAD_RECORD for the line itself, BAD_NOTATION, UNKNOWN_PRESET, UNKNOWN_RULE,
    BAD_RULES, and IMPOSSIBLE_HAND for tiles or circumstances that no hand of this game can have.
    """
    told = read(line, "wanzhou", fan.ADDED)
    told = told._replace(self_draw=bool(told.self_draw))
    rules = with_overrides(told.preset, told.overrides)
    if told.wild != NONE and not rules.wild:
        raise bad("wild: the rules have none")
    _check(told)
    drawn = bool(told.self_draw)
    hand = fan.complete(pack(told.tiles), told.melds, told.wild, told.win, self_draw=drawn)
    bill = fan.bill(rules, hand, self_draw=drawn, added="".join(told.context))
    if bill is None or (holds_void(hand, told.void, told.wild) and "shi_san_yao" not in bill.patterns):
        return None
    return bill, hand


def _check(told: Line) -> None:
    for meld in told.melds:
        if told.wild in meld.tiles and meld.kind is not MeldKind.CONCEALED:
            raise impossible("a 混儿 lies in no chi, peng, exposed or added gang")
    check_tiles(told)
    check_context(told)
    if ROBBED in told.context and told.win != NONE and told.win == told.wild:
        raise impossible("a 混儿 is never added to a peng")
