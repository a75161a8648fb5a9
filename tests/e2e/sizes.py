"""The screen sizes every page is made for, and a page shown at all of them without loading it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.support.stack import DevStack

SIZES = ((1280, 800), (390, 844), (390, 664), (320, 568), (844, 340))
DESK, PHONE = SIZES[0], SIZES[3]
TIGHT = SIZES[2:]  # where longer words run out of room first
HERE = Path(__file__).parent
# Scenes whose English words come closest to their edges; the others are tried in English with `-m matrix`.
WORDY = {"claims", "swap-three", "void-first", "autoplay", "result", "between"}
WORDY |= {
    "wz-claims",
    "wz-chi",
    "wz-join",
    "wz-rob",
    "wz-result",
    "card-follow",
    "card-must-beat",
    "card-result",
}
_TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def label(size: tuple[int, int]) -> str:
    """Return 1280x800."""
    return f"{size[0]}x{size[1]}"


def in_english(scenes: Iterable[str]) -> list[Any]:
    """Return the scenes as parameters of a test of their English, most of them left to the full matrix."""
    return [name if name in WORDY else pytest.param(name, marks=pytest.mark.matrix) for name in scenes]


def page_at(browser: Browser, stack: DevStack, size: tuple[int, int], language: str = "zh-CN") -> Page:
    """Open a page of this size in a context of its own; what slides in is measured where it stays."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        base_url=stack.url,
        reduced_motion="reduce",
    )
    return context.new_page()


def check(name: str) -> str:
    """Return the script that lists what is wrong on a table: `<name>_check.js`, and the switches that every table has."""
    own, switches = (
        (HERE / f"{each}_check.js").read_text(encoding="utf-8").strip() for each in (name, "switch")
    )
    return f"() => [...({own})(), ...({switches})()]"


def at_every_size(
    page: Page, shots: Path | None = None, name: str = "", sizes: Sequence[tuple[int, int]] = SIZES
) -> Iterator[tuple[int, int]]:
    """Yield every size once the loaded page has been laid out at it, and keep a screenshot of each in `shots`.

    One load for all sizes: loading costs more than everything that is looked at.
    """
    page.evaluate("document.fonts.ready")
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(_TWO_FRAMES)
        keep(page, shots, f"{name}-{label(size)}")
        yield size


def keep(page: Page, shots: Path | None, name: str) -> None:
    """Keep a screenshot where screenshots are kept."""
    if shots is not None:
        page.screenshot(path=shots / f"{name}.png", animations="disabled")


def faults_at_every_size(
    browser: Browser, stack: DevStack, shots: Path | None, name: str, look: Callable[[Page], list[str]]
) -> list[str]:
    """Load a static position once and return what `look` finds at every size, and axe on a phone."""
    page = page_at(browser, stack, DESK)
    page.goto(f"/positions/{name}/")
    found = []
    for size in at_every_size(page, shots, f"position-{name}"):
        found += [f"{label(size)}: {line}" for line in look(page)]
        if (
            size == PHONE
        ):  # what axe says hardly depends on the size, and asking it costs more than everything else
            found += [f"{label(size)}: {line}" for line in serious_faults(page)]
    page.context.close()
    return found


def faults_in_english(
    browser: Browser, stack: DevStack, name: str, look: Callable[[Page], list[str]]
) -> list[str]:
    """The same on the tight screens; loaded on the smallest, so that both ways of coming to a size are tried."""
    page = page_at(browser, stack, PHONE, "en-GB")
    page.goto(f"/positions/{name}/?lang=en")
    found = [f"{label(PHONE)} as loaded: {line}" for line in look(page)]
    for size in at_every_size(page, sizes=TIGHT):
        found += [f"{label(size)}: {line}" for line in look(page)]
    page.context.close()
    return found


def serious_faults(page: Page) -> list[str]:
    """Return what axe finds serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:160]}"
        for rule in found
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]
