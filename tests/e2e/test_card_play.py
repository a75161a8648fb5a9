"""Whole hands of 关牌 in the browser against a bot of the running site: by hints, by hand, by keyboard and without scripts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.sizes import keep
from tests.support.stack import ROOT, DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

TURN = "document.querySelector('#prompt').dataset.kind === 'turn'"
OVER = "Boolean(document.querySelector('#sheet details'))"
CHOSEN = "[...document.querySelectorAll('#hand input.c:checked')].map(card => card.value)"


def until(page: Page, expression: str, seconds: float = 15) -> None:
    """Wait for an expression to be true in the page (its policy forbids Playwright's own way)."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(40)


def seat(stack: DevStack, people: int = 1) -> dict[str, Any]:
    """Put people at a card table and return its number and their cookies."""
    env = {**os.environ, "QPG_DATA": str(stack.data), "REDIS_URL": stack.state()["redis_url"]}
    env.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.card_seed", str(people)],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return made


def enter(
    browser: Browser, stack: DevStack, number: str = "", cookie: str = "", **options: Any
) -> tuple[BrowserContext, Page]:
    """Open the table in a browser of its own; without a number a table against a bot."""
    if not number:
        made = seat(stack)
        number, (cookie,) = made["number"], made["cookies"]
    context = browser.new_context(base_url=stack.url, locale="zh-CN", reduced_motion="reduce", **options)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": stack.url}])
    page = context.new_page()
    page.goto(f"/t/{number}/")
    return context, page


@pytest.fixture
def page(browser: Browser, stack: DevStack) -> Iterator[Page]:
    """A wide table whose socket is up; an error of a script fails the test."""
    context, page = enter(browser, stack, viewport={"width": 1280, "height": 800})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    until(page, "document.querySelector('#table').dataset.link === 'live'")
    yield page
    context.close()
    assert errors == []


def my_turn(page: Page) -> bool:
    """Wait for one's turn or the end; True where it is one's turn."""
    until(page, f"({TURN} && !document.querySelector('#table[data-pending]')) || {OVER}", 30)
    return not page.evaluate(OVER)


def answer(page: Page) -> str:
    """Play what the hint chooses, or pass; the cards laid."""
    if not page.locator("#prompt [data-hint]").count():
        page.click("#prompt [data-do=pass]")
        return ""
    page.click("#prompt [data-hint]")
    laid = page.locator("#prompt [data-do=play]").get_attribute("data-cards") or ""
    page.click("#prompt [data-do=play]")
    return laid


def test_a_hand_by_hints_to_its_account_and_on_to_the_next(page: Page, shots: Path | None) -> None:
    held = page.locator("#hand input.c").count()
    assert held == 16
    laid, end = 0, time.monotonic() + 120
    while my_turn(page):
        assert time.monotonic() < end
        window = page.get_attribute("#prompt", "data-window")
        cards = answer(page)
        laid += len(cards) // 2
        moved_on = f"document.querySelector('#prompt').dataset.window !== '{window}'"
        until(page, f"!document.querySelector('#table[data-pending]') && {moved_on} || {OVER}", 10)
        if not page.evaluate(OVER):
            assert page.locator("#hand input.c").count() == 16 - laid
            if laid > 4:
                keep(page, shots, "card-play")
    page.locator("#sheet details").wait_for(state="visible", timeout=10_000)
    keep(page, shots, "card-play-result")
    assert page.locator("#sheet .pays li").count() == 1
    page.click("#sheet [form=f-ready]")
    until(page, "document.querySelectorAll('#hand input.c').length === 16", 20)


def test_choosing_by_tap_swipe_and_keys_is_judged_and_kept(page: Page) -> None:
    assert my_turn(page)
    cards = page.locator("#hand input.c")
    go = page.locator("#prompt [data-do=play]")
    assert go.get_attribute("aria-disabled") == "true"
    first, fourth = cards.nth(0).bounding_box(), cards.nth(3).bounding_box()
    assert first
    assert fourth
    page.mouse.move(first["x"] + 12, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(fourth["x"] + 12, fourth["y"] + 44, steps=12)
    page.mouse.up()
    swept = page.evaluate(CHOSEN)
    assert len(swept) == 4
    assert go.get_attribute("aria-disabled") == "true"  # the four highest are no shape
    assert page.locator("#prompt [data-for]:visible").count() == 1
    assert page.locator("#prompt [data-for]:visible a").get_attribute("href") in {
        "/rules/GP-05/",
        "/rules/GP-07/",
    }
    page.keyboard.press("p")
    assert page.locator("#tell").is_visible()  # why not
    page.keyboard.press("s")  # sorting keeps what is chosen
    assert sorted(page.evaluate(CHOSEN)) == sorted(swept)
    page.keyboard.press("c")
    assert page.evaluate(CHOSEN) == []
    assert page.locator("#tell").is_hidden()  # and no longer than it holds
    page.keyboard.press("s")
    cards.nth(2).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.evaluate(CHOSEN) == [cards.nth(3).get_attribute("value")]
    page.keyboard.press("Enter")
    assert page.evaluate(CHOSEN) == []
    page.keyboard.press("h")
    hinted = page.evaluate(CHOSEN)
    assert hinted
    assert go.get_attribute("aria-disabled") is None
    assert go.get_attribute("data-cards") == "".join(hinted)
    page.keyboard.press("p")
    until(page, f"document.querySelectorAll('#hand input.c').length === 16 - {len(hinted)} || {OVER}", 10)
    assert page.locator("#hand input.c").count() == 16 - len(hinted)


def test_what_is_chosen_stays_while_the_other_plays(browser: Browser, stack: DevStack) -> None:
    made = seat(stack, people=2)
    contexts, (page, other) = zip(
        *(enter(browser, stack, made["number"], cookie) for cookie in made["cookies"]), strict=True
    )
    assert my_turn(page)
    answer(page)
    until(page, f"!({TURN}) || {OVER}", 10)
    code = page.evaluate("document.querySelector('#hand input.c').value")
    page.evaluate(
        "document.querySelector('#hand input.c').checked || document.querySelector('#hand input.c').click()"
    )
    assert my_turn(other)
    answer(other)
    assert my_turn(page)
    assert code in page.evaluate(CHOSEN)
    for context in contexts:
        context.close()


def test_without_scripts_the_marked_cards_go_with_the_button(browser: Browser, stack: DevStack) -> None:
    context, page = enter(browser, stack, java_script_enabled=False, viewport={"width": 390, "height": 844})
    low = page.locator("#hand input.c").last
    low.check()
    page.locator("#hand input.c").first.check()
    page.click("#prompt [name=play]")  # the lowest and the highest card are no shape
    assert page.locator("#notice").get_attribute("data-code") == "wrong_shape"
    page.locator("#hand input.c").last.check()
    page.click("#prompt [name=play]")
    assert page.locator("#hand input.c").count() == 15
    context.close()
