#!/usr/bin/env python3
"""Play or test 山城棋牌馆 with nothing but Python: builds .venv from the locked packages, then starts what was asked.

    python3 run.py [--lan] [--port N] …   play; the options are those of `manage.py dev`
    python3 run.py test [pytest options]  every check of the project, one summary
    python3 run.py check [pytest options] lint, types and the quick tests, for while you work
    python3 run.py setup                  only build the environment

Standard library only, and no syntax newer than Python 3.6, so that an old Python gets a sentence, not a traceback.
"""

import os
import sys

MINIMUM = (3, 11)
NEWER = ["python3.%d" % minor for minor in (13, 14, 12, 11)]


def find_newer_python() -> "str | None":
    """Return the path of a Python that is new enough, or nothing."""
    import shutil

    return next((path for path in map(shutil.which, NEWER) if path), None)


if os.name == "nt":
    sys.exit("error: Windows is not supported directly; run this inside WSL")
if sys.version_info < MINIMUM:
    newer = find_newer_python()
    if newer:
        os.execv(newer, [newer, *sys.argv])
    sys.exit("error: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

import contextlib
import fcntl
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "locks.json"
LOCK, DEV_LOCK = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
LOG = ROOT / "var" / "setup.log"
ROOM = 400  # MB; the tests' environment takes 350

# What pip prints, and what to tell a person; the first match counts.
PIP_TROUBLES = [
    ("No space left on device", "the disk is full"),
    ("Permission denied|Read-only file system", "no permission to write the environment in {root}"),
    (
        "NewConnectionError|ConnectTimeout|ReadTimeout|name resolution|Network is unreachable|Max retries exceeded"
        "|ProxyError|Connection refused|getaddrinfo failed|No route to host",
        "the Python package index cannot be reached; check the network and try again",
    ),
    ("DO NOT MATCH THE HASHES", "a downloaded package differs from its locked hash; nothing was installed"),
    ("No matching distribution", "a locked package does not exist for this Python or machine"),
    (
        "Failed building wheel|error: command",
        "a package has no ready build for this machine and needs a C compiler",
    ),
]


class Trouble(Exception):
    """Something the person has to mend, in one line."""


def pip_trouble(output: str) -> str:
    """Return one clear line for what pip printed."""
    for signs, text in PIP_TROUBLES:
        if re.search(signs, output):
            return text.format(root=ROOT)
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    return errors[-1].removeprefix("ERROR:").strip() if errors else "pip failed"


def digest(path: Path) -> str:
    """Return the hash that stamps an environment made from this lock."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stamps() -> dict[str, str]:
    """Return which locks the environment was made from; an interrupted build has no stamp."""
    try:
        found = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and PYTHON.exists() else {}


def is_current(lock: Path) -> bool:
    """Return whether the environment already holds exactly what `lock` says."""
    return stamps().get(lock.name) == digest(lock)


def works(python: Path) -> bool:
    """Return whether that interpreter starts, is new enough and has pip."""
    code = f"import sys, pip; sys.exit(sys.version_info < {MINIMUM})"
    try:
        return subprocess.run([python, "-c", code], capture_output=True).returncode == 0
    except OSError:
        return False


def create_venv() -> None:
    """Make an empty environment, or say what is missing."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = "{}.{}".format(*sys.version_info[:2])
        raise Trouble(
            f"this Python has no venv module; on Debian and Ubuntu: sudo apt install python3-venv (python{version}-venv)"
        )
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True)
    if made.returncode:
        output = made.stderr + made.stdout
        lines = output.strip().splitlines() or ["unknown reason"]
        known = "No space left" in output or "Permission denied" in output or "Read-only" in output
        raise Trouble(f"cannot make {VENV}: {pip_trouble(output) if known else lines[-1]}")


def install(lock: Path) -> None:
    """Install exactly what `lock` lists, every file checked against its hash."""
    command: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--require-hashes",
        "--disable-pip-version-check",
        "--no-input",
    ]
    done = subprocess.run([*command, "-r", lock], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    write_log(done.stdout)
    if done.returncode:
        raise Trouble(f"{pip_trouble(done.stdout)} (details: {LOG})")


def private_folder(folder: Path) -> None:
    """Make the folder of database and logs, closed to others, also where it was open before."""
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)


def write_log(text: str) -> None:
    """Write the log of the set-up for its owner alone."""
    descriptor = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        os.fchmod(descriptor, 0o600)
        file.write(text)


@contextlib.contextmanager
def one_builder() -> Iterator[None]:
    """Let two terminals build one after the other."""
    private_folder(LOG.parent)
    with (LOG.parent / "setup.lock").open("a") as file:
        os.fchmod(file.fileno(), 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build(lock: Path) -> None:
    """Bring .venv in line with `lock`; 2 ms when it already is."""
    if is_current(lock):
        return
    try:
        with one_builder():
            if is_current(lock):
                return
            began = time.monotonic()
            if shutil.disk_usage(ROOT).free < ROOM * 2**20 and not works(PYTHON):
                raise Trouble(f"{ROOM} MB of free disk space are needed in {ROOT}")
            print(f"preparing {VENV.name} from {lock.name} (about a minute, once) …", flush=True)
            if not works(PYTHON):
                create_venv()
            keep = {name: value for name, value in stamps().items() if is_current(ROOT / name)}
            STAMP.unlink(missing_ok=True)
            install(lock)
            known = {**keep, lock.name: digest(lock)}
            if lock == DEV_LOCK:  # it contains the other one, in the same versions
                known[LOCK.name] = digest(LOCK)
            STAMP.write_text(json.dumps(known))
            print(f"prepared in {time.monotonic() - began:.0f} s", flush=True)
    except OSError as error:
        raise Trouble(f"cannot prepare the environment: {error.strerror}: {error.filename}") from error


def play(arguments: list[str]) -> NoReturn:
    """Become `manage.py dev`."""
    began = time.time()
    build(LOCK)
    os.environ["QPG_BEGAN"] = str(began)
    os.execv(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), "dev", *arguments])


# -- the checks

# One more than two cores: the tests of clocks, kills and browsers wait half of their time.
TEST_PROCESSES = "3"
QUICK = [
    "-m",
    "not e2e and not faults and not slow and not matrix",
    "tests/architecture",
    "tests/engine",
    "tests/services",
]


def checks(pytest_arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Return every check as (name, command)."""
    python = str(PYTHON)
    return [
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("format", [python, "-m", "ruff", "format", "--check", "--quiet", "."]),
        ("types", [python, "-m", "mypy", "--no-error-summary"]),
        ("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        ("tests", [python, "-m", "pytest", "-n", TEST_PROCESSES, "--dist", "worksteal", *pytest_arguments]),
    ]


def run_check(name: str, command: list[str]) -> bool:
    """Run one check: the tests show their progress, the others print only when they fail."""
    if name == "tests":
        return subprocess.run(command, cwd=ROOT).returncode == 0
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(f"-- {name}\n{done.stdout}", flush=True)
    return done.returncode == 0


def run_checks(arguments: list[str], run: Callable[[str, list[str]], bool] = run_check) -> int:
    """Run all checks, also after a failed one, and print one summary; `arguments` are for pytest."""
    build(DEV_LOCK)
    results = []
    for name, command in checks(arguments):
        began = time.monotonic()
        passed = run(name, command)
        results.append((name, passed, time.monotonic() - began))
    print()
    for name, passed, seconds in results:
        print(f"{'ok  ' if passed else 'FAIL'}  {name}  {seconds:.1f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


def main(arguments: list[str]) -> int:
    """Do what the command line asks; returns the exit code."""
    try:
        if arguments[:1] == ["test"]:
            return run_checks(arguments[1:])
        if arguments[:1] == ["check"]:
            return run_checks([*QUICK, *arguments[1:]])
        if arguments == ["setup"]:
            build(LOCK)
            return 0
        if arguments and not arguments[0].startswith("-"):
            raise Trouble(
                f"unknown command {arguments[0]!r}; there are run.py [--lan …], run.py test, run.py check, run.py setup"
            )
        play(arguments)
    except Trouble as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
