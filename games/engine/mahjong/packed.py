"""A hand as one int, three bits a kind, and the per-suit facts that make win checks cheap.

Digits never carry: a kind occurs at most four times. The suit table fills itself on demand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.mahjong.tiles import KINDS

ONE = tuple(1 << 3 * kind for kind in range(KINDS))  # add to put one tile into a hand
SHIFT = tuple(3 * kind for kind in range(KINDS))
SUIT_BITS = 27
SUIT_MASK = (1 << SUIT_BITS) - 1
KINDS_MASK = sum(ONE)  # the lowest bit of every kind
_TABLE_LIMIT = 4_096  # suit keys kept; all that exist with up to 14 tiles are 405 350


class Suit(NamedTuple):
    """What one suit of a hand is worth by itself.

    `full`: it splits into sets, with one pair where its size asks for one. `waits`: bit r set where one more
    tile of rank r makes it full. `presence`: bit r set where rank r is held.
    """

    full: bool
    waits: int
    presence: int
    size: int


def pack(tiles: Iterable[int]) -> int:
    """Return the hand that holds `tiles`."""
    return sum(ONE[tile] for tile in tiles)


def unpack(hand: int) -> tuple[int, ...]:
    """Return the tiles of `hand` in ascending order."""
    tiles: tuple[int, ...] = ()
    mark = 0
    while hand:
        key = hand & SUIT_MASK
        if key:
            tiles += _TILES[mark | key]
        hand >>= SUIT_BITS
        mark += 1 << SUIT_BITS
    return tiles


def counts(hand: int) -> tuple[int, ...]:
    """Return how many of each of the 34 kinds `hand` holds."""
    return tuple(hand >> shift & 7 for shift in SHIFT)


def count(hand: int, tile: int) -> int:
    """Return how many copies of `tile` the hand holds."""
    return hand >> 3 * tile & 7


def size(hand: int) -> int:
    """Return the number of tiles in `hand`."""
    ones, twos, fours_ = hand & KINDS_MASK, hand >> 1 & KINDS_MASK, hand >> 2 & KINDS_MASK
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours_.bit_count()


def kinds(hand: int) -> tuple[int, ...]:
    """Return the distinct kinds held, ascending."""
    found = []
    left = (hand | hand >> 1 | hand >> 2) & KINDS_MASK
    while left:
        low = left & -left
        found.append(low.bit_length() // 3)
        left ^= low
    return tuple(found)


def fours(hand: int) -> tuple[int, ...]:
    """Return the kinds of which the hand holds all four copies."""
    found = []
    left = hand >> 2 & KINDS_MASK
    while left:
        low = left & -left
        found.append(low.bit_length() // 3)
        left ^= low
    return tuple(found)


def suits(hand: int) -> int:
    """Return the suits present as bits: 1 万, 2 筒, 4 条, 8 honours."""
    return (
        (1 if hand & SUIT_MASK else 0)
        | (2 if hand >> SUIT_BITS & SUIT_MASK else 0)
        | (4 if hand >> 2 * SUIT_BITS & SUIT_MASK else 0)
        | (8 if hand >> 3 * SUIT_BITS else 0)
    )


def suit_of_hand(hand: int, suit: int) -> int:
    """Return the tiles of one suit as a suit key."""
    return hand >> SUIT_BITS * suit & SUIT_MASK


def set_waits(hand: int) -> int:
    """Return, as bits by kind, the tiles that turn a 3n+1 hand of plain suits into sets and a pair.

    Only one suit can be waiting, and then the two others must be full; a suit of 3n tiles never waits.
    """
    wan, tong, tiao = SUITS[hand & SUIT_MASK], SUITS[hand >> 27 & SUIT_MASK], SUITS[hand >> 54 & SUIT_MASK]
    waits = 0
    if tong.full and tiao.full:
        waits = wan.waits
    if wan.full:
        if tiao.full:
            waits |= tong.waits << 9
        if tong.full:
            waits |= tiao.waits << 18
    return waits


def pair_wait(hand: int) -> int:
    """Return, as bits by kind, the tile that turns 13 tiles into seven pairs (four alike are two pairs)."""
    odd = hand & KINDS_MASK
    if odd & (odd - 1):
        return 0
    return 1 << odd.bit_length() // 3


def is_sets(hand: int) -> bool:
    """Return whether a 3n+2 hand of plain suits is sets and a pair."""
    return (
        SUITS[hand & SUIT_MASK].full
        and SUITS[hand >> 27 & SUIT_MASK].full
        and SUITS[hand >> 54 & SUIT_MASK].full
    )


def is_pairs(hand: int) -> bool:
    """Return whether 14 tiles are seven pairs."""
    return not hand & KINDS_MASK


class _Suits(dict[int, Suit]):
    def __missing__(self, key: int) -> Suit:
        if len(self) >= _TABLE_LIMIT:
            self.clear()
        found = self[key] = _analyse(key)
        return found


class _Tiles(dict[int, tuple[int, ...]]):
    """Suit key, the suit in the bits above it, to its tiles."""

    def __missing__(self, marked: int) -> tuple[int, ...]:
        if len(self) >= _TABLE_LIMIT:
            self.clear()
        suit, key = marked >> SUIT_BITS, marked & SUIT_MASK
        found = self[marked] = tuple(9 * suit + rank for rank in range(9) for _ in range(key >> 3 * rank & 7))
        return found


def _analyse(key: int) -> Suit:
    held = [key >> 3 * rank & 7 for rank in range(9)]
    size = sum(held)
    weight = sum(rank * number for rank, number in enumerate(held))
    waits = 0
    if size % 3:
        for rank in range(9):
            if held[rank] < 4:
                held[rank] += 1
                waits |= _is_full(held, size + 1, weight + rank) << rank
                held[rank] -= 1
    presence = sum(1 << rank for rank in range(9) if held[rank])
    return Suit(_is_full(held, size, weight), waits, presence, size)


def _is_full(held: list[int], size: int, weight: int) -> bool:
    """`weight` is the sum of the ranks: a set's is a multiple of three, which tells the pair's rank modulo three."""
    match size % 3:
        case 0:
            return not weight % 3 and _all_sets(held)
        case 2:
            pairs = range(weight * 2 % 3, 9, 3)
            return any(held[rank] >= 2 and _all_sets(_less_pair(held, rank)) for rank in pairs)
        case _:
            return False


def _less_pair(held: list[int], rank: int) -> list[int]:
    rest = list(held)
    rest[rank] -= 2
    return rest


def _all_sets(held: list[int]) -> bool:
    # From the lowest rank up, what three alike leave over must begin runs: three equal runs are three triplets.
    left = [*held, 0, 0]
    for rank in range(9):
        runs = left[rank] % 3
        left[rank + 1] -= runs
        left[rank + 2] -= runs
        if left[rank + 1] < 0 or left[rank + 2] < 0:
            return False
    return not (left[9] or left[10])


SUITS = _Suits()
_TILES = _Tiles()
