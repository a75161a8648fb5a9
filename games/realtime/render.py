"""What every socket of a room must be sent now: one look at the table, shared by all of them.

Runs on the database threads. Connecting, reconnecting, a live update and watching are this one path; they differ
only in what the socket's mark says it already holds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.core.contract import PUBLIC
from games.presentation import regions
from games.realtime.outbox import Mark, select
from games.services import play, tables
from games.services.tables import Versions
from games.table_facts import Progress, SeatClock, TableFacts
from mahjong_site.web.speech import speaking

logger = logging.getLogger(__name__)


class Stamp(NamedTuple):
    """How far a room has come. Hands and versions only grow, so a smaller stamp is old news."""

    hand: int = 0
    version: int = -1
    room: int = -1


class Request(NamedTuple):
    """One socket that wants to be up to date. `fresh` asks for a full table, `notice` for a reason line.

    `faded`: its last reason has been there long enough, and goes with the next change there is to see.
    """

    mark: Mark
    user_id: int
    language: str
    fresh: bool
    notice: str
    faded: bool = False


class Rendered(NamedTuple):
    """The messages in the order of the requests ("" = nothing to send) and how far they bring a socket."""

    stamp: Stamp
    messages: tuple[str, ...]


def render(room_id: int, requests: Sequence[Request], known: Versions | None = None) -> Rendered:
    """Render a room for the sockets that ask; `known` is how far it has come, where that was just found out."""
    known = known or tables.versions((room_id,)).get(room_id)
    facts = tables.facts(room_id, known)
    if facts is None:
        raise LookupError(f"room {room_id} is gone")
    clocks = tables.clocks(room_id, known=known)
    at_ms = time.monotonic() * 1000
    due = {f"clock-{clock.seat}": at_ms + clock.left_ms + clock.bank_ms for clock in clocks}
    table = _Table(facts, clocks, due)
    return Rendered(
        Stamp(facts.hand_id, facts.hand_version, facts.room_version),
        table.messages(requests),
    )


class _Table:
    """One look at a room; what two sockets need alike is made once."""

    def __init__(self, facts: TableFacts, clocks: tuple[SeatClock, ...], due: Mapping[str, float]) -> None:
        self._facts = facts
        self._clocks = clocks
        self._due = due
        self._seats = {seat.user_id: seat.seat for seat in facts.seats if seat.user_id}
        self._public: dict[str, tuple[tuple[str, str], ...]] = {}
        self._private: dict[tuple[str, int, int | None, str], tuple[tuple[str, str], ...]] = {}
        self._progress: dict[int, Progress] = {}

    def messages(self, requests: Sequence[Request]) -> tuple[str, ...]:
        """Return a message for each request, in their order; each language is switched to once."""
        made = [""] * len(requests)
        for language in {request.language for request in requests}:
            with speaking(language):
                for place, request in enumerate(requests):
                    if request.language == language:
                        made[place] = self._try(request)
        return tuple(made)

    def _try(self, request: Request) -> str:
        """Return what brings this socket up to date; one viewer's failure is not the others'."""
        try:
            return self._message(request)
        except Exception:
            logger.exception("room %s could not be rendered for one viewer", self._facts.room_id)
            request.mark.forget()
            return ""

    def _message(self, request: Request) -> str:
        facts, mark = self._facts, request.mark
        viewer = self._seats.get(request.user_id, PUBLIC)
        if request.fresh or viewer != mark.viewer:
            mark.forget()
        since = mark.version if mark.shown and mark.hand == facts.hand_id else None
        public = self._public_regions(request.language)
        private = self._private_regions(request.language, viewer, since, request.notice)
        hidden = frozenset((f"melds-{viewer}", f"backs-{viewer}")) if viewer != PUBLIC else frozenset[str]()
        riders = frozenset(("notice",)) if request.faded else frozenset[str]()
        message = select(mark, (*public, *private), self._due, hidden, ride_along=riders)
        mark.viewer, mark.hand, mark.version, mark.shown = viewer, facts.hand_id, facts.hand_version, True
        return message

    def _public_regions(self, language: str) -> tuple[tuple[str, str], ...]:
        if language not in self._public:
            self._public[language] = tuple(regions.public(self._facts, language).items())
        return self._public[language]

    def _private_regions(
        self, language: str, viewer: int, since: int | None, notice: str
    ) -> tuple[tuple[str, str], ...]:
        key = (language, viewer, since, notice)
        if key not in self._private:
            progress = None if since is None else self._since(since)
            made = regions.private(self._facts, viewer, self._clocks, progress, notice)
            self._private[key] = tuple(made.items())
        return self._private[key]

    def _since(self, version: int) -> Progress:
        if version not in self._progress:
            self._progress[version] = (
                Progress(())
                if version == self._facts.hand_version
                else play.events_since(self._facts.hand_id, version, self._facts.hand_version)
            )
        return self._progress[version]
