"""People at the running site: a hand by keyboard alone, drags, double clicks, two tabs, a lost network, refusals."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.faults.proxy import Proxy
from tests.support.stack import DevStack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocket

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

DING_QUE = "#prompt [data-do=ding_que]"
MY_TURN = "#hand [data-do=discard]"
STATE = """() => ({
  link: table.dataset.link,
  hand: [...document.querySelectorAll('#hand [data-tile]')].map(tile => tile.dataset.tile),
  window: document.querySelector('#hand [data-do=discard]')?.dataset.window ?? '',
  asked: [...document.querySelectorAll('#prompt button[data-do]')].map(button => button.dataset.do),
  void: [...document.querySelectorAll('#hand [data-do=discard]')].map(tile => tile.dataset.place),
  back: document.querySelector('#prompt [form=f-back]') !== null,
  over: document.querySelector('#sheet details') !== null,
  river: [...document.querySelectorAll(`#river-${table.dataset.viewerSeat} > i`)].map(tile => tile.className),
})"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="zh-CN", reduced_motion="reduce"
    )
    made.set_default_timeout(15_000)
    yield made
    made.close()


def sit_down(context: BrowserContext, url: str, preset: str = "sichuan_xuezhan") -> Page:
    """Press 马上开始 and wait for the dealt hand."""
    page = context.new_page()
    page.goto(f"{url}/")
    page.check(f"input[name=preset][value={preset}]", force=True)
    page.locator(
        "form[action$='/play'] button[type=submit], form[action$='/play'] button:not([type])"
    ).first.click()
    page.wait_for_selector("#table[data-link=live]")
    page.wait_for_selector("#hand [data-tile]")
    return page


def state(page: Page) -> dict[str, object]:
    """Return what the page shows, read by its hooks."""
    found: dict[str, object] = page.evaluate(STATE)
    return found


def until(
    page: Page, condition: Callable[[dict[str, object]], object], seconds: float = 30
) -> dict[str, object]:
    """Poll the page until the condition holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        shown = state(page)
        if condition(shown):
            return shown
        page.wait_for_timeout(60)
    raise AssertionError(f"not within {seconds} s; the page shows {state(page)}")


def my_turn(page: Page) -> dict[str, object]:
    """Answer everything on the way and return at a turn on which a tile may be thrown."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        shown = state(page)
        if shown["window"] and "hu" not in shown["asked"]:  # type: ignore[operator]
            page.wait_for_timeout(280)  # the hand has just re-flowed
            if state(page)["window"] == shown["window"]:
                return shown
        elif shown["over"]:
            page.keyboard.press("r")
        elif shown["back"]:
            page.keyboard.press("b")
        else:
            answer(page, shown)
        page.wait_for_timeout(60)
    raise AssertionError(f"no turn within a minute; the page shows {state(page)}")


def answer(page: Page, shown: dict[str, object]) -> None:
    """Answer an open prompt by keyboard."""
    asked = shown["asked"]
    assert isinstance(asked, list)
    if "ding_que" in asked:
        page.keyboard.press("1")
    elif "swap_three" in asked:
        page.keyboard.press("s")
    elif "hu" in asked:
        page.keyboard.press("h")
    elif "pass" in asked:
        page.keyboard.press("Escape")


def test_one_hand_by_keyboard_alone(context: BrowserContext, stack: DevStack) -> None:
    page = context.new_page()
    page.goto(f"{stack.url}/")
    for _ in range(30):  # Tab finds the button that starts
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches(\"form[action$='/play'] button\")"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-link=live]")
    thrown: set[str] = set()
    end = time.monotonic() + 200
    while time.monotonic() < end:
        shown = state(page)
        if shown["over"]:
            break
        if shown["back"]:
            page.keyboard.press("b")
        elif shown["asked"] and (not shown["window"] or "hu" in shown["asked"]):  # type: ignore[operator]
            answer(page, shown)
        elif shown["window"] and shown["window"] not in thrown:
            thrown.add(str(shown["window"]))
            places = shown["void"]
            assert isinstance(places, list)
            page.keyboard.press("1234567890-=[]"[int(places[-1])])
            page.keyboard.press("Enter")
        page.wait_for_timeout(80)
    assert state(page)["over"], state(page)
    assert thrown
    page.wait_for_selector("#table[data-sheet=open]")
    until(
        page, lambda _: page.evaluate("document.activeElement.closest('#sheet') !== null"), 5
    )  # the focus follows
    page.keyboard.press("Escape")
    page.wait_for_selector("#table[data-sheet=folded]")
    page.keyboard.press("r")
    until(page, lambda now: not now["over"] and len(now["hand"]) >= 13)  # type: ignore[arg-type]


def discards(page: Page) -> list[dict[str, str]]:
    """Return a list that fills with the discards this page sends."""
    sent: list[dict[str, str]] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))

    page.on("websocket", watch)
    return sent


def thrown_once(before: dict[str, object], after: dict[str, object], tile: str) -> bool:
    """Say whether exactly this tile has left the hand; a new one may have come."""
    left = Counter(before["hand"])  # type: ignore[call-overload]
    left -= Counter([tile])
    return not left - Counter(after["hand"]) and len(after["hand"]) <= len(before["hand"])  # type: ignore[call-overload, arg-type]


def test_double_click_discards_exactly_one_tile(context: BrowserContext, stack: DevStack) -> None:
    page = sit_down(context, stack.url)
    sent = discards(page)
    page.reload()
    page.wait_for_selector("#table[data-link=live]")
    before = my_turn(page)
    place = int(before["void"][-1])  # type: ignore[index]
    sent.clear()
    page.locator(f"#hand [data-place='{place}']").dblclick()
    after = until(page, lambda now: now["window"] != before["window"])
    assert [frame["do"] for frame in sent] == ["discard"]
    assert thrown_once(before, after, before["hand"][place])  # type: ignore[index]


def test_dragging_to_the_felt_discards_that_tile(context: BrowserContext, stack: DevStack) -> None:
    page = sit_down(context, stack.url)
    before = my_turn(page)
    place = int(before["void"][-1])  # type: ignore[index]
    box = page.locator(f"#hand [data-place='{place}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(640, 420, steps=6)
    page.mouse.up()
    after = until(page, lambda now: now["window"] != before["window"])
    assert thrown_once(before, after, before["hand"][place])  # type: ignore[index]
    page.wait_for_timeout(900)
    assert page.locator("[data-dragging], #overlay .dragged").count() == 0


def test_two_tabs_stay_the_same_and_an_old_click_changes_nothing(
    context: BrowserContext, stack: DevStack
) -> None:
    first = sit_down(context, stack.url)
    second = context.new_page()
    second.goto(first.url)
    second.wait_for_selector("#table[data-link=live]")
    before = my_turn(first)
    until(second, lambda now: now["window"] == before["window"])
    place = int(before["void"][-1])  # type: ignore[index]
    tile = f"#hand [data-place='{place}']"
    for page in (first, second):
        page.locator(tile).click()
    for page in (first, second):  # the same tile of the same window, twice
        page.evaluate("selector => document.querySelector(selector)?.click()", tile)
    shown = until(first, lambda now: now["window"] != before["window"])
    assert thrown_once(before, shown, before["hand"][place])  # type: ignore[index]
    until(second, lambda now: {**now, "link": ""} == {**state(first), "link": ""})


def test_refused_tile_comes_back_with_its_reason(context: BrowserContext, stack: DevStack) -> None:
    page = sit_down(context, stack.url)
    before = my_turn(page)
    place = before["void"][-1]  # type: ignore[index]
    tile = f"#hand [data-place='{place}']"
    page.evaluate("s => document.querySelector(s).dataset.tile = '7z'", tile)  # a tile nobody has
    page.locator(tile).click()
    page.locator(tile).click()
    page.wait_for_selector("#notice[data-code]", state="attached")
    assert page.locator("#hand .sent").count() == 0
    after = state(page)
    assert (after["hand"], after["river"]) == (before["hand"], before["river"])
    assert page.text_content("#notice")


class Line:
    """A TCP proxy in a thread of its own: Playwright's own offline switch does not cut an open socket."""

    def __init__(self, target: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._proxy = Proxy(target)
        asyncio.run_coroutine_threadsafe(self._proxy.start(), self._loop).result(5)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._proxy.port}"

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._proxy.cut)

    def mend(self) -> None:
        self._loop.call_soon_threadsafe(self._proxy.mend)

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._proxy.stop(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)


def test_lost_network_is_shown_and_play_goes_on_after_it(context: BrowserContext, stack: DevStack) -> None:
    line = Line(stack.port)
    try:
        page = sit_down(context, line.url)
        my_turn(page)
        line.cut()
        page.wait_for_selector("#table[data-link=lost]", timeout=14_000)
        assert page.is_visible("#banner")
        sent = state(page)
        page.keyboard.press("d")
        page.keyboard.press("Enter")  # goes nowhere, and not later either
        assert state(page)["hand"] == sent["hand"]
        line.mend()
        page.wait_for_selector("#table[data-link=live]", timeout=20_000)
        page.wait_for_selector("#banner", state="hidden")
        other = context.new_page()
        other.goto(page.url)
        other.wait_for_selector("#table[data-link=live]")
        until(page, lambda now: now["river"] == state(other)["river"])
        my_turn(page)
    finally:
        line.stop()


DEAF = """
const Real = window.WebSocket;
window.WebSocket = function (url) { return new Real(url.replace('/ws/', '/nowhere/')); };
Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
"""


def test_play_goes_on_where_no_socket_can_be_had(context: BrowserContext, stack: DevStack) -> None:
    page = context.new_page()
    page.add_init_script(DEAF)
    page.goto(f"{stack.url}/")
    page.locator(
        "form[action$='/play'] button[type=submit], form[action$='/play'] button:not([type])"
    ).first.click()
    page.wait_for_selector("#table[data-link=poll]", timeout=20_000)
    before = my_turn(page)
    place = before["void"][-1]  # type: ignore[index]
    page.locator(f"#hand [data-place='{place}']").click()
    page.locator(f"#hand [data-place='{place}']").click()
    until(page, lambda now: now["window"] != before["window"])
    my_turn(page)  # the others' moves arrive too


def test_a_start_that_was_stopped_on_its_way_can_be_pressed_again(
    context: BrowserContext, stack: DevStack
) -> None:
    page = context.new_page()
    page.goto(f"{stack.url}/")
    ready: list[str] = []

    def stop_the_first(route: Route) -> None:
        ready.append(route.request.post_data or "")
        if len(ready) > 1:
            route.continue_()
        else:
            route.fulfill(status=204)  # the browser stays where it is

    page.route("**/ready", stop_the_first)
    page.click("button.start")
    page.wait_for_timeout(1500)
    assert len(ready) == 1
    page.click("button.start")
    page.wait_for_selector("#table[data-link=live]")
    page.wait_for_selector("#hand [data-tile]")
    assert all(re.search(r"&nonce=[0-9a-f]{32}&", posted) for posted in ready), ready
    assert ready[0] == ready[1]


def test_first_page_replays_a_hand_and_can_be_stopped(browser: Browser, stack: DevStack) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{stack.url}/")
    page.wait_for_selector("#demo[data-playing=true]")
    page.wait_for_selector("#demo[data-step='2']")
    page.locator("[data-demo=toggle]").click()
    page.wait_for_selector("#demo[data-playing=false]")
    step = page.get_attribute("#demo", "data-step")
    page.wait_for_timeout(2500)
    assert page.get_attribute("#demo", "data-step") == step
    context.close()


def test_first_page_stands_still_for_those_who_want_it_so(browser: Browser, stack: DevStack) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{stack.url}/")
    page.wait_for_selector("#demo[data-playing=false]")
    page.wait_for_timeout(2500)
    assert page.get_attribute("#demo", "data-step") in {None, "0"}
    context.close()
