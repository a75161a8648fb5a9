"""Static card tables at every size: nothing overflows, every card can be read and hit, axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.views.positions.card_scenes import CARD_SCENES
from tests.e2e.test_positions import SIZES, faults, pages_at
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

CHECK = Path(__file__).with_name("card_check.js").read_text(encoding="utf-8")
CHOOSE = "document.querySelectorAll('#hand input.c').forEach((card, place) => card.checked = place % 5 === 1)"


def problems_of(page: Page, name: str, query: str = "") -> list[str]:
    page.goto(f"/positions/{name}/{query}")
    found = page.evaluate(CHECK)
    page.evaluate(CHOOSE)  # raised cards hide nothing either
    return [f"{name}: {line}" for line in [*found, *page.evaluate(CHECK)]]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overflows_or_covers_a_card(
    browser: Browser, stack: DevStack, artifacts: Path, size: tuple[int, int]
) -> None:
    page = pages_at(browser, stack, size)
    problems = []
    for name in CARD_SCENES:
        problems += problems_of(page, name)
        page.screenshot(path=artifacts / f"position-{name}-{size[0]}x{size[1]}.png", animations="disabled")
    page.context.close()
    assert problems == []


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_english_fits_too(browser: Browser, stack: DevStack, size: tuple[int, int]) -> None:
    page = pages_at(browser, stack, size, "en-GB")
    problems = [line for name in CARD_SCENES for line in problems_of(page, name, "?lang=en")]
    page.context.close()
    assert problems == []


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_axe_finds_nothing_serious(browser: Browser, stack: DevStack, size: tuple[int, int]) -> None:
    page = pages_at(browser, stack, size)
    problems = []
    for name in CARD_SCENES:
        page.goto(f"/positions/{name}/")
        problems += [f"{name}: {line}" for line in faults(page)]
    page.context.close()
    assert problems == []


def test_a_covered_card_is_found(browser: Browser, stack: DevStack) -> None:
    """The check itself must be able to fail."""
    page = pages_at(browser, stack, (1280, 800))
    page.goto("/positions/card-lead/")
    page.evaluate("document.querySelector('#hand input.c:nth-child(4)').style.marginLeft = '-90px'")
    assert any("card covered" in line for line in page.evaluate(CHECK))
    page.context.close()
