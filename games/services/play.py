"""The one door to a hand, for people, bots and timers, and the way to read it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db import IntegrityError, OperationalError, transaction

from games.codes import ServiceCode, Status
from games.engine.core.contract import Action, Clock, Event, Prompt, PromptKind, State
from games.engine.core.errors import Code, RuleViolation
from games.models import Action as ActionRow
from games.models import ActorKind, Hand, HandStatus, Seat
from games.models.room import bumped
from games.services import hands, notify, wishes
from games.services.clockwork import MOMENTS, Hands
from games.services.errors import HandBroken
from games.services.folding import CACHE, Answer, Given, Table, caught_up, step
from games.services.moments import now_ms
from games.services.options import parse_options
from games.services.rows import LogRow, advance_hand, hand_row, insert_action, seat_rows
from games.table_facts import Deed, Progress

log = logging.getLogger(__name__)

ATTEMPTS = 4
STRIKES = 3  # own-turn timeouts in a row that put a seat on autoplay
CONNECTED_FOR = 10_000  # ms since a seat was last seen
TEXT_LIMIT = 64
KEYS_LIMIT = 8
NUMBER_LIMIT = 1 << 31


class Submitted(NamedTuple):
    """The answer of the door. `code` is a ServiceCode or an engine Code ("" where applied).

    `version` is the hand's; of an applied action `room_version` says how the room stood with it (else 0).
    """

    status: Status
    code: str
    version: int
    room_version: int = 0


class Request(NamedTuple):
    """One action on its way through the door."""

    hand_id: int
    seat: int
    payload: Mapping[str, str]
    window: int
    client_id: str
    actor: ActorKind
    user_id: int | None
    now: int


class Loaded(NamedTuple):
    """A hand as committed."""

    hand_id: int
    room_id: int
    version: int
    status: HandStatus
    state: State
    table: Table


def submit(
    hand_id: int,
    *,
    seat: int,
    payload: Mapping[str, str],
    window: int,
    client_id: str = "",
    actor: ActorKind = ActorKind.PERSON,
    user_id: int | None = None,
    now: int | None = None,
) -> Submitted:
    """Apply one action of a seat if its window is open and the rules allow it.

    `window` is the number of the prompt it answers; `client_id` (at most 64 characters) makes a repeat of the
    same click harmless. Bad input of any kind gets a status, never an exception.
    """
    request = Request(hand_id, seat, payload, window, client_id, actor, user_id, now_ms(now))
    if not _well_formed(request):
        return Submitted(Status.ILLEGAL, Code.BAD_ARGUMENT, 0)
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return _attempt(request._replace(now=now_ms(now)))  # the time once the table is ours
        except OperationalError as error:  # the database did not answer in time, or broke a deadlock
            log.error("hand %d: seat %d could not be served: %s", hand_id, seat, type(error).__name__)
            return Submitted(Status.STALE, ServiceCode.BUSY, 0)
        except IntegrityError:  # another writer was first: look again, outside the failed transaction
            if (earlier := _earlier(request)) is not None:
                return earlier
        except HandBroken as error:
            void_broken(hand_id, str(error), request.now)
            return Submitted(Status.OVER, ServiceCode.HAND_VOIDED, 0)
    log.error("hand %d: seat %d lost %d races in a row", hand_id, seat, ATTEMPTS)
    return Submitted(Status.STALE, ServiceCode.BUSY, 0)


def load(hand_id: int) -> Loaded | None:
    """Return the hand as committed, or None where there is none or this engine cannot fold it."""
    hand = hand_row(hand_id)
    table = None if hand is None else table_of(hand)
    if hand is None or table is None:
        return None
    return Loaded(hand.pk, hand.room_id, table.version, HandStatus(hand.status), table.state, table)


def table_of(hand: Hand) -> Table | None:
    """Return the table of a hand row (with its room), cached where committed; None where it cannot be folded."""
    try:
        table = caught_up(hand, CACHE.get(hand.pk), parse_options(hand.room.options).clocks)
    except HandBroken as error:
        log.warning("hand %d cannot be shown: %s", hand.pk, error)
        return None
    transaction.on_commit(lambda: CACHE.put(table))
    return table


def events_since(hand_id: int, version: int, until: int | None = None) -> Progress:
    """Return the events after `version` from this process's cache; None where they are no longer kept.

    `until` is the version that is being shown: the cache may already be further, and what it knows beyond
    belongs to the next look.
    """
    table = CACHE.get(hand_id)
    end = version if table is None else table.version if until is None else until
    if table is None or not table.version - len(table.steps) <= version <= end <= table.version:
        return Progress(None)
    first = table.version - len(table.steps)
    span = slice(version - first, end - first)
    events: list[Event] = []
    deeds: list[Deed] = []
    for made, answers in zip(table.steps[span], table.answers[span], strict=True):
        deeds += _deeds(made, answers, len(events))
        events += made
    return Progress(tuple(events), tuple(deeds))


def _deeds(events: Sequence[Event], answers: Sequence[Answer], start: int) -> Iterator[Deed]:
    """Yield which of the events, counted from `start`, is what a browser did under an id."""
    for answer in answers:
        for place, event in enumerate(events, start):
            if answer.client_id and (event.seat, event.kind) == (answer.seat, answer.do):
                yield Deed(place, answer.seat, answer.client_id)
                break


def void_broken(hand_id: int, reason: str, now: int) -> bool:
    """Void a hand in play that cannot be folded any more; return whether this call did it."""
    with transaction.atomic():
        hand = hand_row(hand_id, lock=True)
        if hand is None or hand.status != HandStatus.PLAYING:
            return False
        hands.void(hand, now)
    log.error("hand %d voided: %s", hand_id, reason)
    return True


def _well_formed(request: Request) -> bool:
    payload = request.payload
    return (
        _is_number(request.hand_id)
        and _is_number(request.seat)
        and _is_number(request.window)
        and (request.user_id is None or _is_number(request.user_id))
        and _is_text(request.client_id)
        and isinstance(payload, Mapping)
        and len(payload) <= KEYS_LIMIT
        and all(_is_text(key) and _is_text(value) for key, value in payload.items())
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int) and 0 <= value < NUMBER_LIMIT


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= TEXT_LIMIT and value.isprintable()


def _attempt(request: Request) -> Submitted:
    hand = hand_row(request.hand_id, lock=True)
    if hand is None:
        return Submitted(Status.NOT_SEATED, ServiceCode.NO_ROOM, 0)
    seats = seat_rows(hand.room_id)
    if not _may_act(request, seats):
        return Submitted(Status.NOT_SEATED, ServiceCode.NOT_SEATED, hand.version)
    if hand.status != HandStatus.PLAYING:
        return _earlier(request) or Submitted(Status.OVER, ServiceCode.HAND_OVER, hand.version)
    clocks = parse_options(hand.room.options).clocks
    table = caught_up(hand, CACHE.get(hand.pk), clocks)
    prompt = table.prompt(request.seat)
    if prompt is None or prompt.window != request.window:
        return _earlier(request) or Submitted(Status.STALE, ServiceCode.WINDOW_CLOSED, hand.version)
    try:
        action = _legal_action(table, prompt, request.payload)
        given = Given(action, request.now, request.client_id)
        after = step(table, given, clocks)
    except RuleViolation as violation:
        return Submitted(Status.ILLEGAL, violation.code, hand.version)
    if request.actor is ActorKind.WISH and not wishes.asks_for(hand, table, prompt, action):
        return Submitted(Status.STALE, ServiceCode.WINDOW_CLOSED, hand.version)  # taken back meanwhile
    _record(request, hand, after, action)
    if hand.wishes:
        wishes.spend(hand, table.game, prompt, action)
    _note_hands(request, hand, seats[request.seat], prompt)
    _write(hand, seats, after, request.now)
    return Submitted(Status.APPLIED, "", after.version, hand.room.version)


def _may_act(request: Request, seats: list[Seat]) -> bool:
    if request.seat >= len(seats):
        return False
    seat = seats[request.seat]
    match request.actor:
        case ActorKind.PERSON:
            return seat.user_id is not None and seat.user_id == request.user_id
        case ActorKind.BOT:
            return hands.hands_of(seat) is Hands.BOT
        case ActorKind.WISH:
            return hands.hands_of(seat) is Hands.PERSON
        case ActorKind.TIMER:
            return True
    return False


def _earlier(request: Request) -> Submitted | None:
    """Return the answer to an action with this client id that was applied before."""
    if not request.client_id:
        return None
    rows = ActionRow.objects.filter(hand_id=request.hand_id, seat=request.seat, client_id=request.client_id)
    seq = rows.values_list("seq", flat=True).first()
    return None if seq is None else Submitted(Status.REPEATED, "", seq)


def _legal_action(table: Table, prompt: Prompt, payload: Mapping[str, str]) -> Action:
    """Read the payload; what the rules do not allow in this window is refused with their own reason.

    One offered action may stand for several that differ in nothing that counts (a play of cards for the same ranks
    in other suits): whatever the rules accept of an offered verb is taken as it was sent.
    """
    action = table.game.parse_action(prompt.seat, payload)
    if action in prompt.actions:
        return action
    table.game.apply(table.state, action)  # raises the reason
    if any(offered.do == action.do for offered in prompt.actions):
        return action
    raise RuleViolation(Code.NOT_OFFERED)  # legal but outside the window: leaving has its own door


def _record(request: Request, hand: Hand, after: Table, action: Action) -> None:
    payload = after.game.action_payload(action)
    actor = str(request.actor)
    row = LogRow(
        hand.pk, after.version, action.seat, actor, payload, request.window, request.client_id, request.now
    )
    insert_action(row)


def _note_hands(request: Request, hand: Hand, seat: Seat, prompt: Prompt) -> None:
    """Count a person's timeouts, or end them: the third in a row on the own turn, or one away, is autoplay."""
    if request.actor is ActorKind.PERSON:
        if not seat.strikes and not seat.autoplay:
            return
        told = seat.autoplay
        seat.strikes, seat.autoplay = 0, False
    elif request.actor is ActorKind.TIMER and hands.hands_of(seat) is Hands.PERSON:
        if prompt.clock in MOMENTS:
            return
        if prompt.kind is PromptKind.CLAIM:
            return  # asked in secret: the badge would tell everybody so
        seat.strikes += prompt.clock is Clock.TURN
        seat.autoplay = seat.strikes >= STRIKES or seat.seen_at < request.now - CONNECTED_FOR
        told = seat.autoplay
    else:
        return
    seat.save(update_fields=["strikes", "autoplay"])
    if seat.autoplay:
        wishes.forget(hand, seat.index)
    if told:
        hand.room.version += 1
        type(hand.room).objects.filter(pk=hand.room_id).update(version=bumped())


def _write(hand: Hand, seats: list[Seat], after: Table, now: int) -> None:
    """Write what the action changed and have the rest told after the commit."""
    before, hand.version = hand.version, after.version
    arming = hands.rearm(hand, after, seats, now)
    outcome = after.outcome()
    if outcome is not None:
        hands.finish(hand, seats, outcome, now)
        ended = {"status": hand.status, "outcome": hand.outcome, "finished": hand.finished}
        Hand.objects.filter(pk=hand.pk).update(**ended)
    if not advance_hand(hand, before):
        raise IntegrityError("another action was first")
    transaction.on_commit(lambda: CACHE.put(after))
    # What is played out is not told move by move: an onlooker's ticker looks by itself.
    if outcome is not None or not hands.deserted(seats):
        notify.table_changed(hand.room_id, hand.pk, hand.version, hand.room.version)
    notify.armed(arming)
