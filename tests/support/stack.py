"""Start the whole site as newcomers do (`manage.py dev`), on a folder and ports of its own, and do harm to it."""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("valkey", "daphne", "clocks", "bots", "beat")


def free_port() -> int:
    """Return a port nobody listens on, below the range of outgoing connections."""
    for port in random.sample(range(12000, 20000), 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")


def is_alive(pid: int) -> bool:
    """Return whether the process runs; one that ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(shown.strip()) and not shown.startswith("Z")


def group_members(group: int) -> list[int]:
    """Return the living processes of a process group."""
    shown = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True).stdout
    rows = [line.split() for line in shown.splitlines()]
    return [int(pid) for pid, pgid, stat in rows if int(pgid) == group and not stat.startswith("Z")]


def wait_for(condition: Callable[[], Any], seconds: float, what: str) -> Any:
    """Return the first true value of `condition`, or fail after `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}")


class DevStack:
    """A running `manage.py dev`. Children: valkey, daphne, clocks, bots, beat."""

    def __init__(
        self, data: Path, *arguments: str, env: dict[str, str] | None = None, port: int | None = None
    ) -> None:
        self.data = data
        self.port = port or free_port()
        self.command = [
            sys.executable,
            "manage.py",
            "dev",
            "--data",
            str(data),
            "--port",
            str(self.port),
            *arguments,
        ]
        self.env = {**os.environ, **(env or {})}
        self.env.pop("REDIS_URL", None)
        self.process: subprocess.Popen[bytes] | None = None
        self.seconds_to_ready = 0.0

    @property
    def url(self) -> str:
        """The address of the pages, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, seconds: float = 40) -> DevStack:
        """Start and wait until the pages answer."""
        self.data.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with (self.data / "console.log").open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        process = self.process
        wait_for(
            lambda: process.poll() is not None or self.state().get("ready"), seconds, "the site is ready"
        )
        if process.poll() is not None:
            raise RuntimeError((self.data / "console.log").read_text())
        self.seconds_to_ready = time.monotonic() - began
        return self

    def state(self) -> dict[str, Any]:
        """Return dev.json, empty while there is none."""
        try:
            found: dict[str, Any] = json.loads((self.data / "dev.json").read_text())
        except (OSError, ValueError):
            return {}
        return found

    def pid(self, name: str) -> int | None:
        """Return the pid of a child, None while it is down."""
        pid: int | None = self.state()["children"][name]["pid"]
        return pid

    def restarts(self, name: str) -> int:
        """Return how often a child was started again."""
        return int(self.state()["children"][name]["restarts"])

    def kill(self, name: str, number: int = signal.SIGKILL) -> int:
        """Send a signal to a child (SIGSTOP and SIGCONT freeze and thaw it); returns its pid."""
        pid = wait_for(lambda: self.pid(name), 10, f"{name} runs")
        os.kill(pid, number)
        return int(pid)

    def wait_replaced(self, name: str, old: int, seconds: float = 15) -> int:
        """Wait until a child runs under another pid than `old`; returns it."""
        return int(
            wait_for(lambda: self.pid(name) not in (None, old) and self.pid(name), seconds, f"{name} is back")
        )

    def log(self, name: str) -> str:
        """Return what a child has printed."""
        return (self.data / "logs" / f"{name}.log").read_text(errors="replace")

    def stop(self) -> None:
        """Stop as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


def shared(folder: Path, *arguments: str, env: dict[str, str]) -> DevStack:
    """Return the site that all processes of a test run use: whoever asks first starts it, `stop_shared` stops it."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        port = folder / "port"
        if port.exists():
            return DevStack(folder / "data", port=int(port.read_text()))
        running = DevStack(folder / "data", *arguments, env=env).start()
        port.write_text(str(running.port))
        return running


def stop_shared(folder: Path) -> None:
    """Stop it as Ctrl-C does, where it was started; it must be asked by a process that outlives the others."""
    supervisor = DevStack(folder / "data", port=1).state().get("supervisor")
    if supervisor is not None:
        os.kill(supervisor, signal.SIGINT)
        wait_for(lambda: not is_alive(supervisor), 30, "the shared site has ended")
