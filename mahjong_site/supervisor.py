"""Keep the processes of one site alive: start them, restart the dead, and leave none behind.

It knows nothing of Django and of what the processes do; `mahjong_site.dev` says which ones there are.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

LIFELINE = Path(__file__).with_name("lifeline.py")
FIRST_DELAY = 0.1  # seconds before a dead child is started again
LONGEST_DELAY = 5.0
STABLE_AFTER = 10.0  # a child that ran this long starts again without a longer delay
GRACE = 4.0  # seconds between SIGTERM and SIGKILL
HOPELESS = 4  # failed starts of one child, before the site was ever ready, that end the supervisor


class SupervisorError(Exception):
    """Something the person at the terminal has to mend; its text is one clear line."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What to run: `stage` is the order of stopping, lower first."""

    name: str
    command: tuple[str, ...]
    stage: int = 0


@dataclass(slots=True)
class Child:
    """One supervised process. `pid` is the process itself, `wrapper` the lifeline around it."""

    spec: Spec
    log: Path
    wrapper: subprocess.Popen[bytes] | None = None
    link: socket.socket | None = None
    pid: int | None = None
    started: float = 0.0
    delay: float = FIRST_DELAY
    restarts: int = 0
    start_at: float | None = None
    failures: int = 0

    def last_line(self) -> str:
        """Return the last line of the log, for the message about a death."""
        with contextlib.suppress(OSError, IndexError), self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - 4000))
            return file.read().decode(errors="replace").strip().splitlines()[-1]
        return ""


class Supervisor:
    """Runs the children until `stop()`; `state` is written to `<data>/dev.json` at every change.

    `when_ready` is called once, as soon as `probe()` (polled, quick, never raises) answers true.
    """

    def __init__(
        self,
        specs: Iterable[Spec],
        data: Path,
        env: Mapping[str, str],
        *,
        cwd: Path,
        facts: Mapping[str, Any],
    ) -> None:
        logs = data / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        self.children = {spec.name: Child(spec, logs / f"{spec.name}.log") for spec in specs}
        self.data, self.env, self.cwd = data, dict(env), cwd
        self.facts = dict(facts)
        self.ready = False
        self.stopping = False
        self.selector = selectors.DefaultSelector()
        self.wake_read, self.wake_write = socket.socketpair()
        self.wake_read.setblocking(False)
        self.wake_write.setblocking(False)
        self.selector.register(self.wake_read, selectors.EVENT_READ, None)

    # -- life

    def start(self) -> None:
        """Start all children at once."""
        for child in self.children.values():
            child.log.write_bytes(b"")
            self._spawn(child)
        self._write_state()

    def run(self, probe: Callable[[], bool], when_ready: Callable[[], None]) -> None:
        """Watch the children until a signal asks to stop; raises SupervisorError if the site cannot come up."""
        previous = signal.set_wakeup_fd(self.wake_write.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            while not self.stopping:
                self._wait(0.05 if not self.ready else 1.0)
                self._restart_due()
                if not self.ready and not self.stopping and probe():
                    self.ready = True
                    self._write_state()
                    when_ready()
        finally:
            signal.set_wakeup_fd(previous)
            self.stop()

    def stop(self) -> None:
        """End all children, stage by stage; each gets SIGTERM and, after the grace period, SIGKILL."""
        self.stopping = True
        for stage in sorted({child.spec.stage for child in self.children.values()}):
            group = [child for child in self.children.values() if child.spec.stage == stage]
            for child in group:
                self._hang_up(child)
            for child in group:
                if child.wrapper is not None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        child.wrapper.wait(GRACE + 2)
        (self.data / "dev.json").unlink(missing_ok=True)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    # -- children

    def _spawn(self, child: Child) -> None:
        ours, theirs = socket.socketpair()
        with child.log.open("ab") as log:
            child.wrapper = subprocess.Popen(
                [sys.executable, "-I", "-S", LIFELINE, str(theirs.fileno()), str(GRACE), *child.spec.command],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.env,
                cwd=self.cwd,
                start_new_session=True,  # Ctrl-C and a closed terminal reach the supervisor only
            )
        theirs.close()
        child.link, child.pid, child.started, child.start_at = ours, None, time.monotonic(), None
        self.selector.register(ours, selectors.EVENT_READ, child)

    def _hang_up(self, child: Child) -> None:
        if child.link is not None:
            with contextlib.suppress(KeyError):
                self.selector.unregister(child.link)
            child.link.close()
            child.link = None

    def _wait(self, seconds: float) -> None:
        pending = [c.start_at - time.monotonic() for c in self.children.values() if c.start_at is not None]
        for key, _events in self.selector.select(max(0.0, min([seconds, *pending]))):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    self.wake_read.recv(512)
            elif not self.stopping:
                self._hear(key.data)

    def _hear(self, child: Child) -> None:
        """Take the pid a wrapper reports, or note that the wrapper is gone and with it the child."""
        assert child.link is not None
        try:
            message = child.link.recv(64)
        except OSError:
            message = b""
        if message:
            child.pid = int(message.split()[0])
        else:
            self._bury(child)
        self._write_state()

    def _bury(self, child: Child) -> None:
        assert child.wrapper is not None
        self._hang_up(child)
        code = child.wrapper.wait()
        if child.pid is not None:  # the wrapper itself may have been killed
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
        now = time.monotonic()
        if now - child.started > STABLE_AFTER:
            child.delay, child.failures = FIRST_DELAY, 0
        child.failures += 1
        child.pid, child.start_at = None, now + child.delay
        line = child.last_line()
        print(
            f"{child.spec.name} ended (code {code}), starting it again in {child.delay:.1f} s"
            + (f": {line}" if line else "")
            + f"  [{child.log}]",
            file=sys.stderr,
            flush=True,
        )
        child.delay = min(LONGEST_DELAY, child.delay * 2)
        if not self.ready and child.failures >= HOPELESS:
            raise SupervisorError(
                f"{child.spec.name} does not start: {line or f'exit code {code}'} (see {child.log})"
            )

    def _restart_due(self) -> None:
        for child in self.children.values():
            if child.start_at is not None and child.start_at <= time.monotonic() and not self.stopping:
                child.restarts += 1
                self._spawn(child)
                self._write_state()

    def _write_state(self) -> None:
        """Write what a test or a person needs to find the processes; readable by the owner only."""
        state = {
            **self.facts,
            "supervisor": os.getpid(),
            "ready": self.ready,
            "children": {
                name: {
                    "pid": child.pid,
                    "wrapper": child.wrapper.pid if child.wrapper and child.start_at is None else None,
                    "restarts": child.restarts,
                }
                for name, child in self.children.items()
            },
        }
        draft = self.data / "dev.json.new"
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(state, indent=1) + "\n")
        draft.replace(self.data / "dev.json")
