"""Rooms: sitting down, getting ready, leaving, and when the next hand starts."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from games.codes import ServiceCode
from games.engine.catalogue import GAMES
from games.engine.core.contract import Game
from games.engine.core.deal import kept_nonce
from games.engine.core.errors import EngineError
from games.intents import Back, Leave, Ready, Sit
from games.models import Asked, Hand, HandStatus, Room, RoomPhase, Seat
from games.services import admission, asked, drain, hands, notify, outages, settle, wishes
from games.services.errors import HandBroken, ServiceError
from games.services.folding import CACHE, caught_up
from games.services.moments import now_ms
from games.services.options import parse_options
from games.services.play import CONNECTED_FOR

if TYPE_CHECKING:
    from accounts.models import User

QUICK_LEVEL = "normal"
SEAT_NUMBERS = (4, 3, 2)
NUMBER_ATTEMPTS = 20


def quick_table(
    user: User,
    preset: str,
    now: int | None = None,
    *,
    players: int | None = None,
    deal: bool = True,
    nonce_hash: str = "",
) -> Room:
    """Return the table where `user` sits, or a new one with bots on the other seats whose first hand has started.

    Without `deal` a new table is only bound to its first seed, and the hand starts when `user` is ready and reveals
    the nonce whose hash a new table was given. `players` is one of `seat_choices`, None what the preset says.
    Raises ServiceError(UNKNOWN_PRESET, BAD_INPUT for another number of players, or DRAINING where a new table would be
    needed). Pressing the button twice at once makes one table.
    """
    at = now_ms(now)
    try:
        with transaction.atomic():
            room = seated_room(user) or _new_quick_table(user, preset, players, nonce_hash, at)
            if deal and room.quick and room.phase == RoomPhase.OPEN:
                return _deal_first(room, at)
            return room
    except IntegrityError:
        seated = seated_room(user)
        if seated is None:
            raise
        return seated


@cache
def seat_choices(preset: str) -> tuple[int, ...]:
    """Return how many may sit at a table of this preset, its own number first; one only where nobody has a choice.

    Raises EngineError(UNKNOWN_PRESET).
    """
    game = GAMES.of_preset(preset)
    own = game.presets[preset].players
    return (own, *(number for number in SEAT_NUMBERS if number != own and _allows(game, preset, number)))


def _allows(game: Game, preset: str, players: int) -> bool:
    try:
        game.rules(preset, {"players": players})
    except EngineError:
        return False
    return True


def seated_room(user: User) -> Room | None:
    """Return the one room in which `user` sits."""
    seat = Seat.objects.select_related("room").filter(user_id=user.pk).first()
    return None if seat is None else seat.room


def find(number: str) -> Room | None:
    """Return the open room with this six-digit number."""
    return Room.objects.filter(number=number).exclude(phase=RoomPhase.CLOSED).first()


def take_seat(room: Room, user: User, intent: Sit, now: int | None = None) -> Room:
    """Seat `user` on a bot's or a free seat between hands; raises ServiceError, STALE for a seat that has changed."""
    at, what = now_ms(now), f"sit {intent.seat}"
    try:
        with transaction.atomic():
            table, seats = _locked(room)
            if asked.before(table, user, intent.client_id, what):
                return table
            if not Room.objects.filter(admission.open_to(user.pk), pk=table.pk).exists():
                raise ServiceError(ServiceCode.NO_ROOM)
            _refuse_unless_waiting(table)
            if any(other.user_id == user.pk for other in seats):
                raise ServiceError(ServiceCode.SEATED_HERE)
            if not 0 <= intent.seat < len(seats):
                raise ServiceError(ServiceCode.NO_SUCH_SEAT)
            seat = seats[intent.seat]
            if seat.user_id is not None:
                raise ServiceError(ServiceCode.SEAT_TAKEN)
            if seat.version != intent.version:
                raise ServiceError(ServiceCode.STALE)
            _sit(seat, user, at)
            _leave_hash(table, seat, intent.nonce_hash)
            asked.note(table, user, intent.client_id, what, at)
            if table.phase == RoomPhase.BETWEEN and len(hands.people(seats)) == 2:
                table.next_at = hands.next_start(seats, at)
            return _changed(table, at)
    except IntegrityError:
        raise ServiceError(ServiceCode.SEATED_ELSEWHERE) from None


def share(room: Room, user: User, now: int | None = None) -> Room:
    """Open the table to whoever has its number, for good; raises ServiceError(NO_ROOM) unless `user` owns it."""
    at = now_ms(now)
    with transaction.atomic():
        table, _ = _locked(room)
        if table.owner_id != user.pk:
            raise ServiceError(ServiceCode.NO_ROOM)
        table.shared = True
        table.save(update_fields=["shared"])
        return _changed(table, at)


def leave(room: Room, user: User, intent: Leave, now: int | None = None) -> Room:
    """Stand `user` up. In a hand a bot plays the seat to its end and the result is the leaver's (SC-28).

    Raises ServiceError, STALE where the page showed another hand.
    """
    at = now_ms(now)
    with transaction.atomic():
        table, seats = _locked(room)
        if asked.before(table, user, intent.client_id, "leave"):
            return table
        seat = _seat_of(seats, user)
        _refuse_other_hand(table, intent.hand)
        if table.phase == RoomPhase.PLAYING:
            seat.hosted, seat.leaver_id = True, seat.user_id
        _stand_up(seat)
        asked.note(table, user, intent.client_id, "leave", at)
        if table.hand is not None and table.phase == RoomPhase.PLAYING:
            wishes.forget(table.hand, seat.index)
            if hands.deserted(seats):
                table.hand.timer_at = None  # no worker was asked to play it out yet
            _rearm(table.hand, seats, at, wake=seat.index)
        elif len(hands.people(seats)) < 2:
            table.next_at = None
        return _changed(table, at)


def ready(room: Room, user: User, intent: Ready, now: int | None = None) -> Room:
    """Note that `user` wants the next hand; start it if nobody is missing.

    The nonce goes into the deal if its hash lies there, the next hash is left for the hand after it; the first
    click's count. Raises ServiceError, STALE where the next hand has another number.
    """
    at, what = now_ms(now), f"ready {intent.number}"
    with transaction.atomic():
        table, seats = _locked(room)
        if asked.before(table, user, intent.client_id, what):
            return table
        seat = _seat_of(seats, user)
        if intent.number != hands.next_number(table):
            raise ServiceError(ServiceCode.STALE)
        _refuse_unless_waiting(table)
        if not seat.ready:
            seat.ready, seat.next_hash = True, intent.next_hash
            seat.nonce = kept_nonce(intent.nonce, seat.nonce_hash)
            table.revealed = table.revealed or bool(seat.nonce)
        seat.autoplay, seat.strikes, seat.seen_at = False, 0, at
        seat.save(update_fields=["ready", "nonce", "next_hash", "autoplay", "strikes", "seen_at"])
        asked.note(table, user, intent.client_id, what, at)
        _changed(table, at)
        _start(table, seats, at)
        return table


def take_back(room: Room, user: User, intent: Back, now: int | None = None) -> Room:
    """End autoplay: the seat is in its person's hands again, with the time its window still has.

    Raises ServiceError, STALE where the page showed another hand.
    """
    at = now_ms(now)
    with transaction.atomic():
        table, seats = _locked(room)
        if asked.before(table, user, intent.client_id, "back"):
            return table
        seat = _seat_of(seats, user)
        _refuse_other_hand(table, intent.hand)
        if not seat.autoplay and not seat.strikes:
            return table
        seat.autoplay, seat.strikes, seat.seen_at = False, 0, at
        seat.save(update_fields=["autoplay", "strikes", "seen_at"])
        asked.note(table, user, intent.client_id, "back", at)
        if table.hand is not None and table.phase == RoomPhase.PLAYING:
            _rearm(table.hand, seats, at)
        return _changed(table, at)


def start_if_ready(room: Room, now: int | None = None) -> bool:
    """Start the room's next hand if its people are ready or their time is up; return whether it started."""
    at = now_ms(now)
    with transaction.atomic():
        table, seats = _locked(room)
        if table.phase not in (RoomPhase.OPEN, RoomPhase.BETWEEN):
            return False
        return _start(table, seats, at)


def close(room: Room, now: int | None = None) -> bool:
    """Close a room in which no hand is in play; everybody is free to sit elsewhere."""
    at = now_ms(now)
    with transaction.atomic():
        table, _ = _locked(room)
        if table.phase in (RoomPhase.PLAYING, RoomPhase.CLOSED):
            return False
        Seat.objects.filter(room=table).update(
            user=None, ready=False, nonce="", nonce_hash="", next_hash="", autoplay=False, strikes=0
        )
        Asked.objects.filter(room=table).delete()
        table.phase, table.next_at, table.closed = RoomPhase.CLOSED, None, hands.moment(at)
        _changed(table, at)
    return True


def _new_quick_table(user: User, preset: str, players: int | None, nonce_hash: str, now: int) -> Room:
    try:
        game, choices = GAMES.of_preset(preset), seat_choices(preset)
    except EngineError:
        raise ServiceError(ServiceCode.UNKNOWN_PRESET) from None
    number = choices[0] if players is None else players
    if number not in choices:
        raise ServiceError(ServiceCode.BAD_INPUT)
    if drain.current() is not None:
        raise ServiceError(ServiceCode.DRAINING)
    room = Room(
        number=_free_number(),
        game=game.name,
        preset=preset,
        overrides={} if number == choices[0] else {"players": number},
        quick=True,
        owner_id=user.pk,
        attended_at=now,
    )
    hands.commit_to_seed(room)
    room.save()
    seats = [Seat(room=room, index=index, level=QUICK_LEVEL) for index in range(number)]
    seats[0].user_id, seats[0].seen_at, seats[0].connected = user.pk, now, True
    seats[0].nonce_hash = nonce_hash
    Seat.objects.bulk_create(seats)
    return room


def _deal_first(room: Room, now: int) -> Room:
    """Deal the first hand of a quick table, unless somebody else has meanwhile or the house lets no hand begin."""
    table, seats = _locked(room)
    if table.phase == RoomPhase.OPEN and drain.current() is None:
        hands.deal(table, seats, now)
    return table


def _free_number() -> str:
    for _ in range(NUMBER_ATTEMPTS):
        number = f"{100_000 + secrets.randbelow(900_000)}"
        if find(number) is None:
            return number
    raise ServiceError(ServiceCode.BUSY)


def _locked(room: Room) -> tuple[Room, list[Seat]]:
    """Lock the room's hand, then the room (the order of `play.submit`), and return the room as it is now."""
    while True:
        hand_id = Room.objects.filter(pk=room.pk).values_list("hand_id", flat=True).first()
        hand = None if hand_id is None else Hand.objects.select_for_update().get(pk=hand_id)
        table = Room.objects.select_for_update().filter(pk=room.pk).first()
        if table is None:
            raise ServiceError(ServiceCode.NO_ROOM)
        if table.hand_id == hand_id:
            break
    if hand is not None:
        hand.room = table
        table.hand = hand
    return table, list(Seat.objects.filter(room=table).order_by("index"))


def _refuse_unless_waiting(room: Room) -> None:
    if room.phase == RoomPhase.PLAYING:
        raise ServiceError(ServiceCode.HAND_RUNNING)
    if room.phase == RoomPhase.CLOSED:
        raise ServiceError(ServiceCode.ROOM_CLOSED)


def _seat_of(seats: list[Seat], user: User) -> Seat:
    for seat in seats:
        if seat.user_id is not None and seat.user_id == user.pk:
            return seat
    raise ServiceError(ServiceCode.NOT_SEATED)


def _refuse_other_hand(room: Room, hand_id: int) -> None:
    if (room.hand_id or 0) != hand_id:
        raise ServiceError(ServiceCode.STALE)


def _sit(seat: Seat, user: User, now: int) -> None:
    _clear(seat)
    seat.user_id, seat.seen_at, seat.connected = user.pk, now, True
    seat.save()


def _stand_up(seat: Seat) -> None:
    _clear(seat)
    seat.user_id, seat.connected = None, False
    seat.save()


def _clear(seat: Seat) -> None:
    """Take away what belongs to the person who sat there."""
    seat.ready, seat.autoplay, seat.strikes = False, False, 0
    seat.nonce = seat.nonce_hash = seat.next_hash = ""
    seat.version += 1


def _leave_hash(room: Room, seat: Seat, nonce_hash: str) -> None:
    """Keep the hash of a nonce for the coming hand; once one of its nonces is known, for the hand after it."""
    if room.revealed:
        seat.next_hash = nonce_hash
    else:
        seat.nonce_hash = nonce_hash
    seat.save(update_fields=["nonce_hash", "next_hash"])


def _changed(room: Room, now: int) -> Room:
    """Write the room under a new version and have its sockets told."""
    room.version += 1
    room.attended_at = now
    room.save(update_fields=["version", "attended_at", "phase", "next_at", "closed", "revealed"])
    notify.room_changed(room.pk)
    return room


def _rearm(hand: Hand, seats: list[Seat], now: int, wake: int | None = None) -> None:
    """Recompute the clocks of a hand in play after a seat changed hands."""
    if hand.status != HandStatus.PLAYING:
        return
    try:
        table = caught_up(hand, CACHE.get(hand.pk), parse_options(hand.room.options).clocks)
    except HandBroken:
        return  # the sweep voids it
    arming = hands.rearm(hand, table, seats, now, wake=() if wake is None else (wake,))
    hand.save(update_fields=["window", "due_at", "timer_at"])
    notify.armed(arming)


def _start(room: Room, seats: list[Seat], now: int) -> bool:
    if drain.current() is not None or not _may_start(room, seats, now):
        return False
    for seat in hands.people(seats):
        if seat.seen_at < now - CONNECTED_FOR and not outages.unnoted(now):
            _stand_up(seat)
    if any(seat.user_id is None and not seat.level for seat in seats):
        room.next_at = None
        _changed(room, now)
        return False
    if room.hand is not None:
        settle.settle(room.hand.pk, now)
        room.refresh_from_db(fields=["version"])
    try:
        hands.deal(room, seats, now)
    except HandBroken:  # the room is older than its preset
        raise ServiceError(ServiceCode.UNKNOWN_PRESET) from None
    return True


def _may_start(room: Room, seats: list[Seat], now: int) -> bool:
    """Return whether all people are ready, or their time is up and who is here does not decide alone."""
    sitting = hands.people(seats)
    here = [seat for seat in sitting if seat.seen_at >= now - CONNECTED_FOR]
    all_ready = all(seat.ready for seat in sitting)
    if here and all_ready:
        return True
    if room.next_at is not None and (now < room.next_at or outages.unnoted(now)):
        return False
    if room.phase == RoomPhase.BETWEEN and (len(here) > 1 or (here and here[0].ready)):
        return True
    if sitting and all_ready:  # all clicked before a drain and none is back yet: it starts once one is
        return False
    if room.next_at is not None:  # asked once; from here on a click decides
        room.next_at = None
        room.save(update_fields=["next_at"])
    return False
