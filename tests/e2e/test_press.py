"""A press counts once, and only for what it began on, whatever is swapped in under a resting finger, pen or mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import pytest

from tests.e2e import client_page as at
from tests.e2e.client_page import HAND, Client, Site, open_client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession

pytestmark = pytest.mark.e2e

Kind = Literal["touch", "mouse", "pen"]
CARDS = "2S AC KH KD QS JC TH TS".split()


# A mouse is tried where a pen is, and everywhere with `-m matrix`.
MOUSE = pytest.param("mouse", marks=pytest.mark.matrix)
# A pen goes the way of the mouse in the browser: tried where tiles and answers are pressed.
with_pen = pytest.mark.parametrize("finger", ["touch", "mouse", "pen"], indirect=True)


@dataclass
class Finger:
    """A finger, a mouse or a pen on the page: true input events, as the browser makes them of the device's."""

    client: Client
    session: CDPSession
    kind: Kind
    x: float = 0
    y: float = 0

    def down(self, selector: str) -> None:
        """Put it down in the middle of an element and leave it there."""
        box = self.client.page.locator(selector).bounding_box()
        assert box is not None
        self.down_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def down_at(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        if self.kind != "touch":
            self._mouse("mouseMoved")
        self._send("touchStart", "mousePressed")

    def move(self, dx: float, dy: float) -> None:
        for _ in range(4):
            self.x, self.y = self.x + dx / 4, self.y + dy / 4
            self._send("touchMove", "mouseMoved")

    def up(self) -> None:
        """Lift it, and wait until whatever the browser makes of that has been heard."""
        self._send("touchEnd", "mouseReleased")
        self.client.settle(120)

    def tap(self, selector: str) -> None:
        self.down(selector)
        self.up()

    def _send(self, touch: str, mouse: str) -> None:
        if self.kind == "touch":
            points = [] if touch == "touchEnd" else [{"x": self.x, "y": self.y}]
            self.session.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points})
        else:
            self._mouse(mouse)

    def _mouse(self, kind: str) -> None:
        held = kind != "mouseReleased"
        event = {"type": kind, "x": self.x, "y": self.y, "pointerType": self.kind, "clickCount": 1}
        event |= {"button": "left", "buttons": int(held)} if kind != "mouseMoved" else {"buttons": 1}
        self.session.send("Input.dispatchMouseEvent", event)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    running = Site()
    yield running
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": 800, "height": 720}, has_touch=True, reduced_motion="reduce"
    )
    made.set_default_timeout(5000)
    yield made
    made.close()


def _open(
    context: BrowserContext, site: Site, kind: Kind, document: Callable[[], str] = at.page
) -> Iterator[Finger]:
    client = open_client(context, site, document=document)
    yield Finger(client, context.new_cdp_session(client.page), kind)
    client.page.close()
    assert client.errors == []


@pytest.fixture(params=["touch", MOUSE])
def finger(context: BrowserContext, site: Site, request: pytest.FixtureRequest) -> Iterator[Finger]:
    yield from _open(context, site, request.param)


@pytest.fixture(params=["touch", MOUSE])
def on_cards(context: BrowserContext, site: Site, request: pytest.FixtureRequest) -> Iterator[Finger]:
    """The same at a card table."""
    yield from _open(context, site, request.param, card_page)


def card_page() -> str:
    more = '<link rel=stylesheet href="/static/css/cards.css"><script type=module src="/static/js/cards.js"></script>'
    return at.page(cards()).replace("</head>", f"{more}</head>")


def cards(codes: list[str] = CARDS) -> str:
    row = "".join(
        f'<input type=checkbox class="c c{code}" name=card value={code} data-r={place} data-g={place} aria-label={code}>'
        for place, code in enumerate(codes)
    )
    return f'<div id=hand class=hand style="--cw:60px" role=group>{row}</div>'


def chosen(finger: Finger) -> list[str]:
    """Return the cards that are up."""
    found: list[str] = finger.client.page.evaluate(
        "[...document.querySelectorAll('#hand input.c:checked')].map(card => card.value)"
    )
    return found


def sent(finger: Finger, kind: str) -> list[dict[str, str]]:
    """Return the frames of one type that arrived, without their ids."""
    finger.client.settle(40)
    return [frame for frame in finger.client.frames if frame["type"] == kind]


def turn(client: Client, window: int = 17) -> None:
    client.push(at.hand(HAND, window, drawn="9p"), at.prompt(kind="turn", window=window))


# --- tiles of the hand


@with_pen
def test_hand_swapped_under_the_finger_is_lifted_and_no_more(finger: Finger) -> None:
    client = finger.client
    turn(client)
    client.quiet()
    for place in (3, 13, 5):
        finger.down(client.tile(place))
        turn(client)  # the same window drawn once more
        finger.up()
        assert client.lifted() == [str(place)]
    assert client.acts() == []


def test_second_press_on_a_swapped_hand_discards_once(finger: Finger) -> None:
    client = finger.client
    turn(client)
    client.quiet()
    finger.tap(client.tile(3))
    assert client.lifted() == ["3"]
    finger.down(client.tile(3))
    turn(client)
    finger.up()
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "5p"}]


@with_pen
def test_press_from_before_the_own_draw_is_none_in_the_turn(finger: Finger) -> None:
    """Lifted while the others play, pressed again as the draw arrives: the second press must not discard."""
    client = finger.client
    client.quiet()
    finger.tap(client.tile(3))
    assert client.lifted() == ["3"]
    finger.down(client.tile(3))
    turn(client)
    client.quiet()
    finger.up()
    assert client.lifted() == ["3"]
    assert client.acts() == []
    finger.tap(client.tile(3))  # whoever sees the draw and presses then means it
    assert [act["tile"] for act in client.acts()] == ["5p"]


def test_drag_from_before_the_own_draw_is_not_thrown(finger: Finger) -> None:
    client = finger.client
    client.push(at.wishes(auto_hu="H"), at.hand(HAND, armed=""))
    client.quiet()
    finger.down(client.tile(2))
    finger.move(0, -40)
    turn(client)
    finger.move(0, -160)
    finger.up()
    assert client.acts() == []
    assert sent(finger, "toggle") == []
    assert client.landed()


def test_single_tap_setting_discards_once_or_not_at_all(finger: Finger) -> None:
    client = finger.client
    client.page.evaluate("document.documentElement.dataset.tap = 'one'")
    client.quiet()
    finger.down(client.tile(3))
    turn(client)
    client.quiet()
    finger.up()
    assert client.acts() == []
    finger.down(client.tile(3))
    turn(client)
    finger.up()
    assert client.acts() == [{"window": "17", "do": "discard", "tile": "5p"}]


def test_tile_of_the_next_hand_is_not_kept_by_a_press_from_this_one(finger: Finger) -> None:
    client = finger.client
    client.push(at.wishes(auto_hu="H"), at.hand(HAND, armed=""))
    client.quiet()
    finger.tap(client.tile(3))
    finger.down(client.tile(3))
    client.push(at.wishes(auto_hu="H") + at.now(8), at.hand(HAND, armed=""))
    client.quiet()
    finger.up()
    assert sent(finger, "toggle") == []


# --- claims


@with_pen
def test_button_that_appears_under_a_resting_finger_is_not_pressed(finger: Finger) -> None:
    client = finger.client
    client.push(at.prompt("hu", "pass", kind="claim", window=30))
    box = client.page.locator("[data-do=hu]").bounding_box()
    assert box is not None
    client.push(at.prompt())
    finger.down_at(box["x"] + 20, box["y"] + 20)
    client.push(at.prompt("hu", "pass", kind="claim", window=31))
    finger.up()
    assert client.acts() == []
    finger.tap("[data-do=hu]")
    assert client.acts() == [{"window": "31", "do": "hu"}]


@pytest.mark.parametrize(
    ("swapped", "expected"),
    [
        (
            at.prompt("pass", "gang:5p", kind="claim", window=30),
            [{"window": "30", "do": "pass"}],
        ),  # its equal
        (at.prompt("pass", "gang:5p", kind="claim", window=31), []),  # the same word, another question
        (at.prompt("hu", "gang:5p", kind="claim", window=30), []),
        (at.prompt(), []),
    ],
    ids=["equal", "window", "verb", "gone"],
)
def test_answer_swapped_under_the_finger_counts_for_its_own_window(
    finger: Finger, swapped: str, expected: list[dict[str, str]]
) -> None:
    client = finger.client
    client.push(at.prompt("pass", "gang:5p", kind="claim", window=30))
    finger.down("[data-do=pass]")
    client.push(swapped)
    finger.up()
    assert client.acts() == expected


def test_right_button_passes_only_the_window_it_saw(context: BrowserContext, site: Site) -> None:
    """Where the menu comes as the button is let go, a window may have followed meanwhile."""
    client = open_client(context, site)
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    down, menu = (
        f"document.querySelector('.felt').dispatchEvent(new PointerEvent('{kind}', "
        "{ button: 2, pointerId: 1, pointerType: 'mouse', bubbles: true, cancelable: true }))"
        for kind in ("pointerdown", "contextmenu")
    )
    client.page.evaluate(down)
    client.push(at.prompt("hu", "pass", kind="claim", window=31))
    client.page.evaluate(menu)
    assert client.acts() == []
    client.page.evaluate(down)
    client.page.evaluate(menu)
    assert client.acts() == [{"window": "31", "do": "pass"}]
    client.page.close()


# --- switches


@pytest.mark.parametrize(
    ("swapped", "expected"),
    [
        (at.wishes(auto_hu="H", no_peng="P"), [("auto_hu", "1")]),
        (at.wishes(auto_hu="h", no_peng="P"), []),  # it is on by now: the press would turn it off
        (at.wishes(no_peng="P", auto_hu="H"), []),
        (at.wishes(auto_hu="H", no_peng="P") + at.now(8), []),
    ],
    ids=["equal", "state", "other", "hand"],
)
def test_switch_swapped_under_the_finger(
    finger: Finger, swapped: str, expected: list[tuple[str, str]]
) -> None:
    client = finger.client
    client.push(at.wishes(auto_hu="H", no_peng="P"))
    client.page.evaluate("document.querySelector('details.auto').open = true")
    finger.down("[name=auto_hu]")
    client.push(swapped)
    finger.up()
    assert [(frame["name"], frame["on"]) for frame in sent(finger, "toggle")] == expected


def test_switches_that_appear_under_a_resting_finger_are_not_pressed(finger: Finger) -> None:
    client = finger.client
    client.page.evaluate("document.querySelector('details.auto').open = true")
    client.push(at.wishes(auto_hu="H"))
    box = client.page.locator("[name=auto_hu]").bounding_box()
    assert box is not None
    client.push(at.wishes())
    finger.down_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    client.push(at.wishes(auto_hu="H"))
    finger.up()
    assert sent(finger, "toggle") == []


# --- cards


def test_card_swapped_under_the_finger_turns_once(on_cards: Finger) -> None:
    client = on_cards.client
    for value, held in (("KD", ["KD"]), ("TS", ["KD", "TS"]), ("KD", ["TS"])):
        on_cards.down(f"[value={value}]")
        client.push(cards())
        on_cards.up()
        assert chosen(on_cards) == held


def test_card_of_another_hand_or_another_card_is_not_chosen(on_cards: Finger) -> None:
    client = on_cards.client
    client.push(at.wishes(auto_pass="N"))
    on_cards.down("[value=KD]")
    client.push(cards([code for code in CARDS if code != "AC"]))  # the row moved: another card lies there
    on_cards.up()
    assert chosen(on_cards) == []
    on_cards.down("[value=KD]")
    client.push(at.wishes(auto_pass="N") + at.now(8), cards())
    on_cards.up()
    assert chosen(on_cards) == []


def test_swipe_ends_where_another_hand_is_dealt(on_cards: Finger) -> None:
    client = on_cards.client
    client.push(at.wishes(auto_pass="N"))
    on_cards.down("[value=AC]")
    on_cards.move(130, 0)
    assert chosen(on_cards) == ["AC", "KH", "KD"]
    client.push(cards())  # the same hand: it goes on
    on_cards.move(60, 0)
    on_cards.move(-190, 0)
    on_cards.up()
    assert chosen(on_cards) == ["AC", "KH", "KD", "QS"]
    client.push(cards([]))
    on_cards.down_at(on_cards.x, on_cards.y)
    client.push(at.wishes(auto_pass="N") + at.now(8), cards())
    on_cards.move(130, 0)
    on_cards.up()
    assert chosen(on_cards) == []


def test_play_button_swapped_under_the_finger(on_cards: Finger) -> None:
    client = on_cards.client

    def ask(window: int) -> str:
        button = f"<button name=play value=1 data-do=play data-window={window} data-cards>出牌<small></small></button>"
        return f'<div id=prompt class=prompt data-kind=turn data-window={window} data-plays="aK" data-kinds="a单张">{button}</div>'

    client.push(ask(12))
    on_cards.tap("[value=KD]")
    on_cards.down("[data-do=play]")
    client.push(ask(14))
    on_cards.up()
    assert client.acts() == []
    on_cards.down("[data-do=play]")
    client.push(ask(14))
    on_cards.up()
    assert client.acts() == [{"window": "14", "do": "play", "cards": "KD"}]


# --- between hands, and dialogs


def test_ready_button_that_appears_under_the_finger_is_not_pressed(finger: Finger) -> None:
    client = finger.client
    client.push(at.sheet(7))
    client.page.wait_for_selector("#table[data-sheet=open]")
    box = client.page.locator("button[form=f-ready]").bounding_box()
    assert box is not None
    client.push(at.sheet())
    finger.down_at(box["x"] + 10, box["y"] + 10)
    client.push(at.sheet(8))
    finger.up()
    assert sent(finger, "ready") == []
    finger.down("button[form=f-ready]")
    client.push(at.sheet(8))  # its equal
    finger.up()
    assert len(sent(finger, "ready")) == 1


def test_ready_for_one_hand_is_not_for_the_next(finger: Finger) -> None:
    client = finger.client
    client.push(at.sheet(7))
    client.page.wait_for_selector("#table[data-sheet=open]")
    finger.down("button[form=f-ready]")
    client.push(at.sheet(8))
    finger.up()
    assert sent(finger, "ready") == []


def test_seat_swapped_under_the_finger_is_not_taken(finger: Finger) -> None:
    client = finger.client
    client.page.evaluate("window.taken = []")
    client.page.evaluate(
        "addEventListener('submit', event => (event.preventDefault(), taken.push(event.submitter.value)))"
    )

    def plate(seat: int) -> str:
        return f'<div id=plate-1 class=plate data-seat=1><button class=sit form=f-ready value={seat} formaction="/t/1234/sit/{seat}">坐下</button></div>'

    client.push(plate(1))
    finger.down("#plate-1 .sit")
    client.push(plate(2))
    finger.up()
    assert client.page.evaluate("taken") == []
    finger.down("#plate-1 .sit")
    client.push(plate(2))
    finger.up()
    assert client.page.evaluate("taken") == ["2"]


def test_dialog_that_opens_under_the_finger_is_not_answered(finger: Finger) -> None:
    page = finger.client.page
    page.evaluate("document.getElementById('dialog-help').showModal()")
    box = page.locator("#dialog-help button").bounding_box()
    assert box is not None
    page.evaluate("document.getElementById('dialog-help').close()")
    finger.down_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("document.getElementById('dialog-help').showModal()")
    finger.up()
    assert page.locator("dialog[open]").count() == 1
    finger.tap("#dialog-help button")
    assert page.locator("dialog[open]").count() == 0


def test_a_label_still_turns_its_switch(finger: Finger) -> None:
    page = finger.client.page
    page.evaluate(
        "document.querySelector('#dialog-settings form').insertAdjacentHTML('beforeend', '<label id=words for=knob>two</label><input id=knob type=checkbox>')"
    )
    page.evaluate("document.getElementById('dialog-settings').showModal()")
    finger.tap("#words")
    assert page.is_checked("#knob")
    finger.tap("#knob")
    assert not page.is_checked("#knob")


# --- keys


def test_keys_press_as_before(finger: Finger) -> None:
    """They click without a pointer, also after one has been used elsewhere."""
    client = finger.client
    finger.tap(".felt")
    client.push(at.prompt("peng", "pass", kind="claim", window=30))
    client.page.focus("[data-do=peng]")
    client.page.keyboard.press("Enter")
    client.push(at.prompt("gang:9s", "pass", kind="turn", window=33))
    client.page.focus("[data-do=pass]")
    client.page.keyboard.press("Space")
    assert client.acts() == [{"window": "30", "do": "peng"}, {"window": "33", "do": "pass"}]
