"""How a winning 四川 hand is laid out on the result sheet: melds, sets and pair, or seven pairs."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.mahjong.packed import counts, unpack
from games.engine.mahjong.shape_readings import RUN, Decomposition, decompositions
from games.engine.mahjong.view import Meld

_PAIRS = ("qi_dui", "long_qi_dui", "qing_qi_dui", "qing_long_qi_dui")
_TRIPLETS = ("dui_dui_hu", "qing_dui")  # 将对 holds no neighbours, so nothing else fits


def groups(hand: int, melds: tuple[Meld, ...], base: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a complete hand as its base reads it, melds first."""
    laid = tuple(meld.tiles for meld in melds)
    readings = decompositions(counts(hand)[:27])
    if base in _PAIRS or not readings:
        tiles = unpack(hand)
        return laid + tuple(tiles[i : i + 2] for i in range(0, len(tiles), 2))
    # Of 111222333 the three runs come first: 带幺九 needs them, and 对对胡 the triplets.
    reading = next(found for found in readings if base not in _TRIPLETS or not _has_run(found))
    return laid + tuple(_sets(reading)) + ((reading.pair,) * 2,)


def _sets(reading: Decomposition) -> Iterable[tuple[int, ...]]:
    for kind, tile, _ in reading.sets:
        yield (tile, tile + 1, tile + 2) if kind == RUN else (tile,) * 3


def _has_run(reading: Decomposition) -> bool:
    return any(kind == RUN for kind, _, _ in reading.sets)
