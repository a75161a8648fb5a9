"""The fan of a 四川 hand (SC-14 to SC-19): every reading is priced and the dearest one counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.core.contract import FanItem
from games.engine.mahjong.packed import KINDS_MASK, counts, fours, is_pairs, is_sets, suits
from games.engine.mahjong.sichuan.rules import SichuanRules
from games.engine.mahjong.view import Meld

# In the order of SC-14: of equal totals the bigger base is named, of equal bases the later one.
BASES = {
    "ping_hu": 1,
    "dui_dui_hu": 2,
    "qing_yi_se": 3,
    "dai_yao_jiu": 3,
    "qi_dui": 3,
    "qing_dui": 4,
    "jiang_dui": 4,
    "long_qi_dui": 5,
    "qing_qi_dui": 5,
    "qing_yao_jiu": 5,
    "qing_long_qi_dui": 6,
    "tian_hu": 6,
    "di_hu": 6,
}
ADDED = ("gang_shang_hua", "gang_shang_pao")  # +1 each (SC-15)
_ORDER = {name: place for place, name in enumerate(BASES)}
_ABSORBS_ROOT = ("long_qi_dui", "qing_long_qi_dui")  # SC-16
_CLAUSES = {
    "dai_yao_jiu": "SC-17",
    "jiang_dui": "SC-17",
    "qi_dui": "SC-17",
    "tian_hu": "SC-18",
    "di_hu": "SC-18",
}
_TWO_FIVE_EIGHT = (1, 4, 7)
_ENDS = (0, 8)


class Bill(NamedTuple):
    """A priced hand. `fan` is the total after the cap, `roots` those that count beside the base."""

    base: str
    roots: int
    fan: int
    points: int
    items: tuple[FanItem, ...]


def bill(
    rules: SichuanRules, hand: int, melds: tuple[Meld, ...], *, opening: str = "", added: str = ""
) -> Bill | None:
    """Price the packed concealed `hand` (winning tile included) with its melds; None if it is no win by shape.

    `opening` is "tian_hu" or "di_hu" where the win is one, `added` one of ADDED or "". Three suits and void
    tiles are the caller's business.
    """
    names = list(_readings(hand, melds))
    if not names:
        return None
    if opening:
        names.append(opening)
    roots = count_roots(hand, melds)
    base = max(names, key=lambda name: (BASES[name] + _left(name, roots), BASES[name], _ORDER[name]))
    left = _left(base, roots)
    items = [FanItem(base, BASES[base], _CLAUSES.get(base, "SC-14"))]
    if left:
        items.append(FanItem("gen", left, "SC-16"))
    if added:
        items.append(FanItem(added, 1, "SC-15"))
    total = sum(item.fan for item in items)
    fan = min(total, rules.fan_cap) if rules.fan_cap else total
    return Bill(base, left, fan, points(rules, fan), tuple(items))


def points(rules: SichuanRules, fan: int) -> int:
    """Return what one payer pays for `fan`: base × 2^(fan−1) (SC-13)."""
    return rules.base << fan - 1


def count_roots(hand: int, melds: tuple[Meld, ...]) -> int:
    """Return the number of kinds held four times without a gang (SC-16)."""
    pengs = sum(1 for meld in melds if len(meld.tiles) == 3 and hand >> 3 * meld.tiles[0] & 7)
    return len(fours(hand)) + pengs


def _left(base: str, roots: int) -> int:
    return roots - 1 if base in _ABSORBS_ROOT else roots


def _readings(hand: int, melds: tuple[Meld, ...]) -> Iterator[str]:
    present = suits_of(hand, melds)
    pure = not present & (present - 1)
    if not melds and is_pairs(hand):
        quads = hand >> 2 & KINDS_MASK
        if quads:
            yield "qing_long_qi_dui" if pure else "long_qi_dui"
        else:
            yield "qing_qi_dui" if pure else "qi_dui"
    if not is_sets(hand):
        return
    yield "qing_yi_se" if pure else "ping_hu"
    held = counts(hand)
    if _is_triplets(held):
        yield "qing_dui" if pure else "dui_dui_hu"
        if all(kind % 9 in _TWO_FIVE_EIGHT for kind in _kinds(held, melds)):
            yield "jiang_dui"
    if _is_ends(held) and all(meld.tiles[0] % 9 in _ENDS for meld in melds):
        yield "qing_yao_jiu" if pure else "dai_yao_jiu"


def _kinds(held: tuple[int, ...], melds: tuple[Meld, ...]) -> Iterator[int]:
    yield from (kind for kind, number in enumerate(held) if number)
    yield from (meld.tiles[0] for meld in melds)


def _is_triplets(held: tuple[int, ...]) -> bool:
    return all(number in (0, 2, 3) for number in held) and held.count(2) == 1


def _is_ends(held: tuple[int, ...]) -> bool:
    """Return whether sets and pair can all hold a 1 or a 9: only 123, 789, 111, 999, 11 and 99 remain."""
    pairs = 0
    for start in (0, 9, 18):
        if any(held[start + 3 : start + 6]):
            return False
        for end, near, far in ((0, 1, 2), (8, 7, 6)):
            runs = held[start + near]
            left = held[start + end] - runs
            if held[start + far] != runs or left not in (0, 2, 3):
                return False
            pairs += left == 2
    return pairs == 1


def suits_of(hand: int, melds: tuple[Meld, ...]) -> int:
    """Return the suits of hand and melds as bits."""
    present = suits(hand)
    for meld in melds:
        present |= 1 << meld.tiles[0] // 9
    return present
