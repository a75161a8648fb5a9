"""Reads the rule pages of `games/rules_text` and turns their few marks (title, bold, list) into HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop, override

_ROOT = Path(__file__).resolve().parent.parent / "rules_text"
_CLAUSE = re.compile(r"[A-Z]{2}-\d{2}")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


# The book's chapters; a test keeps every page in exactly one of them.
CHAPTERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("start", gettext_noop("坐下来"), tuple(f"SC-{number:02}" for number in range(1, 7))),
    ("play", gettext_noop("打牌"), tuple(f"SC-{number:02}" for number in range(7, 13))),
    ("fan", gettext_noop("番和分"), tuple(f"SC-{number:02}" for number in range(13, 20))),
    ("gang", gettext_noop("刮风下雨"), ("SC-20", "SC-21")),
    ("wall", gettext_noop("牌墙摸完"), ("SC-22", "SC-23", "SC-24")),
    ("leave", gettext_noop("离开和掉线"), ("SC-25", "SC-26", "SC-27", "SC-28", "SC-29", "LD-09")),
    ("coins", gettext_noop("豆"), ("LD-05", "LD-06")),
    ("wanzhou", gettext_noop("九九山城麻将"), tuple(f"WZ-{number:02}" for number in range(1, 26))),
    ("guanpai", gettext_noop("关牌"), tuple(f"GP-{number:02}" for number in range(1, 12))),
)


# The game a clause belongs to; those of 豆 and of leaving hold for all of them.
_GAMES = {"SC": gettext_noop("四川麻将"), "WZ": gettext_noop("九九山城麻将"), "GP": gettext_noop("关牌")}


class RulePage(NamedTuple):
    """One clause of the rule book: its number, its title and its text as HTML."""

    clause: str
    title: str
    body: str

    @property
    def game(self) -> str:
        """The name of its game in the active language, "" where it holds for all."""
        name = _GAMES.get(self.clause[:2])
        return gettext(name) if name else ""


class Chapter(NamedTuple):
    """Clauses that belong together."""

    name: str
    title: str
    pages: tuple[RulePage, ...]


class Book(NamedTuple):
    """The chapters of one game."""

    title: str
    chapters: tuple[Chapter, ...]


def folder(language: str) -> str:
    """Return the folder of a language code."""
    return "en" if language.startswith("en") else "zh"


@lru_cache(maxsize=256)
def page(clause: str, language: str) -> RulePage | None:
    """Return a clause's page, None where there is none."""
    path = _ROOT / folder(language) / f"{clause}.md"
    if not _CLAUSE.fullmatch(clause) or not path.is_file():
        return None
    title, _, rest = path.read_text(encoding="utf-8").partition("\n")
    return RulePage(clause, title.removeprefix("#").strip(), _html(rest))


@lru_cache(maxsize=4)
def book(language: str) -> tuple[Chapter, ...]:
    """Return all clauses of a language by chapter."""
    chapters = []
    for name, title, clauses in CHAPTERS:
        pages = tuple(found for clause in clauses if (found := page(clause, language)) is not None)
        with override(language):
            chapters.append(Chapter(name, gettext(title), pages))
    return tuple(chapters)


@lru_cache(maxsize=4)
def books(language: str) -> tuple[Book, ...]:
    """Return the chapters of a language by game; what holds for all games stands with the first."""
    found: list[Book] = []
    with override(language):
        for chapter in book(language):
            title = chapter.pages[0].game
            if found and title in {"", found[-1].title}:
                found[-1] = Book(found[-1].title, (*found[-1].chapters, chapter))
            else:
                found.append(Book(title, (chapter,)))
    return tuple(found)


def around(clause: str, language: str) -> tuple[RulePage | None, RulePage | None]:
    """Return the pages before and after a clause's."""
    pages = [found for chapter in book(language) for found in chapter.pages]
    place = next(place for place, found in enumerate(pages) if found.clause == clause)
    return pages[place - 1] if place else None, pages[place + 1] if place + 1 < len(pages) else None


def _html(text: str) -> str:
    """Return paragraphs and lists; a blank line ends a block."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n") if block.strip()]
    return "".join(_block(lines) for lines in blocks)


def _block(lines: list[str]) -> str:
    parts = []
    for listed, rows in groupby(lines, key=lambda line: line.startswith("- ")):
        if listed:
            parts.append("<ul>" + "".join(f"<li>{_inline(row[2:])}</li>" for row in rows) + "</ul>")
        else:
            parts.append(f"<p>{_inline(' '.join(rows))}</p>")
    return "".join(parts)


def _inline(text: str) -> str:
    return _BOLD.sub(r"<strong>\1</strong>", str(escape(text)))
