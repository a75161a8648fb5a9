"""Passwords are hashed one at a time and behind play: a hash takes a third of a second of a core on purpose."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from mahjong_site.limiter import TooMany

WAIT = 1.0  # seconds for the hashes before this one; who waits holds a thread
COME_AGAIN = 2  # seconds to wait before the next try
NICENESS = 10

_lane = threading.Lock()


def _step_back() -> None:
    """Let every other thread and process go first; elsewhere than on Linux that would slow the whole process."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_worker = ThreadPoolExecutor(1, "password", _step_back)


class LanePasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, with the same hashes; raises `TooMany` where others are waiting already."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        if not _lane.acquire(timeout=WAIT):
            raise TooMany(COME_AGAIN)
        try:
            return _worker.submit(super().encode, password, salt, iterations).result()
        finally:
            _lane.release()
