"""Every number on a rule page is the constant that the code plays by: digits in their order, number words by value."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from games.engine.cards.guanpai.deck import ACE, COPIES, DECK, HAND_SIZE, RANKS
from games.engine.cards.guanpai.state import LEAVE_LEAST, points_for
from games.engine.catalogue import GAMES
from games.engine.core.coins import settle_coins
from games.engine.core.contract import Cause, LedgerRow
from games.engine.core.errors import RulesInvalid
from games.engine.mahjong import suggest
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan import fan as sichuan_fan
from games.engine.mahjong.tiles import KINDS, ORPHANS, parse_tiles
from games.engine.mahjong.wanzhou import fan as wanzhou_fan
from games.engine.mahjong.wanzhou.rules import FAN_CAPS
from games.presentation.mahjong import names
from games.services.options import Clocks
from tests.support.stack import ROOT

TEXTS = ROOT / "games" / "rules_text"
PAGES = sorted(path.stem for path in (TEXTS / "zh").glob("*.md"))
SICHUAN, WANZHOU, GUANPAI = GAMES.game("sichuan"), GAMES.game("wanzhou"), GAMES.game("guanpai")
S, W = SICHUAN.presets["sichuan_xuezhan"], WANZHOU.presets["wanzhou"]
CLOCKS = Clocks()

# What the pages' numbers are in code.


def _players(game, preset: str) -> list[int]:
    def lawful(players: int) -> bool:
        try:
            game.rules(preset, {"players": players})
        except RulesInvalid:
            return False
        return True

    return [players for players in range(1, 9) if lawful(players)]


def _dealt(game, rules) -> tuple[int, int, int, int]:
    """The number of tiles, the dealer's, the others' and those left in the wall."""
    deal = game.deal_from_seed(rules, bytes(32), ("",) * rules.players, 0)
    dealer, other = len(deal.hands[0]), len(deal.hands[1])
    return dealer + other * (rules.players - 1) + len(deal.wall), dealer, other, len(deal.wall)


def _shape(cards: str) -> object:
    return GUANPAI.score({"game": "guanpai", "cards": cards})["shape"]


def _least(times: int) -> int:
    """From how many ranks on cards of `times` alike are a sequence."""
    return next(n for n in range(2, 13) if _shape("".join(rank * times for rank in RANKS[:n])) is not None)


def _coins() -> list[int]:
    """The example of LD-05: three seats owe 18 points each at N = 200 and A = 400."""
    n, fee, lost = 200, 400, 18
    rows = [LedgerRow(payer, 0, lost, Cause.SELF_DRAW, "SC-13", 0) for payer in (1, 2, 3)]
    net = settle_coins(rows, [20_000] * 4, coefficient=n, fee=fee).net
    return [n, fee, 3 * lost, 3 * lost * n, fee, net[0], lost, lost * n, fee, -net[1]]


def _added(hand: str, name: str) -> int:
    bill = sichuan_fan.bill(S, pack(parse_tiles(hand)), (), added=name if name != "gen" else "")
    assert bill is not None
    return next(item.fan for item in bill.items if item.name == name)


def _extra(context: str, self_draw: bool) -> int:
    line = {
        "game": "wanzhou",
        "hand": "456m11789s",
        "win": "7s",
        "self_draw": self_draw,
        "rules": {"fan_cap": 0},
    }
    line |= {"melds": [{"kind": "gang", "tile": "1m"}, {"kind": "peng", "tile": "2m"}]}
    plain, more = WANZHOU.score(line), WANZHOU.score(line | {"context": [context]})
    return int(str(more["fan"])) - int(str(plain["fan"]))


FULL, PEOPLE = _dealt(SICHUAN, S), _players(SICHUAN, "sichuan_xuezhan")
ALIKE = FULL[0] // 27  # copies of a tile
SUITS = FULL[0] // (9 * ALIKE)
PENG, PAIR, SETS = ALIKE - 1, 2, FULL[2] // 3
SWAP = len(suggest.swap_three(pack(range(13))))
TABLE = [(left, points_for(left)) for left in range(HAND_SIZE, 0, -1)]
BASE = S.base
SICHUAN_FAN = sorted(set(sichuan_fan.BASES.values()))
WANZHOU_FAN = sorted(set(wanzhou_fan.PATTERNS.values()))
GATES = "1112345678999"

# What each page says, in the order of its digits; a pair where the languages differ. What is missing here says none.
DIGITS: dict[str, list | tuple[list, list]] = {
    "GP-01": [len(DECK), 2, 2, 2, int(RANKS[0]), 2, 2, HAND_SIZE, len(DECK) - 2 * HAND_SIZE],
    "GP-02": [int(RANKS[0]), int(RANKS[1]), int(RANKS[-1])],
    "GP-04": [int(rank.replace("T", "10")) for rank in reversed(RANKS) if rank not in "JQKA"],
    "GP-06": [2, int(RANKS[0])],
    "GP-07": [5],
    "GP-09": [number for pair in TABLE[:3] for number in pair] + [TABLE[3][0]],
    "GP-10": [LEAVE_LEAST],
    "LD-05": _coins(),
    "SC-01": [FULL[0], 1, 9, *FULL[1:]],
    "SC-04": [CLOCKS.ding_que // 1000],
    "SC-05": [FULL[1]],
    "SC-10": [S.forced_last, CLOCKS.forced // 1000],
    "SC-13": [BASE, 2, 1] + [number for fan in range(1, 8) for number in (fan, sichuan_fan.points(S, fan))],
    "SC-14": (SICHUAN_FAN, [1, 2, 3, 1, 9, 4, 2, 5, 8, 5, 6]),
    "SC-15": [_added("123456789m11222p", name) for name in sichuan_fan.ADDED]
    + [_added("123456m111123p22s", "gen")],
    "SC-17": [1, 9, 111222333, 123, 2, 5, 8],
    "SC-18": [FULL[1]],
    "SC-20": [BASE * units for units in (S.exposed_units, S.added_units, S.concealed_units)],
    "SC-22": ([BASE * S.pig_units, S.pig_units], [BASE * S.pig_units, S.pig_units, BASE]),
    "SC-23": [BASE, 2, 1],
    "SC-25": [BASE * S.escape_units],
    "WZ-01": [*_dealt(WANZHOU, W)],
    "WZ-04": [CLOCKS.ding_que // 1000],
    "WZ-07": [KINDS],
    "WZ-11": [CLOCKS.locked / 1000],
    "WZ-13": [*WANZHOU_FAN, len(GATES), int(GATES)],
    "WZ-17": [_extra("gang_shang_hua", True), _extra("qiang_gang_hu", False)],
    "WZ-18": [1, 1],
    "WZ-19": [2, W.fan_cap, *FAN_CAPS],
    "WZ-21": [W.concealed_units, W.added_units, W.exposed_units],
    "WZ-22": ([CLOCKS.join // 1000, W.join_units], [CLOCKS.join // 1000]),
    "WZ-23": [W.pig_units],
}

# The values of the number words of both languages together; one (一) is no number here.
WORDS: dict[str, set[float]] = {
    "GP-01": {GUANPAI.presets["guanpai"].players, COPIES[0], COPIES[ACE]},
    "GP-02": {GUANPAI.presets["guanpai"].players},
    "GP-05": {_least(1), _least(2), _least(3), 3, 4},
    "GP-06": {len(RANKS), len(RANKS) + 1, 2},
    "GP-07": {3},
    "GP-08": {2, 3, 4},
    "SC-01": {*PEOPLE, SUITS, ALIKE},
    "SC-02": {PAIR, PENG},
    "SC-03": {SUITS - 1, SUITS},
    "SC-05": {SWAP, *PEOPLE[:2]},
    "SC-08": {PENG, ALIKE},
    "SC-09": {ALIKE},
    "SC-10": {S.forced_last + 1},
    "SC-12": {S.forced_last + 1},
    "SC-14": {ALIKE},
    "SC-16": {PENG, ALIKE},
    "SC-17": {3, ALIKE},
    "SC-22": {SUITS, 2},
    "SC-23": {ALIKE},
    "SC-26": {S.late_escape},
    "WZ-01": {*_players(WANZHOU, "wanzhou"), ALIKE},
    "WZ-03": {SWAP},
    "WZ-05": {SWAP, *PEOPLE[:2]},
    "WZ-07": {ALIKE, PAIR},
    "WZ-08": {3},
    "WZ-10": {ALIKE},
    "WZ-12": {SETS},
    "WZ-13": {ALIKE},
    "WZ-14": {SETS},
    "WZ-15": {SUITS, len([kind for kind in ORPHANS if kind > 26]), PAIR, 9},
    "WZ-16": {SETS},
    "WZ-18": {9},
    "WZ-22": {W.join_halves / 2, PEOPLE[0]},
}

RUN = re.compile(r"(?:10|[2-9AJQK]){5,}(?: (?:10|[JQK])+)?")
NAMES = {
    "zh": "四川麻将 换三张 龙七对 连七对 七对 十三幺 九莲宝灯 大四喜 大三元 四杠 九九归一 带幺九 清幺九 双顺 三顺 三带对 三带一 "
    "三带两张单牌 四带二 九万、九筒、九条 一和九".split(),
    "en": [
        "nine gates",
        "three dragons",
        "thirteen orphans",
        "seven pairs",
        "大四喜 (four winds)",
        "four gangs",
        "九莲宝灯",
    ],
}
SIGNS = {sign: number for number, sign in enumerate("一二三四五六七八九", start=1)} | {"两": 2}
SPOKEN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
)
ENGLISH = {word: number for number, word in enumerate(SPOKEN, start=1) if number > 1} | {
    "twice": 2,
    "half": 0.5,
}


def text_of(language: str, clause: str) -> str:
    """A page without runs of cards and without names that hold a number."""
    text = (TEXTS / language / f"{clause}.md").read_text("utf-8")
    if clause.startswith("GP"):
        text = RUN.sub(" ", text)
    for name in NAMES[language]:
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    return text


def digits(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def words(language: str, text: str) -> set[float]:
    if language == "en":
        return {
            ENGLISH[word]
            for word in re.findall(r"[a-z]+", re.sub(r"s\b", "", text.lower()))
            if word in ENGLISH
        }
    found = re.findall(r"[二两三四五六七八九]?十[一二三四五六七八九]?|[二两三四五六七八九]|半(?=倍)", text)
    return {_value(word) for word in found}


def _value(word: str) -> float:
    if word == "半":
        return 0.5
    tens, _, ones = word.rpartition("十")
    return (10 * SIGNS.get(tens, 1) if "十" in word else 0) + SIGNS.get(ones, 0)


@pytest.mark.parametrize("clause", PAGES)
def test_the_digits_are_the_constants(clause: str) -> None:
    expected = DIGITS.get(clause, [])
    zh, en = expected if isinstance(expected, tuple) else (expected, expected)
    assert digits(text_of("zh", clause)) == zh
    assert digits(text_of("en", clause)) == en


@pytest.mark.parametrize("clause", PAGES)
def test_the_number_words_are_the_constants(clause: str) -> None:
    said = words("zh", text_of("zh", clause)) | words("en", text_of("en", clause))
    assert said == WORDS.get(clause, set())


@pytest.mark.parametrize(("clause", "fans"), [("SC-14", sichuan_fan.BASES), ("WZ-13", wanzhou_fan.PATTERNS)])
@pytest.mark.parametrize(("language", "line"), [("zh", "- {} 番："), ("en", "- {} fan: ")])
def test_every_pattern_stands_in_the_line_of_its_fan(clause, fans, language, line) -> None:
    lines = (TEXTS / language / f"{clause}.md").read_text("utf-8").splitlines()
    with override("zh-hans"):
        for name, fan in fans.items():
            row = next(text for text in lines if text.startswith(line.format(fan)))
            listed = re.findall(r"[\u4e00-\u9fff]+", row.removeprefix(line.format(fan)))
            assert names.fan(name) in re.split("或", "或".join(listed)), name


@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("A2345", "run"),
        ("TJQKA", "run"),
        ("JQKA2", None),
        ("KA234", None),
        ("QKA23", None),
        ("A23456789TJQKA", None),
    ],
)
def test_the_runs_of_the_page_are_those_of_the_game(cards: str, shape: str | None) -> None:
    """GP-06."""
    shown = cards.replace("T", "10")
    for language in ("zh", "en"):
        page = (TEXTS / language / "GP-06.md").read_text("utf-8")
        assert shown in page or len(cards) == len(RANKS) + 1
    assert _shape(cards) == shape


def test_a_planted_number_is_found() -> None:
    assert digits("8 番、0.5 秒") == [8, 0.5]
    assert words("zh", "十四张，两家，二十") == {14, 2, 20}
    assert words("en", "Four alike, twice the fours, half a base") == {4, 2, 0.5}
