"""Static tables at every size: nothing overflows, nothing covers the hand, axe finds nothing serious.

After a change of styles look at the screenshots that `--shots` keeps.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.sizes import (
    DESK,
    PHONE,
    at_every_size,
    check,
    faults_at_every_size,
    faults_in_english,
    in_english,
    label,
    page_at,
    serious_faults,
)
from tests.scenes.scenes import SCENES as PLAIN_SCENES
from tests.scenes.wanzhou_scenes import WANZHOU_SCENES
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120)]  # the first one waits for the site to start

SCENES = (*PLAIN_SCENES, *WANZHOU_SCENES)
PAGES = ("/", "/rules/", "/rules/SC-13/", "/fairness/", "/no-such-page/")
CHECK = check("position")


def look(page: Page) -> list[str]:
    return page.evaluate(CHECK)  # type: ignore[no-any-return]  # a script's answer


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_fits_every_screen_and_axe_is_content(
    browser: Browser, stack: DevStack, shots: Path | None, name: str
) -> None:
    assert faults_at_every_size(browser, stack, shots, name, look) == []


@pytest.mark.parametrize("name", in_english(SCENES))
def test_a_scene_fits_in_english_too(browser: Browser, stack: DevStack, name: str) -> None:
    assert faults_in_english(browser, stack, name, look) == []


def test_the_folded_account_leaves_every_hand_in_sight(
    browser: Browser, stack: DevStack, shots: Path | None
) -> None:
    page = page_at(browser, stack, DESK)
    page.goto("/positions/result/")
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    page.wait_for_function(
        "document.activeElement.matches('#sheet summary')"
    )  # by a script: nobody has used a key
    assert page.evaluate(ring) == "none"
    page.keyboard.press("Shift")
    assert page.evaluate(ring) == "solid"
    page.click("#sheet summary")
    shown = "[...document.querySelectorAll('.backs .flat')].filter(tile => tile.checkVisibility()).length"
    problems, hands = [], []
    for _ in at_every_size(page, shots, "position-folded"):
        problems += [  # tiles are no longer pressed
            line for line in page.evaluate(CHECK) if not line.startswith("small target: t t")
        ]
        hands.append(page.evaluate(shown))
    page.context.close()
    assert problems == []
    assert min(hands) >= 3 * 11


@pytest.mark.parametrize("address", PAGES)
def test_axe_is_content_with_the_pages(browser: Browser, stack: DevStack, address: str) -> None:
    page = page_at(browser, stack, DESK)
    page.goto(address)
    problems = []
    for size in at_every_size(page, sizes=(DESK, PHONE)):
        problems += [f"{label(size)}: {line}" for line in serious_faults(page)]
    page.context.close()
    assert problems == []


def test_a_covered_hand_is_found(browser: Browser, stack: DevStack) -> None:
    """The check itself must be able to fail."""
    page = page_at(browser, stack, DESK)
    page.goto(f"/positions/{SCENES[0]}/")
    page.evaluate("document.querySelector('#hand .t:nth-child(4)').style.marginLeft = '-30px'")
    assert any("hand covered" in line for line in page.evaluate(CHECK))
    page.context.close()
