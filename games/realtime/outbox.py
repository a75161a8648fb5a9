"""What one socket has been shown, and which regions it must be sent now: only those that changed for it.

Pure: the same rendered regions against the same mark always give the same message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# A clock that merely ran on, or a version that moved without anything to see, is no change: a frame sent for it
# would tell the others that somebody has just answered in secret.
_RUNNING = re.compile(r' data-(?:left|bank)=(?:"[^"]*"|[^\s>]+)')
# Regions that tell what has just happened: they are sent when they say something, also twice the same, and an empty
# one never takes back what was said.
_TOLD = frozenset({"fx", "announce"})
_EMPTY = re.compile(r"<[^>]*></\w+>")
_CLOCK = "clock-"
_CLOCK_RUNS = " data-left="
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
        self.due: dict[str, float] = {}

    def forget(self) -> None:
        """Make the next message a full table, without effects of what is past."""
        self.shown = False
        self.digests.clear()
        self.due.clear()


def select(
    mark: Mark,
    regions: Iterable[tuple[str, str]],
    due: Mapping[str, float],
    hidden: frozenset[str],
    *,
    ride_along: frozenset[str] = frozenset(),
) -> str:
    """Return the message for a socket, "" where nothing changed for its viewer, and update its mark.

    `regions` are (id, HTML); `due` is when the clock of a region ends, in ms of any steady clock; regions in
    `hidden` are never sent because this viewer's page does not show them, those in `ride_along` only together with
    others: when they change says when somebody had the table looked at.
    """
    changed: list[tuple[str, str, int]] = []
    for name, html in regions:
        if name in hidden:
            continue
        known = mark.digests.get(name)
        if name in _TOLD:
            digest, is_new = 0, known is None or _EMPTY.fullmatch(html) is None
        elif name.startswith(_CLOCK) and _CLOCK_RUNS in html:
            digest = hash(_RUNNING.sub("", html))
            is_new = _moved(mark, name, due) or digest != known
        else:
            digest = hash(html)
            is_new = digest != known
        if is_new:
            changed.append((name, html, digest))
    if all(name in ride_along for name, _, _ in changed):
        return ""
    mark.digests.update((name, digest) for name, _, digest in changed)
    return "".join(html for _, html, _ in changed)


def _moved(mark: Mark, name: str, due: Mapping[str, float]) -> bool:
    """Say whether a clock this viewer sees ends at another time than it was told; remember the time."""
    at = due.get(name, 0.0)
    told = mark.due.get(name)
    moved = told is None or abs(at - told) > _CLOCK_SLACK_MS
    if moved:
        mark.due[name] = at
    return moved
