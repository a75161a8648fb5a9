"""Shapes against plain searches, by hand and by their laws."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.mahjong import shape_automaton, shape_excess
from games.engine.mahjong.shapes import (
    RUN,
    TRIPLET,
    Decomposition,
    Set,
    best_discards,
    decompositions,
    is_complete,
    is_seven_pairs,
    shanten,
    shanten_from_tiles,
    useful_tiles,
    waits,
    waits_from_tiles,
    win_from_tiles,
)
from games.engine.mahjong.tiles import TileError, TileErrorCode, counts_of, format_tiles, parse_tiles
from tests.engine import naive_shapes


def held(text: str) -> tuple[int, ...]:
    return counts_of(parse_tiles(text))


def waiting(text: str, wilds: int = 0, **options: bool) -> str:
    return format_tiles(waits(held(text), wilds, **options))


def random_hand(rng: random.Random, size: int, kinds: int = 34) -> tuple[int, ...]:
    """Counts of `size` tiles; from few kinds as a rule, so that shapes occur and overlap."""
    few = rng.choice((kinds, 14, 9, 7, 5))
    pool = (
        rng.sample(range(kinds), few) if rng.random() < 0.3 else range(rng.randrange(kinds - few + 1), kinds)
    )
    tiles = [kind for kind in list(pool)[:few] for _ in range(4)]
    counts = [0] * kinds
    for kind in rng.sample(tiles, size):
        counts[kind] += 1
    return tuple(counts)


def random_complete(rng: random.Random, sets: int, wilds: int, kinds: int = 34) -> tuple[int, ...]:
    """Counts of a complete hand from which `wilds` tiles are taken away again."""
    while True:
        low = rng.choice((0, 0, 9, 18, kinds - 9))
        pair = low + rng.randrange(9) if low + 9 <= kinds else rng.randrange(kinds)
        near = [
            block
            for block in naive_shapes.SETS
            if max(block) < kinds and (min(block) >= low or rng.random() < 0.3)
        ]
        tiles = [pair % kinds] * 2 + [kind for block in rng.choices(near, k=sets) for kind in block]
        kept = rng.sample(tiles, len(tiles) - wilds)
        counts = tuple(kept.count(kind) for kind in range(kinds))
        if max(counts) <= 4:
            return counts


def with_one(counts: tuple[int, ...], kind: int, more: int = 1) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


# --- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wilds", "expected"),
    [
        ("11m", 0, True),
        ("12m", 0, False),
        ("123456789m11122z", 0, True),
        ("123456789m12377z", 0, False),
        ("89m1p11z", 0, False),
        ("112233m445566p77s", 0, True),
        ("111222333m78999p", 0, True),
        ("11223344556677m", 0, True),
        ("1111m", 1, True),
        ("111m", 2, True),
        ("", 2, True),
        ("", 14, True),
        ("159m159p159s1z", 4, False),
        ("13m5p", 2, True),
        ("1112345678999m", 1, True),
        ("111222333m", 0, False),
        ("", 17, False),
    ],
)
def test_complete(text: str, wilds: int, expected: bool) -> None:
    assert is_complete(held(text), wilds) is expected


def test_seven_pairs_sc17() -> None:
    assert is_seven_pairs(held("1122m3344p556677s"))
    assert is_seven_pairs(held("1111m3344p556677s")), "four alike are two pairs (龙七对)"
    assert not is_seven_pairs(held("1112m3344p556677s"))
    assert is_seven_pairs(held("112m334p56677s"), 3)
    assert not is_seven_pairs(held("1122m3344p55s"))
    assert waiting("1122m3344p55667s") == "7s"
    assert waiting("1111m3344p55667s") == "7s"
    assert waiting("1111m3344p55667s", seven_pairs=False) == ""
    assert set(parse_tiles("19m5z")) <= set(waits(held("1122m3344p556s"), 2))


@pytest.mark.parametrize(
    ("text", "wilds", "expected"),
    [
        ("1m", 0, "1m"),
        ("1112m", 0, "23m"),
        ("1112345678999m", 0, "123456789m"),
        ("2223333444567m", 0, "123458m"),
        ("1111m", 0, "1m"),
        ("3445555667m", 0, "258m"),
        ("1z", 0, "1z"),
        ("11z22p", 0, None),
        ("11z2p", 1, None),
        ("123m456m789m1z2p", 2, None),
    ],
)
def test_waits_by_hand(text: str, wilds: int, expected: str | None) -> None:
    counts = held(text)
    if (sum(counts) + wilds) % 3 != 1:
        with pytest.raises(TileError) as caught:
            waits(counts, wilds)
        assert caught.value.code is TileErrorCode.BAD_SIZE
        return
    shapes = tuple(kind for kind in range(34) if naive_shapes.complete(with_one(counts, kind), wilds))
    assert waits(counts, wilds, seven_pairs=False) == shapes
    if expected is not None:
        assert waiting(text, wilds, seven_pairs=False) == expected


def test_a_fifth_tile_is_a_wait_by_shape_but_not_a_distance() -> None:
    assert waits(held("1111m")) == (0,)
    assert shanten(held("1111m"), melds=3) == 1
    assert shanten(held("1111m"), 1, melds=3) == -1, "a wild may be the fifth (WZ-07)"


def test_distance_without_void_tiles() -> None:
    assert shanten(held("123456789m1p")) == 3
    assert shanten(held("123456789m1p"), melds=1) == 0
    assert shanten(held("")) == 13


def test_sichuan_counts_name_no_honours() -> None:
    counts = held("1m")[:27]
    assert max(waits(counts, 3)) == 26
    assert max(useful_tiles(counts)) == 26
    assert {reading.pair for reading in decompositions((0,) * 27, 2)} == set(range(27))


@pytest.mark.parametrize("counts", [(0,) * 33, (5, *(0,) * 33), (-1, 3, *(0,) * 32), ()])
def test_impossible_counts_are_refused(counts: tuple[int, ...]) -> None:
    for ask in (
        is_complete,
        is_seven_pairs,
        shanten,
        waits,
        useful_tiles,
        best_discards,
    ):
        with pytest.raises(TileError) as caught:
            ask(counts)
        assert caught.value.code is TileErrorCode.BAD_COUNTS


def test_impossible_sizes_are_refused() -> None:
    full = held("123456789m12345z")
    for wilds, melds in ((1, 0), (0, 1), (0, 5), (-1, 0)):
        with pytest.raises(TileError) as caught:
            shanten(full, wilds, melds=melds)
        assert caught.value.code is TileErrorCode.BAD_SIZE
    with pytest.raises(TileError):
        waits(full)
    with pytest.raises(TileError):
        waits_from_tiles(parse_tiles("12m"))


def test_decompositions_by_hand() -> None:
    assert decompositions(held("22m")) == (Decomposition(1, ()),)
    both = decompositions(held("111222333m78999p"))
    runs = (Set(RUN, 0), Set(RUN, 0), Set(RUN, 0), Set(RUN, 15))
    triplets = (Set(TRIPLET, 0), Set(TRIPLET, 1), Set(TRIPLET, 2), Set(RUN, 15))
    assert set(both) == {Decomposition(17, runs), Decomposition(17, triplets)}
    fishing = decompositions(held("123m5p"), 1)
    assert Decomposition(13, (Set(RUN, 0),), 1) in fishing
    assert decompositions(held("123m45p")) == ()
    assert decompositions(held("123m")) == ()


def test_decompositions_name_each_place_of_a_wild() -> None:
    found = set(decompositions(held("3455m"), 1))
    assert found == {
        Decomposition(4, (Set(RUN, 2),), 1),
        Decomposition(4, (Set(RUN, 2, 1),), 0),
        Decomposition(4, (Set(RUN, 1, 1),), 0),
    }


# --- against plain searches ------------------------------------------------------------------------------------------


def test_complete_and_waits_against_search() -> None:
    rng = random.Random(20)
    ready = 0
    for turn in range(900):
        wilds = rng.choice((0, 0, 1, 2, 3, 4, 6))
        sets = rng.randrange((wilds + 1) // 3, 5)
        kinds = rng.choice((27, 34))
        size = 3 * sets + 1 - wilds
        if size < 0:
            continue
        if turn % 3:
            counts = random_complete(rng, sets, wilds, kinds)
            kind = rng.choice([k for k, count in enumerate(counts) if count] or [-1])
            if kind < 0:
                continue
            assert is_complete(counts, wilds)
            counts = with_one(counts, kind, -1)
        else:
            counts = random_hand(rng, size, kinds)
        expected = tuple(k for k in range(kinds) if naive_shapes.complete(with_one(counts, k), wilds))
        assert waits(counts, wilds, seven_pairs=False) == expected, (counts, wilds)
        ready += bool(expected)
        for k in rng.sample(range(kinds), 3):
            if counts[k] < 4:
                assert is_complete(with_one(counts, k), wilds) is (k in expected)
    assert ready > 450


def test_shanten_against_search() -> None:
    rng = random.Random(21)
    seen = set()
    for _ in range(450):
        wilds = rng.choice((0, 0, 0, 1, 2, 3, 4, 6))
        sets = rng.choice((1, 2, 2, 3, 3, 4))
        size = 3 * sets + rng.choice((1, 2)) - wilds
        if size < 0:
            continue
        counts = random_hand(rng, size, rng.choice((27, 34)))
        expected = naive_shapes.missing(counts, wilds, sets) - 1
        assert shanten(counts, wilds, seven_pairs=False, melds=4 - sets) == expected, (counts, wilds, sets)
        seen.add(expected)
    assert seen >= set(range(-1, 5))


def test_hands_of_quads_against_search() -> None:
    """Four alike is where the limit of four and wilds beyond it matter."""
    rng = random.Random(22)
    for _ in range(50):
        quads = rng.sample(range(34), rng.choice((1, 2, 2, 3)))
        counts = tuple(4 if kind in quads else 0 for kind in range(34))
        for _ in range(rng.randrange(2)):
            counts = with_one(counts, rng.choice([k for k in range(34) if counts[k] < 4]))
        for wilds in range(5):
            sets, rest = divmod(sum(counts) + wilds, 3)
            if rest and sets <= 4:
                expected = naive_shapes.missing(counts, wilds, sets)
                assert shanten(counts, wilds, seven_pairs=False, melds=4 - sets) == expected - 1
                slow = shape_excess.missing_with_excess(counts, sets, wilds)
                assert max(slow - wilds, 0) == expected
    assert shanten(held("1111222233334z"), 1, seven_pairs=False) == 1
    assert shanten(held("11112222z"), 1, melds=1) == 2
    assert shanten(held("11112222z"), 2, melds=1) == 1


def test_seven_pairs_against_search() -> None:
    rng = random.Random(23)
    for _ in range(120):
        wilds = rng.randrange(5)
        counts = random_hand(rng, 13 - wilds)
        standard = shanten(counts, wilds, seven_pairs=False)
        expected = min(standard, naive_shapes.seven_pairs_missing(counts, wilds) - 1)
        assert shanten(counts, wilds) == expected
        by_pairs = {k for k in range(34) if not naive_shapes.seven_pairs_missing(with_one(counts, k), wilds)}
        assert set(waits(counts, wilds)) == by_pairs | set(waits(counts, wilds, seven_pairs=False))


def test_decompositions_against_search() -> None:
    rng = random.Random(24)
    for turn in range(40):
        wilds = rng.choice((0, 1, 2, 3, 4, 5)) if turn % 2 else rng.choice((0, 1, 2))
        sets = rng.randrange((wilds + 3) // 3, 3) if wilds > 2 else rng.randrange(1, 5)
        counts = random_complete(rng, min(sets, 2 if wilds else 3), wilds)
        if turn % 7 == 0:
            counts = with_one(with_one(counts, 30, -counts[30]), 5, 4 - counts[5])
        found = decompositions(counts, wilds)
        named = {
            (
                (reading.pair, reading.pair_wilds),
                tuple(
                    sorted(
                        (tuple(a.tile + (a.kind == RUN) * i for i in range(3)), a.wilds) for a in reading.sets
                    )
                ),
            )
            for reading in found
        }
        assert len(named) == len(found), "a reading was given twice"
        assert named == naive_shapes.readings(counts, wilds), (counts, wilds)
        assert all(list(r.sets) == sorted(r.sets, key=lambda a: (a.tile, a.kind, a.wilds)) for r in found)


def test_useful_tiles_and_best_discards_by_definition() -> None:
    rng = random.Random(25)
    for turn in range(200):
        wilds = rng.choice((0, 1, 2, 4))
        sets = rng.choice((2, 3, 4))
        options: dict[str, Any] = {"melds": 4 - sets}
        counts = random_hand(rng, 3 * sets + 1 - wilds, rng.choice((27, 34)))
        now = shanten(counts, wilds, **options)
        expected = tuple(
            kind
            for kind, count in enumerate(counts)
            if count < 4 and shanten(with_one(counts, kind), wilds, **options) < now
        )
        assert useful_tiles(counts, wilds, **options) == expected, (counts, wilds)
        if turn % 4 == 0:
            drawn = with_one(counts, rng.choice([k for k, count in enumerate(counts) if count < 4]))
            after = {k: with_one(drawn, k, -1) for k, count in enumerate(drawn) if count}
            lowest = min(shanten(left, wilds, **options) for left in after.values())
            choices = [
                (kind, lowest, useful_tiles(left, wilds, **options))
                for kind, left in after.items()
                if shanten(left, wilds, **options) == lowest
            ]
            choices.sort(key=lambda choice: (-len(choice[2]), choice[0]))
            assert best_discards(drawn, wilds, **options) == tuple(choices)


# --- laws ------------------------------------------------------------------------------------------------------------

hands13 = st.lists(st.integers(0, 33), min_size=13, max_size=13).filter(
    lambda tiles: max(map(tiles.count, tiles)) <= 4
)


@given(hands13)
def test_lists_agree_with_counts(tiles: list[int]) -> None:
    counts = counts_of(tiles)
    assert shanten_from_tiles(tiles) == shanten(counts)
    assert waits_from_tiles(tiles) == waits(counts)
    for kind in {*waits(counts), tiles[0], 33}:
        if counts[kind] < 4:
            full = with_one(counts, kind)
            assert win_from_tiles([kind, *tiles]) is (is_complete(full) or is_seven_pairs(full))


def test_lists_of_every_size_agree_with_counts() -> None:
    rng = random.Random(26)
    for _ in range(1500):
        sets = rng.randrange(5)
        counts = random_complete(rng, sets, 0)
        tiles = [kind for kind, count in enumerate(counts) for _ in range(count)]
        rng.shuffle(tiles)
        assert win_from_tiles(tiles)
        thrown, less = tiles[0], tiles[1:]
        if sum(counts) < 13 or rng.random() < 0.5:
            assert thrown in waits_from_tiles(less)
        assert waits_from_tiles(less) == waits(counts_of(less))
        assert shanten_from_tiles(less) == shanten(counts_of(less), melds=4 - sets) == 0 or counts[thrown] > 4
        less[rng.randrange(len(less))] = rng.randrange(34) if less else 0
        if less and max(counts_of(less)) <= 4:
            assert waits_from_tiles(less) == waits(counts_of(less))
            assert shanten_from_tiles(less) == shanten(counts_of(less), melds=4 - sets)


@given(hands13, st.integers(0, 4), st.permutations(range(3)), st.booleans())
def test_suits_and_directions_are_alike(
    tiles: list[int], wilds: int, order: list[int], mirrored: bool
) -> None:
    def moved(kind: int) -> int:
        suit, rank = divmod(kind, 9)
        return kind if suit == 3 else 9 * order[suit] + (8 - rank if mirrored else rank)

    some = tiles[wilds:]
    other = counts_of(moved(kind) for kind in some)
    assert shanten(other, wilds) == shanten(counts_of(some), wilds)
    assert set(waits(other, wilds)) == {moved(kind) for kind in waits(counts_of(some), wilds)}


@given(hands13, st.integers(0, 3), st.integers(0, 33))
def test_one_tile_changes_the_distance_by_at_most_one(tiles: list[int], wilds: int, kind: int) -> None:
    counts = counts_of(tiles[wilds:])
    now = shanten(counts, wilds)
    if counts[kind] < 4:
        assert now - 1 <= shanten(with_one(counts, kind), wilds) <= now
    assert shanten(counts, wilds + 1) in (now, now - 1)
    assert (now == 0) >= any(counts[wait] < 4 for wait in waits(counts, wilds))


# --- the tables ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ranks", "honours"), [(9, False), (7, True)])
def test_classes_fit_their_nine_bits(ranks: int, honours: bool) -> None:
    """All suits of up to 14 tiles; class 0 means unknown."""
    level = {(shape_automaton.START, 0, 0)}
    for rank in range(ranks):
        level = {
            (shape_automaton.step(node, count, not honours and rank < 7), pairs + count // 2, size + count)
            for node, pairs, size in level
            for count in range(5)
            if size + count <= 14
        }
    numbers = {shape_automaton.number_of(node, pairs) for node, pairs, _ in level}
    assert len(numbers) == (111 if honours else 321)
    assert min(numbers) > 0
    assert len(shape_automaton.pairs_of) <= 512


def test_tables_are_small() -> None:
    script = (
        "import collections, dataclasses, enum, functools, threading, tracemalloc, typing\n"
        "tracemalloc.start()\n"
        "from games.engine.mahjong import shapes\n"
        "print(tracemalloc.get_traced_memory()[0])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 10_000_000
