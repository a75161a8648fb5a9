"""Hand shapes at their borders: what is left out, sizes that fit no hand, and hands that are nearly nothing."""

from __future__ import annotations

import pytest

from games.engine.mahjong import shapes
from games.engine.mahjong.tiles import TileError, TileErrorCode, counts_of, parse_tiles


def counts(text: str) -> tuple[int, ...]:
    return counts_of(parse_tiles(text))


@pytest.mark.parametrize(
    "text", ["123456m12378999p", "1133557799m225p", "147m258p369s1234z", "111222333m4455p"]
)
def test_left_out_are_wilds_and_melds_but_not_seven_pairs(text):
    held = counts(text)
    assert shapes.shanten(held) == shapes.shanten(held, 0, seven_pairs=True, melds=0)
    assert shapes.useful_tiles(held) == shapes.useful_tiles(held, 0, seven_pairs=True, melds=0)
    assert shapes.best_discards(held) == shapes.best_discards(held, 0, seven_pairs=True, melds=0)
    assert shapes.is_complete(held) == shapes.is_complete(held, 0)
    if sum(held) == 13:
        assert shapes.waits(held) == shapes.waits(held, 0, seven_pairs=True)


@pytest.mark.parametrize(
    ("text", "wilds"),
    [("123456789m12p", 0), ("123456789m123p", 0), ("123456789m123p12s", 2), ("1m", -1), ("", 0)],
)
def test_only_hands_one_tile_short_wait(text, wilds):
    with pytest.raises(TileError) as refused:
        shapes.waits(counts(text), wilds)
    assert refused.value.code is TileErrorCode.BAD_SIZE


@pytest.mark.parametrize(
    ("text", "wilds"), [("123456789m123p12399s", 0), ("123m", 0), ("1234m", 0), ("123456789m12355p123s", 0)]
)
def test_other_sizes_are_not_complete(text, wilds):
    assert not shapes.is_complete(counts(text), wilds)


@pytest.mark.parametrize("text", ["123456789m11s12z", "123456789m11s24z", "123m456p789s33s67z"])
def test_honours_make_no_runs(text):
    assert shapes.waits(counts(text)) == ()
    assert shapes.waits_from_tiles(parse_tiles(text)) == ()
    pair = text[:-3] + text[-3] * 2 + "z"
    assert shapes.waits(counts(pair)) == shapes.waits_from_tiles(parse_tiles(pair))
    assert len(shapes.waits(counts(pair))) == 2  # two pairs, either of which may become a triplet


def test_what_is_not_held_may_help_too():
    """A single tile needs its like; what else is missing may be any set, but honours only as triplets."""
    assert shapes.useful_tiles(counts("1m"), melds=4) == (0,)
    assert shapes.useful_tiles(counts("1m1z"), melds=4) == (0, 27)
    assert shapes.useful_tiles(counts("11m1z"), melds=3) == (0, 27)
    assert shapes.useful_tiles(counts("11m"), melds=3) == tuple(range(34))
    assert shapes.useful_tiles(counts("11m12z"), melds=3) == (0, 27, 28)


def test_a_hand_of_wilds_alone_has_nothing_to_throw():
    assert shapes.best_discards((0,) * 34, 2) == ()
    assert shapes.shanten((0,) * 34, 2, melds=4) == -1
