"""Hands, the log of their actions, and what they brought each seat."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.enums import HandStatus, ResultKind
from games.models.room import Room


class Hand(models.Model):
    """One hand: rules, seed and (in `Action`) what was done. Times ending in `_at` are epoch milliseconds.

    `version` is the number of its actions and `window` the number of the open window, both written together
    with the action. `numbering` (see the engine's `Numbering`) is fixed at the deal; the database's default is for hands
    of a process that knows only the old one. `due_at` is the earliest time at which a pending seat is answered by the
    clock; `timer_at` is when the one pending timer message fires. `outages` are the spans in which people could not
    act, in the order in which they were found: [from, to, version]; one whose `to` lies before its `from` says that
    the clock was put back (see `services.clockwork.counted`).
    `players` is who played: a list of {"user": id or null, "level": bot level} per seat. `outcome` keeps the
    ledger of a finished hand and stays the truth when rules are mended later. `nonce_hashes` are what the seats had
    left before the first of `nonces` was revealed, empty for a hand dealt before they were asked for. `wishes` is
    what the persons asked to have done for them, by seat (see `services.wishes`).
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict, blank=True)
    engine_version = models.PositiveIntegerField()
    seed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    nonces = models.JSONField(default=list)
    nonce_hashes = models.JSONField(default=list, db_default=[])
    first = models.SmallIntegerField(null=True)
    players = models.JSONField(default=list)
    status = models.CharField(max_length=16, default=HandStatus.PLAYING)
    version = models.PositiveIntegerField(default=0)
    window = models.PositiveIntegerField(default=0)
    numbering = models.CharField(max_length=8, db_default="actions")
    started_at = models.BigIntegerField()
    due_at = models.BigIntegerField(null=True)
    timer_at = models.BigIntegerField(null=True)
    outages = models.JSONField(default=list)
    outcome = models.JSONField(null=True)
    wishes = models.JSONField(default=dict, db_default={}, blank=True)
    started = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True)
    settled = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["room", "number"], name="hand_number_once_per_room"),)
        indexes = (models.Index(fields=["status", "due_at"], name="hand_status_due"),)

    def __str__(self) -> str:
        return f"{self.room_id}#{self.number}"


class Action(models.Model):
    """One applied action. `seq` starts at 1; `payload` is the action of a record without its seat.

    The unique (hand, seq) is the lock of the table: of two writers at the same state one is refused.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="actions")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    actor_kind = models.CharField(max_length=8)
    payload = models.JSONField()
    window = models.PositiveIntegerField()
    client_id = models.CharField(max_length=64, default="", blank=True)
    at = models.BigIntegerField()

    class Meta:
        ordering = ("hand_id", "seq")
        constraints = (
            models.UniqueConstraint(fields=["hand", "seq"], name="action_seq_once_per_hand"),
            models.UniqueConstraint(
                fields=["hand", "seat", "client_id"], condition=~Q(client_id=""), name="action_client_id_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.hand_id}:{self.seq}"


class HandResult(models.Model):
    """What a settled hand brought one seat; the rows of one hand and kind sum to zero.

    `user` is the person who is answerable for the seat (also one who left it to a bot), NULL for a bot.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="results")
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hand_results"
    )
    kind = models.CharField(max_length=16, default=ResultKind.POINTS)
    points = models.BigIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["hand", "seat", "kind"], name="result_once_per_hand_seat_kind"),
        )

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.seat} {self.kind} {self.points:+d}"
