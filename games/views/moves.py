"""What can be done at a table by plain posts, so that play needs neither scripts nor a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts import guests
from games.codes import ServiceCode
from games.engine.core.contract import PUBLIC
from games.intents import Intent, Reason, Refusal, decode_form
from games.models import Room
from games.services import carry, rooms, tables
from games.services.errors import ServiceError
from games.views.answers import only, to_table
from games.views.tables import find, leave_cost, no_table, press_id
from mahjong_site.web.answers import see_other
from mahjong_site.web.errors import unreadable

if TYPE_CHECKING:
    from accounts.models import User


@only("POST")
def act(request: HttpRequest, number: str) -> HttpResponse:
    """Answer a window of the hand in play, or arm a tile or cards; a refusal comes back to the table with its reason."""
    return _answered(request, number, decode_form("act", request.POST.lists()))


@only("POST")
def toggle(request: HttpRequest, number: str) -> HttpResponse:
    """Switch what is done for the own seat in this hand, or arm a tile or cards for its next turn."""
    return _answered(request, number, decode_form("toggle", request.POST.lists()))


@only("POST")
def ready(request: HttpRequest, number: str) -> HttpResponse:
    """Be ready for the next hand, with a share of its chance."""
    return _answered(request, number, decode_form("ready", request.POST.lists()))


@only("POST")
def back(request: HttpRequest, number: str) -> HttpResponse:
    """Take the seat back from autoplay."""
    return _answered(request, number, decode_form("back", request.POST.lists()))


@only("POST")
def sit(request: HttpRequest, number: str, seat: int) -> HttpResponse:
    """Take a bot's or a free seat between hands; a visitor nobody knows becomes a guest by it."""
    if find(request, number) is None:
        return no_table(request)
    intent = decode_form("sit", [*request.POST.lists(), ("seat", [str(seat)])])
    if not isinstance(intent, Refusal):  # makes no guest for nothing
        guests.person_or_guest(request)
    return _answered(request, number, intent)


@only("POST")
def enter(request: HttpRequest, number: str) -> HttpResponse:
    """Let a visitor look on: a socket needs somebody to belong to."""
    if find(request, number) is None:
        return no_table(request)
    guests.person_or_guest(request)
    return to_table(number)


@only("POST")
def share(request: HttpRequest, number: str) -> HttpResponse:
    """Open one's own quick table to whoever has its number."""
    room = find(request, number)
    if room is None:
        return no_table(request)
    user = guests.person(request)
    if user is None:
        return to_table(number, ServiceCode.NOT_SEATED)
    try:
        rooms.share(room, user)
    except ServiceError as refused:
        return to_table(number, refused.code)
    return to_table(number)


@only("GET", "POST")
def leave(request: HttpRequest, number: str) -> HttpResponse:
    """Ask what leaving costs (a page for browsers without scripts), or leave."""
    if request.method == "POST":
        return _answered(request, number, decode_form("leave", request.POST.lists()), left=True)
    room = find(request, number)
    if room is None:
        return no_table(request)
    user = guests.person(request)
    facts = tables.facts(room.pk)
    if user is None or facts is None or tables.seat_of(room.pk, user.pk) is None:
        return to_table(number)
    context = {"number": number, "cost": leave_cost(facts), "hand": facts.hand_id, "press": press_id()}
    return render(request, "pages/leave.html", context)


def _answered(
    request: HttpRequest, number: str, intent: Intent | Refusal, *, left: bool = False
) -> HttpResponse:
    """Carry out what the person at this table asks and go back there, with the reason if it was refused.

    Whoever `left` is led to the first page instead.
    """
    room = find(request, number)
    if room is None:
        return no_table(request)
    if isinstance(intent, Refusal):
        return to_table(number, intent.reason) if intent.reason is Reason.OLD_PAGE else unreadable()
    user = guests.person(request)
    if user is None:
        return to_table(number, ServiceCode.NOT_SEATED)
    done = carry.carry_out(_place(room, user), user, intent)
    if done.code or not left:
        return to_table(number, done.code)
    messages.success(request, _("你离开了牌桌。"))
    return see_other("/")


def _place(room: Room, user: User) -> carry.Place:
    seat = tables.seat_of(room.pk, user.pk)
    return carry.Place(room.pk, room.hand_id or 0, PUBLIC if seat is None else seat)
