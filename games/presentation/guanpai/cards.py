"""Names, snippets and the order of playing cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.translation import gettext_noop

from games.engine.cards.guanpai.deck import ACE, TWO, counts_of, format_cards, rank_of
from games.engine.cards.guanpai.shapes import BOMBS, Shape, ShapeKind, best
from games.engine.core.contract import NONE
from mahjong_site.web.speech import gettext

_SUITS = (gettext_noop("黑桃"), gettext_noop("红桃"), gettext_noop("梅花"), gettext_noop("方块"))
_RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
_SHAPES = {
    ShapeKind.SINGLE: gettext_noop("单张"),
    ShapeKind.PAIR: gettext_noop("对子"),
    ShapeKind.TRIPLE: gettext_noop("三张"),
    ShapeKind.RUN: gettext_noop("顺子"),
    ShapeKind.PAIR_RUN: gettext_noop("双顺"),
    ShapeKind.TRIPLE_RUN: gettext_noop("三顺"),
    ShapeKind.TRIPLE_PAIR: gettext_noop("三带对"),
    ShapeKind.PLANE: gettext_noop("飞机"),
    ShapeKind.BOMB: gettext_noop("炸弹"),
    ShapeKind.BOMB_PLUS_ONE: gettext_noop("炸弹带一"),
    ShapeKind.ACE_BOMB: gettext_noop("三A炸"),
    ShapeKind.ACE_BOMB_PLUS_ONE: gettext_noop("三A炸带一"),
}


def code(card: int) -> str:
    """Return the notation of a card: 3S, TH."""
    return format_cards((card,))


def name(card: int) -> str:
    """Return the name of a card in the active language."""
    return gettext("%(suit)s%(rank)s") % {"suit": gettext(_SUITS[card & 3]), "rank": _RANKS[rank_of(card)]}


def listed(cards: Iterable[int]) -> str:
    """Return cards in words, for a label."""
    return gettext("、").join(map(name, cards))


def shape_name(kind: str) -> str:
    """Return the name of a shape."""
    return gettext(_SHAPES[ShapeKind(kind)])


@lru_cache(maxsize=256)
def face(card: int, extra: str = "") -> str:
    """Return the element of a card that is only looked at; NONE is a back."""
    shown = "cb" if card == NONE else f"c{code(card)}"
    return f'<i class="c {shown}{" " + extra if extra else ""}"></i>'


def row(cards: Iterable[int]) -> str:
    """Return several cards that are only looked at."""
    return "".join(map(face, cards))


def laid(cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return a play in its sets as it lies on the table: the main part first, wings or the single beside it."""
    shape = best(counts_of(cards))
    if shape is None or shape.kind is ShapeKind.RUN:
        return (tuple(sorted(cards, key=lambda card: _place(card, shape))),)
    counts = Counter(map(rank_of, cards))
    alike = max(counts.values())
    main = [card for card in sorted(cards) if counts[rank_of(card)] == alike]
    rest = [card for card in sorted(cards) if counts[rank_of(card)] != alike]
    return (tuple(main), tuple(rest)) if rest else (tuple(main),)


def _place(card: int, shape: Shape | None) -> int:
    """Return where a card stands in a run: the 2 before the 3, the ace at the end it is read at (GP-06)."""
    rank = rank_of(card)
    if rank == TWO:
        return -1
    return -2 if rank == ACE and shape is not None and shape.key < ACE + 3 else rank


def by_groups(hand: Sequence[int]) -> tuple[int, ...]:
    """Return a hand sorted by shape: bombs, threes, pairs, then singles, each from the highest down."""
    counts = Counter(map(rank_of, hand))

    def weight(card: int) -> tuple[bool, int, int]:
        rank = rank_of(card)
        shape = best(tuple(counts[rank] if rank == other else 0 for other in range(13)))
        return shape is None or shape.kind not in BOMBS, -counts[rank], -card

    return tuple(sorted(hand, key=weight))
