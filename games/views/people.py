"""Who is asking: the logged-in person, or a guest made by their first press of a button; and what they chose last."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts.models import User
from games.engine.catalogue import GAMES
from games.services import rooms
from games.views import guests

PRESET_COOKIE = "qpg_preset"
PRESET_KEY = "preset"
YEAR = 365 * 24 * 3600
BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(request: HttpRequest) -> User | None:
    """Return the logged-in person, guests included."""
    return request.user if request.user.is_authenticated else None


def person_or_guest(request: HttpRequest) -> User:
    """Return the logged-in person, or log a new guest in; raises TooManyGuests, which `only` answers.

    Only for posts: reading a page makes nobody.
    """
    known = person(request)
    if known is not None:
        return known
    guests.count(request)
    guest = User.objects.create_guest(language=get_language() or "")  # what the pressed page was written in
    login(request, guest, backend=BACKEND)
    return guest


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
