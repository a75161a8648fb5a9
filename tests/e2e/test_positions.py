"""Static tables at every size: nothing overflows, nothing covers the hand, axe finds nothing serious.

Screenshots are kept as artefacts; look at them after a change of styles.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.views.positions.scenes import SCENES as PLAIN_SCENES
from games.views.positions.wanzhou_scenes import WANZHOU_SCENES
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]  # every scene at one size, on a busy machine

SCENES = (*PLAIN_SCENES, *WANZHOU_SCENES)
SIZES = ((1280, 800), (390, 844), (390, 664), (320, 568), (844, 340))
PAGES = ("/", "/rules/", "/rules/SC-13/", "/fairness/", "/no-such-page/")
CHECK = Path(__file__).with_name("position_check.js").read_text(encoding="utf-8")


def pages_at(browser: Browser, stack: DevStack, size: tuple[int, int], language: str = "zh-CN") -> Page:
    """Open a page of this size in a browser of its own."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        base_url=stack.url,
        reduced_motion="reduce",  # what slides in is measured where it stays
    )
    return context.new_page()


def faults(page: Page) -> list[str]:
    """Return what axe finds serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:160]}"
        for rule in found
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overflows_or_covers_the_hand(
    browser: Browser, stack: DevStack, artifacts: Path, size: tuple[int, int]
) -> None:
    page = pages_at(browser, stack, size)
    problems = []
    for name in SCENES:
        page.goto(f"/positions/{name}/")
        page.evaluate("document.fonts.ready")
        page.screenshot(path=artifacts / f"position-{name}-{size[0]}x{size[1]}.png", animations="disabled")
        problems += [f"{name}: {line}" for line in page.evaluate(CHECK)]
    page.context.close()
    assert problems == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_folded_account_leaves_every_hand_in_sight(
    browser: Browser, stack: DevStack, artifacts: Path, size: tuple[int, int]
) -> None:
    page = pages_at(browser, stack, size)
    page.goto("/positions/result/")
    page.click("#sheet summary")
    page.screenshot(path=artifacts / f"position-folded-{size[0]}x{size[1]}.png", animations="disabled")
    problems = [
        line for line in page.evaluate(CHECK) if not line.startswith("small target: t t")
    ]  # no longer pressed
    shown = "[...document.querySelectorAll('.backs .flat')].filter(tile => tile.checkVisibility()).length"
    hands = page.evaluate(shown)
    page.context.close()
    assert problems == []
    assert hands >= 3 * 11


@pytest.mark.parametrize(
    "size", [(390, 664), (320, 568), (844, 340)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_english_fits_too(browser: Browser, stack: DevStack, size: tuple[int, int]) -> None:
    page = pages_at(browser, stack, size, "en-GB")
    problems = []
    for name in SCENES:
        page.goto(f"/positions/{name}/?lang=en")
        problems += [f"{name}: {line}" for line in page.evaluate(CHECK)]
    page.context.close()
    assert problems == []


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_axe_finds_nothing_serious(browser: Browser, stack: DevStack, size: tuple[int, int]) -> None:
    page = pages_at(browser, stack, size)
    problems = []
    for address in (*PAGES, *(f"/positions/{name}/" for name in SCENES)):
        page.goto(address)
        problems += [f"{address}: {line}" for line in faults(page)]
    page.context.close()
    assert problems == []
