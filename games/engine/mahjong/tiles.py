"""Tile kinds as small integers, and the mpsz notation they are written in."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

KINDS: Final = 34
"""Kinds 0-8 = 1m..9m, 9-17 = 1p..9p, 18-26 = 1s..9s, 27-33 = 1z..7z (东南西北白发中)."""

WAN: Final = 0
TONG: Final = 1
TIAO: Final = 2
ZI: Final = 3

ORPHANS: Final = tuple(kind for kind in range(KINDS) if kind // 9 == ZI or kind % 9 in (0, 8))
"""The terminals and honours of 十三幺."""

SUIT_LETTERS: Final = "mpsz"
_DIGITS: Final = "123456789"
_HONOURS: Final = 7


class TileErrorCode(StrEnum):
    """What is wrong with a text or a list of tiles."""

    BAD_CHARACTER = "bad_character"
    BAD_RANK = "bad_rank"
    NO_SUIT = "no_suit"
    NO_DIGITS = "no_digits"
    NOT_ONE_TILE = "not_one_tile"
    NOT_A_TILE = "not_a_tile"
    BAD_COUNTS = "bad_counts"
    BAD_SIZE = "bad_size"


class TileError(ValueError):
    """Bad tiles; `code` says what is wrong, `text` quotes the whole input."""

    def __init__(self, code: TileErrorCode, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code.value}: {self.text!r}"


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read mpsz notation ('123m456p77z') into kinds, in the order written.

    The empty text is no tiles. Raises TileError: digits without a suit letter, a letter without digits, 0,
    8z, 9z, anything else (spaces and full-width digits included).
    """
    kinds: list[int] = []
    ranks: list[int] = []
    for char in text:
        if char in _DIGITS:
            ranks.append(_DIGITS.index(char))
            continue
        suit = SUIT_LETTERS.find(char)
        if suit < 0:
            code = TileErrorCode.BAD_RANK if char == "0" else TileErrorCode.BAD_CHARACTER
            raise TileError(code, text)
        if not ranks:
            raise TileError(TileErrorCode.NO_DIGITS, text)
        if suit == ZI and max(ranks) >= _HONOURS:
            raise TileError(TileErrorCode.BAD_RANK, text)
        kinds.extend(9 * suit + rank for rank in ranks)
        ranks.clear()
    if ranks:
        raise TileError(TileErrorCode.NO_SUIT, text)
    return tuple(kinds)


def parse_tile(text: str) -> int:
    """Read exactly one tile ('5p'). Raises TileError, NOT_ONE_TILE for none or several."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise TileError(TileErrorCode.NOT_ONE_TILE, text)
    return kinds[0]


def _checked(kind: int) -> int:
    if not 0 <= kind < KINDS:
        raise TileError(TileErrorCode.NOT_A_TILE, str(kind))
    return kind


def format_tile(kind: int) -> str:
    """Write one tile: 13 -> '5p'. Raises TileError for what is no kind."""
    suit, rank = divmod(_checked(kind), 9)
    return _DIGITS[rank] + SUIT_LETTERS[suit]


def format_tiles(tiles: Iterable[int]) -> str:
    """Write tiles in the order given; neighbours of one suit share its letter ('19m3p')."""
    parts: list[str] = []
    last = -1
    for kind in tiles:
        suit, rank = divmod(_checked(kind), 9)
        if suit != last and parts:
            parts.append(SUIT_LETTERS[last])
        parts.append(_DIGITS[rank])
        last = suit
    if parts:
        parts.append(SUIT_LETTERS[last])
    return "".join(parts)


def suit_of(kind: int) -> int:
    """WAN, TONG, TIAO or ZI."""
    return kind // 9


def rank_of(kind: int) -> int:
    """1-9; of honours 1-7."""
    return kind % 9 + 1


def counts_of(tiles: Iterable[int]) -> tuple[int, ...]:
    """How many of each of the 34 kinds. Raises TileError for what is no kind."""
    counts = [0] * KINDS
    for kind in tiles:
        counts[_checked(kind)] += 1
    return tuple(counts)
