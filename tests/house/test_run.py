"""run.py: an old Python, a missing venv, no network and a full disk each get one line; the checks get one summary."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.stack import ROOT


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py as a module of its own, working in an empty folder."""
    spec = importlib.util.spec_from_file_location("run_under_test", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, path in {
        "ROOT": ".",
        "VENV": ".venv",
        "PYTHON": ".venv/bin/python",
        "STAMP": ".venv/locks.json",
    }.items():
        monkeypatch.setattr(module, name, tmp_path / path)
    for name, path in {"LOCK": "requirements.lock", "DEV_LOCK": "requirements-dev.lock"}.items():
        monkeypatch.setattr(module, name, tmp_path / path)
        (tmp_path / path).write_text(f"# nothing for {name}\n")
    monkeypatch.setattr(module, "LOG", tmp_path / "var" / "setup.log")
    return module


def interrupted(_lock: Path) -> None:
    raise KeyboardInterrupt


def test_an_old_python_can_read_it() -> None:
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 6))


def test_an_old_python_gets_one_line(tmp_path: Path) -> None:
    script = (
        "import sys; sys.version_info = (3, 8, 1); exec(compile(open('run.py').read(), 'run.py', 'exec'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: Python 3.11 or newer is needed, this is 3.8\n"


def test_an_unknown_command_gets_one_line() -> None:
    done = subprocess.run([sys.executable, "run.py", "paly"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("error: unknown command 'paly'")
    assert done.stderr.count("\n") == 1


def test_a_missing_venv_names_the_package(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    with pytest.raises(run.Trouble, match="python3-venv"):
        run.build(run.LOCK)


def test_no_room_gets_one_line(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run.shutil, "disk_usage", lambda _: run.shutil._ntuple_diskusage(10**9, 10**9, 10**6))
    assert run.main(["setup"]) == 1
    assert "free disk space" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "WARNING: Retrying after NewConnectionError(…)\nERROR: No matching distribution",
            "cannot be reached",
        ),
        ("ERROR: Could not install: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "differs from its locked hash"),
        ("ERROR: No matching distribution found for x==1", "does not exist for this Python"),
        ("ERROR: something new", "something new"),
        ("", "pip failed"),
    ],
)
def test_what_pip_says_becomes_one_line(run: ModuleType, output: str, line: str) -> None:
    assert line in run.pip_trouble(output)
    assert "\n" not in run.pip_trouble(output)


@pytest.mark.slow
def test_the_environment_is_built_once_and_again_after_an_interruption(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run.build(run.LOCK)
    assert run.PYTHON.exists()
    assert json.loads(run.STAMP.read_text()) == {"requirements.lock": run.digest(run.LOCK)}
    capsys.readouterr()
    run.build(run.LOCK)
    assert capsys.readouterr().out == ""
    run.build(run.DEV_LOCK)
    assert run.is_current(run.LOCK)
    assert run.is_current(run.DEV_LOCK)

    run.LOCK.write_text("# another lock\n")
    assert not run.is_current(run.LOCK)
    with monkeypatch.context() as patch:
        patch.setattr(run, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run.build(run.LOCK)
    assert not run.is_current(run.LOCK)
    run.build(run.LOCK)
    assert run.is_current(run.LOCK)


def test_all_checks_run_and_one_failure_fails(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "build", lambda _: None)
    seen: list[str] = []

    def fake(name: str, command: list[str]) -> bool:
        seen.append(name)
        return name != "types"

    assert run.run_checks(["-k", "x"], fake) == 1
    assert seen == ["lint", "format", "types", "migrations", "tests"]
    assert [line.split()[:2] for line in capsys.readouterr().out.strip().splitlines()] == [
        ["ok", "lint"],
        ["ok", "format"],
        ["FAIL", "types"],
        ["ok", "migrations"],
        ["ok", "tests"],
    ]
    assert run.run_checks([], lambda name, command: True) == 0
    assert run.checks(["-k", "x"])[-1][1][-2:] == ["-k", "x"]


def test_another_python_goes_on_in_the_environment_or_says_how_to_make_it(tmp_path: Path) -> None:
    (tmp_path / "manage.py").write_text((ROOT / "manage.py").read_text())
    command = [sys.executable, "-S", "manage.py", "verify", "--seed", "a b"]  # -S: no installed packages
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == (
        "error: Django is not installed here; run `python3 run.py setup` once, then this again\n"
    )
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    python.chmod(0o755)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "<manage.py><verify><--seed><a b>"


def test_a_reader_that_has_enough_ends_a_command_quietly() -> None:
    command = [sys.executable, "manage.py", "verify", "--preset", "sichuan_xuezhan", "--seed", "00" * 32]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
