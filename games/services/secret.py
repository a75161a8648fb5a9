"""Numbers that only the house can know while a hand is played: drawn from its seed, the same in every process."""

from __future__ import annotations

import hashlib


def drawn(seed: bytes, purpose: str, window: int, seat: int) -> bytes:
    """Return the 32 bytes of one purpose, window and seat of the hand that is dealt from `seed`."""
    return hashlib.sha256(f"qipaiguan/{purpose}/1".encode() + seed + f"/{window}/{seat}".encode()).digest()


def between(bounds: tuple[int, int], seed: bytes, purpose: str, window: int, seat: int) -> int:
    """Return a number from `bounds`, both included."""
    low, high = bounds
    return low + int.from_bytes(drawn(seed, purpose, window, seat)[:4], "big") % (high - low + 1)
