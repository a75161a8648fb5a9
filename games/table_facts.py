"""Plain facts about a table that services gather and presentation draws; knows only the engine."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.contract import Event, State, Wishes
from games.engine.core.records import Stakes


class SeatFacts(NamedTuple):
    """Who sits on a seat. `kind` is "person", "bot" or "empty"; `user_id` 0 for no person.

    `score` is the running total of the room in points. `hosted` is True where a bot plays a leaver's seat on.
    `version` is named by whoever sits down here.
    """

    seat: int
    kind: str
    name: str
    user_id: int
    level: str
    connected: bool
    autoplay: bool
    hosted: bool
    ready: bool
    score: int
    version: int = 0


class Player(NamedTuple):
    """Who plays, or played, a seat in the hand that is shown. `user_id` 0 for a bot."""

    name: str
    user_id: int


class Drain(NamedTuple):
    """The house lets its hands finish before an update. The messages replace the standard sentence; "" keeps it."""

    message: str = ""
    message_en: str = ""


class TableFacts(NamedTuple):
    """A room and its current hand at one moment.

    `phase` is "open" (before the first hand), "between", "playing" or "closed". `hand_id` is 0 and `state`
    None where there is no hand; after a hand its last state stays until the next one starts. `hands_total` 0
    means endless. `commitment` is the hash of the seed that is still secret: of the hand in play, between hands of
    the next one ("" where none comes). Once a hand is over `seed` (hex) and `promised`, the commitment it was dealt
    under, are set. `hand_version` is the number of its actions, `room_version` counts changes of seats, presence, readiness and settings.
    `quick` marks an endless unranked quick table. `players` are those of this hand, per seat, whoever sits there by
    now (none where it is not known), `previous` their totals before it. `stakes` are set where points move coins:
    what each seat began the hand with, coins a point, and the fee. While `drain` is set no next hand starts.
    `wishes` are what each seat asked to have done for it in the hand in play: to be shown to that seat alone.
    `nonce_hashes` were left by the seats for the hand that `commitment` is of; while `revealed` one of its nonces is
    known, and a hash that is left now counts from the hand after it.
    """

    room_id: int
    number: str
    room_version: int
    game: str
    preset: str
    phase: str
    quick: bool
    hand_id: int
    hand_number: int
    hands_total: int
    hand_version: int
    state: State | None
    commitment: str
    seed: str
    seats: tuple[SeatFacts, ...]
    previous: tuple[int, ...] = ()
    drain: Drain | None = None
    promised: str = ""
    wishes: tuple[Wishes, ...] = ()
    players: tuple[Player, ...] = ()
    stakes: Stakes | None = None
    nonce_hashes: tuple[str, ...] = ()
    revealed: bool = False


class SeatClock(NamedTuple):
    """A running clock. `left_ms` of the base time, `bank_ms` of the reserve; `total_ms` is the base when full."""

    seat: int
    kind: str
    left_ms: int
    bank_ms: int
    total_ms: int


class Deed(NamedTuple):
    """The event at `place` is what `seat` did by an action that its browser sent under `client_id`."""

    place: int
    seat: int
    client_id: str


class Progress(NamedTuple):
    """What a socket missed: the events (unprojected), or None where it should start anew.

    `deeds` are those of all seats; a viewer may be shown its own only.
    """

    events: tuple[Event, ...] | None
    deeds: tuple[Deed, ...] = ()
