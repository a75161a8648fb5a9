"""A person switches what is to be done for its seat in the hand in play; the hand's end, autoplay and leaving end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.codes import ServiceCode
from games.engine.core.contract import Wishes
from games.engine.core.errors import Code, RuleViolation
from games.intents import ARMED, Toggle
from games.models import Hand, HandStatus, Room, Seat
from games.models.room import bumped
from games.services import asked, hands, notify, wishes
from games.services.clockwork import Hands
from games.services.errors import HandBroken, ServiceError
from games.services.folding import CACHE, Table, caught_up
from games.services.moments import now_ms
from games.services.options import parse_options
from games.services.rows import hand_row, seat_rows
from games.services.wishes import Kept

if TYPE_CHECKING:
    from accounts.models import User


def switch(user: User, intent: Toggle, now: int | None = None) -> None:
    """Switch a toggle of the person's own seat, or arm an action; saying it twice changes nothing.

    Raises ServiceError (NO_ROOM, NOT_SEATED, HAND_OVER, HAND_VOIDED; WINDOW_CLOSED where its page asked the seat
    something else than the hand does now; BAD_INPUT for a name the game does not have) or RuleViolation (the action
    cannot be armed; NOT_OFFERED for a seat on autoplay).
    """
    at = now_ms(now)
    with transaction.atomic():
        hand, seats, seat = _own_seat(intent.hand, user.pk)
        what = " ".join(("toggle", intent.name, str(intent.on), *(intent.payload or {}).values()))
        if asked.before(hand.room, user, intent.client_id, what):
            return
        if hands.hands_of(seat) is not Hands.PERSON:
            raise RuleViolation(Code.NOT_OFFERED, "a seat on autoplay wishes nothing")
        table = _table(hand)
        prompt = table.prompt(seat.index)
        if intent.window != (None if prompt is None else prompt.window):
            raise ServiceError(ServiceCode.WINDOW_CLOSED)
        before = wishes.kept(hand, table.game, seat.index)
        standing = Wishes() if before is None else before.wishes
        wanted = _changed(table, seat.index, standing, intent)
        if wanted == standing:
            return
        asked.note(hand.room, user, intent.client_id, what, at)
        wishes.keep(hand, table.game, seat.index, Kept(wanted, at))
        _write(hand, table, seats, at)


def _own_seat(hand_id: int, user_id: int) -> tuple[Hand, list[Seat], Seat]:
    hand = hand_row(hand_id, lock=True)
    if hand is None:
        raise ServiceError(ServiceCode.NO_ROOM)
    seats = seat_rows(hand.room_id)
    seat = next((seat for seat in seats if seat.user_id is not None and seat.user_id == user_id), None)
    if seat is None:
        raise ServiceError(ServiceCode.NOT_SEATED)
    if hand.status != HandStatus.PLAYING:
        raise ServiceError(ServiceCode.HAND_OVER)
    return hand, seats, seat


def _table(hand: Hand) -> Table:
    try:
        return caught_up(hand, CACHE.get(hand.pk), parse_options(hand.room.options).clocks)
    except HandBroken:
        raise ServiceError(ServiceCode.HAND_VOIDED) from None  # the sweep voids it


def _changed(table: Table, seat: int, standing: Wishes, intent: Toggle) -> Wishes:
    """Return the wishes with one of them switched."""
    game, name = table.game, intent.name
    if name == ARMED:
        if not intent.on:
            return standing._replace(armed=None)
        action = game.parse_action(seat, intent.payload or {})
        game.check_armed(game.project(table.state, seat), action)
        return standing._replace(armed=action)
    if name not in game.toggles or intent.payload:
        raise ServiceError(ServiceCode.BAD_INPUT)
    return standing._replace(on=standing.on | {name} if intent.on else standing.on - {name})


def _write(hand: Hand, table: Table, seats: list[Seat], now: int) -> None:
    """Write the wishes with the time at which the open window is answered now, and have the own pages told."""
    arming = hands.rearm(hand, table, seats, now, wake=())
    Hand.objects.filter(pk=hand.pk).update(
        wishes=hand.wishes, window=hand.window, due_at=hand.due_at, timer_at=hand.timer_at
    )
    hand.room.version += 1
    Room.objects.filter(pk=hand.room_id).update(version=bumped())
    notify.table_changed(hand.room_id, hand.pk, hand.version, hand.room.version)
    notify.armed(arming)
