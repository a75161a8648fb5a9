"""How a winning 万州 hand lies on the result sheet, 混儿 where the reading that was scored has them (WZ-07, WZ-16)."""

from __future__ import annotations

import pytest

from games.engine.mahjong.tiles import format_tiles, parse_tile
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.score import price


def priced(hand: str, **line: object):
    found = price({"game": "wanzhou", "hand": hand, "void": "p", "rules": {"fan_cap": None}, **line})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("hand", "wild", "line", "laid"),
    [
        ("123456789m23455s", None, {"win": "4s"}, "123m 456m 789m 234s 55s"),
        ("123456789m23s557z", "7z", {"win": "2s"}, "123m 456m 789m 23s7z 55z"),
        ("123456789m234s5s7z", "7z", {"win": "5s"}, "5s7z 123m 456m 789m 234s"),  # 混儿吊
        ("123456789m234s77z", "7z", {"win": "7z", "self_draw": True}, "77z 123m 456m 789m 234s"),
        ("1122334455m667s7z", "7z", {"win": "7s"}, "11m 22m 33m 44m 55m 66s 7s7z"),
        ("1122334455m66s77z", "7z", {"win": "6s"}, "11m 22m 33m 44m 55m 66s 77z"),
        ("19m19p19s123456z1m5z", "5z", {"win": "9s", "void": None}, "119m19p19s1234655z"),
        ("22334455667788s", None, {"win": "2s"}, "22s 33s 44s 55s 66s 77s 88s"),
        ("11123455678999m", None, {"win": "5m"}, "11123455678999m"),  # 九莲宝灯
        ("123456m88m555z", "5z", {"win": "3m", "melds": [{"kind": "peng", "tile": "3s"}]}, "333s 123m 456m 88m 555z"),
    ],
)  # fmt: skip
def test_groups(hand, wild, line, laid):
    bill, complete = priced(hand, wild=wild, **line)
    shown = " ".join(map(format_tiles, fan.groups(complete, parse_tile(wild) if wild else -1, bill.reading)))
    assert shown == laid, bill.patterns


@pytest.mark.parametrize(
    ("hand", "wild", "tile"),
    [
        ("123456789m23455s", None, "5s"),  # any tile wins: the highest
        ("11567m123456789s", None, "9s"),
        ("11123455678999m", None, "5m"),
        ("22334455667788s", None, "8s"),
        ("119m19s1234567z19p", None, "7z"),
        ("123456789m234s7s5z", "5z", "7s"),  # 混儿吊 of the 7s
        ("123456789m234s55z", "5z", "5z"),  # two 混儿: any tile could be the single one, the highest is
        ("123456789m234s11p", "1p", "4s"),
        ("111234567999m11z", "1z", "1z"),  # 九莲宝灯 with 混儿吊: of 2m, 5m and 8m the highest
    ],
)
def test_the_tile_that_a_dealt_win_takes(hand, wild, tile):
    bill, complete = priced(hand, wild=wild, self_draw=True, void=None)
    found = fan.winning_tile(complete, parse_tile(wild) if wild else -1, bill.reading)
    assert format_tiles((found,)) == tile
