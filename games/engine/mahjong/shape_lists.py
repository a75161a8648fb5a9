"""Hand shapes straight from a list of tiles without wilds: the fast paths, shared with `shapes`.

The lists hold at most four of a kind; to stay fast these functions do not check that (`shapes` does).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.mahjong.shape_tables import (
    EVEN,
    HONOUR_BIT,
    KNOWN,
    MASK,
    OPEN,
    PAIR,
    SETS,
    TIAO_BIT,
    TILE,
    TILE_ALL,
    TILE_Z,
    TONG_BIT,
    VECTOR,
    ZI_BIT,
    classes,
    classes_z,
    digits_of,
    fill,
    fill_flags,
    flags,
    flags_z,
    missing_limited,
    packed_backward,
    packed_forward,
    waits_of,
)
from games.engine.mahjong.tiles import TileError, TileErrorCode

# the method of a list is bound faster than that of a tuple, and this is most of the cost of an answer
_tile, _tile_z, _tile_all = list(TILE).__getitem__, list(TILE_Z).__getitem__, list(TILE_ALL).__getitem__


class _Kinds(dict[int, tuple[int, ...]]):
    """Ranks as bits (suit << 9 | bits) to kinds."""

    def __missing__(self, marked: int) -> tuple[int, ...]:
        suit, mask = divmod(marked, 512)
        kinds = tuple(9 * suit + rank for rank in range(9) if mask >> rank & 1)
        self[marked] = kinds
        return kinds


_kinds: Final = _Kinds()


def kinds_of(masks: Sequence[int]) -> tuple[int, ...]:
    """The kinds of the ranks, as bits, of 万, 筒, 条 and honours, in order."""
    return _kinds[masks[0]] + _kinds[512 | masks[1]] + _kinds[1024 | masks[2]] + _kinds[1536 | masks[3]]


def plain_waits(wan: int, tong: int, tiao: int, zi: int, seven_pairs: bool) -> tuple[int, ...]:
    """Waits without wilds of 3k+1 tiles: at most two suits are open, the others consist of sets."""
    known = (flags[wan], flags[tong], flags[tiao], flags_z[zi])
    keys = (wan, tong, tiao, zi | HONOUR_BIT)
    opened = [suit for suit in range(4) if not known[suit] & SETS]
    masks = [0, 0, 0, 0]
    if len(opened) == 1:
        masks[opened[0]] = waits_of[keys[opened[0]]]
    elif len(opened) == 2:
        for suit, other in (opened, opened[::-1]):
            if known[other] & PAIR:
                masks[suit] = waits_of[keys[suit]]
    if seven_pairs:
        odd = [suit for suit in range(4) if not known[suit] & EVEN]
        if len(odd) == 1:
            digits = digits_of(keys[odd[0]] & (HONOUR_BIT - 1), odd[0] == 3)
            ranks = [rank for rank, digit in enumerate(digits) if digit & 1]
            if len(ranks) == 1:
                masks[odd[0]] |= 1 << ranks[0]
    return kinds_of(masks)


_READY_SIZES: Final = frozenset((1, 4, 7, 10, 13))


def win_from_tiles(tiles: Sequence[int]) -> bool:
    """`is_complete` or `is_seven_pairs` of kinds in any order, no wilds."""
    word = sum(map(_tile, tiles))
    wan = flags[word & MASK]
    if not wan & 7:
        return False
    tong = flags[word >> TONG_BIT & MASK]
    tiao = flags[word >> TIAO_BIT]
    if not (tong & 7 and tiao & 7):
        return False
    zi = flags_z[sum(map(_tile_z, tiles))]
    if (wan & 3) * (tong & 3) * (tiao & 3) * (zi & 3) == PAIR:
        return len(tiles) <= 14
    return wan & tong & tiao & zi & EVEN != 0 and len(tiles) == 14


def waits_from_tiles(tiles: Sequence[int]) -> tuple[int, ...]:
    """`waits` of kinds in any order, seven pairs included, no wilds. Raises TileError for another size."""
    if len(tiles) not in _READY_SIZES:
        raise TileError(TileErrorCode.BAD_SIZE, f"{len(tiles)} tiles")
    word = sum(map(_tile_all, tiles))
    zi = word >> ZI_BIT
    honours = flags_z[zi]
    if not (honours if honours & KNOWN else fill_flags(zi, True)) & OPEN:
        return ()
    wan = word & MASK
    found = flags[wan]
    if not (found if found & KNOWN else fill_flags(wan)) & OPEN:
        return ()
    tong = word >> TONG_BIT & MASK
    found = flags[tong]
    if not (found if found & KNOWN else fill_flags(tong)) & OPEN:
        return ()
    tiao = word >> TIAO_BIT & MASK
    found = flags[tiao]
    if not (found if found & KNOWN else fill_flags(tiao)) & OPEN:
        return ()
    return plain_waits(wan, tong, tiao, zi, len(tiles) == 13)


def shanten_from_tiles(tiles: Sequence[int]) -> int:
    """`shanten` of kinds in any order, no wilds; melds are what the hand lacks of 13 or 14 tiles.

    Seven pairs are included where there are none.
    """
    word = sum(map(_tile_all, tiles))
    wan, tong, tiao, zi = word & MASK, word >> TONG_BIT & MASK, word >> TIAO_BIT & MASK, word >> ZI_BIT
    first = (classes[wan] or fill(wan)) << 9 | (classes[tong] or fill(tong))
    second = (classes[tiao] or fill(tiao)) << 9 | (classes_z[zi] or fill(zi, True))
    sets = len(tiles) // 3
    if sets != 4:
        return missing_limited(first, second, sets) - 1
    return min((packed_forward[first] + packed_backward[second]).to_bytes(VECTOR + 1, "little")) - 1
