"""Tables behind `shapes`: a suit as one integer, what is known of it as one byte, and how suits combine.

A suit's *key* is its counts of ranks 1-9 as base-5 digits, rank 1 lowest. Three suit keys of 21 bits fill
one machine word, so that summing a hand's tiles stays on CPython's fast path; the seven honours have a key
of their own. Only the keys of complete suits are computed on import (`flags`); everything else is filled on
first use. All caches are bounded, and filling an entry twice from two threads is harmless.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import add
from typing import Final

from games.engine.mahjong.shape_automaton import (
    LIMITED,
    SHAPE,
    START,
    Node,
    Vector,
    number_of,
    pairs_of,
    step,
    vector_of,
    vectors,
    walk,
)

BITS: Final = 21
TONG_BIT, TIAO_BIT, ZI_BIT = BITS, 2 * BITS, 3 * BITS
MASK: Final = (1 << BITS) - 1
POW: Final = tuple(5 ** (kind % 9) << BITS * (kind // 9) for kind in range(27))
POW_Z: Final = tuple(5**rank for rank in range(7))
TILE: Final = (*POW, *(0 for _ in POW_Z))
TILE_Z: Final = (*(0 for _ in POW), *POW_Z)
TILE_ALL: Final = (*POW, *(power << ZI_BIT for power in POW_Z))
"""Weight of each kind in the word of the three suits, in the honours' key, in both (honours on top)."""

SETS, PAIR, EVEN, KNOWN, OPEN = 1, 2, 4, 8, 16
"""Flags of a key. SETS: sets only. PAIR: sets and a pair. EVEN: pairs only. After KNOWN also OPEN: one of these,
or one tile away from one of these."""

VECTOR: Final = 10
"""Entries of a vector."""
ALL_ENTRIES: Final = (1 << 8 * VECTOR) - 1

SUIT_SIZE: Final = 5**9
HONOUR_SIZE: Final = 5**7

HONOUR_BIT: Final = 1 << 22
"""Marks an honours' key where one cache serves suits and honours."""


def _complete(ranks: int, runs: bool) -> Iterable[tuple[int, set[int]]]:
    """(flag, keys) of sets only and of sets with a pair, at most four sets, built rank by rank."""
    prefixes: dict[tuple[int, int, int, int], set[int]] = {(0, 0, 0, 0): {0}}
    for rank in range(ranks):
        grown: dict[tuple[int, int, int, int], set[int]] = {}
        for (a, b, sets, pair), keys in prefixes.items():
            for new in range(min(3 if runs and rank < ranks - 2 else 1, 5 - sets)):
                for block in (0, 2, 3):
                    count = a + b + new + block
                    now = (new, a, sets + new + (block == 3), pair + (block == 2))
                    if count <= 4 and now[2] <= 4 and now[3] <= 1:
                        step = count * 5**rank
                        grown.setdefault(now, set()).update([key + step for key in keys])
        prefixes = grown
    for (a, b, _, pair), keys in prefixes.items():
        if not a and not b:
            yield (PAIR if pair else SETS), keys


def _pairs(ranks: int) -> Iterable[int]:
    """Keys of at most seven pairs, four alike being two."""
    layers: list[list[int]] = [[0], *([] for _ in range(7))]
    for rank in range(ranks):
        step = 2 * 5**rank
        layers = [
            layers[pairs]
            + [key + step for key in (layers[pairs - 1] if pairs else ())]
            + [key + 2 * step for key in (layers[pairs - 2] if pairs > 1 else ())]
            for pairs in range(8)
        ]
    return (key for layer in layers for key in layer)


def _flag_table(ranks: int, runs: bool) -> bytearray:
    table = bytearray(5**ranks)
    for flag, keys in _complete(ranks, runs):
        for key in keys:
            table[key] |= flag
    for key in _pairs(ranks):
        table[key] |= EVEN
    return table


flags: Final = _flag_table(9, True)
flags_z: Final = _flag_table(7, False)
classes: Final = array("H", bytes(2 * SUIT_SIZE))
classes_z: Final = array("H", bytes(2 * HONOUR_SIZE))
"""Class of a key, 0 where not yet known."""


def digits_of(key: int, honours: bool = False) -> list[int]:
    """The counts a key stands for."""
    digits = []
    for _ in range(7 if honours else 9):
        key, digit = divmod(key, 5)
        digits.append(digit)
    return digits


def fill(key: int, honours: bool = False) -> int:
    """Find a key's class, store and return it."""
    digits = digits_of(key, honours)
    number = number_of(walk(digits, not honours), sum(digit >> 1 for digit in digits))
    (classes_z if honours else classes)[key] = number
    return number


def fill_flags(key: int, honours: bool = False) -> int:
    """Find whether a key is OPEN, store and return all its flags."""
    table = flags_z if honours else flags
    found = table[key] | KNOWN
    odd = sum(digit & 1 for digit in digits_of(key, honours))
    if found & (SETS | PAIR | EVEN) or odd == 1 or waits_of[key | HONOUR_BIT if honours else key]:
        found |= OPEN
    table[key] = found
    return found


class _Waits(dict[int, int]):
    """Key (with HONOUR_BIT) to the ranks, as bits, that make the suit SETS or PAIR."""

    def __missing__(self, marked: int) -> int:
        honours = marked >= HONOUR_BIT
        key = marked & (HONOUR_BIT - 1)
        table = flags_z if honours else flags
        digits = digits_of(key, honours)
        sets, rest = divmod(sum(digits) + 1, 3)
        mask = 0
        for rank, digit in enumerate(digits):
            if digit < 4:
                done = table[key + 5**rank] & (SETS | PAIR) != 0
            else:  # a fifth tile has no key: the automaton reads it
                done = rest != 1 and _with_one_more(digits, rank, honours, SHAPE)[2 * sets + rest // 2] == 0
            mask |= done << rank
        if len(self) >= 8192:
            self.clear()
        self[marked] = mask
        return mask


def _with_one_more(digits: list[int], rank: int, honours: bool, way: int, node: Node = START) -> Vector:
    """Vector of the counts with one more of `rank`; `node` has read the ranks below, or nothing."""
    more = digits.copy()
    more[rank] += 1
    return vector_of(walk(more, not honours, node, 0 if node is START else rank), way)


waits_of: Final = _Waits()


class _Lowering(dict[int, Vector]):
    """Key (with HONOUR_BIT) to, for each entry of its vector, the ranks of which one more tile lowers it."""

    def __init__(self, way: int) -> None:
        super().__init__()
        self._way = way

    def __missing__(self, marked: int) -> Vector:
        honours = marked >= HONOUR_BIT
        digits = digits_of(marked & (HONOUR_BIT - 1), honours)
        base = vector_of(walk(digits, not honours), self._way)
        masks = [0] * len(base)
        node = START
        for rank, digit in enumerate(digits):
            after = _with_one_more(digits, rank, honours, self._way, node)
            for entry, (old, new) in enumerate(zip(base, after, strict=True)):
                masks[entry] |= (new < old) << rank
            node = step(node, digit, not honours and rank < 7)
        if len(self) >= 2048:
            self.clear()
        self[marked] = found = tuple(masks)
        return found


_SPLITS: Final = tuple(
    tuple(
        (2 * sets + pair, 2 * (entry // 2 - sets) + entry % 2 - pair)
        for sets in range(entry // 2 + 1)
        for pair in range(entry % 2 + 1)
    )
    for entry in range(10)
)
"""Entry of two suits together -> the (entry of one, entry of the other) that add up to it."""


class _Merge(dict[int, Vector]):
    """Two classes (`first << 9 | second`) to the vector of both suits together, or that vector backwards."""

    def __init__(self, way: int, backwards: bool) -> None:
        super().__init__()
        self._known = vectors[way]
        self._order = -1 if backwards else 1

    def __missing__(self, pair: int) -> Vector:
        one, other = self._known[pair >> 9], self._known[pair & 511]
        both = tuple(min(one[i] + other[j] for i, j in split) for split in _SPLITS)[:: self._order]
        if len(self) >= 4096:
            self.clear()
        self[pair] = both
        return both


class Packed(dict[int, int]):
    """As `_Merge` of LIMITED, one byte an entry, entry 0 lowest: adding two halves of a hand is one addition.

    On top, `pairs_from` less the pairs. With 7 in one half and 0 in the other the sum is what seven pairs
    miss: among 13 or 14 tiles there are as many odd kinds as pairs still to make.
    """

    def __init__(self, vectors_of: _Merge, pairs_from: int) -> None:
        super().__init__()
        self._vectors_of = vectors_of
        self._pairs_from = pairs_from

    def __missing__(self, pair: int) -> int:
        if len(self) >= 4096:
            self.clear()
        missing = self._pairs_from - pairs_of[pair >> 9] - pairs_of[pair & 511]
        self[pair] = packed = int.from_bytes(self._vectors_of[pair], "little") + (missing << 8 * VECTOR)
        return packed


class _Tight(dict[int, tuple[tuple[int, ...], tuple[int, ...]]]):
    """`(first << 9 | second) << 10 | entries` to the entries of either suit that make these of both."""

    def __init__(self, way: int) -> None:
        super().__init__()
        self._known = vectors[way]

    def __missing__(self, asked: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        one, other = self._known[asked >> 19], self._known[asked >> 10 & 511]
        firsts: set[int] = set()
        seconds: set[int] = set()
        for entry in range(10):
            if asked >> entry & 1:
                least = min(one[i] + other[j] for i, j in _SPLITS[entry])
                reached = [(i, j) for i, j in _SPLITS[entry] if one[i] + other[j] == least]
                firsts.update(i for i, _ in reached)
                seconds.update(j for _, j in reached)
        if len(self) >= 2048:
            self.clear()
        self[asked] = found = (tuple(sorted(firsts)), tuple(sorted(seconds)))
        return found


class Way:
    """The caches of one way of counting missing tiles (LIMITED, LEXICAL or SHAPE)."""

    __slots__ = ("backward", "forward", "lowering", "tight")

    def __init__(self, way: int) -> None:
        self.forward = _Merge(way, False)
        self.backward = _Merge(way, True)
        self.lowering = _Lowering(way)
        self.tight = _Tight(way)

    def missing(self, wan_tong: int, tiao_zi: int, sets: int) -> int:
        """Least missing tiles of a hand of `sets` sets and a pair, from two pairs of classes."""
        least: int = min(map(add, self.forward[wan_tong], self.backward[tiao_zi][8 - 2 * sets :]))
        return least


ways: Final = tuple(Way(way) for way in range(3))
packed_forward: Final = Packed(ways[LIMITED].forward, 7)
packed_backward: Final = Packed(ways[LIMITED].backward, 0)


def missing_limited(wan_tong: int, tiao_zi: int, sets: int) -> int:
    """`Way.missing` for LIMITED; the smallest byte of a sum is found twice as fast as the smallest of sums."""
    size = 2 * sets + 2
    first, second = packed_forward[wan_tong] & ALL_ENTRIES, packed_backward[tiao_zi] & ALL_ENTRIES
    both = first + (second >> 8 * (VECTOR - size))
    return min((both & (1 << 8 * size) - 1).to_bytes(size, "little"))
