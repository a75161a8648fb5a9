"""What can be done at a table by plain posts, so that play needs neither scripts nor a socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.engine.core.errors import RuleViolation
from games.engine.mahjong import actions
from games.models import ActorKind, Room
from games.services import play, rooms, tables, toggles
from games.services.errors import ServiceError
from games.services.play import Status
from games.views import errors, people
from games.views.answers import only, see_other, to_table
from games.views.tables import find, leave_cost, no_table

if TYPE_CHECKING:
    from accounts.models import User

# The argument each verb takes. Without scripts the pressed button's name is the verb.
ARGUMENTS: Mapping[str, str] = {**actions.ARGUMENTS, "play": "cards"}
ARM, DISARM = "arm", "disarm"
MARKED = "card"  # a checkbox of the hand; those that are marked go with the pressed button
_FIELDS = frozenset({"do", "window", "id", "hand", MARKED, *filter(None, ARGUMENTS.values())})
_LONGEST = 64


class Move(NamedTuple):
    """One posted answer to a window; `hand` is 0 where the page did not say which hand it shows."""

    payload: dict[str, str]
    window: int
    client_id: str
    hand: int


def read_move(post: QueryDict) -> Move | None:
    """Read the fields of an answer, None where they are not one."""
    fields: dict[str, str] = {}
    for key, values in post.lists():
        if key == "csrfmiddlewaretoken":
            continue
        if key == MARKED:
            values = ["".join(values)]
        if len(values) != 1 or len(values[0]) > _LONGEST or (key not in _FIELDS and key not in ARGUMENTS):
            return None
        fields[key] = values[0]
    window, hand = fields.pop("window", ""), fields.pop("hand", "0")
    client_id = fields.pop("id", "")
    if not (_is_number(window) and _is_number(hand)):
        return None
    payload = fields if "do" in fields else _pressed(fields)
    return None if payload is None else Move(payload, int(window), client_id, int(hand))


def read_toggle(post: QueryDict) -> tuple[str, bool, dict[str, str] | None] | None:
    """Read a pressed switch as (name, on, action to arm), None where it is none.

    A switch is its name with 1 or 0; `arm` is a tile, or stands beside the marked cards; `disarm` takes it back.
    """
    fields = {key: values for key, values in post.lists() if key not in ("csrfmiddlewaretoken", "window")}
    marked = "".join(fields.pop(MARKED, []))
    if len(fields) != 1 or len(marked) > _LONGEST:
        return None
    ((name, values),) = fields.items()
    if len(values) != 1 or len(values[0]) > _LONGEST:
        return None
    if name == DISARM:
        return toggles.ARMED, False, None
    if name == ARM:
        armed = {"do": "play", "cards": marked} if marked else {"do": "discard", "tile": values[0]}
        return toggles.ARMED, True, armed
    return (name, values[0] == "1", None) if values[0] in ("0", "1") else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _pressed(fields: dict[str, str]) -> dict[str, str] | None:
    """Return the action of a pressed button: its name is the verb, its value or the marked cards the argument."""
    marked = fields.pop(MARKED, "")
    if len(fields) != 1:
        return None
    verb, value = next(iter(fields.items()))
    if verb not in ARGUMENTS:
        return None
    argument = ARGUMENTS[verb]
    if argument == "cards" and marked:
        value = marked
    return {"do": verb, argument: value} if argument else {"do": verb}


@only("POST")
def act(request: HttpRequest, number: str) -> HttpResponse:
    """Answer a window of the hand in play; a refusal comes back to the table with its reason."""
    room = find(request, number)
    if room is None:
        return no_table(request)
    if ARM in request.POST or DISARM in request.POST:
        return _switch(request, number)
    move = read_move(request.POST)
    if move is None:
        return errors.unreadable()
    user = people.person(request)
    seat = tables.seat_of(room.pk, None if user is None else user.pk)
    if user is None or seat is None:
        return to_table(number, Status.NOT_SEATED)
    if room.hand_id is None or move.hand not in (0, room.hand_id):
        return to_table(number, Status.STALE)
    answer = play.submit(
        room.hand_id,
        seat=seat,
        payload=move.payload,
        window=move.window,
        client_id=move.client_id,
        actor=ActorKind.PERSON,
        user_id=user.pk,
    )
    done = answer.status in (Status.APPLIED, Status.REPEATED)
    return to_table(number, "" if done else answer.code or answer.status)


@only("POST")
def toggle(request: HttpRequest, number: str) -> HttpResponse:
    """Switch what is done for the own seat in this hand, or arm a tile or cards for its next turn."""
    return _switch(request, number)


def _switch(request: HttpRequest, number: str) -> HttpResponse:
    asked = read_toggle(request.POST)
    if asked is None:
        return errors.unreadable()
    return _seated_do(request, number, lambda room, user: toggles.switch(room.hand_id or 0, user.pk, *asked))


@only("POST")
def ready(request: HttpRequest, number: str) -> HttpResponse:
    """Be ready for the next hand, with a share of its chance."""
    nonce = request.POST.get("nonce", "")
    return _seated_do(request, number, lambda room, user: rooms.ready(room, user, nonce))


@only("POST")
def back(request: HttpRequest, number: str) -> HttpResponse:
    """Take the seat back from autoplay."""
    return _seated_do(request, number, rooms.take_back)


@only("POST")
def sit(request: HttpRequest, number: str, seat: int) -> HttpResponse:
    """Take a bot's or a free seat between hands; a visitor nobody knows becomes a guest by it."""
    if find(request, number) is None:
        return no_table(request)
    people.person_or_guest(request)
    return _seated_do(request, number, lambda room, user: rooms.take_seat(room, user, seat))


@only("POST")
def enter(request: HttpRequest, number: str) -> HttpResponse:
    """Let a visitor look on: a socket needs somebody to belong to."""
    if find(request, number) is None:
        return no_table(request)
    people.person_or_guest(request)
    return to_table(number)


@only("POST")
def share(request: HttpRequest, number: str) -> HttpResponse:
    """Open one's own quick table to whoever has its number."""
    return _seated_do(request, number, rooms.share)


@only("GET", "POST")
def leave(request: HttpRequest, number: str) -> HttpResponse:
    """Ask what leaving costs (a page for browsers without scripts), or leave."""
    room = find(request, number)
    if room is None:
        return no_table(request)
    user = people.person(request)
    if user is None or tables.seat_of(room.pk, user.pk) is None:
        return to_table(number)
    if request.method != "POST":
        facts = tables.facts(room.pk)
        cost = "" if facts is None else leave_cost(facts)
        return render(request, "pages/leave.html", {"number": number, "cost": cost})
    try:
        rooms.leave(room, user)
    except ServiceError as refused:
        return to_table(number, refused.code)
    messages.success(request, _("你离开了牌桌。"))
    return see_other("/")


def _seated_do(request: HttpRequest, number: str, do: Callable[[Room, User], object]) -> HttpResponse:
    """Run a service for the person at this table and go back there, with the reason if it refused."""
    room = find(request, number)
    if room is None:
        return no_table(request)
    user = people.person(request)
    if user is None:
        return to_table(number, Status.NOT_SEATED)
    try:
        do(room, user)
    except (ServiceError, RuleViolation) as refused:
        return to_table(number, refused.code)
    return to_table(number)
