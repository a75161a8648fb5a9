"""The data folder is closed to others: what is made, and what lay there open before."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import run
from mahjong_site import private
from tests.house.test_settings import read_settings
from tests.support.stack import DevStack
from tests.support.units import DEPLOY, service


def modes(folder: Path) -> dict[str, str]:
    """Return everything in the folder and itself that others may look at, with its mode."""
    return {
        str(path.relative_to(folder)): oct(stat.S_IMODE(path.lstat().st_mode))
        for path in (folder, *folder.rglob("*"))
        if not path.is_symlink() and stat.S_IMODE(path.lstat().st_mode) & 0o077
    }


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A data folder as it was left before: readable by everybody."""
    data = tmp_path / "data"
    for name in ("db.sqlite3", "logs/daphne.log", "beat", "secret_key", "media/a/b.png"):
        path = data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x" * 60)
        path.chmod(0o644)
    for place in (data, data / "logs", data / "media", data / "media/a"):
        place.chmod(0o755)
    return data


def test_what_lay_open_is_closed(open_folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("")
    outside.chmod(0o644)
    (open_folder / "link").symlink_to(outside)
    private.make(open_folder)
    assert modes(open_folder) == {}
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644


def test_every_process_mends_what_it_finds(open_folder: Path) -> None:
    read_settings(open_folder, "DEBUG")
    assert modes(open_folder) == {}


def test_a_command_on_an_empty_folder_leaves_nothing_open(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        read_settings(tmp_path / "new", "DEBUG")
    finally:
        os.umask(mask)
    assert (tmp_path / "new" / "db.sqlite3").exists()
    assert modes(tmp_path / "new") == {}


@pytest.mark.faults
def test_a_running_site_has_nothing_open(open_folder: Path) -> None:
    for path in ("db.sqlite3", "beat", "secret_key"):
        (open_folder / path).unlink()
    mask = os.umask(0o022)
    site = DevStack(open_folder)
    try:
        (open_folder / "console.log").touch()
        site.start()
        found = {path.name for path in open_folder.rglob("*")}
        assert found >= {"db.sqlite3", "dev.json", "dev.lock", "valkey.conf", "daphne.log"}
        assert modes(open_folder) == {}
    finally:
        os.umask(mask)
        site.stop()


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.stem)
def test_the_units_close_their_folder(unit: Path) -> None:
    found = service(unit.stem)
    assert (found["UMask"], found["StateDirectoryMode"]) == ("0077", "0700")


def test_setting_up_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "var" / "setup.log"
    log.parent.mkdir(mode=0o755)
    log.write_text("old")
    log.chmod(0o644)
    monkeypatch.setattr(run, "LOG", log)
    with run.one_builder():
        run.write_log("new")
    assert log.read_text() == "new"
    assert modes(log.parent) == {}
