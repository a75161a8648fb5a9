"""Small parts of the calculator's page that all games share."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import get_language

from games.presentation import rules


class Link(NamedTuple):
    """A tile, card or choice to press: id, classes, what it says, where it leads ("" where it may not be pressed)."""

    id: str
    look: str
    label: str
    href: str


class Why(NamedTuple):
    """A reason with its clause; `href` is "" where the rule book has no page for it."""

    text: str
    clause: str
    href: str


def clause(number: str) -> tuple[str, str]:
    """Return a clause and the address of its page."""
    known = number and rules.page(number, get_language() or "") is not None
    return number, f"/rules/{number}/" if known else ""
