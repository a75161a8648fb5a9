"""Time at the tables: what is due is answered by its default action, and everything forgotten is found again.

A Celery timer, the sweep and every web ticker call `expire`; whoever comes first acts, the others find nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from games.codes import Status
from games.models import ActorKind, Hand, HandStatus, Room, RoomPhase, Seat
from games.services import drain, hands, notify, outages, play, playing_out, presence, rooms, settle, wishes
from games.services.clockwork import Hands, counted, missed_ms
from games.services.errors import HandBroken
from games.services.folding import CACHE, ENGINE_VERSIONS, Table, caught_up
from games.services.moments import now_ms
from games.services.options import Clocks, parse_options
from games.services.outages import SKEW, Beat, heartbeat, people_protected
from games.services.rows import hand_row, seat_rows

__all__ = ["expire", "heartbeat", "sweep"]

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 500  # tables one sweep cares for; the rest waits for the next second
SETTLED_WITHIN = 2_000
CLOSED_AFTER = 600_000  # without a connected person


def expire(hand_id: int, window: int | None = None, now: int | None = None) -> int:
    """Answer every due seat of the hand by its default action and re-arm its timer; return how many.

    With `window` given, only if that window is still open. For a hand that is over, settle it and start the
    room's next hand if that is due. Safe to call at any time and from any number of processes.
    """
    at = now_ms(now)
    hand = hand_row(hand_id)
    if hand is None:
        return 0
    if hand.status != HandStatus.PLAYING:
        settle.settle(hand_id, at)
        if hand.room.hand_id == hand_id and hand.room.next_at is not None and hand.room.next_at <= at:
            rooms.start_if_ready(hand.room, at)
        return 0
    if window is not None and hand.window != window:
        return 0
    seats = seat_rows(hand.room_id)
    if hands.deserted(seats):
        return 0  # it has no clock: `playing_out` sees to it
    if hand.due_at is not None and at < hand.due_at:
        _set_timer_anew(hand_id, at)
        return 0
    try:
        return _expire_open(hand, seats, at)
    except HandBroken as error:
        play.void_broken(hand_id, str(error), at)
        return 0


def sweep(now: int | None = None) -> None:
    """Do once a second what no message may be needed for; every step stands alone and may fail alone."""
    at = now_ms(now)
    _each("heartbeat", [Beat.SWEEP], lambda beat: heartbeat(beat, at))
    _each("presence", [at], presence.flips)
    _each("expire", _due_hands(at), lambda pk: expire(pk, None, at))
    _each("play out", [at], playing_out.tend)
    _each("watchdog", _hands_without_clock(), lambda pk: heal(pk, at))
    _each("future", _hands_of_the_future(at), lambda pk: put_right(pk, at))
    _each("void", _unsupported_hands(), lambda pk: play.void_broken(pk, "engine version", at))
    _each("settle", _unsettled_hands(at), lambda pk: settle.settle(pk, at))
    _each("start", _startable_rooms(at), lambda room: rooms.start_if_ready(room, at))
    _each("close", _deserted_rooms(at), lambda room: rooms.close(room, at))


def heal(hand_id: int, now: int | None = None) -> bool:
    """Give a hand in play its due time and timer back; return whether anything had to be written."""
    at = now_ms(now)
    with transaction.atomic():
        hand = hand_row(hand_id, lock=True)
        if hand is None or hand.status != HandStatus.PLAYING:
            return False
        before = (hand.window, hand.due_at, hand.timer_at)
        seats = seat_rows(hand.room_id)
        arming = hands.rearm(hand, _table(hand), seats, at)
        if before == (hand.window, hand.due_at, hand.timer_at):
            return False
        hand.save(update_fields=["window", "due_at", "timer_at"])
        notify.armed(arming)
    if before[1] is None:
        log.error("hand %d had no due time; given one", hand_id)
    return True


def put_right(hand_id: int, now: int | None = None) -> bool:
    """Have the open window of a hand count from now on if it was opened in the future; return whether it was.

    The clock was ahead too shortly for a heartbeat to tell of it.
    """
    at = now_ms(now)
    with transaction.atomic():
        hand = hand_row(hand_id, lock=True)
        if hand is None or hand.status != HandStatus.PLAYING:
            return False
        table = _table(hand)
        since, spans = counted(table.opened_at, table.opened, table.version, table.outages)
        began = since + missed_ms(spans, since)
        if began <= at + SKEW:
            return False
        outages.put_right(hand, began, at)
    return True


def _set_timer_anew(hand_id: int, now: int) -> None:
    """Have the timer fire again for the due time as stored; the hand is not folded for that, most timers are early."""
    with transaction.atomic():
        hand = hand_row(hand_id, lock=True)
        if hand is None or hand.status != HandStatus.PLAYING:
            return
        timer = hands.set_timer(hand, now)
        if timer is not None:
            hand.save(update_fields=["timer_at"])
            notify.armed(notify.Arming(hand.pk, hand.window, timer, ()))


def _expire_open(hand: Hand, seats: list[Seat], now: int) -> int:
    table = _table(hand)
    window = hands.window_of(table, hand, seats, parse_options(hand.room.options).clocks)
    due = hands.due_times(table, hand, seats, window)
    late = [seat for seat, at in due.items() if at <= now]
    if not late:
        heal(hand.pk, now)
        return 0
    if any(hands.hands_of(seats[seat]) is Hands.PERSON for seat in late) and people_protected(now):
        # Nothing is re-armed here: the sweep and the tickers look again every second.
        late = [seat for seat in late if hands.hands_of(seats[seat]) is not Hands.PERSON]
    return sum(_answer(hand, table, seats[seat], now) for seat in late)


def _answer(hand: Hand, table: Table, seat: Seat, now: int) -> bool:
    """Answer for a seat that is due: by what its person wished, else by the default action."""
    prompt = table.prompt(seat.index)
    if prompt is None:
        return False
    action, actor = prompt.default, ActorKind.TIMER
    if hand.wishes and hands.hands_of(seat) is Hands.PERSON:
        found = wishes.wished(hand, table, prompt)
        if found is not None and found.action is not None:
            action, actor = found.action, ActorKind.WISH
    answer = play.submit(
        table.hand_id,
        seat=seat.index,
        payload=table.game.action_payload(action),
        window=prompt.window,
        actor=actor,
        now=now,
    )
    if answer.status is Status.ILLEGAL:
        log.error("hand %d: the %s action of seat %d is illegal: %s", hand.pk, actor, seat.index, answer.code)
    return answer.status is Status.APPLIED


def _table(hand: Hand) -> Table:
    """Return the committed table; raises HandBroken."""
    table = caught_up(hand, CACHE.get(hand.pk), parse_options(hand.room.options).clocks)
    transaction.on_commit(lambda: CACHE.put(table))
    return table


def _each(step: str, items: Iterable[T], act: Callable[[T], object]) -> None:
    for item in items:
        try:
            act(item)
        except Exception:
            log.exception("sweep: %s failed for %s", step, item)


def _due_hands(now: int) -> list[int]:
    due = Hand.objects.filter(status=HandStatus.PLAYING, due_at__lte=now).order_by("due_at")
    playing = due.filter(playing_out.attended())
    return list(playing.values_list("pk", flat=True)[:AT_ONCE])


def _hands_without_clock() -> list[int]:
    playing = Hand.objects.filter(status=HandStatus.PLAYING, due_at__isnull=True)
    return list(playing.values_list("pk", flat=True)[:AT_ONCE])


def _hands_of_the_future(now: int) -> list[int]:
    """Return hands that wait longer than any window of usual length; none while a machine lives in the future."""
    longest = Clocks()
    playing = Hand.objects.filter(
        status=HandStatus.PLAYING, due_at__gt=now + SKEW + longest.turn + longest.bank
    ).order_by("-due_at")
    found = list(playing.values_list("pk", flat=True)[:AT_ONCE])
    return [] if found and outages.differ(now) else found


def _unsupported_hands() -> list[int]:
    playing = Hand.objects.filter(status=HandStatus.PLAYING).exclude(engine_version__in=ENGINE_VERSIONS)
    return list(playing.values_list("pk", flat=True)[:AT_ONCE])


def _unsettled_hands(now: int) -> list[int]:
    just_now = (
        hands.moment(now - SETTLED_WITHIN),
        hands.moment(now),
    )  # one of the future ended before the clock was set
    finished = Hand.objects.filter(status=HandStatus.FINISHED).exclude(finished__range=just_now)
    return list(finished.values_list("pk", flat=True)[:AT_ONCE])


def _startable_rooms(now: int) -> list[Room]:
    if drain.current() is not None:
        return []
    waiting = Room.objects.filter(phase__in=(RoomPhase.OPEN, RoomPhase.BETWEEN), next_at__lte=now)
    return list(waiting[:AT_ONCE])


def _deserted_rooms(now: int) -> list[Room]:
    limit = now - CLOSED_AFTER
    waiting = Room.objects.filter(phase__in=(RoomPhase.OPEN, RoomPhase.BETWEEN), attended_at__lt=limit)
    attended = Q(seats__user__isnull=False) & Q(seats__seen_at__gte=limit)
    return list(waiting.exclude(pk__in=Room.objects.filter(attended).values("pk"))[:AT_ONCE])
