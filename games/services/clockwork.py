"""When a pending seat is answered by the clock: pure functions of the window, the seat and the room's clocks.

All times are milliseconds. An outage is a span in which people could not act; it never counts against them. The wall
clock may be set: ahead is an outage too, and a span that ends before it begins says that it was put back.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from games.engine.core.contract import Clock, Prompt
from games.services import secret
from games.services.options import Clocks

BOT_THINKS = (400, 1600)
BOT_HURRIES = (150, 300)  # nobody is left who would watch
BOT_FALLBACK = 3_000  # after its thinking time the default action is played for a bot that did not answer
AUTOPLAY = 1_000

MOMENTS = frozenset({Clock.FORCED, Clock.LOCKED})  # shown for a moment; nobody is asked to hurry

Span = Sequence[int]


class Hands(StrEnum):
    """In whose hands a seat is."""

    PERSON = "person"
    AUTOPLAY = "autoplay"
    BOT = "bot"


class Window(NamedTuple):
    """An open window as the clocks see it. `bank_used` is per seat; `secret` is the hand's seed, of which
    the bots' thinking times are drawn: nobody may work out whether a bot was asked.

    `watched` is False once every person has won or is on autoplay; `pace` scales what machines do.
    """

    number: int
    opened_at: int
    clocks: Clocks
    bank_used: tuple[int, ...]
    outages: Sequence[Span]
    secret: bytes
    watched: bool
    pace: float


def due_at(prompt: Prompt, hands: Hands, window: Window) -> int:
    """Return when the clock answers this seat."""
    if hands is Hands.BOT:
        return window.opened_at + think_ms(prompt, window) + BOT_FALLBACK
    if hands is Hands.AUTOPLAY:
        return window.opened_at + min(scaled(AUTOPLAY, window.pace), _base(prompt.clock, window))
    bank = bank_left(prompt, window)
    allowed = _base(prompt.clock, window) + bank
    return window.opened_at + allowed + missed_ms(window.outages, window.opened_at)


def think_ms(prompt: Prompt, window: Window) -> int:
    """Return how long a bot seems to think about this prompt; the same for everyone who computes it."""
    bounds = BOT_THINKS if window.watched else BOT_HURRIES
    thinking = scaled(secret.between(bounds, window.secret, "think", window.number, prompt.seat), window.pace)
    return min(thinking, _base(prompt.clock, window)) if prompt.clock is Clock.LOCKED else thinking


def bank_left(prompt: Prompt, window: Window) -> int:
    """Return what is left of the seat's bank before this window, 0 where the prompt does not use it."""
    if prompt.clock is not Clock.TURN:
        return 0
    return max(0, window.clocks.bank - window.bank_used[prompt.seat])


def bank_spent(clock: Clock, clocks: Clocks, opened_at: int, at: int, outages: Sequence[Span]) -> int:
    """Return what an answer given `at` took from the bank."""
    if clock is not Clock.TURN:
        return 0
    return max(0, at - opened_at - missed_ms(outages, opened_at, at) - clocks.turn)


def counted(opened_at: int, opened: int, version: int, found: Sequence[Span]) -> tuple[int, tuple[Span, ...]]:
    """Return from when a window's time counts, and the outages in it.

    The window opened with action `opened` and was open still after action `version`. `found` is what was found out
    about the hand's time, in that order: [from, to, version of the hand then]. A clock put back has the window that
    was open then count anew from when this was found: what came before was told by another clock.
    """
    spans: list[Span] = []
    for span in found:
        start, end = span[0], span[1]
        after = span[2] if len(span) > 2 else opened  # rows of the version before do not say it
        if after < opened:
            continue
        if end >= start:
            spans.append(span)
        elif after <= version:
            opened_at, spans = end, []
        else:
            break
    return opened_at, tuple(spans)


def left_ms(prompt: Prompt, window: Window, now: int) -> tuple[int, int, int]:
    """Return what a person sees of this clock: base time left, bank left, full base time."""
    total = _base(prompt.clock, window)
    bank = bank_left(prompt, window)
    gone = max(0, now - window.opened_at - missed_ms(window.outages, window.opened_at, now))
    return max(0, total - gone), max(0, bank - max(0, gone - total)), total


def missed_ms(outages: Sequence[Span], since: int, until: int | None = None) -> int:
    """Return how much of the time after `since` (up to `until`) lies in the union of the outages."""
    total, covered = 0, since
    for start, end in sorted((span[0], span[1]) for span in outages):
        low, high = max(start, covered), end if until is None else min(end, until)
        if high > low:
            total += high - low
            covered = high
    return total


def scaled(duration: int, pace: float) -> int:
    """Return a machine's duration at this pace."""
    return int(duration * pace)


def _base(clock: Clock, window: Window) -> int:
    base = window.clocks.base(clock)
    return scaled(base, window.pace) if clock in MOMENTS else base
