"""Small screens: on phones an open choice covers nothing, and in windows too low for the table everything needed is reached."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.sizes import HERE, at_every_size, label, page_at
from tests.scenes.card_scenes import CARD_SCENES
from tests.scenes.scenes import SCENES
from tests.scenes.wanzhou_scenes import WANZHOU_SCENES
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]  # the first one waits for the site to start

Sizes = tuple[tuple[int, int], ...]
LANGUAGES = {"zh-hans": "zh-CN", "en": "en-GB"}
PHONES = ((320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (412, 915))
ASKED = ("playing", "claims", "wz-playing", "wz-claims", "wz-chi", "wz-join", "wz-rob")
LOW = ((412, 300), (412, 410), (412, 520), (390, 600), (375, 553), (320, 256), (195, 256), (195, 422))
LOW += ((260, 400), (560, 256), (800, 300), (1000, 256))
SOME_PHONES, SOME_LOW = (PHONES[0], PHONES[3]), (LOW[0], LOW[4], LOW[6], LOW[11])


def some_and_all(some: Sizes, every: Sizes) -> pytest.MarkDecorator:
    """Try some sizes in the test command, and all of them with `-m matrix`."""
    return pytest.mark.parametrize(
        "sizes", [pytest.param(some, id="some"), pytest.param(every, id="all", marks=pytest.mark.matrix)]
    )


# What fills a table most, and each kind of prompt.
FULL = (
    "playing",
    "claims",
    "rivers",
    "ding-que",
    "swap-three",
    "waits",
    "autoplay",
    "two-seats",
    "three-seats",
    "between",
)
FULL += (
    "wz-claims",
    "wz-swap-three",
    "wz-join",
    "wz-rob",
    "wz-locked",
    "wz-rivers",
    "wz-runs",
    "wz-two-seats",
)
FULL += (
    "card-lead",
    "card-follow",
    "card-long",
    "card-plane",
    "card-bomb",
    "card-aces",
    "card-pass",
    "card-autoplay",
)
ANSWERS, REACH = ((HERE / f"{name}_check.js").read_text(encoding="utf-8") for name in ("answers", "reach"))


def _look(
    browser: Browser,
    stack: DevStack,
    name: str,
    language: str,
    script: str,
    sizes: Sizes,
    shots: Path | None,
) -> list[str]:
    page = page_at(browser, stack, sizes[0], LANGUAGES[language])
    page.goto(f"/positions/{name}/?lang={language}")
    found = []
    for size in at_every_size(page, shots, f"small-{name}-{language}", sizes=sizes):
        found += [f"{label(size)}: {line}" for line in page.evaluate(script)]
    page.context.close()
    return found


@some_and_all(SOME_PHONES, PHONES)
@pytest.mark.parametrize(
    "language", [pytest.param("zh-hans", marks=pytest.mark.matrix), "en"]
)  # the longer words
@pytest.mark.parametrize("name", ASKED)
def test_an_open_choice_covers_nothing_and_moves_nothing(
    browser: Browser, stack: DevStack, shots: Path | None, name: str, language: str, sizes: Sizes
) -> None:
    assert _look(browser, stack, name, language, ANSWERS, sizes, shots) == []


@some_and_all(SOME_LOW, LOW)
@pytest.mark.parametrize("name", FULL)
def test_hand_answers_and_clock_are_reached_in_every_window(
    browser: Browser, stack: DevStack, shots: Path | None, name: str, sizes: Sizes
) -> None:
    assert name in {**SCENES, **WANZHOU_SCENES, **CARD_SCENES}
    language = (
        "en" if name in {"wz-claims", "wz-rob", "claims", "card-follow"} else "zh-hans"
    )  # the longer words
    assert _look(browser, stack, name, language, REACH, sizes, shots) == []


def test_what_cannot_be_reached_is_found(browser: Browser, stack: DevStack) -> None:
    """The checks themselves must be able to fail."""
    page = page_at(browser, stack, (412, 300))
    page.goto("/positions/wz-claims/")
    page.evaluate("document.getElementById('table').style.overflow = 'hidden'")
    page.evaluate("document.querySelector('.claim.hu').style.order = '-1'")
    assert "nobody can scroll" in page.evaluate(REACH)
    assert "胡 is not the last" in page.evaluate(ANSWERS)
    page.context.close()
