"""A private Valkey server for tests: start, freeze, empty, kill, start again on the same port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from typing import Self

from mahjong_site.dev import _valkey_binary
from tests.support.stack import free_port


class Valkey:
    """One server on a port of its own that keeps nothing on disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start and wait until it answers."""
        binary = _valkey_binary()
        assert binary is not None, "no Valkey on this machine"
        flags = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [binary, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
        )
        end = time.monotonic() + 5
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise AssertionError("Valkey does not answer")

    def send(self, number: int) -> None:
        """Send it a signal: SIGSTOP freezes, SIGCONT thaws."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it without a goodbye."""
        if self._process is not None:
            self.send(signal.SIGKILL)
            self._process.wait()
            self._process = None
