"""Reading a table: the facts that are drawn, its clocks and its versions. Writes nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, Sum

from accounts.models import User
from games.engine.core.contract import PromptKind
from games.models import Hand, HandResult, HandStatus, ResultKind, Room, RoomPhase, Seat
from games.services import clockwork, drain, hands, play, wishes
from games.services.clockwork import Hands
from games.services.folding import Table
from games.services.moments import now_ms
from games.services.options import parse_options
from games.table_facts import Player, SeatClock, SeatFacts, TableFacts

BOT_NAMES = ("棒棒", "幺妹", "莽娃", "老坎")  # proper names, the same in every language
CACHED_ROOMS = 512


class Versions(NamedTuple):
    """What a ticker compares: `due_at` is when to call `clocks.expire(hand_id)`, None for never.

    `hand_id` and `hand_version` are 0 before the first hand. All numbers only grow for one room.
    """

    hand_id: int
    hand_version: int
    room_version: int
    due_at: int | None


class _Snapshot(NamedTuple):
    versions: Versions
    facts: TableFacts
    table: Table | None
    window: clockwork.Window | None
    hands: tuple[Hands, ...]
    hand: Hand | None
    seats: tuple[Seat, ...]


# Asked for every move and by every ticker each second: written once, not built by the ORM each time.
_VERSIONS = (
    "SELECT r.id, r.hand_id, h.version, r.version, r.phase, h.due_at, r.next_at"
    f" FROM {Room._meta.db_table} r LEFT JOIN {Hand._meta.db_table} h ON h.id = r.hand_id WHERE r.id IN ({{}})"
)


def versions(room_ids: Iterable[int]) -> dict[int, Versions]:
    """Return the versions of these rooms in one query; a room that does not exist is left out."""
    ids = list(room_ids)
    if not ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_VERSIONS.format(", ".join(["%s"] * len(ids))), ids)
        rows = cursor.fetchall()
    return {
        pk: Versions(hand_id or 0, version or 0, room_version, due if phase == RoomPhase.PLAYING else next_at)
        for pk, hand_id, version, room_version, phase, due, next_at in rows
    }


def facts(room_id: int, known: Versions | None = None) -> TableFacts | None:
    """Return what is to be drawn of the room, None where there is no such room.

    `known` are versions just read by `versions`, which saves a query. Equal versions give the same object.
    """
    snapshot = _snapshot(room_id, known)
    return None if snapshot is None else snapshot.facts


def clocks(
    room_id: int, now: int | datetime | None = None, viewer: int | None = None, known: Versions | None = None
) -> tuple[SeatClock, ...]:
    """Return the running clocks at `now` (a datetime or epoch milliseconds).

    With `viewer` (a seat or PUBLIC) the clocks of claims are the viewer's own only: who was asked is secret.
    Without it the caller must hide them.
    """
    snapshot = _snapshot(room_id, known)
    if snapshot is None or snapshot.table is None or snapshot.window is None:
        return ()
    at = now_ms(now)
    running = []
    for prompt in snapshot.table.prompts:
        if viewer is not None and prompt.kind is PromptKind.CLAIM and prompt.seat != viewer:
            continue
        held_by = snapshot.hands[prompt.seat]
        left, bank, total = clockwork.left_ms(prompt, snapshot.window, at)
        if held_by is not Hands.PERSON:
            bank = 0
        if held_by is Hands.AUTOPLAY:
            due = clockwork.due_at(prompt, held_by, snapshot.window)
            left, total = max(0, due - at), due - snapshot.window.opened_at
        running.append(SeatClock(prompt.seat, prompt.clock.value, left, bank, total))
    return tuple(running)


def seat_of(room_id: int, user_id: int | None) -> int | None:
    """Return the seat where this person sits in the room."""
    if user_id is None:
        return None
    return Seat.objects.filter(room_id=room_id, user_id=user_id).values_list("index", flat=True).first()


def _snapshot(room_id: int, known: Versions | None) -> _Snapshot | None:
    current = known or versions((room_id,)).get(room_id)
    if current is None:
        return None
    held = _SNAPSHOTS.get(room_id)
    if held is not None and held.versions[:3] == current[:3]:
        return held
    fresh = (_advanced(held, current) if held is not None else None) or _read(room_id)
    if fresh is not None and not connection.in_atomic_block:  # never keep what may be rolled back
        _SNAPSHOTS.put(room_id, fresh)
    return fresh


def _advanced(held: _Snapshot, current: Versions) -> _Snapshot | None:
    """Return the snapshot some actions later without reading the room again: whatever else changes raises its version."""
    before = held.versions
    same_room = (before.hand_id, before.room_version) == (current.hand_id, current.room_version)
    if held.hand is None or not same_room or current.hand_version < before.hand_version:
        return None
    hand = Hand()
    hand.__dict__.update(held.hand.__dict__, version=current.hand_version)
    table = play.table_of(hand)
    if table is None:
        return None
    return held._replace(
        versions=current,
        facts=held.facts._replace(hand_version=table.version, state=table.state),
        table=table,
        window=_window(table, hand, held.seats),
        hand=hand,
    )


def _window(table: Table, hand: Hand, seats: Sequence[Seat]) -> clockwork.Window:
    return hands.window_of(table, hand, seats, parse_options(hand.room.options).clocks)


def _read(room_id: int) -> _Snapshot | None:
    room = Room.objects.select_related("hand").filter(pk=room_id).first()
    if room is None:
        return None
    hand = room.hand
    seats = list(Seat.objects.select_related("user", "leaver").filter(room_id=room_id).order_by("index"))
    table = None
    if hand is not None and hand.status != HandStatus.VOIDED:
        hand.room = room
        table = play.table_of(hand)
    window = None
    if hand is not None and table is not None:
        window = _window(table, hand, seats)
    found = Versions(hand.pk if hand else 0, hand.version if hand else 0, room.version, None)
    drawn = _facts(room, hand, table, seats)
    return _Snapshot(
        found, drawn, table, window, tuple(hands.hands_of(seat) for seat in seats), hand, tuple(seats)
    )


def _facts(room: Room, hand: Hand | None, table: Table | None, seats: Sequence[Seat]) -> TableFacts:
    totals = _totals(room, hand)
    playing = room.phase == RoomPhase.PLAYING
    return TableFacts(
        room_id=room.pk,
        number=room.number,
        room_version=room.version,
        game=room.game,
        preset=room.preset,
        phase=room.phase,
        quick=room.quick,
        hand_id=hand.pk if hand else 0,
        hand_number=hand.number if hand else 0,
        hands_total=parse_options(room.options).hands,
        hand_version=hand.version if hand else 0,
        state=table.state if table else None,
        commitment=hand.commitment if hand and playing else room.next_commitment,
        seed=bytes(hand.seed).hex() if hand and not playing else "",
        promised=hand.commitment if hand and not playing else "",
        seats=tuple(_seat_facts(seat, totals.get(_occupant(seat), (0, 0))[0]) for seat in seats),
        previous=tuple(totals.get(key, (0, 0))[1] for key in _played(hand, seats)),
        wishes=wishes.of_seats(hand, table) if playing and hand and table else (),
        drain=drain.current(),  # read after the room: switching it raises the room's version
        players=_players(hand, seats),
        nonce_hashes=tuple(hand.nonce_hashes if hand and playing else (seat.nonce_hash for seat in seats)),
        revealed=room.revealed,
    )


def _seat_facts(seat: Seat, score: int) -> SeatFacts:
    person, host_of = seat.user, seat.leaver if seat.hosted else None
    kind = "person" if person else "bot" if seat.level or seat.hosted else "empty"
    shown = person or host_of
    name = shown.name if shown else _bot_name(seat.index) if kind == "bot" else ""
    return SeatFacts(
        seat=seat.index,
        kind=kind,
        name=name,
        user_id=person.pk if person else 0,
        level="" if person else seat.level,
        connected=person is None or seat.connected,
        autoplay=seat.autoplay,
        hosted=seat.hosted,
        ready=seat.ready,
        score=score,
        version=seat.version,
    )


def _bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


Occupant = tuple[int, int]  # (user id, -1) of a person, (0, seat) of a bot


def _occupant(seat: Seat) -> Occupant:
    return _key(seat.index, seat.leaver_id if seat.hosted else seat.user_id)


def _key(seat: int, user_id: int | None) -> Occupant:
    return (0, seat) if user_id is None else (user_id, -1)


def _played(hand: Hand | None, seats: Sequence[Seat]) -> list[Occupant]:
    """Return who plays or played each seat in the hand; without one, who sits there."""
    if hand is None:
        return [_occupant(seat) for seat in seats]
    return [_key(index, player["user"]) for index, player in enumerate(hand.players)]


def _players(hand: Hand | None, seats: Sequence[Seat]) -> tuple[Player, ...]:
    """Return the players of the hand with their names; only one who has left since costs a query."""
    if hand is None:
        return ()
    names = {user.pk: user.name for seat in seats for user in (seat.user, seat.leaver) if user is not None}
    played = [player["user"] for player in hand.players]
    if gone := {user_id for user_id in played if user_id is not None} - names.keys():
        names |= {user.pk: user.name for user in User.objects.filter(pk__in=gone)}
    return tuple(
        Player(_bot_name(index), 0) if user_id is None else Player(names.get(user_id, "—"), user_id)
        for index, user_id in enumerate(played)
    )


def _totals(room: Room, hand: Hand | None) -> dict[Occupant, tuple[int, int]]:
    """Return each occupant's points in this room: all of them, and those before `hand`."""
    rows = HandResult.objects.filter(room=room, kind=ResultKind.POINTS)
    earlier = ~Q(hand_id=hand.pk if hand else 0)
    sums: dict[Occupant, tuple[int, int]] = {}
    grouped = (
        rows.order_by()
        .values_list("user_id", "seat")
        .annotate(total=Sum("points"), before=Sum("points", filter=earlier))
    )
    for user_id, seat, total, before in grouped:
        key = (0, seat) if user_id is None else (user_id, -1)
        held = sums.get(key, (0, 0))
        sums[key] = (held[0] + (total or 0), held[1] + (before or 0))
    return sums


class _SnapshotCache:
    """The newest snapshot of each room, least recently used first out. Safe between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._held: OrderedDict[int, _Snapshot] = OrderedDict()

    def get(self, room_id: int) -> _Snapshot | None:
        with self._lock:
            return self._held.get(room_id)

    def put(self, room_id: int, snapshot: _Snapshot) -> None:
        with self._lock:
            self._held[room_id] = snapshot
            self._held.move_to_end(room_id)
            while len(self._held) > self._size:
                self._held.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._held.clear()


_SNAPSHOTS = _SnapshotCache(CACHED_ROOMS)


def forget() -> None:
    """Empty the cache of snapshots, as a restarted process has."""
    _SNAPSHOTS.clear()
