"""Packed hands against the independent shape tables."""

from __future__ import annotations

import random

from games.engine.mahjong import packed, shapes

DECK = [kind for kind in range(27) for _ in range(4)]


def test_packing_is_lossless():
    rng = random.Random(1)
    for _ in range(300):
        tiles = sorted(rng.sample([kind for kind in range(34) for _ in range(4)], rng.randint(0, 14)))
        hand = packed.pack(tiles)
        assert packed.unpack(hand) == tuple(tiles)
        assert packed.counts(hand) == tuple(tiles.count(kind) for kind in range(34))
        assert packed.kinds(hand) == tuple(sorted(set(tiles)))
        assert packed.fours(hand) == tuple(kind for kind in range(34) if tiles.count(kind) == 4)
        assert packed.suits(hand) == sum(1 << suit for suit in {tile // 9 for tile in tiles})
        assert packed.size(hand) == len(tiles)


def test_waits_and_wins_agree_with_the_shape_tables():
    rng = random.Random(2)
    waiting = winning = 0
    for _ in range(8000):
        suits = rng.choice([(0,), (2,), (0, 1), (1, 2), (0, 1, 2)])
        size = rng.choice([1, 4, 7, 10, 13])
        tiles = rng.sample([kind for kind in DECK if kind // 9 in suits], size)
        hand, held = packed.pack(tiles), [tiles.count(kind) for kind in range(27)]
        waits = packed.set_waits(hand) | (packed.pair_wait(hand) if size == 13 else 0)
        ours = [kind for kind in range(27) if waits >> kind & 1 and held[kind] < 4]
        assert ours == [kind for kind in shapes.waits(held) if held[kind] < 4]
        waiting += bool(ours)
        for kind in (rng.choice(ours) if ours else 0, rng.randrange(27)):
            if held[kind] < 4:
                more = [*held[:kind], held[kind] + 1, *held[kind + 1 :]]
                full = hand + packed.ONE[kind]
                assert packed.is_sets(full) == shapes.is_complete(more)
                assert (size == 13 and packed.is_pairs(full)) == shapes.is_seven_pairs(more)
                winning += packed.is_sets(full)
    assert waiting > 800
    assert winning > 800
