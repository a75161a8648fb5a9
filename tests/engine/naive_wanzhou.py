"""The fan of a 万州 hand by trying every tile for every wild and every way to split the tiles; slow and plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

VALUES = {
    "lian_qi_dui": 8, "shi_san_yao": 8, "si_gang": 8, "da_san_yuan": 8, "da_si_xi": 8, "jiu_lian_bao_deng": 8,
    "lv_yi_se": 8, "qing_yi_se": 3, "long_qi_dui": 3, "qi_dui": 2, "peng_peng_hu": 2, "hun_er_diao": 1,
    "men_qing": 1, "ping_hu": 1, "ji_ben_hu": 1,
}  # fmt: skip
ORDER = list(VALUES)
NINES = (8, 17, 26)
GREEN = {19, 20, 21, 23, 25, 32}
ORPHANS = [kind for kind in range(34) if kind > 26 or kind % 9 in (0, 8)]
WILD = -2


def best(
    plain: list[int],
    wilds: int,
    melds: list[list[int]],
    wins: list[int],
    self_draw: bool,
    kinds=range(34),
    plus_one=False,
):
    """(total, patterns, nines, win) of the dearest reading, None for no win. `plain` holds a winning tile that is not WILD.

    The total is before the additions of circumstance and the cap; of several `wins` that read alike the first is told.
    Wilds try only `kinds`.
    """
    found = None
    for stands in combinations_with_replacement(kinds, wilds):
        for place, win in enumerate(wins):
            for names, nines in _readings(Counter(plain), Counter(stands), melds, win, self_draw):
                ordered = sorted(names, key=ORDER.index)
                worth = sum(VALUES[name] for name in names)
                if self_draw:
                    worth = worth + 1 if plus_one else 2 * worth
                rank = (-worth - nines, [ORDER.index(name) for name in ordered] + [99], place)
                if found is None or rank < found[0]:
                    found = (rank, (worth + nines, ordered, nines, win))
    return found and found[1]


def _readings(plain: Counter, stands: Counter, melds, win, self_draw) -> Iterator[tuple[list[str], int]]:
    tiles = plain + stands
    closed = self_draw and not melds
    everything = [*tiles.elements(), *(tile for meld in melds for tile in meld)]
    pure = len({kind // 9 for kind in everything}) == 1 and everything[0] < 27
    if not melds:
        if all(count % 2 == 0 for count in tiles.values()):
            names = ["long_qi_dui" if max(tiles.values()) >= 4 else "qi_dui"]
            yield names + ["qing_yi_se"] * pure + ["men_qing"] * closed, 0
            first = min(tiles)
            if pure and first % 9 <= 2 and sorted(tiles) == list(range(first, first + 7)):
                yield ["lian_qi_dui"], 0
        if sorted(set(tiles)) == ORPHANS and sum(tiles.values()) == 14:
            yield ["shi_san_yao"], 0
    for pair, sets in _splits(tiles):
        groups = [*melds, *sets]
        triplets = [group for group in groups if group[0] == group[1]]
        nines = sum(group[0] in NINES for group in triplets)
        names = ["men_qing"] * closed
        single = any(
            tile == pair and (stands[pair] >= 2 if win == WILD else stands[pair] >= 1)
            for tile in ([pair] if win == WILD else [win])
        )
        names += ["hun_er_diao"] * single
        gangs = sum(len(group) == 4 for group in melds) == 4
        kinds = {group[0] for group in triplets}
        winds, dragons = {27, 28, 29, 30} <= kinds, {31, 32, 33} <= kinds
        gates = not melds and pure and _gates(tiles, stands, win)
        if gates:
            yield [*names, "jiu_lian_bao_deng"], 1
        names += ["si_gang"] * gangs + ["da_si_xi"] * winds + ["da_san_yuan"] * dragons
        if len(triplets) == 4 and not gangs and not winds:
            names.append("peng_peng_hu")
        if set(everything) <= GREEN and 32 in everything:
            names.append("lv_yi_se")
        elif pure:
            names.append("qing_yi_se")
        if not names:
            names = ["ji_ben_hu" if triplets else "ping_hu"]
        yield names, nines


def _gates(tiles: Counter, stands: Counter, win: int) -> bool:
    """Whether the tiles without the winning one are 1112345678999; a winning wild is any of those it may be."""
    first = min(tiles) // 9 * 9
    wanted = Counter({first: 3, first + 8: 3, **{first + rank: 1 for rank in range(1, 8)}})
    last = [win] if win != WILD else [kind for kind in stands if stands[kind]]
    return any(tiles - Counter([kind]) == wanted for kind in last)


def _splits(tiles: Counter) -> Iterator[tuple[int, list[list[int]]]]:
    for pair in [kind for kind, count in tiles.items() if count >= 2]:
        rest = tiles - Counter([pair, pair])
        for sets in _sets(sorted(rest.elements())):
            yield pair, sets


def _sets(tiles: list[int]) -> Iterator[list[list[int]]]:
    if not tiles:
        yield []
        return
    first = tiles[0]
    for group in ([first] * 3, [first, first + 1, first + 2]):
        if group[0] != group[1] and (first > 26 or first % 9 > 6):
            continue
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for more in _sets(rest):
            yield [group, *more]
