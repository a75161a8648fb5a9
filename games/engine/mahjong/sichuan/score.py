"""One line of `manage.py score`: a complete 四川 hand, checked and priced."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import pack
from games.engine.mahjong.score_line import ROBBED, Line, bad, check_context, check_tiles, impossible, read
from games.engine.mahjong.sichuan import fan
from games.engine.mahjong.sichuan.hand import is_win
from games.engine.mahjong.sichuan.rules import with_overrides
from games.engine.mahjong.state import Seat
from games.engine.mahjong.view import MeldKind

OPENINGS = ("tian_hu", "di_hu")
CONTEXTS = (*OPENINGS, *fan.ADDED, ROBBED)


def score(line: Mapping[str, object]) -> dict[str, object]:
    """Return base, roots, fan and points, or `{"fan": None}` where the hand is no win; raises as `price`."""
    priced = price(line)
    if priced is None:
        return {"fan": None}
    bill, _ = priced
    return {"base": bill.base, "roots": bill.roots, "fan": bill.fan, "points": bill.points}


def price(line: Mapping[str, object]) -> tuple[fan.Bill, Seat] | None:
    """Return the bill and the seat that holds the complete hand, None where the hand is no win.

    Raises EngineError: BAD_RECORD for the line itself, BAD_NOTATION, UNKNOWN_PRESET, UNKNOWN_RULE, BAD_RULES,
    and IMPOSSIBLE_HAND for tiles or circumstances that no hand of this game can have.
    """
    told = read(line, "sichuan_xuezhan", CONTEXTS)
    rules = with_overrides(told.preset, told.overrides)
    _check(told)
    seat = Seat(
        pack(told.tiles),
        told.melds,
        open_suits=fan.suits_of(0, told.melds),
        void=told.void,
    )
    # A meld of the void suit is no win either (SC-04).
    if not is_win(seat) or any(meld.tiles[0] // 9 == told.void for meld in told.melds):
        return None
    opening = next((name for name in told.context if name in OPENINGS), "")
    added = next((name for name in told.context if name in fan.ADDED), "")
    bill = fan.bill(rules, seat.hand, told.melds, opening=opening, added=added)
    return None if bill is None else (bill, seat)


def _check(told: Line) -> None:
    if told.wild != NONE:
        raise bad("wild: there is none in this game")
    if any(meld.kind is MeldKind.CHI for meld in told.melds):
        raise impossible("there is no chi in this game")
    if any(tile > 26 for tile in (*told.tiles, *(tile for meld in told.melds for tile in meld.tiles))):
        raise impossible("there are no honours in this game")
    check_tiles(told)
    check_context(told)
    has = set(told.context)
    if has & set(OPENINGS) and told.melds:
        raise impossible("天胡 and 地胡 have no meld")
    if has & set(OPENINGS) and told.self_draw is False:
        raise impossible(f"{told.context[0]} is a self-draw")
    if "gang_shang_pao" in has and told.self_draw:
        raise impossible("gang_shang_pao is no self-draw")
