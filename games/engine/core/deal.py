"""Chance: an unbiased, versioned draw stream from a seed, and the commitment to that seed.

The exact bytes are written down in docs/fairness.md; `manage.py verify` recomputes a wall from them.
Changing anything here means a new DEAL_VERSION.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

DEAL_VERSION = 1
SEED_BYTES = 32

T = TypeVar("T")

_WORD = 1 << 32


def commitment(seed: bytes) -> str:
    """Return the hex digest that is shown before the deal and binds the house to `seed`."""
    return hashlib.sha256(b"qipaiguan/commit/1" + _checked(seed)).hexdigest()


def nonce_hash(nonce: str) -> str:
    """Return the hex digest that a seat leaves one step before it reveals `nonce`, and that binds it."""
    return hashlib.sha256(b"qipaiguan/nonce/1" + nonce.encode()).hexdigest()


def kept_nonce(nonce: str, left: str) -> str:
    """Return what of a revealed nonce goes into the deal: all of it where `left` is its hash, else nothing."""
    return nonce if left and nonce_hash(nonce) == left else ""


def nonces_fit(nonces: Sequence[str], hashes: Sequence[str]) -> bool:
    """Return whether a deal from these nonces kept the rule: each is empty or has the hash that its seat left."""
    pairs = zip(nonces, hashes, strict=True)
    return all(nonce == kept_nonce(nonce, left) for nonce, left in pairs)


class DrawStream:
    """Unbiased integers from SHA-256 in counter mode, keyed by seed, nonces and a purpose label.

    Each purpose ("wall", "dice", …) is its own stream, so adding a draw never shifts another.
    """

    def __init__(self, seed: bytes, nonces: Sequence[str], label: str) -> None:
        key = hashlib.sha256(b"qipaiguan/deal/1" + _checked(seed))
        for nonce in nonces:
            raw = nonce.encode()
            key.update(len(raw).to_bytes(4, "big") + raw)
        self._key = key.digest() + label.encode() + b"\0"
        self._block = 0
        self._buffer = b""
        self._at = 0

    def below(self, limit: int) -> int:
        """Return a uniform integer in 0..limit-1; words beyond the last full multiple are thrown away."""
        if not 0 < limit <= _WORD:
            raise ValueError("limit out of range")
        ceiling = _WORD - _WORD % limit
        while True:
            word = self._word()
            if word < ceiling:
                return word % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in Fisher-Yates order, drawn from the last place down."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck)

    def _word(self) -> int:
        if self._at >= len(self._buffer):
            self._buffer = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._at = 0
        word = int.from_bytes(self._buffer[self._at : self._at + 4], "big")
        self._at += 4
        return word


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return seed
