"""How a winning 四川 hand is laid out on the result sheet: melds, sets and pair, or seven pairs."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.mahjong.packed import counts, unpack
from games.engine.mahjong.shape_readings import RUN, Decomposition, decompositions
from games.engine.mahjong.view import Meld

_PAIRS = ("qi_dui", "long_qi_dui", "qing_qi_dui", "qing_long_qi_dui")
_ENDS = ("dai_yao_jiu", "qing_yao_jiu")
_TRIPLETS = ("dui_dui_hu", "qing_dui", "jiang_dui")


def groups(hand: int, melds: tuple[Meld, ...], base: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a complete hand as its base reads it, melds first."""
    laid = tuple(meld.tiles for meld in melds)
    readings = decompositions(counts(hand)[:27])
    if base in _PAIRS or not readings:
        tiles = unpack(hand)
        return laid + tuple(tiles[i : i + 2] for i in range(0, len(tiles), 2))
    reading = next(reading for reading in readings if _fits(reading, base))
    return laid + tuple(_sets(reading)) + ((reading.pair,) * 2,)


def _sets(reading: Decomposition) -> Iterable[tuple[int, ...]]:
    for kind, tile, _ in reading.sets:
        yield (tile, tile + 1, tile + 2) if kind == RUN else (tile,) * 3


def _fits(reading: Decomposition, base: str) -> bool:
    """Return whether `base` may be seen in these sets: 111222333 is three runs to 带幺九, three triplets to 对对胡."""
    if base in _ENDS:
        return _holds_ends(reading)
    return base not in _TRIPLETS or all(kind != RUN for kind, _, _ in reading.sets)


def _holds_ends(reading: Decomposition) -> bool:
    return all(any(tile % 9 in (0, 8) for tile in group) for group in (*_sets(reading), (reading.pair,)))
