"""The first page, and the one button that seats anybody at a table."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import get_language

from accounts import guests
from games.engine.catalogue import GAMES
from games.intents import is_hash
from games.models import Room, RoomPhase
from games.presentation import texts
from games.services import admission, drain, hands, rooms
from games.services.errors import ServiceError
from games.views import people, showcase
from games.views.answers import only, to_table
from mahjong_site import limiter
from mahjong_site.web.answers import see_other


class PresetChoice(NamedTuple):
    """A preset as the first page offers it; `seats` are how many may sit down."""

    name: str
    title: str
    line: str
    chosen: bool
    seats: tuple[int, ...]


class GameChoice(NamedTuple):
    """A game as the first page offers it, with its presets."""

    title: str
    presets: tuple[PresetChoice, ...]


@only("GET")
def home(request: HttpRequest) -> HttpResponse:
    """Show the table, the button and the choice of presets."""
    draining = drain.current()
    return render(
        request,
        "front/front.html",
        {
            "groups": _groups(people.preset_of(request)),
            "still": showcase.still(get_language() or ""),
            "seated_number": people.seated_number(request),
            "seat_numbers": rooms.SEAT_NUMBERS,
            "house": "" if draining is None else texts.reason("draining"),
        },
    )


def _groups(chosen: str) -> list[GameChoice]:
    """Return the presets on offer under their games."""
    return [
        GameChoice(
            texts.game(game),
            tuple(
                PresetChoice(
                    name,
                    texts.preset(name),
                    texts.preset_line(name),
                    name == chosen,
                    rooms.seat_choices(name),
                )
                for name in names
            ),
        )
        for game, names in groupby(people.presets(), key=lambda name: GAMES.of_preset(name).name)
    ]


@only("POST")
def play(request: HttpRequest) -> HttpResponse:
    """Seat whoever asks at a quick table: theirs if they sit at one, else a new one with bots.

    Raises TooManyGuests or TooManyTables, which `only` answers.
    """
    preset = request.POST.get("preset") or people.preset_of(request)
    if preset not in people.presets():
        return _back(request, "unknown_preset")
    known = guests.person(request)
    if known is None or rooms.seated_room(known) is None:
        if drain.current() is not None:  # makes no guest for nothing
            return _back(request, "draining")
        admission.count_table(None if known is None else known.pk, limiter.address(request))
    user = guests.person_or_guest(request)
    try:
        room = rooms.quick_table(
            user,
            preset,
            players=_players(request, preset),
            deal=not _is_held(request),
            nonce_hash=_nonce_hash(request),
        )
    except ServiceError as refused:
        return _back(request, refused.code)
    response = _promise(request, room) if _is_held(request) else to_table(room.number)
    people.remember_preset(user, response, preset)
    return response


def _players(request: HttpRequest, preset: str) -> int | None:
    """Return how many shall sit there; a number this preset does not know means as many as it says."""
    asked = request.POST.get("players", "")
    return next((number for number in rooms.seat_choices(preset) if str(number) == asked), None)


def _nonce_hash(request: HttpRequest) -> str:
    """Return the hash of the share of chance that the person will send; what is none counts as none."""
    left = request.POST.get("hash", "")
    return left if is_hash(left) else ""


def _is_held(request: HttpRequest) -> bool:
    """Return whether a script asks, which wants the commitment before it sends its share of the chance."""
    return request.POST.get("hold") == "1"


def _promise(request: HttpRequest, room: Room) -> HttpResponse:
    """Tell a script its table and, where the first hand waits for it, the commitment and where to be ready."""
    told = {"table": f"/t/{room.number}/", "token": get_token(request)}
    if room.phase == RoomPhase.OPEN:
        told |= {
            "ready": f"/t/{room.number}/ready",
            "number": str(hands.next_number(room)),
            "commitment": room.next_commitment,
        }
    return JsonResponse(told)


def _back(request: HttpRequest, code: str) -> HttpResponse:
    if _is_held(request):  # the script then sends the form itself, which is told why
        return JsonResponse({}, status=409)
    if code != "draining":  # the first page says that by itself
        messages.error(request, texts.reason(code))
    return see_other("/")
