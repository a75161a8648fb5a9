"""What a person chose last, and where they sit."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from accounts.guests import person
from accounts.models import User
from games.engine.catalogue import GAMES
from games.services import rooms

PRESET_COOKIE = "qpg_preset"
PRESET_KEY = "preset"
YEAR = 365 * 24 * 3600


def seated_number(request: HttpRequest) -> str:
    """Return the number of the table where the person sits, "" for none."""
    known = person(request)
    room = None if known is None else rooms.seated_room(known)
    return "" if room is None else room.number


def presets() -> tuple[str, ...]:
    """Return the presets of all games, in their order."""
    return tuple(name for game in GAMES for name in game.presets)


def preset_of(request: HttpRequest) -> str:
    """Return the preset this person chose last, else the first."""
    known = person(request)
    stored = known.preferences.get(PRESET_KEY) if known is not None else None
    offered = presets()
    for choice in (stored, request.COOKIES.get(PRESET_COOKIE)):
        if choice in offered:
            return str(choice)
    return offered[0]


def remember_preset(user: User, response: HttpResponse, preset: str) -> None:
    """Keep the choice in the browser and with the person."""
    response.set_cookie(PRESET_COOKIE, preset, max_age=YEAR, samesite="Lax", httponly=True)
    if user.preferences.get(PRESET_KEY) != preset:
        user.preferences = {**user.preferences, PRESET_KEY: preset}
        user.save(update_fields=["preferences"])
