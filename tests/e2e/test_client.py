"""The table's scripts: acting, refusals, the link, clocks, motion, keys and focus, against a scripted socket."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from games.engine.core.deal import nonce_hash
from tests.e2e import client_page as at
from tests.e2e.client_page import HAND, Client, Site, open_client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    running = Site()
    yield running
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One context, so that the scripts are fetched once."""
    made = browser.new_context(viewport={"width": 800, "height": 720})
    made.set_default_timeout(5000)
    yield made
    made.close()


@pytest.fixture
def client(context: BrowserContext, site: Site) -> Iterator[Client]:
    opened = open_client(context, site)
    yield opened
    opened.page.close()
    assert opened.errors == []


def turn(client: Client, window: int = 17) -> None:
    """It is our turn: we drew 9p."""
    client.push(at.hand(HAND, window, drawn="9p"), at.prompt(kind="turn", window=window))
    client.quiet()


def echo(client: Client, event: str = "kind=discard seat=0 tiles=5p") -> str:
    """What the server tells the page of the action it sent last."""
    return at.fx(f"{event} id={client.frames[-1]['id']}")


# --- acting


def test_first_tap_lifts_and_second_discards(client: Client) -> None:
    turn(client)
    client.page.click(client.tile(3))
    assert client.lifted() == ["3"]
    assert client.acts() == []
    client.page.click(client.tile(0))
    assert client.lifted() == ["0"]  # one at a time
    client.page.click(client.tile(0))
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "1m"}]
    assert len(client.frames[-1]["id"]) >= 32
    assert "sent" in (client.page.get_attribute(client.tile(0), "class") or "")


def test_double_click_and_every_other_button_wait_for_the_server(client: Client) -> None:
    turn(client)
    client.page.click(client.tile(3))
    client.page.dblclick(client.tile(3))
    client.page.click(client.tile(5), force=True)
    client.page.click(client.tile(5), force=True)
    assert len(client.acts()) == 1
    held = client.page.locator("#hand [aria-disabled=true]").count()
    assert held == 14
    client.push(at.hand(HAND, 17, drawn="9p"))  # some other fragment of the same window changes nothing
    assert client.page.locator("#hand [aria-disabled=true]").count() == 14
    client.push(at.hand(HAND, 21, drawn="9p"), at.prompt(kind="turn", window=21))
    assert client.page.locator("#hand [aria-disabled=true]").count() == 0


def test_refused_tile_comes_back_with_the_reason(client: Client) -> None:
    turn(client)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    client.push(at.hand(HAND, 17, drawn="9p"), at.notice("must_discard_void", "先打缺门"))
    assert client.page.locator("#hand .sent").count() == 0
    assert client.page.locator("#hand [aria-disabled=true]").count() == 0
    client.quiet()
    client.page.click(client.tile(13))
    client.page.click(client.tile(13))
    assert [act["tile"] for act in client.acts()] == ["5p", "9p"]


def test_taps_are_ignored_right_after_the_hand_re_flows(client: Client) -> None:
    client.push(at.hand(HAND[1:], 17, drawn="9p"))
    client.page.evaluate("document.querySelector('#hand [data-place=\"3\"]').click()")
    assert client.lifted() == []
    client.quiet()
    client.page.click(client.tile(3))
    assert client.lifted() == ["3"]


def test_single_tap_setting_discards_at_once_and_is_remembered(client: Client) -> None:
    client.page.click("#open-settings")
    client.page.check("[name=tap]")
    client.page.click("[data-close]")
    turn(client)
    client.page.click(client.tile(2))
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "3m"}]
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    assert client.page.get_attribute("html", "data-tap") == "one"


def test_tile_that_may_not_be_thrown_says_why(client: Client) -> None:
    client.push(at.hand(HAND, 17, drawn="9p", why={0: "先打缺门的牌"}), at.prompt(kind="turn", window=17))
    client.quiet()
    client.page.click(client.tile(0), force=True)
    assert client.page.text_content("#tell") == "先打缺门的牌"
    client.page.click(client.tile(0), force=True)
    assert client.acts() == []


def test_out_of_turn_a_tile_is_only_lifted(client: Client) -> None:
    client.page.click(client.tile(3))
    assert client.lifted() == ["3"]
    client.page.click(client.tile(3))
    assert client.lifted() == []
    assert client.frames == []


def toggles(client: Client) -> list[dict[str, str]]:
    """Return what was switched, without the type and the id."""
    client.page.wait_for_timeout(40)
    return [
        {name: value for name, value in frame.items() if name not in {"type", "id"}}
        for frame in client.frames
        if frame["type"] == "toggle"
    ]


def test_second_tap_out_of_turn_arms_and_one_tap_takes_it_back(client: Client) -> None:
    client.push(at.wishes(auto_hu="H"), at.hand(HAND, armed=""))
    client.quiet()
    client.page.click(client.tile(3))
    assert (client.lifted(), toggles(client)) == (["3"], [])
    client.page.click(client.tile(3))
    armed = {"name": "armed", "on": "1", "hand": "7", "window": "", "do": "discard", "tile": "5p"}
    assert (client.lifted(), toggles(client), client.acts()) == ([], [armed], [])
    client.push(at.hand(HAND, armed="1m"))
    client.quiet()
    client.page.click(client.tile(0))
    assert toggles(client)[1:] == [{"name": "armed", "on": "0", "hand": "7", "window": ""}]
    client.page.click("body", position={"x": 400, "y": 250})
    client.page.keyboard.press("Digit2")
    client.page.keyboard.press("Digit2")
    assert toggles(client)[2:] == [armed | {"tile": "2m"}]


def test_flick_out_of_turn_arms_and_the_tile_stays(client: Client) -> None:
    client.push(at.wishes(auto_hu="H"), at.hand(HAND, armed=""))
    client.quiet()
    box = client.page.locator(client.tile(2)).bounding_box()
    assert box
    client.page.mouse.move(box["x"] + 20, box["y"] + 20)
    client.page.mouse.down()
    client.page.mouse.move(box["x"] + 20, box["y"] - 200, steps=6)
    client.page.mouse.up()
    assert [frame["tile"] for frame in toggles(client)] == ["3m"]
    assert client.acts() == []
    client.page.wait_for_timeout(400)
    assert (client.aloft(), client.lifted()) == (0, [])


def test_switches_by_press_key_and_without_a_claim_lost(client: Client) -> None:
    client.push(at.wishes(auto_hu="H", no_peng="p"), at.prompt("pass", "peng", kind="claim", window=5))
    client.page.keyboard.press("a")
    assert client.page.evaluate("document.activeElement.name") == "auto_hu"
    client.page.keyboard.press("Enter")
    client.page.keyboard.press("Escape")  # folds the switches, and is no pass
    assert not client.page.evaluate("document.querySelector('details.auto').open")
    client.page.keyboard.press("Shift+P")  # no peng, and never a peng
    client.page.keyboard.press("Shift+D")  # this game has no such toggle
    assert toggles(client) == [
        {"name": "auto_hu", "on": "1", "hand": "7", "window": "5"},
        {"name": "no_peng", "on": "0", "hand": "7", "window": "5"},
    ]
    assert client.acts() == []
    client.push(at.notice("wish_gang", "能杠"))
    assert client.page.locator(".say").text_content() == "能杠"


def test_taking_up_another_tile_disarms(client: Client) -> None:
    client.push(
        at.hand(HAND, 17, drawn="9p", armed=None).replace("t1m", "t1m armed"),
        at.prompt(kind="turn", window=17),
    )
    client.quiet()
    client.page.click(client.tile(5))
    assert toggles(client) == [{"name": "armed", "on": "0", "hand": "7", "window": "17"}]


def test_tile_lifted_before_the_turn_stays_up_but_is_not_thrown_by_itself(client: Client) -> None:
    client.page.click(client.tile(3))
    turn(client)
    assert client.lifted() == ["3"]
    assert client.acts() == []
    client.page.click(client.tile(3))
    assert [act["tile"] for act in client.acts()] == ["5p"]


def drag(client: Client, place: int, dx: float, dy: float, *, steps: int = 8, release: bool = True) -> None:
    box = client.page.locator(client.tile(place)).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client.page.mouse.move(x, y)
    client.page.mouse.down()
    client.page.mouse.move(x + dx, y + dy, steps=steps)
    if release:
        client.page.mouse.up()


def test_dragging_to_the_felt_discards(client: Client) -> None:
    turn(client)
    drag(client, 4, 60, -220)
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "5p"}]
    assert client.aloft() == 1  # it lies where it was dropped until the server has answered
    rest = [*HAND[:4], *HAND[5:], "9p"]
    client.push(at.hand(rest), at.prompt(), at.river(0, ["5p"]), echo(client))
    client.page.wait_for_timeout(400)
    assert client.landed()


def test_dropping_in_the_hand_discards_nothing_and_leaves_nothing_behind(client: Client) -> None:
    turn(client)
    drag(client, 4, 60, -20)
    client.page.wait_for_timeout(250)
    assert client.acts() == []
    assert client.landed()
    assert client.page.locator("[data-dragging]").count() == 0
    assert client.lifted() == []  # the click that follows a drag is no tap


def test_refused_drag_flies_home(client: Client) -> None:
    turn(client)
    drag(client, 4, 60, -220)
    client.push(at.hand(HAND, 17, drawn="9p"), at.notice("illegal", "不行"))
    client.page.wait_for_timeout(300)
    assert client.landed()


def test_drag_survives_a_swap_and_ends_when_the_turn_is_over(client: Client) -> None:
    turn(client)
    drag(client, 4, 60, -220, release=False)
    client.push(at.hand(HAND, 17, drawn="9p"))
    assert client.aloft() == 1
    client.push(at.hand(HAND), at.prompt())
    client.page.mouse.up()
    client.page.wait_for_timeout(250)
    assert client.acts() == []
    assert client.landed()
    assert client.page.locator("[data-dragging]").count() == 0


def test_cancelled_pointer_puts_the_tile_back(client: Client) -> None:
    turn(client)
    drag(client, 4, 60, -220, release=False)
    client.page.evaluate("window.dispatchEvent(new PointerEvent('pointercancel', {pointerId: 1}))")
    client.page.mouse.up()
    client.page.wait_for_timeout(250)
    assert client.acts() == []
    assert client.landed()


def test_flick_upwards_by_touch_discards(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport={"width": 800, "height": 720}, has_touch=True)
    client = open_client(context, site)
    turn(client)
    box = client.page.locator(client.tile(6)).bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 30
    session = context.new_cdp_session(client.page)

    began = time.time()

    def touch(kind: str, up: float, after: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y - up}]
        event = {
            "type": kind,
            "touchPoints": points,
            "timestamp": began + after,
        }  # a busy machine is no slow finger
        session.send("Input.dispatchTouchEvent", event)

    touch("touchStart", 0, 0)
    touch("touchMove", 16, 0.02)
    touch("touchMove", 32, 0.04)
    touch("touchMove", 46, 0.06)
    touch("touchEnd", 0, 0.07)
    assert [act["tile"] for act in client.acts()] == ["7p"]
    context.close()


def test_button_swapped_between_press_and_release_is_still_pressed(client: Client) -> None:
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    box = client.page.locator("[data-do=peng]").bounding_box()
    assert box is not None
    client.page.mouse.move(box["x"] + 10, box["y"] + 10)
    client.page.mouse.down()
    client.push(at.prompt("peng", "pass", kind="claim", window=30) + at.clock(0, 4000))
    client.page.mouse.up()
    assert client.acts() == [{"window": "30", "do": "peng"}]


def test_button_of_another_window_under_the_pointer_is_not_pressed(client: Client) -> None:
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    box = client.page.locator("[data-do=peng]").bounding_box()
    assert box is not None
    client.page.mouse.move(box["x"] + 10, box["y"] + 10)
    client.page.mouse.down()
    client.push(at.prompt("hu", "pass", kind="claim", window=31))
    client.page.mouse.up()
    assert client.acts() == []


def test_passing_a_win_is_confirmed_with_its_price(client: Client) -> None:
    client.push(at.prompt("hu", "pass!过了这次胡就要等", kind="claim", window=30))
    client.page.click("[data-do=pass]")
    assert client.page.text_content("#confirm [data-text]") == "过了这次胡就要等"
    client.page.click("#confirm [value=no]")
    assert client.acts() == []
    client.page.click("[data-do=pass]")
    client.page.click("#confirm [value=yes]")
    assert client.acts() == [{"window": "30", "do": "pass"}]


def test_question_about_a_closed_window_goes_away(client: Client) -> None:
    client.push(at.prompt("hu", "pass!过了这次胡就要等", kind="claim", window=30))
    client.page.click("[data-do=pass]")
    client.push(at.prompt())
    assert client.page.locator("dialog[open]").count() == 0
    assert client.acts() == []


def test_void_suit_is_one_press(client: Client) -> None:
    client.push(at.prompt("ding_que/m", "ding_que/p", "ding_que/s", kind="ding_que", window=0))
    client.page.click("[data-suit=s]")
    assert client.acts() == [{"window": "0", "do": "ding_que", "suit": "s"}]


def test_three_tiles_of_one_suit_are_picked_and_swapped(client: Client) -> None:
    client.push(at.prompt("swap_three:123m", kind="swap_three", window=0))
    client.page.click(client.tile(0))
    client.page.click(client.tile(3))  # another suit starts anew
    assert client.lifted() == ["3"]
    client.page.click("[data-do=swap_three]", force=True)
    assert client.acts() == []  # half a choice is no answer
    for place in (5, 6, 4):
        client.page.click(client.tile(place))
    assert client.lifted() == ["4", "5", "6"]  # the fourth replaces the oldest
    client.page.click("[data-do=swap_three]")
    assert client.acts() == [{"window": "0", "do": "swap_three", "tiles": "567p"}]


def test_swap_without_a_pick_sends_the_suggestion(client: Client) -> None:
    client.push(at.prompt("swap_three:123m", kind="swap_three", window=0))
    client.page.click("[data-do=swap_three]")
    assert client.acts() == [{"window": "0", "do": "swap_three", "tiles": "123m"}]


def test_peng_frame_has_no_tile_but_gang_has(client: Client) -> None:
    client.push(at.prompt("peng:5p", "gang:5p", "pass", kind="claim", window=30))
    client.page.click("[data-do=peng]")
    client.push(at.prompt("gang:9s", kind="turn", window=33))
    client.page.click("[data-do=gang]")
    assert client.acts() == [{"window": "30", "do": "peng"}, {"window": "33", "do": "gang", "tile": "9s"}]


# --- keyboard and focus


def test_tile_by_place_then_enter(client: Client) -> None:
    turn(client)
    client.page.keyboard.press("3")
    assert client.lifted() == ["2"]
    client.page.keyboard.press("Enter")
    assert [act["tile"] for act in client.acts()] == ["3m"]


def test_drawn_tile_by_d_and_last_places_by_signs(client: Client) -> None:
    turn(client)
    client.page.keyboard.press("]")
    assert client.lifted() == ["13"]
    client.page.keyboard.press("1")
    client.page.keyboard.press("d")
    assert client.lifted() == ["13"]
    client.page.keyboard.press("ArrowLeft")
    assert client.lifted() == ["12"]
    client.page.keyboard.press("d")
    client.page.keyboard.press("d")
    assert [act["tile"] for act in client.acts()] == ["9p"]


def test_keys_answer_claims_and_space_never_wins(client: Client) -> None:
    client.push(at.prompt("hu", "peng", "pass", kind="claim", window=30))
    client.page.focus("[data-do=hu]")
    client.page.keyboard.press("Space")
    assert client.acts() == []
    client.page.keyboard.press("p")
    assert client.acts() == [{"window": "30", "do": "peng"}]
    client.push(at.prompt("hu", "pass", kind="claim", window=34))
    client.page.keyboard.press("h")
    assert client.acts()[-1] == {"window": "34", "do": "hu"}
    client.push(at.prompt("peng", "pass", kind="claim", window=38))
    client.page.keyboard.press("Escape")
    assert client.acts()[-1] == {"window": "38", "do": "pass"}


def test_right_click_on_the_felt_passes_but_not_on_a_tile(client: Client) -> None:
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    client.page.click(client.tile(1), button="right")
    assert client.acts() == []
    client.page.mouse.click(250, 330, button="right")
    assert client.acts() == [{"window": "30", "do": "pass"}]


def test_g_goes_through_several_gangs(client: Client) -> None:
    client.push(at.prompt("gang:5p", "gang:9s", kind="turn", window=30))
    client.page.keyboard.press("g")
    client.page.keyboard.press("g")
    assert client.acts() == []
    client.page.keyboard.press("Enter")
    assert client.acts() == [{"window": "30", "do": "gang", "tile": "9s"}]


def test_keys_are_dead_while_typing_and_in_dialogs(client: Client) -> None:
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    client.page.focus("#chat")
    client.page.keyboard.type("ph")
    assert client.acts() == []
    assert client.page.input_value("#chat") == "ph"
    client.page.click("#opener")
    client.page.keyboard.press("p")
    client.page.keyboard.press("Escape")
    assert client.acts() == []
    assert client.page.locator("dialog[open]").count() == 0
    assert client.page.evaluate("document.activeElement.id") == "opener"


def test_hand_is_one_tab_stop_and_focus_survives_swaps(client: Client) -> None:
    turn(client)
    assert client.page.locator("#hand [tabindex='0']").count() == 1
    client.page.keyboard.press("4")
    client.push(at.hand(HAND, 17, drawn="9p"))
    focused = "(document.activeElement.dataset.tile || '') + '@' + document.activeElement.dataset.place"
    assert client.page.evaluate(focused) == "5p@3"
    client.page.keyboard.press("Enter")
    client.push(at.hand([*HAND[:3], *HAND[4:], "9p"]), at.prompt())
    assert client.page.evaluate(focused) == "5p@3"  # its twin
    client.push(at.hand([*HAND[:3], *HAND[5:], "9p"]))
    assert client.page.evaluate(focused) == "6p@3"  # its neighbour
    assert client.page.locator("#hand [tabindex='0']").count() == 1


def test_focus_on_a_vanished_answer_goes_to_the_hand_not_to_another_answer(client: Client) -> None:
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    client.page.focus("[data-do=peng]")
    client.push(at.prompt("hu", "pass", kind="claim", window=31))
    assert client.page.evaluate("document.activeElement.closest('#hand') !== null")


# --- time, motion and sound


def heard(client: Client) -> list[str]:
    found: list[str] = client.page.evaluate("window.heard")
    return found


def listen(client: Client) -> None:
    client.page.evaluate(
        """async () => { window.heard = []; window.told = [];
        const base = await import('/static/js/base.js');
        base.on('played', ({name}) => window.heard.push(name)); }"""
    )


def test_clock_counts_down_on_its_own_and_uses_the_bank(client: Client) -> None:
    client.push(at.clock(0, 1950, bank=9000, total=15000), at.clock(1, 7500, total=15000))
    assert client.page.text_content("#clock-0 b") == "2"
    assert client.page.text_content("#clock-0 small") == "+9"
    assert client.page.text_content("#clock-1") == ""  # digits only on one's own
    assert client.page.evaluate("document.getElementById('plate-1').style.getPropertyValue('--left')") in {
        "0.5",
        "0.49",
    }
    client.page.wait_for_selector("#plate-0[data-ticking=bank]")
    assert client.page.text_content("#clock-0 b") == "9"
    client.push(at.clock(0), at.clock(1))
    assert client.page.get_attribute("#plate-0", "data-ticking") is None


def test_last_seconds_tick_and_are_announced_once(client: Client) -> None:
    listen(client)
    client.push(at.clock(0, 3900))
    client.page.wait_for_timeout(2000)
    assert heard(client).count("tick") == 2
    assert client.page.text_content(".say") == "还剩 3 秒"


def test_own_discard_sounds_at_the_tap_and_its_echo_is_silent(client: Client) -> None:
    turn(client)
    listen(client)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    assert heard(client).count("discard") == 1
    rest = [*HAND[:3], *HAND[4:], "9p"]
    client.push(at.hand(rest), at.prompt(), at.river(0, ["5p"]), echo(client))
    assert heard(client).count("discard") == 1
    assert client.flown() == 1  # it flies all the same
    client.push(at.river(1, ["1s"]), at.fx("kind=discard seat=1 tiles=1s"))
    assert heard(client).count("discard") == 2


def test_a_discard_by_the_clock_is_no_echo_of_ones_own(client: Client) -> None:
    turn(client)
    listen(client)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    client.push(at.hand(HAND), at.prompt(), at.river(0, ["9p"]), at.fx("kind=discard seat=0 tiles=9p"))
    assert heard(client).count("discard") == 2


def test_other_tab_hears_what_this_account_did_elsewhere(client: Client) -> None:
    listen(client)
    client.push(at.river(0, ["5p"]), at.fx("kind=discard seat=0 tiles=5p"))
    assert heard(client) == ["discard"]


def test_a_tile_that_leaves_a_plate_starts_in_its_own_size(client: Client) -> None:
    """Where no back lies open, as on phones, the flight starts at the plate, which is far wider than a tile."""
    client.page.evaluate("""() => {
      const animate = Element.prototype.animate;
      window.starts = [];
      Element.prototype.animate = function (frames, options) {
        if (this.classList.contains("flying")) window.starts.push(frames[0].transform);
        return animate.call(this, frames, options);
      };
    }""")
    client.push(at.river(1, ["1s"]), at.fx("kind=discard seat=1 tiles=1s"))
    starts = client.page.evaluate("window.starts")
    assert len(starts) == 1
    assert starts[0].endswith("scale(1)")


def test_landed_tile_is_visible_whatever_happens_to_its_flight(client: Client) -> None:
    client.push(at.river(1, ["1s"]), at.fx("kind=discard seat=1 tiles=1s"))
    client.push(at.river(1, ["1s", "2s"]), at.fx("kind=discard seat=1 tiles=2s"))
    client.page.wait_for_timeout(350)
    assert client.landed()
    seen = "[...document.querySelectorAll('#river-1 .t')].map(t => getComputedStyle(t).visibility)"
    assert client.page.evaluate(seen) == ["visible", "visible"]


def test_claim_gang_and_win_move_and_are_said(client: Client) -> None:
    listen(client)
    client.push(at.river(2, ["5p"]), at.fx("kind=discard seat=2 tiles=5p"))
    client.page.wait_for_timeout(250)
    client.push(at.river(2, []), at.melds(1, "5p*3"), at.fx("kind=peng seat=1 tiles=5p other=2"))
    assert client.flown(".flying") == 1 + 3
    assert client.flown(".word[data-word=peng]") == 1
    client.push(
        at.melds(1, "5p*4"), at.fx("kind=gang seat=1 tiles=5p note=added", "kind=paid seat=1 other=2 note=2")
    )
    assert client.flown(".weather[data-kind=wind]") == 1
    assert client.flown(".coin") > 0
    client.push(at.fx("kind=hu seat=2 tiles=1m other=1 note=discard"))
    assert client.flown(".word.seal[data-word=hu]") == 1
    client.page.wait_for_timeout(1100)
    assert client.landed()
    assert [name for name in heard(client) if name in {"peng", "gang", "wind", "hu"}] == [
        "peng",
        "gang",
        "wind",
        "hu",
    ]


def test_more_than_one_move_snaps_and_a_reconnect_shows_nothing(client: Client) -> None:
    client.push(
        at.river(1, ["1s"]),
        at.river(2, ["2s"]),
        at.fx("kind=discard seat=1 tiles=1s", "kind=discard seat=2 tiles=2s"),
    )
    assert client.flown(".flying") == 0
    client.greeting = at.river(3, ["9m"]) + at.fx("kind=discard seat=3 tiles=9m")
    client.sockets[-1].close(code=1012)
    client.page.wait_for_selector("#table[data-link=live]")
    client.page.wait_for_selector("#river-3 .t")
    assert client.flown(".flying") == 0


def test_two_winners_of_one_tile_are_one_move(client: Client) -> None:
    client.push(at.fx("kind=hu seat=1 tiles=1m other=0", "kind=hu seat=2 tiles=1m other=0"))
    assert client.flown(".seal") == 2


def test_nothing_flies_without_motion_but_the_word_is_shown(client: Client) -> None:
    client.page.evaluate("document.documentElement.dataset.motion = 'off'")
    client.push(at.melds(1, "5p*3"), at.fx("kind=peng seat=1 tiles=5p other=2"))
    assert client.flown(".flying") == 0
    assert client.flown(".word") == 1
    client.page.wait_for_timeout(1000)
    assert client.landed()


EXCHANGE = (
    "kind=swap note=counter",
    "kind=give seat=0 tiles=1m,2m,3m", *(f"kind=give seat={seat}" for seat in (1, 2, 3)),
    "kind=receive seat=0 tiles=7s,8s,9m other=3", *(f"kind=receive seat={seat} other={seat - 1}" for seat in (1, 2, 3)),
)  # fmt: skip
SWAPPED = ["9m", *HAND[3:9], "7s", "8s", *HAND[9:]]


def test_the_swap_goes_round_in_backs_and_blocks_nothing(client: Client) -> None:
    client.push(at.prompt("swap_three:123m", kind="swap_three", window=0))
    client.push(at.hand(SWAPPED, 4), at.prompt(), at.fx(*EXCHANGE))
    assert client.flown(".flying") == 12
    faces = client.page.evaluate(
        "flown.filter(node => node.matches('.flying')).flatMap(tile => [...tile.classList].filter(name => /^t\\d/.test(name)))"
    )
    assert set(faces) <= {"t1m", "t2m", "t3m"}  # of the others nobody sees more than backs
    client.quiet()
    client.page.click(client.tile(7))  # came in a moment ago and has not landed yet
    assert client.lifted() == ["7"]
    client.page.wait_for_timeout(700)
    assert client.landed()


def test_the_swap_stands_still_without_motion(client: Client) -> None:
    client.page.evaluate("document.documentElement.dataset.motion = 'off'")
    client.push(at.prompt("swap_three:123m", kind="swap_three", window=0))
    client.push(at.hand(SWAPPED, 4), at.prompt(), at.fx(*EXCHANGE))
    assert client.aloft() == 0


def test_a_switch_of_language_on_another_page_is_said(client: Client) -> None:
    assert client.page.evaluate("localStorage.getItem('qpg.language')") == "zh-hans"
    heard = "value => dispatchEvent(new StorageEvent('storage', { key: 'qpg.language', newValue: value }))"
    client.page.evaluate(heard, "zh-hans")
    assert client.page.query_selector("#tell:not([hidden])") is None
    client.page.evaluate(heard, "en")
    assert "换了语言" in (client.page.text_content("#tell") or "")
    with client.page.expect_navigation():
        client.page.click("#tell button")


def test_a_cut_win_says_so_with_its_clause(client: Client) -> None:
    client.push(at.fx("kind=hu seat=1 tiles=1m other=3 note=discard cut=WZ-09"))
    assert client.page.get_attribute("#tell a", "href") == "/rules/WZ-09/"
    assert "离打牌的人更近" in (client.page.text_content("#tell") or "")
    client.page.wait_for_timeout(500)
    assert client.flown("[data-word=cut]") == 1


def test_reduced_motion_of_the_system_is_followed(browser: Browser, site: Site) -> None:
    context = browser.new_context(reduced_motion="reduce")
    client = open_client(context, site)
    client.push(at.river(1, ["1s"]), at.fx("kind=discard seat=1 tiles=1s"))
    assert client.aloft() == 0
    context.close()


def test_same_kind_is_shaded_and_counted(client: Client) -> None:
    client.push(at.river(1, ["5p", "1s"]), at.melds(2, "9s*3"))
    client.page.hover(client.tile(3))
    assert client.page.locator("#river-1 .same").count() == 1
    assert client.page.text_content("#count-left") == "余 1 张"  # one in the river, two in the hand
    client.push(at.river(1, ["5p", "1s", "5p"]))
    assert client.page.locator("#river-1 .same").count() == 2
    client.page.mouse.move(400, 20)
    assert client.page.locator(".same").count() == 0
    # On a short phone the answers lie just above the hand: the number makes way.
    client.push(at.prompt("peng", "pass", kind="claim", window=5))
    client.page.evaluate(
        """() => { const [hand, prompt] = ['hand', 'prompt'].map((id) => document.getElementById(id).getBoundingClientRect());
        document.getElementById('prompt').style.translate = `${hand.left - prompt.left}px ${hand.top - prompt.bottom}px`; }"""
    )
    covers = """() => [...document.querySelectorAll('#prompt button')].some((button) => {
      const [a, b] = [button, document.getElementById('count-left')].map((each) => each.getBoundingClientRect());
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; })"""
    moved = 0
    for place in range(len(HAND)):
        client.page.hover(client.tile(place))
        assert not client.page.evaluate(covers)
        box = client.page.locator(client.tile(place)).bounding_box()
        assert box
        moved += client.page.evaluate("document.getElementById('count-left').offsetTop") > box["y"]
    assert moved


def test_sounds_are_sound(client: Client) -> None:
    """Each voice: heard, not clipped, without an offset, ending in silence, within its length."""
    measured = client.page.evaluate(
        """async () => {
        const { VOICES } = await import('/static/js/voices.js');
        return Object.entries(VOICES).map(([name, make]) => {
          const data = make(48000);
          let peak = 0, sum = 0, mean = 0;
          for (const x of data) { peak = Math.max(peak, Math.abs(x)); sum += x * x; mean += x; }
          return { name, peak, rms: Math.sqrt(sum / data.length), mean: mean / data.length, last: Math.abs(data.at(-1)),
                   seconds: data.length / 48000, finite: data.every(Number.isFinite) };
        }); }"""
    )
    assert {"draw", "discard", "peng", "gang", "hu", "turn", "tick", "end"} <= {
        voice["name"] for voice in measured
    }
    for voice in measured:
        assert voice["finite"], voice
        assert 0.05 < voice["peak"] <= 0.9, voice
        assert voice["rms"] > 0.003, voice
        assert abs(voice["mean"]) < 0.01, voice
        assert voice["last"] < 0.001, voice
        assert voice["seconds"] < 2.6, voice


def test_mute_is_remembered(client: Client) -> None:
    client.page.mouse.click(400, 330)  # a click somewhere else changes nothing
    assert client.page.get_attribute("html", "data-mute") == "off"
    client.page.keyboard.press("m")
    assert client.page.get_attribute("html", "data-mute") == "on"
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    assert client.page.get_attribute("html", "data-mute") == "on"


def test_result_waits_for_the_last_win_and_stays_folded(client: Client) -> None:
    client.push(at.sheet(7), at.fx("kind=hu seat=1 tiles=1m", "kind=end note=wins"))
    assert client.page.get_attribute("#table", "data-sheet") == "wait"
    client.page.wait_for_selector("#table[data-sheet=open]")
    client.page.keyboard.press("Escape")
    client.page.wait_for_selector("#table[data-sheet=folded]")
    client.push(at.sheet(7))
    assert not client.page.evaluate("document.querySelector('#sheet details').open")
    client.push(at.sheet())
    assert client.page.get_attribute("#table", "data-sheet") is None


# --- the link


def test_ready_goes_by_the_socket_with_randomness_of_its_own(client: Client) -> None:
    client.push(at.sheet(7))
    client.page.wait_for_selector("#table[data-sheet=open]")
    client.page.click("[form=f-ready]")
    first = client.frames[-1]
    assert (first["type"], first["number"], first["nonce"]) == (
        "ready",
        "2",
        "",
    )  # nothing was left for this hand
    assert re.fullmatch(r"[0-9a-f]{64}", first["hash"])
    client.page.reload()  # the hash left for the hand after it finds its nonce
    client.page.wait_for_selector("#table[data-link=live]")
    client.push(at.now(8, 3), at.sheet(8))
    client.page.wait_for_selector("#table[data-sheet=open]")
    client.page.click("[form=f-ready]")
    second = client.frames[-1]
    assert (second["number"], nonce_hash(second["nonce"])) == ("3", first["hash"])
    assert second["hash"] != first["hash"]
    assert client.posts == []


def test_the_scripts_hash_is_that_of_the_house(client: Client) -> None:
    """Blocks end at 55 and 64 bytes; a LAN page has no hash of its own to compare with."""
    texts = [
        "",
        "abc",
        *("x" * size for size in range(50, 70)),
        *("茶" * size for size in range(15, 45)),
        "x" * 5000,
    ]
    found = client.page.evaluate(
        "async texts => { const { sha256 } = await import('/static/js/sha256.js'); return texts.map(sha256); }",
        texts,
    )
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_another_hand_with_the_same_window_ends_what_was_under_way(client: Client) -> None:
    turn(client)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    assert client.frames[-1]["hand"] == "7"
    assert client.page.locator("#hand .sent").count() == 1
    client.push(at.now(8), at.hand(HAND, 17, drawn="9p"), at.prompt(kind="turn", window=17))
    assert client.page.locator("#hand .sent, #hand [aria-disabled=true]").count() == 0
    client.quiet()
    client.page.click(client.tile(2))
    client.page.click(client.tile(2))
    assert client.frames[-1]["hand"] == "8"


def test_a_price_confirmed_in_one_hand_is_not_paid_in_the_next(client: Client) -> None:
    asked = at.prompt("pass!过了这张就不能胡", "hu", kind="claim", window=5)
    client.push(asked)
    client.page.click("#prompt [data-do=pass]")
    client.page.wait_for_selector("#confirm[open]")
    client.push(at.now(8), asked)
    client.page.click("#confirm [value=yes]")
    assert client.acts() == []


def test_clicks_without_a_connection_are_not_sent_later(client: Client) -> None:
    turn(client)
    client.greeting = ""
    client.sockets[-1].close(code=1012)
    client.page.wait_for_selector("#table[data-link=lost]")
    client.page.click(client.tile(3), force=True)
    client.page.click(client.tile(3), force=True)
    assert "没有发出" in (client.page.text_content("#tell") or "")
    client.page.wait_for_timeout(1500)
    assert len(client.sockets) >= 2
    client.push(at.hand(HAND, 17, drawn="9p"), at.prompt(kind="turn", window=17))
    assert client.link() == "live"
    assert client.acts() == []
    assert client.page.is_hidden("#banner")


def test_answer_on_its_way_when_the_line_breaks_is_decided_by_the_fresh_table(client: Client) -> None:
    turn(client)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    client.greeting = at.hand(HAND, 17, drawn="9p") + at.prompt(kind="turn", window=17)
    client.sockets[-1].close(code=1012)
    client.page.wait_for_selector("#table[data-link=live]")
    assert client.page.locator("#hand .sent, #hand [aria-disabled=true]").count() == 0
    assert len(client.acts()) == 1


@pytest.mark.parametrize(
    ("code", "words", "action"),
    [
        (4401, "马上开始", "home"),
        (4401, "登录", "login"),
        (4403, "移出", "leave"),
        (4404, "没有这张牌桌", "leave"),
        (4409, "太多", "reload"),
        (4430, "桌号", "reload"),
        (4499, "结束", "reload"),
    ],
)
def test_final_close_codes_are_explained(client: Client, code: int, words: str, action: str) -> None:
    client.sockets[-1].close(code=code)
    client.page.wait_for_selector("#table[data-link=final]")
    assert words in (client.page.text_content("#banner") or "")
    assert client.page.locator(f"#banner [data-link={action}]").count() == 1
    client.page.wait_for_timeout(1200)
    assert len(client.sockets) == 1  # no reconnect


def test_whoever_has_become_nobody_is_led_to_the_first_page(client: Client) -> None:
    client.sockets[-1].close(code=4401)
    client.page.wait_for_selector("#table[data-link=final]")
    assert client.page.locator("#banner button").all_text_contents() == ["回首页", "登录"]
    with client.page.expect_request(lambda request: request.is_navigation_request()) as went:
        client.page.click("#banner [data-link=home]")
    assert urlsplit(went.value.url).path == "/home"  # what the page names as its first page


def test_silence_shows_the_banner_and_reconnects_once(client: Client) -> None:
    client.page.clock.install()
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    before = len(client.sockets)
    client.greeting = ""
    for _ in range(12):  # step by step: a jump would look like a sleeping machine
        client.page.clock.run_for(1000)
    assert client.link() == "lost"
    assert client.page.get_attribute("#banner", "data-shown") == "lost silent false"
    assert len(client.sockets) == before + 1
    client.push("<i id=beat hidden></i>")
    assert client.link() == "live"


def test_heartbeats_keep_the_link_alive(client: Client) -> None:
    client.page.clock.install()
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    before = len(client.sockets)
    for _ in range(5):
        for _ in range(5):
            client.page.clock.run_for(1000)
        client.push("<i id=beat hidden></i>")
    assert client.link() == "live"
    assert len(client.sockets) == before


def test_long_outage_offers_to_try_again_or_leave(client: Client) -> None:
    client.page.clock.install()
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    client.greeting = ""
    client.sockets[-1].close(code=1012)
    client.page.wait_for_selector("#table[data-link=lost]")
    for _ in range(60):
        client.page.clock.run_for(1000)
    assert client.page.locator("#banner [data-link=retry]").count() == 1
    assert client.page.locator("#banner [data-link=leave]").count() == 1
    sockets = len(client.sockets)
    client.page.click("#banner [data-link=retry]")
    client.page.clock.run_for(100)
    assert len(client.sockets) == sockets + 1


def test_offline_and_online_events(client: Client) -> None:
    client.page.evaluate("dispatchEvent(new Event('offline'))")
    assert client.link() == "lost"
    assert client.page.is_visible("#banner")
    client.page.evaluate("dispatchEvent(new Event('online'))")
    client.page.wait_for_selector("#table[data-link=live]")
    assert len(client.sockets) == 2


def test_page_that_wakes_from_the_cache_resyncs(client: Client) -> None:
    client.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    client.page.wait_for_timeout(300)
    client.page.wait_for_selector("#table[data-link=live]")
    assert len(client.sockets) == 2


def test_unanswered_action_is_given_back_and_the_table_fetched_anew(client: Client) -> None:
    client.page.clock.install()
    client.page.reload()
    client.page.wait_for_selector("#table[data-link=live]")
    client.push(at.hand(HAND, 17, drawn="9p"), at.prompt(kind="turn", window=17))
    client.page.clock.run_for(400)
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    sockets = len(client.sockets)
    for _ in range(7):
        client.page.clock.run_for(1000)
    assert client.page.locator("#hand .sent").count() == 0
    assert len(client.sockets) == sockets + 1


def test_play_goes_on_over_plain_requests_where_no_socket_can_be_had(
    context: BrowserContext, site: Site
) -> None:
    shown = {"regions": at.hand(HAND, 17, drawn="9p")}
    client = open_client(context, site, reachable=False, document=lambda: at.page(shown["regions"]))
    client.page.wait_for_selector("#table[data-link=poll]", timeout=15000)
    client.quiet()
    shown["regions"] = at.hand([*HAND[:3], *HAND[4:], "9p"])
    client.page.click(client.tile(3))
    client.page.click(client.tile(3))
    client.page.wait_for_selector("#hand [data-do]", state="detached")
    post = client.posts[0]
    assert (post["path"], post["do"], post["tile"], post["window"]) == ("/t/1234/act", "discard", "5p", "17")
    assert (post["hand"], len(post["id"]) >= 32) == ("7", True)
    assert post["csrfmiddlewaretoken"] == "tok"
    shown["regions"] = at.hand(HAND, 21, drawn="1m")  # the others have played
    client.page.wait_for_selector("#hand [data-window='21']")
    client.page.close()


def test_actions_have_ids_on_a_lan_page_too(context: BrowserContext, site: Site) -> None:
    client = open_client(
        context, site, script="delete Crypto.prototype.randomUUID;"
    )  # as in an insecure context
    turn(client)
    client.page.keyboard.press("1")
    client.page.keyboard.press("1")
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "1m"}]
    assert len(client.frames[-1]["id"]) == 32
    client.page.close()


def test_low_window_scrolls_to_the_hand_when_something_is_asked(client: Client) -> None:
    at_hand = "(({ scrollTop, scrollHeight, clientHeight }) => scrollTop + clientHeight >= scrollHeight - 1)(document.getElementById('table'))"
    client.page.evaluate(
        """() => { const { style } = document.getElementById('table'); style.height = '260px'; style.overflowY = 'auto';
        document.getElementById('center').style.top = '900px'; }"""
    )
    assert not client.page.evaluate(at_hand)
    client.push(at.river(1, ["1s"]))  # others play: whoever reads the rivers goes on reading
    assert not client.page.evaluate(at_hand)
    client.push(at.hand(HAND, 17, drawn="9p"), at.prompt(kind="turn", window=17))
    assert client.page.evaluate(at_hand)
