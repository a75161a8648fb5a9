"""The fan of a 万州 hand (WZ-13 to WZ-19): every reading is priced and the dearest one counts."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.contract import NONE, FanItem
from games.engine.mahjong.packed import kinds, unpack
from games.engine.mahjong.view import Meld
from games.engine.mahjong.wanzhou.readings import FREE, WILD, Complete, Reading, readings
from games.engine.mahjong.wanzhou.rules import SelfDraw, WanzhouRules
from games.engine.mahjong.wanzhou.suits import PAIR, RUN

# In the order in which equal totals are decided (WZ-16).
PATTERNS = {
    "lian_qi_dui": 8,
    "shi_san_yao": 8,
    "si_gang": 8,
    "da_san_yuan": 8,
    "da_si_xi": 8,
    "jiu_lian_bao_deng": 8,
    "lv_yi_se": 8,
    "qing_yi_se": 3,
    "long_qi_dui": 3,
    "qi_dui": 2,
    "peng_peng_hu": 2,
    "hun_er_diao": 1,
    "men_qing": 1,
    "ping_hu": 1,
    "ji_ben_hu": 1,
}
ADDED = ("gang_shang_hua", "qiang_gang_hu")  # +1 each (WZ-17)
_ORDER = {name: place for place, name in enumerate(PATTERNS)}
_NO_MEN_QING = ("lian_qi_dui", "shi_san_yao")  # WZ-14
_CLAUSES = {
    "shi_san_yao": "WZ-15",
    "hun_er_diao": "WZ-16",
}


class Bill(NamedTuple):
    """A priced hand: patterns in the order of WZ-16, `fan` after the cap, and the reading that was scored.

    `items` sum to the fan before the cap.
    """

    patterns: tuple[str, ...]
    nines: int
    fan: int
    points: int
    items: tuple[FanItem, ...]
    reading: Reading


def bill(rules: WanzhouRules, hand: Complete, *, self_draw: bool, added: str = "") -> Bill | None:
    """Price a complete hand; None if it is no win by shape.

    `added` is one of ADDED or "". Void tiles are the caller's business.
    """
    concealed = self_draw and not hand.melds
    best: tuple[int, tuple[int, ...], tuple[str, ...], Reading] | None = None
    for reading in readings(hand):
        patterns = _patterns(reading, concealed)
        total = self_drawn(rules, _sum(patterns)) if self_draw else _sum(patterns)
        # Of equal totals the earlier pattern at the first difference, and the longer of two lists, wins (WZ-16).
        order = (*(_ORDER[name] for name in patterns), len(PATTERNS))
        if best is None or (-total - reading.nines, order) < best[:2]:
            best = (-total - reading.nines, order, patterns, reading)
    if best is None:
        return None
    _, _, patterns, reading = best
    items = _items(rules, patterns, reading.nines, self_draw, added)
    fan = sum(item.fan for item in items)
    if rules.fan_cap:
        fan = min(fan, rules.fan_cap)
    return Bill(patterns, reading.nines, fan, points(rules, fan), items, reading)


def points(rules: WanzhouRules, fan: int) -> int:
    """Return what one payer pays for `fan`: base × 2^fan (WZ-19)."""
    return rules.base << fan


def self_drawn(rules: WanzhouRules, fan: int) -> int:
    """Return the pattern fan of a self-draw (WZ-17)."""
    return 2 * fan if rules.self_draw is SelfDraw.DOUBLE_FAN else fan + 1


def complete(hand: int, melds: tuple[Meld, ...], wild: int, win: int, *, self_draw: bool) -> Complete:
    """Read packed concealed tiles, the winning one included, as tiles and wilds.

    A 混儿 won from a discard is a plain tile of its face (WZ-07). `win` NONE: any tile may be the winning one.
    """
    shift = 3 * wild
    wilds = hand >> shift & 7 if wild != NONE else 0
    if wilds and win == wild and not self_draw:
        wilds -= 1
    plain = hand - (wilds << shift) if wilds else hand
    if win == NONE:  # a 混儿 is as high as its face
        wins = tuple(WILD if kind == wild else kind for kind in reversed(kinds(hand)))
    else:
        wins = (WILD if win == wild and self_draw else win,)
    return Complete(plain, wilds, melds, wins)


def winning_tile(hand: Complete, wild: int, reading: Reading) -> int:
    """Return the tile of a dealt 14 that the reading scored takes as the winning one, the highest of several (WZ-11)."""
    win = hand.wins[0] if reading.win == NONE else reading.win
    return wild if win == WILD else win


def groups(hand: Complete, wild: int, reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Return the tiles as they lie, melds first, grouped as the reading scored has them."""
    laid = tuple(meld.tiles for meld in hand.melds)
    left = list(unpack(hand.plain))
    if not reading.blocks and reading.win == NONE:
        return laid + _in_pairs(left, hand.wilds, wild, reading)
    if not reading.blocks:
        return (*laid, (*left, *(wild,) * hand.wilds))
    found: list[tuple[int, ...]] = []
    if "hun_er_diao" in reading.names:
        single = wild if reading.win == WILD else reading.win
        if reading.win != WILD:
            left.remove(single)
        found.append((single, wild))
    for shape, first in reading.blocks:
        wanted = (first, first + 1, first + 2) if shape == RUN else (first,) * (2 if shape == PAIR else 3)
        if first == FREE:
            wanted = (FREE,) * len(wanted)
        group = []
        for tile in wanted:
            if tile in left:
                left.remove(tile)
                group.append(tile)
            else:
                group.append(wild)
        found.append(tuple(group))
    return laid + tuple(found)


def _in_pairs(left: list[int], wilds: int, wild: int, reading: Reading) -> tuple[tuple[int, ...], ...]:
    if reading.names == ("shi_san_yao",):
        return ((*left, *(wild,) * wilds),)
    found = []
    for kind in sorted(set(left)):
        held = left.count(kind)
        found += [(kind, kind)] * (held // 2)
        if held % 2:
            found.append((kind, wild))
    spare = 7 - len(found)
    return (*found, *((wild, wild),) * spare)


def _patterns(reading: Reading, concealed: bool) -> tuple[str, ...]:
    names = list(reading.names)
    if concealed and not any(name in _NO_MEN_QING for name in names):
        names.append("men_qing")
    if not names:
        names.append("ping_hu" if reading.runs else "ji_ben_hu")
    return tuple(sorted(names, key=_ORDER.__getitem__))


def _sum(patterns: tuple[str, ...]) -> int:
    return sum(PATTERNS[name] for name in patterns)


def _items(
    rules: WanzhouRules, patterns: tuple[str, ...], nines: int, self_draw: bool, added: str
) -> tuple[FanItem, ...]:
    items = [FanItem(name, PATTERNS[name], _CLAUSES.get(name, "WZ-13")) for name in patterns]
    if self_draw:
        worth = _sum(patterns)
        items.append(FanItem("zi_mo", self_drawn(rules, worth) - worth, "WZ-17"))
    if added:
        items.append(FanItem(added, 1, "WZ-17"))
    if nines:
        items.append(FanItem("jiu_jiu_gui_yi", nines, "WZ-18"))
    return tuple(items)
