"""Hand shapes: complete or not, distance, waits, useful tiles, best discards.

A hand is the counts of its concealed plain tiles by kind (27 or 34 kinds, at most four of a kind) and its
number of wilds; melds are complete sets and only shorten the hand. Sets are runs and triplets (a gang is a
meld), honours form no runs. Void suits and tiles others have used up are the caller's business: it leaves
tiles out or filters the answer. 十三幺 is no matter of sets: 万州 reads it by itself (`wanzhou.hand`).

What is drawn is a plain tile. A wild stands for any tile, without a limit of four (WZ-07).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul
from typing import NamedTuple

from games.engine.mahjong.shape_automaton import LEXICAL, LIMITED, SHAPE
from games.engine.mahjong.shape_excess import missing_with_excess
from games.engine.mahjong.shape_lists import (
    kinds_of,
    plain_waits,
    shanten_from_tiles,
    waits_from_tiles,
    win_from_tiles,
)
from games.engine.mahjong.shape_readings import RUN, TRIPLET, Decomposition, Set, decompositions
from games.engine.mahjong.shape_tables import (
    HONOUR_BIT,
    MASK,
    PAIR,
    POW,
    POW_Z,
    TIAO_BIT,
    TONG_BIT,
    classes,
    classes_z,
    fill,
    flags,
    flags_z,
    missing_limited,
    ways,
)
from games.engine.mahjong.tiles import KINDS, TileError, TileErrorCode

__all__ = [
    "RUN",
    "TRIPLET",
    "Decomposition",
    "Discard",
    "Set",
    "best_discards",
    "decompositions",
    "is_complete",
    "is_seven_pairs",
    "shanten",
    "shanten_from_tiles",
    "useful_tiles",
    "waits",
    "waits_from_tiles",
    "win_from_tiles",
]

_Keys = tuple[int, int, int, int]
_Shapes = tuple[int, bool]
"""Sets, and whether seven pairs are allowed."""
_lexical, _shape = ways[LEXICAL], ways[SHAPE]


class Discard(NamedTuple):
    """A discard, the shanten it leaves and the kinds that would lower that again."""

    kind: int
    shanten: int
    useful: tuple[int, ...]


def _keys(counts: Sequence[int]) -> _Keys:
    """Keys of the three suits and the honours. Raises TileError(BAD_COUNTS)."""
    if len(counts) not in (27, KINDS) or max(counts) > 4 or min(counts) < 0:
        raise TileError(TileErrorCode.BAD_COUNTS, ",".join(map(str, counts)))
    word = sum(map(mul, counts, POW))
    honours = sum(map(mul, counts[27:], POW_Z))
    return word & MASK, word >> TONG_BIT & MASK, word >> TIAO_BIT, honours


def _class_pairs(keys: _Keys) -> tuple[int, int]:
    """The classes of 万 and 筒, and of 条 and honours, as `Way.missing` takes them."""
    wan, tong, tiao, zi = keys
    return (
        (classes[wan] or fill(wan)) << 9 | (classes[tong] or fill(tong)),
        (classes[tiao] or fill(tiao)) << 9 | (classes_z[zi] or fill(zi, True)),
    )


def is_complete(counts: Sequence[int], wilds: int = 0) -> bool:
    """Whether 2, 5, 8, 11 or 14 concealed tiles, wilds included, are sets and a pair. Other sizes are not."""
    keys = _keys(counts)
    size = sum(counts) + wilds
    if size % 3 != 2 or size > 14:
        return False
    if wilds:
        return _shape.missing(*_class_pairs(keys), size // 3) <= wilds
    wan, tong, tiao, zi = keys
    return (flags[wan] & 3) * (flags[tong] & 3) * (flags[tiao] & 3) * (flags_z[zi] & 3) == PAIR


def is_seven_pairs(counts: Sequence[int], wilds: int = 0) -> bool:
    """Whether 14 concealed tiles, wilds included, are seven pairs; four alike are two pairs."""
    _keys(counts)
    return sum(counts) + wilds == 14 and _pairs_and_odd(counts)[1] <= wilds


def _missing_standard(counts: Sequence[int], keys: _Keys, wilds: int, sets: int) -> int:
    """Tiles missing for sets and a pair before wilds fill in, at most `wilds` beyond four of a kind."""
    two = _class_pairs(keys)
    if not wilds:
        return missing_limited(*two, sets)
    least, excess = divmod(_lexical.missing(*two, sets), 16)
    if excess <= wilds:
        return least
    if missing_limited(*two, sets) == least:
        return least
    return missing_with_excess(counts, sets, wilds)


def _pairs_and_odd(counts: Sequence[int]) -> tuple[int, int]:
    """How many pairs, four alike being two, and how many kinds held an odd number of times."""
    odd = counts.count(1) + counts.count(3)
    return (sum(counts) - odd) // 2, odd


def _missing_pairs(counts: Sequence[int]) -> int:
    found, odd = _pairs_and_odd(counts)
    return 7 - found + max(0, 7 - found - odd)


def _missing(counts: Sequence[int], keys: _Keys, wilds: int, shapes: _Shapes) -> int:
    """Tiles missing before wilds fill in, for the nearer of sets and seven pairs."""
    sets, seven_pairs = shapes
    least = _missing_standard(counts, keys, wilds, sets)
    if seven_pairs:
        least = min(least, _missing_pairs(counts))
    return least


def _shapes(counts: Sequence[int], wilds: int, melds: int, seven: bool) -> _Shapes:
    """Raises TileError(BAD_SIZE) for melds beyond 0-4 and for more tiles than fit beside them."""
    if not 0 <= melds <= 4 or wilds < 0 or sum(counts) + wilds + 3 * melds > 14:
        raise TileError(TileErrorCode.BAD_SIZE, f"{sum(counts)}+{wilds} tiles, {melds} melds")
    return 4 - melds, seven and not melds


def shanten(counts: Sequence[int], wilds: int = 0, *, seven_pairs: bool = True, melds: int = 0) -> int:
    """Tiles to exchange until the hand is ready: -1 complete, 0 ready.

    One less than the least number of plain tiles to draw for 4 - `melds` sets and a pair (or, without
    melds, seven pairs if allowed), discarding as many of the others as need be. No shape needs more than
    four plain tiles of a kind in the hand: `1111m` beside three melds is not ready, although its wait by
    shape is the fifth 1m. Tiles in melds or seen elsewhere are not considered. The hand may be short: leave
    void tiles out and the answer is the distance without them. Raises TileError for impossible counts and
    for more than 14 tiles, melds included.
    """
    keys = _keys(counts)
    return max(_missing(counts, keys, wilds, _shapes(counts, wilds, melds, seven_pairs)) - wilds, 0) - 1


def useful_tiles(
    counts: Sequence[int], wilds: int = 0, *, seven_pairs: bool = True, melds: int = 0
) -> tuple[int, ...]:
    """The plain kinds, in order, that lower `shanten` when drawn; kinds held four times do not. See there."""
    keys = _keys(counts)
    return _useful(counts, keys, wilds, _shapes(counts, wilds, melds, seven_pairs))


def _useful(counts: Sequence[int], keys: _Keys, wilds: int, shapes: _Shapes) -> tuple[int, ...]:
    sets, seven_pairs = shapes
    least = _missing(counts, keys, wilds, shapes)
    if least <= wilds:
        return ()
    found: set[int] = set()
    if _missing_standard(counts, keys, wilds, sets) == least:
        found.update(_lowering_kinds(counts, keys, wilds, sets, least))
    if seven_pairs and _missing_pairs(counts) == least:
        new_kinds = sum(_pairs_and_odd(counts)) < 7
        found.update(kind for kind, count in enumerate(counts) if count & 1 or new_kinds)
    return tuple(sorted(kind for kind in found if kind < len(counts) and counts[kind] < 4))


def _lowering_kinds(counts: Sequence[int], keys: _Keys, wilds: int, sets: int, least: int) -> Sequence[int]:
    """Kinds that lower `_missing_standard` from `least`; may name kinds held four times or not in play."""
    if not wilds:
        return kinds_of(_lowering(keys, sets, least, LIMITED))
    if max(counts) < 3:  # no best shape goes beyond four of a kind: counting by shape is exact
        return kinds_of(_lowering(keys, sets, least, SHAPE))
    kinds = []
    for kind, count in enumerate(counts):
        if count < 4:
            more = [*counts[:kind], count + 1, *counts[kind + 1 :]]
            if _missing_standard(more, _keys(more), wilds, sets) < least:
                kinds.append(kind)
    return kinds


def _lowering(keys: _Keys, sets: int, least: int, way: int) -> _Keys:
    """Per suit the ranks, as bits, that shapes missing `least` tiles miss; none if no shape misses so few."""
    wan_tong, tiao_zi = _class_pairs(keys)
    tables = ways[way]
    sums = list(map(add, tables.forward[wan_tong], tables.backward[tiao_zi][8 - 2 * sets :]))
    if min(sums) > least:
        return 0, 0, 0, 0
    last = len(sums) - 1
    ahead = behind = 0
    for entry, missing in enumerate(sums):
        if missing == least:
            ahead |= 1 << entry
            behind |= 1 << last - entry
    entries = *tables.tight[wan_tong << 10 | ahead], *tables.tight[tiao_zi << 10 | behind]
    masks = [0, 0, 0, 0]
    for suit in range(4):
        lowering = tables.lowering[keys[suit] | HONOUR_BIT if suit == 3 else keys[suit]]
        for entry in entries[suit]:
            masks[suit] |= lowering[entry]
    return masks[0], masks[1], masks[2], masks[3]


def best_discards(
    counts: Sequence[int], wilds: int = 0, *, seven_pairs: bool = True, melds: int = 0
) -> tuple[Discard, ...]:
    """The plain discards that leave the lowest shanten, those with most useful kinds first, then by kind.

    A wild is never proposed: a hand of wilds alone has no best discard. Arguments and errors as `shanten`.
    """
    shapes = _shapes(counts, wilds, melds, seven_pairs)
    _keys(counts)
    options = []
    for kind, count in enumerate(counts):
        if count:
            less = [*counts[:kind], count - 1, *counts[kind + 1 :]]
            keys = _keys(less)
            options.append((max(_missing(less, keys, wilds, shapes) - wilds, 0) - 1, kind, less, keys))
    lowest = min((option[0] for option in options), default=0)
    found = [
        Discard(kind, lowest, _useful(less, keys, wilds, shapes))
        for value, kind, less, keys in options
        if value == lowest
    ]
    return tuple(sorted(found, key=lambda discard: (-len(discard.useful), discard.kind)))


def waits(counts: Sequence[int], wilds: int = 0, *, seven_pairs: bool = True) -> tuple[int, ...]:
    """All kinds that complete a hand of 13, 10, 7, 4 or 1 tiles, wilds included, by shape and in order.

    By shape: kinds the hand already holds four of are named too; the caller filters those, and void kinds.
    Raises TileError for impossible counts or another size.
    """
    keys = _keys(counts)
    size = sum(counts) + wilds
    if size % 3 != 1 or size > 13 or wilds < 0:
        raise TileError(TileErrorCode.BAD_SIZE, f"{sum(counts)}+{wilds} tiles")
    every = seven_pairs and size == 13
    kinds = kinds_of(_lowering(keys, size // 3, wilds + 1, SHAPE)) if wilds else plain_waits(*keys, every)
    if wilds and every and (odd := _pairs_and_odd(counts)[1]) <= wilds + 1:
        pairing = (kind for kind, count in enumerate(counts) if count & 1 or odd < wilds)
        kinds = tuple(sorted({*kinds, *pairing}))
    return tuple(kind for kind in kinds if kind < 27) if len(counts) == 27 and wilds else kinds
