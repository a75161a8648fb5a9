"""When a 四川 hand is complete, why it is not, and how it is laid out on the result sheet (SC-03, SC-04, SC-17)."""

from __future__ import annotations

import pytest

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan import fan
from games.engine.mahjong.sichuan.grouping import groups
from games.engine.mahjong.sichuan.hand import forbids_win, is_win, waits_of
from games.engine.mahjong.sichuan.rules import PRESETS
from games.engine.mahjong.state import Seat
from games.engine.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind


def seat(hand: str, pengs: str = "", void: str = "") -> Seat:
    melds = tuple(Meld(MeldKind.PENG, (tile,) * 3, 1) for tile in parse_tiles(pengs))
    open_suits = fan.suits_of(0, melds)
    return Seat(pack(parse_tiles(hand)), melds, open_suits, void="mps".index(void) if void else NONE)


def waits(hand: str, pengs: str = "", void: str = "") -> str:
    found = waits_of(seat(hand, pengs, void))
    return format_tiles(tuple(kind for kind in range(34) if found >> kind & 1))


@pytest.mark.parametrize(
    ("hand", "pengs", "void", "wanted"),
    [
        ("123456m1237899p", "", "", "69p"),
        ("123456m123789p1s", "", "", ""),  # a third suit, be it one tile
        ("123456s123789p1m", "", "", ""),
        ("123456s123789m1p", "", "", ""),
        ("123456m123789p1s", "", "s", ""),  # void tiles
        ("123456m123789s1p", "", "p", ""),
        ("123456s123789p1m", "", "m", ""),
        ("123456m123789p1p", "", "s", "14p"),
        ("1133557799m225p", "", "", "5p"),  # seven pairs
        ("1133557799m", "1p", "", ""),  # not beside a meld
        ("1234m", "1p9p", "", "14m"),
    ],
)
def test_what_a_hand_waits_for(hand, pengs, void, wanted):
    assert waits(hand, pengs, void) == wanted


@pytest.mark.parametrize(
    ("hand", "pengs", "void", "wins"),
    [
        ("123456m12378999p", "", "", True),
        ("123456m12378899p", "", "", False),
        ("1133557799m2255p", "", "", True),
        ("1133557799m2p", "1p", "", False),
        ("1133557799m2p", "1p", "s", False),
        ("123456m123789p11s", "", "", False),
        ("12355m", "1p1s", "", False),
        ("12355m", "1p", "s", True),
    ],
)
def test_what_wins(hand, pengs, void, wins):
    assert is_win(seat(hand, pengs, void)) is wins


@pytest.mark.parametrize(
    ("hand", "pengs", "void", "tile", "why"),
    [
        ("123456m123789p1s", "", "", "1s", ("three_suits", "SC-03")),
        ("123456m123789p1s", "", "s", "1s", ("void_tiles", "SC-04")),
        ("1133557799m22p5s", "", "", "5s", ("three_suits", "SC-03")),
        ("1133557799m22p5s", "", "", "4s", None),  # no shape at all
        ("1133557m", "1p1s", "", "7m", None),
        ("123456m1237899p", "", "", "9p", None),  # a win
        ("1234m", "1p1s", "", "1m", ("three_suits", "SC-03")),
    ],
)
def test_why_a_shape_is_no_win(hand, pengs, void, tile, why):
    assert forbids_win(seat(hand, pengs, void), parse_tile(tile)) == why


@pytest.mark.parametrize(
    ("hand", "pengs", "laid"),
    [
        ("123456m12378999p", "", "123m 456m 123p 789p 99p"),
        ("111222333m78999p", "", "123m 123m 123m 789p 99p"),  # 带幺九 reads runs
        ("111222333m77788p", "", "111m 222m 333m 777p 88p"),  # 对对胡 triplets
        ("22334455667799m", "", "22m 33m 44m 55m 66m 77m 99m"),
        ("1111335577m2255p", "", "11m 11m 33m 55m 77m 22p 55p"),
        ("111222333444m55p", "", "111m 222m 333m 444m 55p"),
        ("11122233344455m", "", "111m 222m 333m 444m 55m"),
        ("223344m55667799p", "", "22m 33m 44m 55p 66p 77p 99p"),  # 七对, though it is sets too
        ("22223344m667788p", "", "22m 22m 33m 44m 66p 77p 88p"),
        ("22223344667788m", "", "22m 22m 33m 44m 66m 77m 88m"),
        ("22334455667788m", "", "22m 33m 44m 55m 66m 77m 88m"),
        ("11112233445577m", "", "11m 11m 22m 33m 44m 55m 77m"),
        ("123m11p", "9p5m", "999p 555m 123m 11p"),
    ],
)
def test_how_a_win_is_laid_out(hand, pengs, laid):
    at = seat(hand, pengs)
    bill = fan.bill(PRESETS["sichuan_xuezhan"], at.hand, at.melds)
    shown = groups(at.hand, at.melds, bill.base)
    assert " ".join(map(format_tiles, shown)) == laid
