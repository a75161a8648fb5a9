"""What one socket has been shown, and which regions it must be sent now: only those that changed for it.

Pure: the same rendered regions against the same mark always give the same message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# A clock that merely ran on, or a version that moved without anything to see, is no change: a frame sent for it
# would tell the others that somebody has just answered in secret.
_RUNNING = re.compile(r' data-(?:left|bank|version|from)=(?:"[^"]*"|[^\s>]+)')
_CLOCK = " data-left="
_EFFECTS = "fx"
_CHILD = "<i"
_CLOCK_SLACK_MS = (
    400  # rendering and the network jitter; a clock that was moved, by a grace for instance, jumps more
)


class Mark:
    """One socket's knowledge: who it looks as, up to which version, and a digest of every region it holds.

    `hand` and `version` are those of its last rendering, `shown` is False until the first. Only the one running
    refresh of its room touches it.
    """

    __slots__ = ("digests", "due", "hand", "shown", "version", "viewer")

    def __init__(self) -> None:
        self.viewer = -2  # nobody yet: even the public's first rendering is a change
        self.hand = 0
        self.version = 0
        self.shown = False
        self.digests: dict[str, int] = {}
        self.due: dict[int, float] = {}

    def forget(self) -> None:
        """Make the next message a full table, without effects of what is past."""
        self.shown = False
        self.digests.clear()
        self.due.clear()


def select(
    mark: Mark, regions: Iterable[tuple[str, str]], due: Mapping[int, float], hidden: frozenset[str]
) -> str:
    """Return the message for a socket, "" where nothing changed for its viewer, and update its mark.

    `regions` are (id, HTML); `due` is when each running clock ends, in ms of any steady clock; regions in
    `hidden` are never sent because this viewer's page does not show them.
    """
    moved = _moved_clocks(mark, due)
    parts: list[str] = []
    for name, html in regions:
        if name in hidden:
            continue
        steady = _RUNNING.sub("", html) if name == _EFFECTS or _CLOCK in html else html
        digest = hash(steady)
        known = mark.digests.get(name)
        if name == _EFFECTS and known is not None:
            if _CHILD in html:
                parts.append(html)
        elif digest != known or name in moved:
            parts.append(html)
        mark.digests[name] = digest
    mark.due = dict(due)
    return "".join(parts)


def _moved_clocks(mark: Mark, due: Mapping[int, float]) -> frozenset[str]:
    return frozenset(
        f"clock-{seat}"
        for seat, at in due.items()
        if seat in mark.due and abs(at - mark.due[seat]) > _CLOCK_SLACK_MS
    )
