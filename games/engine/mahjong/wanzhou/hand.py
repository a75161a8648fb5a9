"""When a 万州 hand is complete, and what it waits for: shapes, 混儿 and void tiles (WZ-06, WZ-07, WZ-12, WZ-15)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.core.contract import NONE
from games.engine.mahjong import shapes
from games.engine.mahjong.packed import KINDS_MASK, ONE, SUIT_BITS, SUIT_MASK, counts
from games.engine.mahjong.tiles import KINDS, ORPHANS
from games.engine.mahjong.wanzhou.readings import Complete

_ALL_KINDS = (1 << KINDS) - 1
_ORPHANS = sum(1 << kind for kind in ORPHANS)
_ORPHAN_DIGITS = 7 * sum(ONE[kind] for kind in ORPHANS)
_SUIT = tuple(0x1FF << 9 * suit for suit in range(3))
_BEYOND_ONE = 6 * KINDS_MASK  # set where a kind is held more than once
_PAIRS = frozenset(2 * one for one in ONE)


def split(hand: int, wild: int) -> tuple[int, int]:
    """Return packed concealed tiles without their 混儿, and how many of these there are."""
    if wild == NONE:
        return hand, 0
    wilds = hand >> 3 * wild & 7
    return hand - (wilds << 3 * wild), wilds


@lru_cache(maxsize=1024)
def waits_of(hand: int, melds: int, void: int, wild: int) -> int:
    """Return, as bits by kind, the plain tiles that complete 3n+1 packed concealed tiles beside `melds` melds.

    By shape, the void suit left out; a 混儿 of the same kind thrown by another seat counts as the tile it shows, a
    drawn one completes the hand if anything does.
    """
    plain, wilds = split(hand, wild)
    found = 0
    if void == NONE or not plain >> SUIT_BITS * void & SUIT_MASK:
        for kind in shapes.waits(counts(plain), wilds, seven_pairs=not melds):
            found |= 1 << kind
        if void != NONE:
            found &= ~_SUIT[void]
    return found if melds else found | _orphan_waits(plain)


def is_complete(hand: int, melds: int, void: int, wild: int) -> bool:
    """Return whether 3n+2 packed concealed tiles are a winning hand, every 混儿 among them standing for anything."""
    plain, wilds = split(hand, wild)
    if not melds and _orphans_apart(plain):
        return True
    if void != NONE and plain >> SUIT_BITS * void & SUIT_MASK:
        return False
    held = counts(plain)
    return shapes.is_complete(held, wilds) or (not melds and shapes.is_seven_pairs(held, wilds))


def waits_on_all(waits: int, void: int) -> bool:
    """Return whether `waits` are all kinds outside the void suit (WZ-11)."""
    wanted = _ALL_KINDS if void == NONE else _ALL_KINDS & ~_SUIT[void]
    return waits & wanted == wanted


def holds_void(hand: Complete, void: int, wild: int) -> bool:
    """Return whether a tile of the suit `void` is among the tiles, 混儿 and a gang of them excepted (WZ-04, WZ-07)."""
    if void == NONE:
        return False
    if hand.plain >> SUIT_BITS * void & SUIT_MASK:
        return True
    return any(meld.tiles[0] // 9 == void and meld.tiles[0] != wild for meld in hand.melds)


def _orphans_apart(plain: int) -> bool:
    """Return whether only terminals and honours are held, at most one of them twice and none more often."""
    if plain & ~_ORPHAN_DIGITS:
        return False
    more = plain & _BEYOND_ONE
    return not more or (more in _PAIRS and not plain & more >> 1)


def _orphan_waits(plain: int) -> int:
    """Return, as bits, the plain tiles that make 十三幺; the other tiles are 混儿."""
    if not _orphans_apart(plain):
        return 0
    if not plain & _BEYOND_ONE:
        return _ORPHANS
    held = sum(1 << kind for kind in range(KINDS) if plain >> 3 * kind & 7)
    return _ORPHANS & ~held
