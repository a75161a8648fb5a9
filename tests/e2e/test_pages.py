"""The pages around the table in a browser: they fit, the first page's hand plays and stops, and no script is needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.sizes import DESK, SIZES, at_every_size, label, page_at
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.e2e

SEED = "3f" * 32
PAGES = {
    "home": "/",
    "rules": "/rules/",
    "rule": "/rules/SC-14/",
    "fairness": f"/fairness/?preset=sichuan_xuezhan&seed={SEED}&commitment={'0' * 64}",
    "refused": "/fairness/?preset=x&seed=1",
    "lost": "/t/000000/",
    "login": "/accounts/login/",
}
WIDE = """() => [...document.querySelectorAll('body *')].filter(node => {
  const box = node.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !node.closest('.scene, pre, .sr, svg');
}).map(node => node.outerHTML.slice(0, 90))"""
START = "form[action='/play'] .start"


@pytest.fixture
def context(browser: Browser, stack: DevStack) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, locale="zh-CN", base_url=stack.url)
    yield made
    made.close()


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits(
    browser: Browser, stack: DevStack, shots: Path | None, name: str, language: str
) -> None:
    page = page_at(browser, stack, DESK, language)
    page.goto(PAGES[name])
    problems = []
    for size in at_every_size(page, shots, f"page-{name}-{language}"):
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        problems += [f"{label(size)}: {over} px too wide"] if over > 0 else []
        problems += [f"{label(size)}: {node}" for node in page.evaluate(WIDE)]
    page.context.close()
    assert problems == []


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("size", SIZES, ids=label)
def test_the_button_is_in_reach_and_nothing_lies_over_it(
    browser: Browser, stack: DevStack, size: tuple[int, int], language: str
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, base_url=stack.url
    )
    page = context.new_page()
    page.goto("/")
    box = page.locator(START).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    assert box["height"] >= 44
    on_top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).className", [box["x"] + box["width"] / 2, box["y"] + 20]
    )
    table = page.locator(".scene").bounding_box()
    context.close()
    assert "start" in on_top
    assert table is not None
    assert table["width"] > size[0] * 0.5
    if size[1] > size[0]:  # on phones the table has the upper half to itself
        assert table["y"] + table["height"] <= size[1] * 0.5
        assert box["y"] >= table["y"] + table["height"]


def test_the_shown_table_is_out_of_the_tab_order(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate("Boolean(document.activeElement.closest('#demo'))")


def test_a_hand_begins_without_scripts(browser: Browser, stack: DevStack) -> None:
    context = browser.new_context(java_script_enabled=False, locale="zh-CN", base_url=stack.url)
    page = context.new_page()
    page.goto("/")
    page.check("input[value=chengdu_xuezhan]")
    page.click(START)
    page.wait_for_selector("#hand [data-tile]")
    page.click("#prompt button[name=swap_three]")
    page.wait_for_selector("#table")
    assert page.locator("#notice[data-code]").count() == 0
    assert page.locator("#prompt button[name=swap_three]").count() == 0
    context.close()


def test_the_language_changes_at_the_table(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.click(START)
    page.wait_for_selector("#table[data-link=live]")
    where = page.url
    page.click("[data-open=settings]")
    page.click("#dialog-settings button[name=language]")
    page.wait_for_selector("html[lang=en] #table[data-link=live]")
    assert page.url == where
    page.wait_for_timeout(1500)  # what the socket sends speaks English too
    assert "Blood battle" in page.inner_text("#center")
