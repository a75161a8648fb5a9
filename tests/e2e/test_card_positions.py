"""Static card tables at every size: nothing overflows, every card can be read and hit, axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.sizes import (
    DESK,
    at_every_size,
    check,
    faults_at_every_size,
    faults_in_english,
    in_english,
    label,
    page_at,
)
from tests.scenes.card_scenes import CARD_SCENES
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

CHECK = check("card")
CHOOSE = """some => document.querySelectorAll('#hand input.c').forEach((card, place) => {
  card.checked = some && place % 5 === 1;
})"""


def overlaps(page: Page) -> list[str]:
    """Return what is covered or off screen, with no card raised and with some, which hide nothing either."""
    found = page.evaluate(CHECK)
    page.evaluate(CHOOSE, True)
    found += page.evaluate(CHECK)
    page.evaluate(CHOOSE, False)
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", CARD_SCENES)
def test_a_scene_fits_every_screen_and_axe_is_content(
    browser: Browser, stack: DevStack, shots: Path | None, name: str
) -> None:
    assert faults_at_every_size(browser, stack, shots, name, overlaps) == []


@pytest.mark.parametrize("name", in_english(CARD_SCENES))
def test_a_scene_fits_in_english_too(browser: Browser, stack: DevStack, name: str) -> None:
    assert faults_in_english(browser, stack, name, overlaps) == []


WIDTH = "document.querySelector('#hand .c').offsetWidth"
LARGE = "large => large ? document.documentElement.dataset.large = 'on' : delete document.documentElement.dataset.large"


@pytest.mark.parametrize("name", ["card-lead", "card-bomb"])
def test_large_cards_are_larger_and_fit_every_screen(browser: Browser, stack: DevStack, name: str) -> None:
    page = page_at(browser, stack, DESK)
    page.goto(f"/positions/{name}/")
    problems = []
    for size in at_every_size(page):
        plain = page.evaluate(WIDTH)
        page.evaluate(LARGE, True)
        if page.evaluate(WIDTH) <= plain:
            problems.append(f"{label(size)}: no larger than {plain}")
        problems += [f"{label(size)}: {line}" for line in overlaps(page)]
        page.evaluate(LARGE, False)
    page.context.close()
    assert problems == []


def test_a_covered_card_is_found(browser: Browser, stack: DevStack) -> None:
    """The check itself must be able to fail."""
    page = page_at(browser, stack, DESK)
    page.goto("/positions/card-lead/")
    page.evaluate("document.querySelector('#hand input.c:nth-child(4)').style.marginLeft = '-90px'")
    assert any("card covered" in line for line in page.evaluate(CHECK))
    page.context.close()
