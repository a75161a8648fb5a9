"""The mpsz notation, both ways."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.contract import NONE
from games.engine.mahjong.tiles import (
    KINDS,
    TIAO,
    TONG,
    WAN,
    ZI,
    TileError,
    TileErrorCode,
    counts_of,
    format_tile,
    format_tiles,
    parse_tile,
    parse_tiles,
    rank_of,
    suit_of,
)

kinds = st.integers(0, KINDS - 1)


def test_parse_keeps_the_written_order() -> None:
    assert parse_tiles("321m9p11z5p") == (2, 1, 0, 17, 27, 27, 13)
    assert parse_tiles("") == ()


def test_every_kind_has_its_place() -> None:
    text = "123456789m123456789p123456789s1234567z"
    assert parse_tiles(text) == tuple(range(KINDS))
    assert format_tiles(range(KINDS)) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("123", TileErrorCode.NO_SUIT),
        ("12m3", TileErrorCode.NO_SUIT),
        ("m", TileErrorCode.NO_DIGITS),
        ("1mp", TileErrorCode.NO_DIGITS),
        ("0m", TileErrorCode.BAD_RANK),
        ("10m", TileErrorCode.BAD_RANK),
        ("8z", TileErrorCode.BAD_RANK),
        ("19z", TileErrorCode.BAD_RANK),
        ("1m 2m", TileErrorCode.BAD_CHARACTER),
        ("1M", TileErrorCode.BAD_CHARACTER),
        ("１m", TileErrorCode.BAD_CHARACTER),
        ("1万", TileErrorCode.BAD_CHARACTER),
        ("-1m", TileErrorCode.BAD_CHARACTER),
        ("1m\n", TileErrorCode.BAD_CHARACTER),
    ],
)
def test_bad_text_says_why(text: str, code: TileErrorCode) -> None:
    with pytest.raises(TileError) as caught:
        parse_tiles(text)
    assert caught.value.code is code
    assert caught.value.text == text


@pytest.mark.parametrize("text", ["", "12m", "1m1m"])
def test_parse_tile_wants_exactly_one(text: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_tile(text)
    assert caught.value.code is TileErrorCode.NOT_ONE_TILE


@given(kinds)
def test_one_tile_round_trip(kind: int) -> None:
    text = format_tile(kind)
    assert parse_tile(text) == kind
    assert text == f"{rank_of(kind)}{'mpsz'[suit_of(kind)]}"


@given(st.lists(kinds, max_size=20))
def test_tiles_round_trip(tiles: list[int]) -> None:
    text = format_tiles(tiles)
    assert parse_tiles(text) == tuple(tiles)
    assert all(a.isdigit() or b.isdigit() for a, b in pairwise(text))


def test_neighbours_of_a_suit_share_the_letter() -> None:
    assert format_tiles((2, 0, 9, 0)) == "31m1p1m"


@pytest.mark.parametrize("kind", [NONE, KINDS, -2, 99])
def test_no_tile_is_not_written_or_counted(kind: int) -> None:
    for attempt in (format_tile, lambda k: format_tiles((0, k)), lambda k: counts_of((0, k))):
        with pytest.raises(TileError) as caught:
            attempt(kind)
        assert caught.value.code is TileErrorCode.NOT_A_TILE


def test_suits_and_counts() -> None:
    assert [suit_of(parse_tile(text)) for text in ("9m", "1p", "9s", "1z")] == [WAN, TONG, TIAO, ZI]
    counts = counts_of(parse_tiles("113m7z"))
    assert (counts[0], counts[2], counts[33], sum(counts), len(counts)) == (2, 1, 1, 4, 34)
