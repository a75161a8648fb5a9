"""The language that something is drawn in and its words; Django's own lookups take longer than most of the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from django.utils import translation

__all__ = ["gettext", "language", "speaking"]

_spoken: ContextVar[str] = ContextVar("spoken", default="")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Draw in this language; nothing within may switch to another by other means."""
    if language and _spoken.get() == language:
        yield
        return
    with translation.override(language):
        before = _spoken.set(language)
        try:
            yield
        finally:
            _spoken.reset(before)


def language() -> str:
    """Return the language that is spoken: that of `speaking`, else the active one."""
    return _spoken.get() or translation.get_language() or ""


def gettext(text: str) -> str:
    """Return the text in the language that is spoken."""
    spoken = _spoken.get()
    return _known(spoken, text) if spoken else translation.gettext(text)


@lru_cache(maxsize=4096)
def _known(spoken: str, text: str) -> str:
    return translation.gettext(text)  # `spoken` is the active language
