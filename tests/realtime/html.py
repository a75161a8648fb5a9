"""Reading what a table sends, as the browser does: top-level elements by id, and the tiles in each."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import NamedTuple

_FACE = re.compile(r"t([1-9][mpsz])")
_TILE = re.compile(r"[1-9][mpsz]")
_NOTATION = re.compile(r"(?:[1-9]+[mpsz],?)+")
_VOID = frozenset({"input", "br", "img", "hr", "meta", "link"})
# Attributes that hold something else and may look like tiles by chance.
_NOT_TILES = frozenset({"class", "id", "href", "style", "tabindex", "role", "form", "formaction", "type"})
_DIGITS = "一二三四五六七八九"
_NAMES = {f"{digit}{suit}": f"{rank + 1}{letter}" for suit, letter in zip("万筒条", "mps", strict=True) for rank, digit in enumerate(_DIGITS)}  # fmt: skip
_NAME = re.compile("|".join(_NAMES))


class Element(NamedTuple):
    """One top-level element of a message. `faces` are its visible tiles, `named` those in attributes and words."""

    id: str
    html: str
    attributes: dict[str, str]
    faces: Counter[str]
    named: Counter[str]
    children: tuple[dict[str, str], ...]


def tiles_of(notation: str) -> list[str]:
    """Return the tiles of a notation: "19m3p" is 1m 9m 3p."""
    found, digits = [], ""
    for char in notation:
        if char.isdigit():
            digits += char
        elif char in "mpsz":
            found += [digit + char for digit in digits]
            digits = ""
    return found


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._text = text
        self._lines = [0]
        for line in text.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._depth = 0
        self.feed(text)
        self.close()
        assert self._depth == 0, f"unclosed element in {text!r}"

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self._depth == 0:
            assert given.get("id"), f"a top-level element without an id: {self.get_starttag_text()}"
            self._begin = self._offset()
            self._open = (given, Counter[str](), Counter[str](), list[dict[str, str]]())
        self._look(given)
        if self._depth == 1:
            self._open[3].append(given)
        if tag not in _VOID:
            self._depth += 1

    def _look(self, given: dict[str, str]) -> None:
        _, faces, named, _ = self._open
        classes = given.get("class", "").split()
        if "t" in classes:
            faces.update(match[1] for name in classes if (match := _FACE.fullmatch(name)))
        for name, value in given.items():
            if name not in _NOT_TILES and _NOTATION.fullmatch(value):
                named.update(tiles_of(value))
            named.update(_NAMES[word] for word in _NAME.findall(value))

    def handle_data(self, data: str) -> None:
        assert self._depth > 0 or not data.strip(), f"text outside of every region: {data!r}"
        if self._depth:
            self._open[2].update(_NAMES[word] for word in _NAME.findall(data))

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1
        assert self._depth >= 0, "an end tag too many"
        if self._depth == 0:
            end = self._text.index(">", self._offset()) + 1
            given, faces, named, children = self._open
            html = self._text[self._begin : end]
            self.elements.append(Element(given["id"], html, given, faces, named, tuple(children)))


def read(message: str) -> list[Element]:
    """Return the top-level elements of one message; fails where htmx could not swap it by id."""
    return _Reader(message).elements


def codes(kinds: object) -> Counter[str]:
    """Return tile kinds as notation, without the unknown ones."""
    return Counter(f"{kind % 9 + 1}{'mpsz'[kind // 9]}" for kind in kinds if kind >= 0)  # type: ignore[attr-defined]
