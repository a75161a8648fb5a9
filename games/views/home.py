"""The first page, and the one button that seats anybody at a table."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.presentation import texts
from games.services import rooms
from games.services.errors import ServiceError
from games.views import people, showcase
from games.views.answers import only, see_other, to_table


class PresetChoice(NamedTuple):
    """A preset as the first page offers it."""

    name: str
    title: str
    line: str
    chosen: bool


@only("GET")
def home(request: HttpRequest) -> HttpResponse:
    """Show the table, the button and the choice of presets."""
    chosen = people.preset_of(request)
    return render(
        request,
        "front/front.html",
        {
            "presets": [
                PresetChoice(name, texts.preset(name), texts.preset_line(name), name == chosen)
                for name in people.presets()
            ],
            "still": showcase.still(get_language() or ""),
            "seated_number": people.seated_number(request),
        },
    )


@only("POST")
def play(request: HttpRequest) -> HttpResponse:
    """Seat whoever asks at a quick table: theirs if they sit at one, else a new one with three bots."""
    preset = request.POST.get("preset") or people.preset_of(request)
    if preset not in people.presets():
        messages.error(request, texts.reason("unknown_preset"))
        return see_other("/")
    user = people.person_or_guest(request)
    try:
        room = rooms.quick_table(user, preset)
    except ServiceError as refused:
        messages.error(request, texts.reason(refused.code))
        return see_other("/")
    response = to_table(room.number)
    people.remember_preset(user, response, preset)
    return response
