"""Names and pre-rendered snippets of mahjong tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.translation import gettext_noop

from games.engine.core.contract import NONE
from games.engine.mahjong.tiles import SUIT_LETTERS, format_tile
from mahjong_site.web.html import glyph
from mahjong_site.web.speech import gettext, language

_NAMES = (
    gettext_noop("一万"), gettext_noop("二万"), gettext_noop("三万"), gettext_noop("四万"), gettext_noop("五万"),
    gettext_noop("六万"), gettext_noop("七万"), gettext_noop("八万"), gettext_noop("九万"),
    gettext_noop("一筒"), gettext_noop("二筒"), gettext_noop("三筒"), gettext_noop("四筒"), gettext_noop("五筒"),
    gettext_noop("六筒"), gettext_noop("七筒"), gettext_noop("八筒"), gettext_noop("九筒"),
    gettext_noop("一条"), gettext_noop("二条"), gettext_noop("三条"), gettext_noop("四条"), gettext_noop("五条"),
    gettext_noop("六条"), gettext_noop("七条"), gettext_noop("八条"), gettext_noop("九条"),
    gettext_noop("东风"), gettext_noop("南风"), gettext_noop("西风"), gettext_noop("北风"),
    gettext_noop("白板"), gettext_noop("发财"), gettext_noop("红中"),
)  # fmt: skip
_PILE = 3
_SUITS = (gettext_noop("万"), gettext_noop("筒"), gettext_noop("条"), gettext_noop("字牌"))


def code(kind: int) -> str:
    """Return the notation of a kind: 5p, 1z."""
    return format_tile(kind)


def letter(suit: int) -> str:
    """Return the letter of a suit: m, p, s or z."""
    return SUIT_LETTERS[suit]


def name(kind: int) -> str:
    """Return the name of a kind in the active language, or that of an unknown tile."""
    return _names(language())[kind]


@lru_cache(maxsize=8)
def _names(spoken: str) -> tuple[str, ...]:
    """Return all names in the active language; NONE is -1 and so names the last."""
    return (*map(gettext, _NAMES), gettext("牌背"))


def suit_name(suit: int) -> str:
    """Return the name of a suit in the active language."""
    return gettext(_SUITS[suit])


def suit_glyph(suit: int) -> str:
    """Return the brush character of a suit."""
    return glyph(("wan", "tong", "tiao", "zhong")[suit])


def listed(kinds: Iterable[int]) -> str:
    """Return the tiles of a row in words, for its label."""
    known = _names(language())
    return gettext("、").join([known[kind] for kind in kinds])


def numbers(run: Iterable[int]) -> str:
    """Return the numbers of a run in order, "456": what phones show of it."""
    return "".join(str(tile % 9 + 1) for tile in sorted(run))


@lru_cache(maxsize=512)
def face(kind: int, extra: str = "") -> str:
    """Return the element of one tile that is only looked at; NONE is a back."""
    shape = "tb" if kind == NONE else f"t{code(kind)}"
    return f'<i class="t {shape}{" " + extra if extra else ""}"></i>'


def row(kinds: Iterable[int], extra: str = "") -> str:
    """Return the elements of several tiles, all in the same state."""
    return "".join(face(kind, extra) for kind in kinds)


def won(kinds: Sequence[int], extra: str = "") -> str:
    """Return the tiles a seat has won with, laid aside; of several the last three in one pile."""
    faces = row(kinds[-_PILE:], f"won {extra}" if extra else "won")
    return f"<span class=pile>{faces}</span>" if len(kinds) > 1 else faces
