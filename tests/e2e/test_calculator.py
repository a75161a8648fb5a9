"""The hand calculator in a browser: it fits, axe is content, and it works with a pointer, with keys and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.sizes import DESK, SIZES, TIGHT, at_every_size, label, page_at
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.e2e

DESKS = {
    "empty": "",
    "win": "hand=22255m888p&melds=p5p,g8m&win=5m",
    "waits": "hand=1112345678999m",
    "no": "hand=123m456p789s11122s",
    "refused": "hand=123x5m&base=abc&ctx=foo&melds=q5m",
    "wanzhou": "game=wanzhou&hand=123456789m234s5z&wild=5z&void=p",
    "capped": "game=wanzhou&hand=5556677z&melds=c1m,g6s&wild=7z&win=5z&draw=1&as=p",
    "far": "game=wanzhou&hand=1245m33p6s12z&melds=p5m,g8s",
    "cards": "game=guanpai&cards=555666KKAA&table=4444&as=table",
    "cards-no": "game=guanpai&cards=3345",
}
WIDE = """() => [...document.querySelectorAll('body *')].filter(node => {
  const box = node.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !node.closest('.sr');
}).map(node => node.outerHTML.slice(0, 90))"""


def _context(browser: Browser, stack: DevStack, size: tuple[int, int], **more: object) -> BrowserContext:
    options = {"locale": "zh-CN", "base_url": stack.url, **more}
    return browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)  # type: ignore[arg-type]


@pytest.fixture
def page(browser: Browser, stack: DevStack) -> Iterator[Page]:
    context = _context(browser, stack, (390, 844))
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: message.type == "error" and problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert [problem for problem in problems if "400" not in problem] == []


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((name, "zh-CN") for name in DESKS),
        *(  # every third in English, the others with `-m matrix`
            pytest.param(name, "en-GB", marks=[pytest.mark.matrix] if place % 3 else [])
            for place, name in enumerate(DESKS)
        ),
    ],
)
def test_every_desk_fits_and_axe_is_content(
    browser: Browser, stack: DevStack, shots: Path | None, name: str, language: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    chinese = language == "zh-CN"
    page = page_at(browser, stack, DESK, language)
    page.goto(f"/calculator/?{DESKS[name]}")
    problems = []
    for size in at_every_size(
        page, shots if chinese else None, f"calculator-{name}", SIZES if chinese else TIGHT
    ):
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        problems += [f"{label(size)}: {over} px too wide"] if over > 0 else []
        problems += [f"{label(size)}: {node}" for node in page.evaluate(WIDE)]
        if chinese and size == (390, 664):
            for rule in Axe().run(page).response["violations"]:
                nodes = [node["html"][:100] for node in rule["nodes"][:2]]
                problems.append(f"{label(size)}: {rule['id']} ({rule['impact']}): {nodes}")
    page.context.close()
    assert problems == []


def test_fast_taps_all_count_and_the_address_follows(page: Page) -> None:
    page.goto("/calculator/")
    page.evaluate("window.same = true")
    page.evaluate(
        "for (const tile of ['1m', '1m', '2m', '9p']) document.getElementById(`add-${tile}`).click()"
    )
    page.wait_for_selector(".held a:nth-child(4)")
    assert page.url.endswith("/calculator/?game=sichuan&hand=112m9p")
    page.click("#hand-3")
    page.wait_for_selector(".held a:nth-child(4)", state="detached")
    assert page.url.endswith("hand=112m")
    assert page.evaluate("window.same")  # the page was never loaded anew
    page.go_back()
    page.wait_for_selector(".held a:nth-child(4)")


def test_keys_lay_tiles_and_the_answer_is_said(page: Page) -> None:
    page.goto("/calculator/?hand=111222333m789s")
    page.focus("#add-1m")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "add-1s"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tone=wait]")
    assert page.evaluate("document.activeElement.id") == "add-1s"
    assert "听" in page.inner_text("#said")
    page.keyboard.type("1s")
    page.wait_for_selector("[data-tone=win]")
    assert page.inner_text("#answer .score").split() == ["胡", "3番", "24分"]
    page.keyboard.press("Backspace")
    page.wait_for_selector("[data-tone=wait]")
    page.focus(".held a:last-child")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tone=more]")
    assert page.evaluate("document.activeElement.closest('.held') !== null")


def test_bad_text_in_the_form_is_kept_and_explained(page: Page) -> None:
    page.goto("/calculator/?hand=1112345678999m")
    page.fill("#f-hand", "1112345678999m5x")
    page.press("#f-hand", "Enter")
    page.wait_for_selector(".wrong")
    assert page.input_value("#f-hand") == "1112345678999m5x"
    assert page.locator(".held a").count() == 13
    page.fill("#f-hand", "1112345678999m9m")
    page.press("#f-hand", "Enter")
    page.wait_for_selector("[data-tone=win]")
    page.select_option("#f-cap", "3")
    page.wait_for_selector("tr.cap")
    assert page.url.endswith("/calculator/?game=sichuan&hand=11123456789999m&cap=3")


def test_it_works_without_scripts(browser: Browser, stack: DevStack) -> None:
    context = _context(browser, stack, (390, 844), java_script_enabled=False)
    page = context.new_page()
    page.goto("/calculator/?hand=11122233m99s")
    page.click("#mode-2")
    page.click("#add-7m")
    assert page.locator(".meld").count() == 1
    page.click("#add-3m")
    assert "番" in page.inner_text("#answer")
    page.click("#draw-2")
    assert "每家付" in page.inner_text("#answer")
    page.fill("#f-base", "10")
    page.click(".options button")
    assert "10 × 2^" in page.inner_text(".sum")
    page.click("#clear")
    assert page.locator(".held a").count() == 0
    context.close()


def test_cards_are_laid_on_both_sides(page: Page) -> None:
    page.goto("/calculator/?game=guanpai")
    page.focus("#add-3")
    page.keyboard.type("4444")
    page.wait_for_selector("#cards-3")
    page.click("#row-table")
    page.wait_for_selector("#row-table[aria-current]")
    page.click("#add-A")
    page.wait_for_selector("[data-tone=win]")
    assert "管得上" in page.inner_text("#answer")
