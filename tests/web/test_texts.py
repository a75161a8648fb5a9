"""Every code that a table can be sent has a sentence of its own, in both languages."""

from __future__ import annotations

import re
from enum import StrEnum

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.codes import Notice, ServiceCode
from games.engine.core.errors import Code
from games.presentation import texts
from games.realtime.codes import CloseCode

LANGUAGES = ("zh-hans", "en")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
AT_THE_TABLE = tuple(Code)[
    : tuple(Code).index(Code.BAD_RULES)
]  # the rest refuses rules, notation and records


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_a_socket_is_closed_has_words(language: str) -> None:
    with override(language):
        found = dict(re.findall(r'data-code-(\w+)="([^"]+)"', render_to_string("table/_texts.html")))
    assert set(found) == {"other", *(str(int(code)) for code in CloseCode)}
    assert len(set(found.values())) == len(found)
    assert all(bool(CHINESE.search(text)) == (language == "zh-hans") for text in found.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*ServiceCode, *Notice, *AT_THE_TABLE])
def test_every_refusal_has_words(code: StrEnum, language: str) -> None:
    with override(language):
        said = texts.reason(code)
        assert said != texts.reason("a code nobody knows")
    assert bool(CHINESE.search(said)) == (language == "zh-hans")
