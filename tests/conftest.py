"""What all tests share: the running site, the browser, and what happens where Chromium is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.support.stack import ROOT, DevStack, shared, stop_shared

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The shell is the same engine without a browser's own pages around it: a third less work.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = "browser tests need Chromium (on Debian: sudo apt install chromium fonts-noto-cjk)"
PACE = "0.1"  # bots of the shared site think for this fraction of their time; people keep theirs

# Property tests try the same examples every time; `--hypothesis-profile explore` tries new ones. How slow the machine
# is decides about neither.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeatable", PATIENT, derandomize=True)
settings.register_profile("explore", PATIENT, derandomize=False, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Leave out the permissions and content types that every flush would make anew; no test asks for them."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def house_language() -> Iterator[None]:
    """Begin in Chinese: a page that was asked for in English leaves its language active in the thread."""
    with translation.override("zh-hans"):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--shots`: keep a screenshot of every page at every size."""
    parser.addoption(
        "--shots", action="store_true", help="keep screenshots of every page and size in artifacts/"
    )


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome, or nothing."""
    found = next((path for path in map(shutil.which, CHROMIUM_NAMES) if path), None)
    return found or (MAC_CHROME if os.path.exists(MAC_CHROME) else None)


def needs_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("e2e") is not None or "browser" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the full matrices to `-m matrix`; run the browser last, since Playwright keeps an event loop running."""
    if "matrix" not in (config.option.markexpr or ""):
        left_out = [item for item in items if item.get_closest_marker("matrix")]
        items[:] = [item for item in items if not item.get_closest_marker("matrix")]
        config.hook.pytest_deselected(items=left_out)
    # Whole hands in a browser come first of these: at the end one process would play them while the others have nothing to do.
    items.sort(key=lambda item: (needs_browser(item), item.get_closest_marker("slow") is None))


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site that all processes of this test run share."""
    base = factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the shared site, once every process that used it has ended."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        stop_shared(shared_folder(session.config._tmp_path_factory))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test where there is no browser; in CI that is a failure."""
    if needs_browser(item) and find_chromium() is None:
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that browser tests were left out."""
    skipped = [
        report for report in terminalreporter.stats.get("skipped", []) if NO_CHROMIUM in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} skipped: {NO_CHROMIUM}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; using it skips (in CI: fails) the test where there is none."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless Chromium for all tests; open a context per test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> DevStack:
    """The whole site, running, shared by all tests that only use it; tests that harm it start their own."""
    return shared(
        shared_folder(tmp_path_factory),
        "--pace",
        PACE,
        env={"DJANGO_SETTINGS_MODULE": "tests.scenes.site_settings"},
    )


@pytest.fixture
def own_stack(tmp_path: Path) -> Iterator[DevStack]:
    """A site of the test's own, to be killed, frozen or emptied."""
    running = DevStack(tmp_path / "data")
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture(scope="session")
def shots(request: pytest.FixtureRequest) -> Path | None:
    """The folder for screenshots to look at after a change of styles; None without `--shots`, since they cost time."""
    if not request.config.getoption("--shots"):
        return None
    folder = ROOT / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder
