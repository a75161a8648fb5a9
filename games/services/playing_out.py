"""Hands that every person has left: bots play them to the end behind all other tables, without pace and untold.

What a leaver owes is booked as ever (SC-28); only nobody is there to watch. Such a hand has no clock. It waits in the
database, `timer_at` NULL and `due_at` when its turn may come, until a worker is asked (`timer_at`: when); then `due_at`
is when to ask again, put off by every move. So neither a killed worker nor a lost message can keep a hand for good.
"""

from __future__ import annotations

import time

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.codes import Status
from games.models import ActorKind, Hand, HandStatus, Heartbeat, Seat
from games.services import bots, hands, notify, play
from games.services.moments import now_ms
from games.services.rows import hand_row, seat_rows

ASK_EVERY = 3_000  # ms between two askings of the whole house: twenty hands a minute, the rest waits
STRETCH = 0.3  # seconds a worker plays on before it lets the bots of other tables pass
DEFAULTS = 10  # answers given at once for bots whom no worker lets play
SLOT = "playing_out"  # the heartbeat row that says when a worker was asked last


def attended() -> Exists:
    """Return the condition that somebody sits in the room of a hand."""
    return Exists(Seat.objects.filter(room_id=OuterRef("room_id"), user__isnull=False))


def tend(now: int | None = None) -> int | None:
    """Ask a worker to play out the hand that has waited longest, if the house may ask again; return its number.

    Of an asking nothing came of, some moves are answered here by their defaults, as the clock does for a late bot:
    play goes on slowly where no worker runs. Safe to call at any time and from any number of processes.
    """
    at = now_ms(now)
    hand_id = _waiting(at).values_list("pk", flat=True).first()
    if hand_id is None or not _take_slot(at):
        return None
    with transaction.atomic():
        hand = hand_row(hand_id, lock=True)
        if hand is None or hand.status != HandStatus.PLAYING:
            return None
        asked_at, hand.timer_at, hand.due_at = hand.timer_at, at, at + hands.PLAYED_OUT_WITHIN
        hand.save(update_fields=["timer_at", "due_at"])
        notify.playing_out_due(hand_id)
    if asked_at is not None:
        _answer_for_bots(hand, asked_at, at)
    return hand_id


def play_on(hand_id: int, seconds: float = STRETCH, now: int | None = None) -> None:
    """Let the bots of a hand that all have left play for so long, and ask for the next stretch if it is not over."""
    end = time.monotonic() + seconds
    hand = hand_row(hand_id)
    if hand is None or not hands.deserted(seat_rows(hand.room_id)):
        return
    while time.monotonic() < end:
        loaded = play.load(hand_id)
        if loaded is None or loaded.status != HandStatus.PLAYING:
            return
        prompt = loaded.table.prompts[0]
        answer = bots.play(hand_id, prompt.window, prompt.seat, now)
        if answer is None or answer.status is not Status.APPLIED:
            return  # somebody else plays it out, or it is asked for again
    notify.playing_out_due(hand_id)


def _waiting(now: int) -> QuerySet[Hand]:
    """Return the hands to ask for, who waited longest first; a time no asking can have set is of a wrong clock."""
    due = Q(due_at__lte=now) | Q(due_at__gt=now + hands.PLAYED_OUT_WITHIN)
    return Hand.objects.filter(due, ~attended(), status=HandStatus.PLAYING).order_by("due_at")


def _take_slot(now: int) -> bool:
    """Return whether a worker may be asked now; of many processes that try at once one is told so."""
    free = Q(at__lte=now - ASK_EVERY) | Q(at__gt=now)
    if Heartbeat.objects.filter(free, pk=SLOT).update(at=now):
        return True
    if Heartbeat.objects.filter(pk=SLOT).exists():
        return False
    Heartbeat.objects.bulk_create([Heartbeat(name=SLOT, at=0, since=now)], ignore_conflicts=True)
    return bool(Heartbeat.objects.filter(pk=SLOT, at=0).update(at=now))


def _answer_for_bots(hand: Hand, asked_at: int, now: int) -> None:
    """Give the default answers of a few windows, unless somebody has moved since the asking at `asked_at`."""
    for count in range(DEFAULTS):
        loaded = play.load(hand.pk)
        if loaded is None:
            play.void_broken(hand.pk, "it cannot be played out", now)
            return
        table = loaded.table
        if not table.prompts or (count == 0 and table.opened_at > asked_at):
            return
        prompt = table.prompts[0]
        play.submit(
            hand.pk,
            seat=prompt.seat,
            payload=table.game.action_payload(prompt.default),
            window=prompt.window,
            actor=ActorKind.TIMER,
            now=now,
        )
