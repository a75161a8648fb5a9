"""The 万州 score line and fan: the shared vectors, a naive reader beside it, refusals and speed (WZ-12 to WZ-19)."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from games.engine.core.contract import NONE
from games.engine.core.errors import Code, EngineError, RulesInvalid
from games.engine.mahjong.packed import pack
from games.engine.mahjong.tiles import format_tiles
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.rules import with_overrides
from games.engine.mahjong.wanzhou.score import price, score
from tests.engine import naive_wanzhou as naive

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "score_wanzhou.jsonl").read_text().splitlines()
]
RULES = with_overrides("wanzhou", {"fan_cap": None})
PLUS_ONE = with_overrides("wanzhou", {"fan_cap": None, "self_draw": "plus_one"})


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_vector(case):
    line = {key: value for key, value in case.items() if key != "id"}
    assert score(line) == (case["expect"] or {"fan": None})


CITED = {
    **dict.fromkeys(fan.PATTERNS, "WZ-13"),
    "shi_san_yao": "WZ-15",
    "hun_er_diao": "WZ-16",
    "zi_mo": "WZ-17",
    "gang_shang_hua": "WZ-17",
    "qiang_gang_hu": "WZ-17",
    "jiu_jiu_gui_yi": "WZ-18",
}


@pytest.mark.parametrize("rule", ["double_fan", "plus_one"])
@pytest.mark.parametrize("case", [case for case in VECTORS if case["expect"]], ids=lambda case: case["id"])
def test_every_item_of_a_bill_is_named_and_cites_its_clause(case, rule):
    """The patterns in the order of WZ-16, what a self-draw adds, the circumstance, 九九归一; before the cap."""
    line = {key: value for key, value in case.items() if key != "id"} | {
        "rules": {"self_draw": rule, "fan_cap": None}
    }
    bill, _ = price(line)
    assert sorted(bill.patterns) == sorted(case["expect"]["patterns"])
    patterns = sorted(bill.patterns, key=naive.ORDER.index)
    wanted = [(name, naive.VALUES[name]) for name in patterns]
    worth = sum(value for _, value in wanted)
    wanted += [("zi_mo", worth if rule == "double_fan" else 1)] * bool(case.get("self_draw"))
    wanted += [(name, 1) for name in case.get("context", ())]
    wanted += [("jiu_jiu_gui_yi", bill.nines)] * bool(bill.nines)
    assert [(item.name, item.fan) for item in bill.items] == wanted
    assert [item.clause for item in bill.items] == [CITED[name] for name, _ in wanted]
    assert bill.fan == sum(value for _, value in wanted)
    assert bill.points == case.get("base", 100) * 2**bill.fan


GREEN = sorted(naive.GREEN)


def random_hand(rng: random.Random, wilds: int) -> tuple[list[int], list[list[int]]]:
    """A complete hand from which `wilds` tiles are taken away: its other tiles and its melds."""
    while True:
        suits = rng.choice(((0,), (1,), (2,), (0, 3), (2, 3), (3,), (0, 1, 2, 3)))
        kinds = [kind for kind in range(34) if kind // 9 in suits]
        if rng.random() < 0.3:
            kinds = [kind for kind in kinds if kind % 9 in (0, 7, 8) or kind > 26] or kinds
        elif rng.random() < 0.3:
            kinds = GREEN[: rng.choice((5, 6))]  # without 发 and with it
        groups = [_group(rng, kinds) for _ in range(4)]
        melds = groups[: rng.choice((0, 0, 0, 1, 2))]
        closed = [tile for group in groups[len(melds) :] for tile in group] + [rng.choice(kinds)] * 2
        if not melds and rng.random() < 0.3:
            closed = _special(rng, kinds)
        held = Counter([*closed, *(tile for meld in melds for tile in meld)])
        if max(held.values()) > 4:
            continue
        melds = [[*meld, meld[0]] if meld[0] == meld[1] and rng.random() < 0.3 else meld for meld in melds]
        rng.shuffle(closed)
        return sorted(closed[wilds:]), melds


def _group(rng: random.Random, kinds: list[int]) -> list[int]:
    while True:
        first = rng.choice(kinds)
        if rng.random() < 0.6 or first > 26 or first % 9 > 6:
            return [first] * 3
        if {first + 1, first + 2} <= set(kinds):
            return [first, first + 1, first + 2]


def _special(rng: random.Random, kinds: list[int]) -> list[int]:
    first = 9 * rng.randrange(3)
    match rng.randrange(4):
        case 0:
            return [kind for kind in rng.choices(kinds, k=7) for _ in range(2)]
        case 1:
            start = first + rng.randrange(3)
            return sorted([*range(start, start + 7)] * 2)
        case 2:
            gates = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9)]
            return [first + rank for rank in gates]
        case _:
            return [*naive.ORPHANS, rng.choice(naive.ORPHANS)]


def as_meld(tiles: list[int]) -> Meld:
    if tiles[0] != tiles[1]:
        return Meld(MeldKind.CHI, tuple(tiles))
    return Meld(MeldKind.PENG if len(tiles) == 3 else MeldKind.EXPOSED, tuple(tiles))


def check(rng: random.Random, wilds: int, *, every: bool) -> tuple[str, ...]:
    """Price a random hand and let the naive reader try the wilds as `every` kind, or as those that can matter.

    Returns the patterns scored. Beside the tiles held and their neighbours only kinds that some pattern or 九九归一 wants can matter.
    """
    plain, melds = random_hand(rng, wilds)
    kinds = set(range(34))
    if not every:
        kinds = {kind + step for kind in plain for step in range(-2, 3) if 0 <= kind + step < 34} | {
            8,
            17,
            26,
            32,
        }
        kinds |= set(naive.ORPHANS) if set(plain) <= set(naive.ORPHANS) else set()
    held = {*plain, *(tile for meld in melds for tile in meld)}
    wild = rng.choice([kind for kind in range(34) if kind not in held])
    self_draw, plus_one = rng.random() < 0.6, rng.random() < 0.5
    tiles = sorted([*plain, *[wild] * wilds])
    win = wild if wilds and self_draw and rng.random() < 0.4 else rng.choice(plain)
    wins = [win]
    if self_draw and not melds and rng.random() < 0.4:  # the dealt 14: the highest tile first
        win, wins = NONE, sorted(set(tiles), reverse=True)
    complete = fan.complete(pack(tiles), tuple(map(as_meld, melds)), wild, win, self_draw=self_draw)
    bill = fan.bill(PLUS_ONE if plus_one else RULES, complete, self_draw=self_draw)
    named = [naive.WILD if kind == wild else kind for kind in wins]
    wanted = naive.best(plain, wilds, melds, named, self_draw, sorted(kinds), plus_one)
    text = f"{format_tiles(plain)}+{wilds} {format_tiles((wild,))} {melds} win {win} {self_draw} {plus_one}"
    if wanted is None:
        assert bill is None, text
        return ()
    assert bill is not None, text
    assert (bill.fan, list(bill.patterns), bill.nines) == wanted[:3], text
    if win == NONE:
        taken = wild if wanted[3] == naive.WILD else wanted[3]
        assert fan.winning_tile(complete, wild, bill.reading) == taken, text
    laid = fan.groups(complete, wild, bill.reading)
    every_tile = sorted(tiles + [tile for meld in melds for tile in meld])
    assert sorted(tile for group in laid for tile in group) == every_tile, text
    return bill.patterns


@pytest.mark.parametrize(
    ("wilds", "hands", "every"),
    [(0, 400, True), (1, 150, True), (2, 30, True), (2, 150, False), (3, 20, False), (4, 6, False)],
)
def test_every_reading_is_found(wilds, hands, every):
    rng = random.Random(wilds)
    seen = set().union(*(check(rng, wilds, every=every) for _ in range(hands)))
    assert len(seen) > 4


LINE = {"game": "wanzhou", "hand": "123456789m23455s", "win": "4s", "void": "p"}


def scored(**changes) -> dict[str, object]:
    return score({**LINE, **changes})


def test_what_is_left_out_has_its_plainest_value():
    assert scored() == {"patterns": ["ping_hu"], "nines": 0, "fan": 1, "points": 200}
    assert scored(base=10, rules={"self_draw": "plus_one"}, self_draw=True)["points"] == 40


def test_without_a_winning_tile_any_may_be_it():
    """WZ-16: the dealt 14 may take whichever tile makes a 混儿吊 of it."""
    line = {"hand": "123456789m2347s5z", "wild": "5z", "self_draw": True}
    assert scored(**line, win=None)["patterns"] == ["hun_er_diao", "men_qing"]
    assert scored(**line, win="2s")["patterns"] == ["men_qing"]


def test_a_discarded_wild_is_a_plain_tile():
    """WZ-07: drawn it stands for anything, thrown by another seat it is the tile it shows."""
    line = {"hand": "123456789m234s55z", "wild": "5z", "win": "5z"}
    assert scored(**line, self_draw=True)["patterns"] == ["hun_er_diao", "men_qing"]
    assert scored(**line)["patterns"] == ["hun_er_diao"]
    line = {"hand": "123456789m23s577z", "wild": "5z", "win": "5z"}
    assert scored(**line, self_draw=True)["patterns"] == ["men_qing"]
    assert scored(**line) == {"fan": None}


def test_a_meld_of_the_void_suit_is_no_win_but_a_gang_of_wilds_is():
    line = {"hand": "123456m11789s", "melds": [{"kind": "gang", "tile": "9p"}], "win": "1s"}
    assert scored(**line) == {"fan": None}
    assert scored(**line, wild="9p") == {"patterns": ["ji_ben_hu"], "nines": 1, "fan": 2, "points": 400}


@pytest.mark.parametrize("tile", ["1p", "5p", "9p"])
def test_a_peng_of_the_void_suit_is_no_win_whatever_its_rank(tile):
    line = {"hand": "123456m11789s", "melds": [{"kind": "peng", "tile": tile}], "win": "1s"}
    assert scored(**line) == {"fan": None}
    assert scored(**line, void="m") == {"fan": None}
    assert scored(**line, void=None)["patterns"] == ["ji_ben_hu"]


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        ({"hand": "22233344466s666z", "win": "2s"}, ["lv_yi_se", "peng_peng_hu"]),
        ({"hand": "22888s234234s666z"}, ["lv_yi_se"]),
        ({"hand": "222333888s66z", "melds": [{"kind": "chi", "tile": "2s"}], "win": "6z"}, ["lv_yi_se"]),
        ({"hand": "222333888s66z", "melds": [{"kind": "chi", "tile": "1s"}], "win": "6z"}, ["ji_ben_hu"]),
        ({"hand": "222333888s66z", "melds": [{"kind": "peng", "tile": "1s"}], "win": "6z"}, ["peng_peng_hu"]),
        ({"hand": "33344466688s", "melds": [{"kind": "peng", "tile": "2s"}]}, ["peng_peng_hu", "qing_yi_se"]),
        ({"hand": "22233344488s", "melds": [{"kind": "peng", "tile": "6z"}]}, ["lv_yi_se", "peng_peng_hu"]),
        (
            {"hand": "222333444666s65z", "wild": "5z", "win": "6z"},
            ["hun_er_diao", "lv_yi_se", "peng_peng_hu"],
        ),
        ({"hand": "111234567999m8m5z", "wild": "5z", "win": "8m"}, ["hun_er_diao", "jiu_lian_bao_deng"]),
        ({"hand": "111234567899m9m5z", "wild": "5z", "win": "9m"}, ["jiu_lian_bao_deng"]),
        (
            {"hand": "123456m88m555z", "wild": "5z", "melds": [{"kind": "chi", "tile": "3s"}], "win": "3m"},
            ["ji_ben_hu"],  # the 混儿 are a triplet of nines rather than a run
        ),
        (
            {"hand": "1112345678999m5z", "wild": "5z", "win": "5z", "self_draw": True},
            ["jiu_lian_bao_deng", "men_qing"],
        ),
        (
            {"hand": "111345678999m55z", "wild": "5z", "win": "5z", "self_draw": True},
            ["hun_er_diao", "jiu_lian_bao_deng", "men_qing"],
        ),
        ({"hand": "22334455667788s"}, ["lian_qi_dui"]),
        ({"hand": "11223344556688s"}, ["qi_dui", "qing_yi_se"]),
        ({"hand": "1112233445566m5z", "wild": "5z", "win": "1m"}, ["long_qi_dui", "qing_yi_se"]),
        ({"hand": "11223344556688m", "win": "1m"}, ["qi_dui", "qing_yi_se"]),  # not in a row
        ({"hand": "1122334455m66s77z", "wild": "7z", "win": "6s"}, ["long_qi_dui"]),  # two 混儿 to spare
        ({"hand": "1122334455m6s777z", "wild": "7z", "win": "6s"}, ["long_qi_dui"]),
        ({"hand": "1122334455m67s77z", "wild": "7z", "win": "6s"}, ["qi_dui"]),
        ({"hand": "123456789s111z3m5z", "wild": "5z", "win": "3m"}, ["hun_er_diao"]),
        ({"hand": "11123455678999m", "win": None, "self_draw": True}, ["jiu_lian_bao_deng", "men_qing"]),
        ({"hand": "123456789m123z55s", "win": "5s"}, None),  # honours make no run
        ({"hand": "111m9m19p19s123456z", "win": "1m", "void": None}, None),  # twelve kinds
        ({"hand": "1199m19p19s123456z", "win": "1m", "void": None}, None),
        ({"hand": "119m19p19s1234566z", "win": "1m", "void": None}, None),
        ({"hand": "111m9m19p19s12345z7z", "wild": "7z", "win": "1m", "void": None}, None),
    ],
)
def test_what_makes_a_pattern_and_what_does_not(line, patterns):
    found = scored(**{"win": line["hand"][0] + line["hand"].strip("123456789")[0], **line})
    assert found.get("patterns") == patterns


def test_the_cap_pays_less_and_shows_all():
    hand = {"hand": "12233456677899m", "win": "9m", "self_draw": True}
    assert [scored(**hand, rules={"fan_cap": cap})["fan"] for cap in (4, 6, 8, 10, None)] == [4, 6, 8, 8, 8]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hand": "123456789m2345s"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "11111456789m455s"}, Code.IMPOSSIBLE_HAND),
        ({"win": "9s"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "chi", "tile": "8m"}]}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "chi", "tile": "1z"}]}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "run", "tile": "1m"}]}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "peng", "tile": "1z"}], "wild": "1z"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "chi", "tile": "1m"}], "wild": "3m"}, Code.IMPOSSIBLE_HAND),
        ({"hand": "456789m23455s", "melds": [{"kind": "exposed", "tile": "1z"}], "wild": "1z"}, Code.IMPOSSIBLE_HAND),
        ({"context": ["gang_shang_hua"], "self_draw": True}, Code.IMPOSSIBLE_HAND),
        ({"context": ["gang_shang_hua"]}, Code.IMPOSSIBLE_HAND),
        ({"context": ["qiang_gang_hu"], "self_draw": True}, Code.IMPOSSIBLE_HAND),
        ({"context": ["qiang_gang_hu"], "win": "5s"}, Code.IMPOSSIBLE_HAND),
        ({"context": ["qiang_gang_hu", "gang_shang_hua"]}, Code.IMPOSSIBLE_HAND),
        ({"context": ["tian_hu"]}, Code.BAD_RECORD),
        ({"void": "z"}, Code.BAD_RECORD),
        ({"wild": "5z", "rules": {"wild": False}}, Code.BAD_RECORD),
        ({"self_draw": 1}, Code.BAD_RECORD),
        ({"dora": "1m"}, Code.BAD_RECORD),
        ({"melds": "1m"}, Code.BAD_RECORD),
        ({"hand": "12x"}, Code.BAD_NOTATION),
        ({"wild": "55z"}, Code.BAD_NOTATION),
        ({"preset": "sichuan"}, Code.UNKNOWN_PRESET),
        ({"rules": {"ding_que": True}}, Code.UNKNOWN_RULE),
        ({"rules": {"fan_cap": 5}}, Code.BAD_RULES),
        ({"base": 3}, Code.BAD_RULES),
    ],
)  # fmt: skip
def test_an_impossible_line_is_refused(changes, code):
    with pytest.raises(EngineError) as refused:
        scored(**changes)
    assert refused.value.code is code


def test_all_problems_of_a_rule_set_are_told():
    with pytest.raises(RulesInvalid) as refused:
        with_overrides("wanzhou", {"players": 5, "base": 7, "fan_cap": True, "wild": 1, "on_leave": "escape"})
    assert [field for field, _ in refused.value.problems] == [
        "players",
        "base",
        "wild",
        "fan_cap",
        "on_leave",
    ]
