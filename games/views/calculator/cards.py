"""The calculator of card games: what shape cards are, and whether they beat what lies on the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards.guanpai.deck import COPIES, HAND_SIZE, RANKS, SUITS, parse_ranks
from games.engine.cards.guanpai.explain import why_no_shape, why_not_beats
from games.engine.cards.guanpai.shapes import best
from games.presentation.calculator import EXAMPLES, card_reason, example
from games.presentation.guanpai import cards as faces
from games.views.calculator.asked import PATH, Asked, address
from games.views.calculator.parts import Link, Why, clause

_MOST = dict(zip(RANKS, COPIES, strict=True))


class Row(NamedTuple):
    """The cards of one side: those to take back, their name as a shape, and why they are none."""

    name: str
    title: str
    cards: tuple[Link, ...]
    shape: str
    why: Why | None
    chosen: bool
    choose: str


def page(asked: Asked) -> dict[str, Any]:
    """Return the context of the desk."""
    rows = (_row(asked, "cards", _("要出的牌")), _row(asked, "table", _("桌上的牌")))
    return {
        "errors": dict(asked.errors),
        "rows": rows,
        "palette": tuple(_key(asked, rank) for rank in RANKS),
        "verdict": _verdict(asked),
        "empty": not asked.cards and not asked.table,
        "cards_text": asked.raw.get("cards") or asked.cards,
        "table_text": asked.raw.get("table") or asked.table,
    }


def examples(game: str) -> list[tuple[str, str]]:
    """Return titles and addresses of hands to begin with."""
    return [(example(name, game), f"{PATH}?game={game}&{query}") for name, query in EXAMPLES[game]]


def _row(asked: Asked, name: str, title: str) -> Row:
    text: str = getattr(asked, name)
    shown = tuple(
        Link(
            f"{name}-{place}",
            f"c{rank}{_suit(text, place)}",
            _("拿走%(tile)s") % {"tile": _spoken(rank)},
            address(_laid(asked, name, text[:place] + text[place + 1 :])),
        )
        for place, rank in enumerate(text)
    )
    counts = parse_ranks(text) if text else (0,) * 13
    shape = best(counts)
    why = why_no_shape(counts)
    mode = "table" if name == "table" else ""
    return Row(
        name,
        title,
        shown,
        faces.shape_name(shape.kind.value) if shape else "",
        None if why is None else Why(card_reason(why[0]), *clause(why[1])),
        asked.mode == mode,
        address(asked._replace(mode=mode)),
    )


def _suit(text: str, place: int) -> str:
    """Return a suit of its own for each card of a rank; suits never matter (GP-04)."""
    return SUITS[text[:place].count(text[place]) % _MOST[text[place]]]


def _laid(asked: Asked, name: str, text: str) -> Asked:
    """Return the desk with other cards on one side."""
    if name == "table":
        return asked._replace(table=text, raw={})
    return asked._replace(cards=text, raw={})


def _spoken(rank: str) -> str:
    return "10" if rank == "T" else rank


def _key(asked: Asked, rank: str) -> Link:
    name = "table" if asked.mode == "table" else "cards"
    text: str = getattr(asked, name)
    full = (asked.cards + asked.table).count(rank) >= _MOST[rank] or len(text) >= HAND_SIZE
    target = "".join(sorted(text + rank, key=RANKS.index))
    return Link(
        f"add-{rank}",
        f"c{rank}S",
        _("加一张%(tile)s") % {"tile": _spoken(rank)},
        "" if full else address(_laid(asked, name, target)),
    )


def _verdict(asked: Asked) -> tuple[str, str, Why | None] | None:
    """Return (tone, sentence, why) of the play against the table; None where one side is no play."""
    if not asked.cards or not asked.table:
        return None
    play, table = best(parse_ranks(asked.cards)), best(parse_ranks(asked.table))
    if play is None or table is None:
        return None
    both = tuple(map(sum, zip(parse_ranks(asked.cards), parse_ranks(asked.table), strict=True)))
    if any(count > _MOST[rank] for rank, count in zip(RANKS, both, strict=True)):
        return "no", _("两边加起来比一副牌还多"), Why(card_reason("not_in_deck"), *clause("GP-01"))
    why = why_not_beats(play, table)
    if why is None:
        return "yes", _("管得上"), None
    return "no", _("管不上"), Why(card_reason(why[0]), *clause(why[1]))
