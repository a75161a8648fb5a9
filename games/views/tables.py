"""The table page: the same regions a socket would be sent, inside the shell that stays."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import guests
from games.engine.catalogue import GAMES
from games.engine.core.contract import PUBLIC
from games.models import Room
from games.presentation import regions, texts, wishes
from games.presentation.catalogue import presenter
from games.presentation.contract import Regions
from games.services import admission, tables
from games.table_facts import TableFacts
from games.views import errors, people
from games.views.answers import only
from mahjong_site import limiter
from mahjong_site.web.answers import forget_notice, notice_of
from mahjong_site.web.html import element, worded

_SEAT_PARTS = ("river", "melds", "backs", "clock", "plate")


def page_context(facts: TableFacts, viewer: int, regions: Regions, *, live: bool) -> dict[str, Any]:
    """Return what templates/table/table.html needs; `live` opens the socket."""
    seats = [{part: regions[f"{part}-{index}"] for part in _SEAT_PARTS} for index in range(len(facts.seats))]
    return {
        "facts": facts,
        "viewer": viewer,
        "players": len(facts.seats),
        "live": live,
        "regions": {name.replace("-", "_"): html for name, html in regions.items()},
        "seats": seats,
        "preset_name": texts.preset(facts.preset),
        "game_name": texts.game(facts.game),
        "surface": presenter(facts.game).surface,
        "toggles": wishes.keys(GAMES.game(facts.game)),
        "leave_cost": leave_cost(facts),
        "press": press_id(),
    }


def press_id() -> str:
    """Return the id under which a page without scripts sends its one press; scripts make one for each."""
    return secrets.token_hex(8)


def leave_cost(facts: TableFacts) -> str:
    """Return what leaving costs now (SC-28, LD-09)."""
    if facts.phase == "playing":
        return _("这一局由机器人替你打完，输赢照样记在你名下。")
    return _("现在离开没有任何损失。")


def find(request: HttpRequest, number: str) -> Room | None:
    """Return the open room with this number, if it is this person's to see; raises TooManyNumbers for `only`."""
    person = guests.person(request)
    return admission.find(number, None if person is None else person.pk, limiter.address(request))


def no_table(request: HttpRequest) -> HttpResponse:
    """Say that there is no such table, and lead back to one's own."""
    return errors.no_table(people.seated_number(request))


@never_cache
@only("GET")
def table(request: HttpRequest, number: str) -> HttpResponse:
    """Show a table to whoever sits there or looks on; a visitor without a session is shown a still with a door."""
    room = find(request, number)
    facts = None if room is None else tables.facts(room.pk)
    if room is None or facts is None:
        return no_table(request)
    visitor = guests.person(request)
    viewer = _seat(facts, None if visitor is None else visitor.pk)
    shown = _regions(facts, viewer, notice_of(request))
    if visitor is None:
        shown["prompt"] = _door(facts)
    context = page_context(facts, viewer, shown, live=visitor is not None)
    context["shared"] = room.shared
    context["may_share"] = (
        room.quick and not room.shared and visitor is not None and room.owner_id == visitor.pk
    )
    response = render(request, "table/table.html", context)
    forget_notice(request, response)
    return response


def _seat(facts: TableFacts, user_id: int | None) -> int:
    taken = {seat.user_id: seat.seat for seat in facts.seats if seat.user_id}
    return PUBLIC if user_id is None else taken.get(user_id, PUBLIC)


def _regions(facts: TableFacts, viewer: int, notice: str) -> Regions:
    """Return what a fresh socket of this viewer would be sent."""
    clocks = tables.clocks(facts.room_id, viewer=viewer)
    public = regions.public(facts, get_language() or "")
    return {**public, **regions.private(facts, viewer, clocks, None, notice)}


def _door(facts: TableFacts) -> str:
    """Return the prompt of a visitor nobody knows yet: one press makes them a guest who may look on."""
    address = f"/t/{facts.number}/enter"
    home = worded("a", _("回首页"), class_="wide plain", href="/")
    enter = worded("button", _("到桌边来"), class_="wide", formaction=address)
    choices = element("div", (home, enter), class_="choices")
    return element("div", choices, id="prompt", class_="prompt", data_kind="room", role="group")
