"""Tiny helpers that keep hand-written HTML short and safe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import ParamSpec

from django.templatetags.static import static
from django.utils.html import escape

from mahjong_site.web.speech import language as spoken_language

__all__ = ["attrs", "element", "escape", "glyph", "remembered", "signed", "spoken", "worded"]


P = ParamSpec("P")


def remembered(size: int) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Remember what a pure function of hashable models rendered, per language: most of a table stays as it was."""

    def decorate(render: Callable[P, str]) -> Callable[P, str]:
        @lru_cache(maxsize=size)
        def by_language(language: str, *args: P.args, **kwargs: P.kwargs) -> str:
            return render(*args, **kwargs)

        @wraps(render)
        def recall(*args: P.args, **kwargs: P.kwargs) -> str:
            return by_language(spoken_language(), *args, **kwargs)  # type: ignore[arg-type]  # all are hashable models

        return recall

    return decorate


def attrs(**values: object) -> str:
    """Return ` name="value"` pairs; None and False are left out, True is a bare name, `_` becomes `-`.

    A trailing underscore is dropped (`class_`). Values that need no quotes go without: tables are sent often.
    """
    return "".join([_attribute(name, value) for name, value in values.items()])


@lru_cache(maxsize=8192, typed=True)  # typed: 1 is not True
def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    key = name.rstrip("_").replace("_", "-")
    if value is True:
        return f" {key}"
    text = str(escape(str(value)))
    return f" {key}={text}" if _bare(text) else f' {key}="{text}"'


def _bare(text: str) -> bool:
    """Say whether an attribute value may stand without quotes."""
    return text != "" and all(char.isalnum() or char in "-_.:,#" for char in text)


def element(tag: str, body: str | Iterable[str] = "", **values: object) -> str:
    """Return one element; `body` is HTML already, a string or pieces to join."""
    inner = body if isinstance(body, str) else "".join(body)
    return f"<{tag}{attrs(**values)}>{inner}</{tag}>"


@lru_cache(maxsize=128)
def glyph(name: str) -> str:
    """Return a word of the brush sheet that every page has (static/glyphs/glyphs.svg); it is for eyes only."""
    return f'<svg class=g aria-hidden=true><use href="{static("glyphs/glyphs.svg")}#g-{name}"></use></svg>'


def signed(points: int) -> str:
    """Return points with a sign: +36, −12 (a real minus) or 0."""
    if points > 0:
        return f"+{points}"
    return f"−{-points}" if points else "0"


def worded(tag: str, words: str, **values: object) -> str:
    """Return an element around plain text."""
    return element(tag, str(escape(words)), **values)


def spoken(text: str) -> str:
    """Return text for ears only."""
    return f'<span class="sr">{escape(text)}</span>'
