"""Interrupts a decision that takes too long, and nothing but the decision: never a query beside it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLong(Exception):
    """Raised inside the block that used up its time."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLong inside the block once `seconds` have passed; where it has ended by then, nothing happens.

    The alarm of the process is used, which reaches its main thread alone: a worker runs its tasks there. In any
    other thread nobody is interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGALRM, _interrupt)
    others = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *others)  # whoever used the alarm before has it back


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise TooLong
