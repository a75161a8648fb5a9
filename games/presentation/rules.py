"""Reads the rule pages of `games/rules_text` and turns their few marks (title, bold, list) into HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.utils.html import escape

_ROOT = Path(__file__).resolve().parent.parent / "rules_text"
_CLAUSE = re.compile(r"[A-Z]{2}-\d{2}")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


class RulePage(NamedTuple):
    """One clause of the rule book: its number, its title and its text as HTML."""

    clause: str
    title: str
    body: str


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
def book(language: str) -> tuple[RulePage, ...]:
    """Return all clauses of a language in the order of their numbers, 四川 before the rest."""
    names = sorted(path.stem for path in (_ROOT / folder(language)).glob("*.md"))
    pages = [page(name, language) for name in sorted(names, key=lambda name: (name[:2] != "SC", name))]
    return tuple(found for found in pages if found is not None)


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
