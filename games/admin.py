"""Looking at rooms and hands; only the drain can be switched here, and nothing of a hand in play is shown."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Action, Drain, Hand, HandResult, HandStatus, Heartbeat, Room, Seat
from games.services import drain


class ReadOnly:
    """Takes every right to change anything from an admin or an inline."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Watching(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A list to look at, which can be narrowed by nothing but its filters."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse every other field: Django lets an address ask for any, so `?seed__regex=` would read out a seed."""
        asked = lookup.split("__")[0]
        return asked in ("id", *self.list_filter) and super().lookup_allowed(lookup, value, request)


def _time(ms: int | None) -> str:
    return "" if ms is None else datetime.fromtimestamp(ms / 1000, tz=UTC).isoformat(timespec="milliseconds")


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("index", "user", "leaver", "level", "hosted", "connected", "strikes", "autoplay", "ready")
    extra = 0


class ResultInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = HandResult
    fields = ("seat", "user", "kind", "points")
    extra = 0


@admin.register(Room)
class RoomAdmin(Watching):
    """Rooms with their seats. The secret of the coming hand is never shown, its commitment is; the version counts wishes."""

    list_display = ("number", "preset", "phase", "quick", "owner", "created")
    list_filter = ("phase", "preset", "quick")
    search_fields = ("number",)
    exclude = ("next_seed", "version")
    inlines = (SeatInline,)


@admin.register(Hand)
class HandAdmin(Watching):
    """Hands with their results; the seed only once the hand is over.

    What counts or times the answers of one in play stays out: staff play too, and some answers are secret.
    """

    list_display = ("__str__", "preset", "status", "started", "finished", "settled")
    list_filter = ("status", "preset")
    search_fields = ("room__number",)
    exclude = (
        "seed",
        "nonces",
        "outcome",
        "wishes",
        "version",
        "window",
        "due_at",
        "timer_at",
        "outages",
    )
    readonly_fields = ("revealed_seed", "revealed_outcome")
    inlines = (ResultInline,)

    @admin.display(description=_("种子"))
    def revealed_seed(self, hand: Hand) -> str:
        """The seed of a hand that is over."""
        return "" if hand.status == HandStatus.PLAYING else bytes(hand.seed).hex()

    @admin.display(description=_("结果"))
    def revealed_outcome(self, hand: Hand) -> Any:
        """The ledger of a hand that is over."""
        return hand.outcome or ""


@admin.register(Action)
class ActionAdmin(Watching):
    """The log of hands that are over: what was done in one that is in play would show hidden tiles."""

    list_display = ("hand", "seq", "seat", "actor_kind", "payload", "window", "time")
    list_filter = ("actor_kind",)
    search_fields = ("hand__room__number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        """Leave out the hands in play."""
        return super().get_queryset(request).exclude(hand__status=HandStatus.PLAYING)

    @admin.display(description=_("时间"), ordering="at")
    def time(self, action: Action) -> str:
        """When it was applied."""
        return _time(action.at)


@admin.register(HandResult)
class HandResultAdmin(Watching):
    """What hands brought."""

    list_display = ("hand", "seat", "user", "kind", "points", "created")
    list_filter = ("kind",)
    search_fields = ("room__number",)


@admin.register(Heartbeat)
class HeartbeatAdmin(Watching):
    """Who ticks."""

    list_display = ("name", "last", "unbroken_since")

    @admin.display(description=_("最后一次"))
    def last(self, beat: Heartbeat) -> str:
        """The last stamp."""
        return _time(beat.at)

    @admin.display(description=_("连续自"))
    def unbroken_since(self, beat: Heartbeat) -> str:
        """The start of the unbroken run."""
        return _time(beat.since)


@admin.register(Drain)
class DrainAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The switch that lets all tables come to rest before an update; there is one."""

    list_display = ("__str__", "message", "message_en", "changed")
    fields = ("on", "message", "message_en")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow the first row only."""
        return super().has_add_permission(request) and not Drain.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A deleted row would be a drain that ends without waking a table."""
        return False

    def save_model(self, request: HttpRequest, obj: Drain, form: ModelForm[Drain], change: bool) -> None:
        """Switch through the service: the tables have to be told."""
        obj.pk = drain.ROW
        if obj.on:
            drain.switch_on(obj.message, obj.message_en)
        else:
            drain.switch_off()
