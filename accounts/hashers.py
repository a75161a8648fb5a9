"""Passwords are hashed one at a time and behind play: a hash takes a third of a second of a core on purpose."""

from __future__ import annotations

import base64
import subprocess
import sys
import threading

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from mahjong_site.limiter import TooMany

WAIT = 1.0  # seconds for the hashes before this one; who waits holds a thread
COME_AGAIN = 2  # seconds to wait before the next try
DEADLINE = 30.0  # seconds for one hash on a machine that has no time for it

# A process of its own, not a thread: it can step back behind every other one, and its hold on the interpreter lock
# makes nobody wait.
_CHILD = """
import hashlib, os, sys
os.nice(10)
salt, iterations, password = sys.stdin.buffer.read().split(b"\\0", 2)
sys.stdout.buffer.write(hashlib.pbkdf2_hmac("sha256", password, salt, int(iterations)))
"""
_lane = threading.Lock()


def derive(password: str, salt: str, iterations: int) -> bytes:
    """Return PBKDF2-HMAC-SHA256 of a password; nothing of it stands on a command line."""
    asked = b"\0".join((salt.encode(), b"%d" % iterations, password.encode()))
    command = [sys.executable, "-I", "-S", "-c", _CHILD]
    return subprocess.run(command, input=asked, stdout=subprocess.PIPE, check=True, timeout=DEADLINE).stdout


class LanePasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, with the same hashes; raises `TooMany` where others are waiting already."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        self._check_encode_args(password, salt)  # type: ignore[attr-defined]  # salts have no 0
        if not _lane.acquire(timeout=WAIT):
            raise TooMany(COME_AGAIN)
        try:
            rounds = iterations or self.iterations
            derived = base64.b64encode(derive(password, salt, rounds)).decode("ascii")
        finally:
            _lane.release()
        return f"{self.algorithm}${rounds}${salt}${derived}"
