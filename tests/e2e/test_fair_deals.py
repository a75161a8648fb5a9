"""The share of chance in a real browser: the hash one step ahead, the nonce after it, over a reload and a second tab; and by plain forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from games.engine.core.deal import nonce_hash
from tests.e2e.test_two_people import OVER, play_until
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, WebSocket

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

HELD = """async () => {
  const script = [...document.scripts].find(each => each.src.includes('js/app.')).src;
  const base = await (await fetch(script)).text();
  const frames = /["'](\\.\\/frames[^"']*)["']/.exec(base)[1];
  const text = await (await fetch(new URL(frames, script))).text();
  const { held } = await import(new URL(/["'](\\.\\/nonces[^"']*)["']/.exec(text)[1], script).href);
  return held(document.getElementById('table').dataset.number, 2);
}"""


@pytest.fixture
def context(browser: Browser, stack: DevStack) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="zh-CN", base_url=stack.url, reduced_motion="reduce"
    )
    made.set_default_timeout(20_000)
    yield made
    made.close()


def posted(body: str | None) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(body or "").items()}


def sent_by(page: Page) -> list[dict[str, str]]:
    """Return a list that fills with the frames this page sends."""
    frames: list[dict[str, str]] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: frames.append(json.loads(text)))

    page.on("websocket", watch)
    return frames


def test_each_nonce_has_the_hash_that_was_left_a_step_before(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.check("input[value=sichuan_putong]", force=True)  # ends with the first win
    with page.expect_request("**/play") as pressed, page.expect_request("**/ready") as begun:
        page.click("form[action='/play'] .start")
    left, first = posted(pressed.value.post_data), posted(begun.value.post_data)
    assert first["number"] == "1"
    assert left["hash"] == nonce_hash(first["nonce"])
    page.wait_for_selector("#table[data-link=live]")
    assert left["hash"] in (page.text_content("#promise") or "")

    play_until([page], lambda: page.evaluate(OVER), 200)
    record = context.request.get(f"{page.url}hand/1/record.json").json()
    seat = int(page.get_attribute("#table", "data-viewer-seat") or "")
    assert record["nonces"][seat] == first["nonce"]
    assert record["nonce_hashes"][seat] == left["hash"]

    frames = sent_by(page)
    page.reload()  # and finds its nonce
    page.wait_for_selector("#table[data-link=live]")
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#table[data-link=live]")
    assert nonce_hash(page.evaluate(HELD)) == first["hash"]
    assert other.evaluate(HELD) == ""  # the tab that left the hash holds the nonce

    page.locator("button[form=f-ready]").first.click()
    page.wait_for_selector("#sheet[hidden]", state="attached")
    (ready,) = [frame for frame in frames if frame["type"] == "ready"]
    assert (ready["number"], nonce_hash(ready["nonce"])) == ("2", first["hash"])
    assert first["hash"] in (page.text_content("#promise") or "")
    assert ready["hash"] not in (first["hash"], left["hash"])


def test_a_table_without_scripts_is_played_by_forms_that_name_what_they_answer(
    browser: Browser, stack: DevStack
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="zh-CN", base_url=stack.url)
    page = context.new_page()
    page.goto("/")
    assert "你的那一份是空的" in (page.text_content("noscript") or "")
    page.click("form[action='/play'] .start")
    page.wait_for_selector("#hand [data-tile]")
    for _ in range(40):
        button = page.locator("#prompt button[data-do], #hand button[name=discard]").first
        if page.locator("#river-0 > *").count():
            break
        if button.count():
            button.click()
            assert page.get_attribute("#notice", "data-code") in (None, "window_closed")
        else:
            page.wait_for_timeout(500)
            page.reload()
    assert page.locator("#river-0 > *").count()
    page.click("details.auto summary")
    page.locator("#wishes button").first.click()
    assert page.get_attribute("#notice", "data-code") in (None, "window_closed")
    page.goto(f"{page.url}leave")
    page.click("main button.wide")
    assert page.locator(".message").count()
    context.close()
