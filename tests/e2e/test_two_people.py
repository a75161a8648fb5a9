"""Two people at one table, each in a browser of their own: letting in, sitting down by the address, playing, leaving."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

SEAT = "document.getElementById('table').dataset.viewerSeat"
# One answer to whatever is asked: a win, else no claim, else the tile farthest right. True where something was pressed.
ACT = """() => {
  const open = selector => [...document.querySelectorAll(selector)].filter(node => node.getAttribute('aria-disabled') !== 'true');
  const answer = open('#prompt [data-do=hu]')[0] ?? open('#prompt [data-do=pass]')[0] ?? open('#prompt [form=f-back]')[0];
  if (answer) return answer.click(), true;
  const tile = open('#hand [data-do=discard]').at(-1);
  if (!tile) return false;
  tile.click();
  if (tile.classList.contains('lift')) tile.click();
  return true;
}"""
OVER = "Boolean(document.querySelector('#sheet details'))"


@pytest.fixture
def people(browser: Browser, stack: DevStack) -> Iterator[tuple[Page, Page]]:
    """Two pages that share nothing."""
    contexts = [
        browser.new_context(
            viewport={"width": 1280, "height": 800},
            locale="zh-CN",
            base_url=stack.url,
            reduced_motion="reduce",
        )
        for _ in range(2)
    ]
    first, second = (context.new_page() for context in contexts)
    yield first, second
    for context in contexts:
        context.close()


def play_until(pages: list[Page], done: Callable[[], object], seconds: float) -> None:
    """Let everybody answer what they are asked until `done`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return
        for page in pages:
            page.evaluate(ACT)
        pages[0].wait_for_timeout(120)
    raise AssertionError(f"not within {seconds} s")


def faces(page: Page, region: str) -> list[str]:
    return page.eval_on_selector_all(f"#{region} .t", "tiles => tiles.map(tile => tile.className)")  # type: ignore[no-any-return]


def test_two_people_share_a_table(people: tuple[Page, Page]) -> None:
    alice, bob = people
    alice.goto("/")
    alice.check("input[value=sichuan_putong]", force=True)  # ends with the first win
    # told the commitment, the browser adds its share of the chance
    with alice.expect_request("**/ready") as begun:
        alice.click("form[action='/play'] .start")
    assert re.search(r"nonce=[0-9a-f]{32}\b", begun.value.post_data or "")
    alice.wait_for_selector("#table[data-link=live]")

    assert bob.goto(alice.url).status == 404  # it is hers alone until she lets others in
    alice.click("[data-open=settings]")
    alice.click("form[action$='/share'] button")
    alice.wait_for_selector("#table[data-link=live]")
    bob.goto(alice.url)  # from now on the address is all it takes
    assert bob.get_attribute("#table", "ws-connect") is None
    bob.click("#prompt button")
    bob.wait_for_selector("#table[data-link=live]")
    assert bob.evaluate(SEAT) == "-1"
    assert bob.locator("#hand [data-tile]").count() == 0
    assert not [name for name in faces(bob, "backs-0") if "tb" not in name.split()]

    play_until([alice], lambda: alice.evaluate(OVER), 120)
    bob.wait_for_selector("#sheet details", state="attached")
    bob.evaluate("document.querySelector('#sheet summary')?.click()")
    bob.click("#plate-2 .sit")
    bob.wait_for_selector("#table[data-viewer-seat='2'][data-link=live]")

    alice.wait_for_selector("#plate-2[data-kind=person]")
    for page in people:
        page.locator("button[form=f-ready]").first.click()
    for page in people:
        page.wait_for_selector("#sheet[hidden]", state="attached")
        page.wait_for_selector("#hand [data-tile]")
    assert [page.evaluate(SEAT) for page in people] == ["0", "2"]
    assert all("tb" in name.split() for name in faces(bob, "backs-0"))
    assert all("tb" in name.split() for name in faces(alice, "backs-2"))

    play_until(
        [alice, bob], lambda: bob.locator("#river-0 .t").count() and alice.locator("#river-2 .t").count(), 60
    )

    bob.goto(f"{bob.url}leave")  # in the middle of a hand: a bot plays the seat to its end
    bob.click("main button.wide")
    bob.wait_for_selector(".home .message")
    alice.wait_for_selector("#plate-2[data-kind=bot]")
