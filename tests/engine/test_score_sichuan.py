"""`score` for 四川麻将: the shared hands, options, spoilt lines."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

import pytest

from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.sichuan.game import GAME
from games.engine.mahjong.sichuan.score import price

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors/score_sichuan.jsonl").read_text().splitlines()
]
PURE = "11113333555599p"  # 青龙七对 with three fours: 8番


def score(hand: str, melds: str = "", **more: object) -> dict[str, object]:
    laid = [{"kind": "peng" if m[0] == "p" else "gang", "tile": m[1:]} for m in melds.split()]
    return GAME.score({"game": "sichuan", "hand": hand, "melds": laid, **more})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_shared_hand(case):
    line = {key: value for key, value in case.items() if key != "id"}
    if case["expect"] == "error":
        with pytest.raises(EngineError) as refused:
            GAME.score(line)
        assert refused.value.code is Code.IMPOSSIBLE_HAND
    else:
        assert GAME.score(line) == (case["expect"] or {"fan": None})


CITED = {
    "dai_yao_jiu": "SC-17",
    "jiang_dui": "SC-17",
    "qi_dui": "SC-17",
    "tian_hu": "SC-18",
    "di_hu": "SC-18",
    "gen": "SC-16",
    "gang_shang_hua": "SC-15",
    "gang_shang_pao": "SC-15",
}


@pytest.mark.parametrize(
    "case", [case for case in CASES if isinstance(case["expect"], dict)], ids=itemgetter("id")
)
def test_every_item_of_a_bill_is_named_and_cites_its_clause(case):
    """The base first, then the roots, then what the way of winning adds; together they are the fan."""
    bill, _ = price({key: value for key, value in case.items() if key != "id"})
    expect = case["expect"]
    added = [name for name in case["context"] if name.startswith("gang_shang")]
    names = [expect["base"], *["gen"] * bool(expect["roots"]), *added]
    assert [(item.name, item.clause) for item in bill.items] == [
        (name, CITED.get(name, "SC-14")) for name in names
    ]
    assert [item.fan for item in bill.items[1:]] == [expect["roots"]] * ("gen" in names) + [1] * len(added)
    assert sum(item.fan for item in bill.items) == expect["fan"]


def test_the_items_are_told_before_the_cap():
    bill, _ = price({"game": "sichuan", "hand": PURE, "rules": {"fan_cap": 5}})
    assert [(item.name, item.fan) for item in bill.items] == [("qing_long_qi_dui", 6), ("gen", 2)]
    assert (bill.fan, bill.points) == (5, 96)


def test_options_are_switched_by_preset_and_rules():
    assert score(PURE)["points"] == 768
    assert score(PURE, rules={"fan_cap": 5}) == {
        "base": "qing_long_qi_dui",
        "roots": 2,
        "fan": 5,
        "points": 96,
    }
    assert score(PURE, rules={"fan_cap": None})["fan"] == 8
    assert score(PURE, base=10)["points"] == 1280
    assert score(PURE, preset="chengdu_xuezhan", void="p") == {"fan": None}
    assert score(PURE, preset="chengdu_xuezhan", void="m")["fan"] == 8
    assert score("123456m12355789s", rules={"ding_que": True}, void="s") == {"fan": None}
    assert score("11199s", "p1m p9m p8s", void="m") == {"fan": None}


def test_roots_count_in_every_shape():
    assert score("111123m11778899s")["roots"] == 1
    assert score("456m12223s", "p5m g8s", context=["gang_shang_hua"])["fan"] == 3
    assert score("789s11m", "p9s p2m p3m")["roots"] == 1
    assert score("678s11m", "p5s p2m p3m")["roots"] == 0


@pytest.mark.parametrize("rank", range(2, 9))
def test_a_triplet_between_the_ends_spoils_dai_yao_jiu(rank):
    """SC-17; the others are 123, 789, 999 and the pair of 1m."""
    assert score(f"11{str(rank) * 3}m123789999p")["base"] == "ping_hu"
    assert score("11999m123789999p")["base"] == "dai_yao_jiu"


@pytest.mark.parametrize("suit", "mps")
def test_one_suit_is_pure_in_every_suit(suit):
    assert score(f"11123456788999{suit}")["base"] == "qing_yi_se"
    assert score(f"11122233344455{suit}")["base"] == "qing_dui"
    assert score(f"11223344667799{suit}")["base"] == "qing_qi_dui"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"hand": "11111m123456789s"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "123m"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "123456m12355789s1p"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "123456m12355z789s"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "123456m123557899"}, Code.BAD_NOTATION),
        ({"hand": "123456x12355789s"}, Code.BAD_NOTATION),
        ({"hand": 5}, Code.BAD_RECORD),
        ({"hand": None}, Code.BAD_RECORD),
        ({"melds": [{"kind": "chi", "tile": "1m"}], "hand": "55789s456m123s"}, Code.IMPOSSIBLE_HAND),
        ({"melds": [{"kind": "peng"}]}, Code.BAD_RECORD),
        ({"melds": [{"kind": ["peng"], "tile": "1m"}]}, Code.IMPOSSIBLE_HAND),
        ({"melds": [{"kind": "peng", "tile": "1m2m"}]}, Code.BAD_NOTATION),
        ({"melds": [{"kind": "peng", "tile": "1z"}], "hand": "12355789s456m"}, Code.IMPOSSIBLE_HAND),
        ({"melds": {}}, Code.BAD_RECORD),
        ({"win": "9m"}, Code.IMPOSSIBLE_HAND),
        ({"win": 9}, Code.BAD_RECORD),
        ({"self_draw": "yes"}, Code.BAD_RECORD),
        ({"void": "z"}, Code.BAD_RECORD),
        ({"void": "mp"}, Code.BAD_RECORD),
        ({"wild": "3p"}, Code.BAD_RECORD),
        ({"context": "tian_hu"}, Code.BAD_RECORD),
        ({"context": ["hai_di"]}, Code.BAD_RECORD),
        ({"context": [["tian_hu"]]}, Code.BAD_RECORD),
        ({"context": ["tian_hu", "di_hu"]}, Code.IMPOSSIBLE_HAND),
        ({"context": ["tian_hu"], "self_draw": False}, Code.IMPOSSIBLE_HAND),
        ({"context": ["gang_shang_hua"]}, Code.IMPOSSIBLE_HAND),
        ({"context": ["gang_shang_pao"], "self_draw": True}, Code.IMPOSSIBLE_HAND),
        ({"context": ["qiang_gang_hu"], "win": "5s"}, Code.IMPOSSIBLE_HAND),
        ({"preset": "wanzhou"}, Code.UNKNOWN_PRESET),
        ({"preset": 3}, Code.BAD_RECORD),
        ({"rules": {"fan_limit": 3}}, Code.UNKNOWN_RULE),
        ({"rules": {"fan_cap": -1}}, Code.BAD_RULES),
        ({"rules": {"fan_cap": 2.5}}, Code.BAD_RULES),
        ({"rules": 7}, Code.BAD_RECORD),
        ({"base": 0}, Code.BAD_RULES),
        ({"base": "6"}, Code.BAD_RULES),
        ({"hands": "1m"}, Code.BAD_RECORD),
    ],
)
def test_a_spoilt_line_is_refused_with_a_code(line, code):
    with pytest.raises(EngineError) as refused:
        GAME.score({"game": "sichuan", "hand": "123456m12355789s", **line})
    assert refused.value.code is code


def test_random_lines_never_fail_otherwise():
    rng = random.Random(7)
    values = [
        None,
        True,
        -1,
        0,
        2.5,
        10**30,
        "",
        "5p",
        "19m3p",
        "m",
        "胡",
        [],
        {},
        ["tian_hu"],
        [None],
        {"a": 1},
    ]
    keys = "hand melds preset rules win self_draw void wild base context expect note other".split()
    for _ in range(3000):
        line = dict(rng.choice(CASES)) if rng.random() < 0.7 else {}
        line.pop("id", None)
        for key in rng.sample(keys, rng.randint(1, 3)):
            line[key] = rng.choice(values)
        with suppress(EngineError):
            assert "fan" in GAME.score(line)
