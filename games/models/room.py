"""Rooms and their seats; a seat row is also the one place that says in which game an account sits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import CombinedExpression

from games.models.enums import RoomPhase


class Room(models.Model):
    """A table that plays one hand after another. Times ending in `_at` are milliseconds since the epoch.

    `version` counts every change of seats, presence, readiness and phase. `hand` is the hand in play or the
    last one. `next_seed` is the secret of the coming hand, bound by `next_commitment`, which is shown before
    anyone clicks ready. `next_at` is when the next hand starts without further clicks (NULL: it waits).
    A `quick` table is its owner's alone until it is `shared`; any other is open to whoever has its number.
    `attended_at` is when somebody last did something here, beside the seats' own `seen_at`. `revealed` is set once a
    nonce of the coming hand was revealed: a hash that a seat leaves from then on counts from the hand after it.
    """

    number = models.CharField(max_length=6)
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)
    quick = models.BooleanField(default=False)
    shared = models.BooleanField(default=False, db_default=False)
    phase = models.CharField(max_length=16, default=RoomPhase.OPEN)
    version = models.PositiveIntegerField(default=1)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    hand = models.ForeignKey("games.Hand", null=True, on_delete=models.SET_NULL, related_name="+")
    next_seed = models.BinaryField(default=b"")
    next_commitment = models.CharField(max_length=64, default="")
    next_first = models.SmallIntegerField(null=True)
    next_at = models.BigIntegerField(null=True)
    attended_at = models.BigIntegerField(default=0)
    revealed = models.BooleanField(default=False, db_default=False)
    created = models.DateTimeField(auto_now_add=True)
    closed = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["number"], condition=~Q(phase=RoomPhase.CLOSED), name="room_number_unique_while_open"
            ),
        )
        indexes = (models.Index(fields=["phase", "next_at"], name="room_phase_next"),)

    def __str__(self) -> str:
        return self.number


class Seat(models.Model):
    """One seat of a room.

    `user` is the person who sits here. `level` names the bot that plays where no person does ("" = free seat).
    `hosted` marks a seat whose person left in mid-hand: a bot plays it to the end and the result is booked to
    `leaver` (SC-28). `connected` is the last presence that was told to the table; `seen_at` is its source.
    `nonce_hash` was left for the coming hand, `nonce` revealed for it, `next_hash` left for the hand after it.
    `version` counts the hands dealt to the seat and the times it changed its person: whoever sits down names it. The
    room's own version would not do: everybody who comes and goes raises it, and what is wished in secret does.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    leaver = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    level = models.CharField(max_length=16, default="", blank=True)
    hosted = models.BooleanField(default=False)
    seen_at = models.BigIntegerField(default=0)
    connected = models.BooleanField(default=False)
    strikes = models.PositiveSmallIntegerField(default=0)
    autoplay = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    nonce = models.CharField(max_length=64, default="", blank=True)
    nonce_hash = models.CharField(max_length=64, default="", db_default="", blank=True)
    next_hash = models.CharField(max_length=64, default="", db_default="", blank=True)
    version = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ("room_id", "index")
        constraints = (
            models.UniqueConstraint(fields=["room", "index"], name="seat_once_per_room"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(user__isnull=False), name="account_in_one_game"
            ),
            models.CheckConstraint(
                condition=Q(hosted=False) | Q(user__isnull=True), name="hosted_seat_has_no_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.room_id}/{self.index}"


class Asked(models.Model):
    """Something that a person asked of a room, no move, and that was done; a repeat under its id is answered alike.

    `what` says what it was, `at` when it was done in milliseconds since the epoch.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    client_id = models.CharField(max_length=64)
    what = models.CharField(max_length=128)
    at = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["room", "user", "client_id"], name="asked_once_under_an_id"),
        )

    def __str__(self) -> str:
        return f"{self.room_id}/{self.user_id} {self.what}"


def bumped() -> CombinedExpression:
    """Return the expression that raises `Room.version` by one inside an update."""
    return F("version") + 1
