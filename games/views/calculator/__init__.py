"""The hand calculator: what a hand is worth, what it waits for, why it is no win; all of it in the address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE
from games.presentation import texts
from games.presentation.calculator import CARDS, DESKS
from games.views import people
from games.views.answers import only
from games.views.calculator import asked as desk
from games.views.calculator import cards, tiles

__all__ = ["calculator"]


@only("GET")
def calculator(request: HttpRequest) -> HttpResponse:
    """Show the desk that the address describes; only the desk itself where a script asks for it."""
    asked = desk.read(request.GET)
    page = (cards if asked.game in CARDS else tiles).page(asked)
    names = desk.games()
    context = {
        "asked": asked,
        "games": [
            (texts.game(name), desk.address(_of_game(asked, name)), name == asked.game) for name in names
        ],
        "presets": [
            (texts.preset(name), desk.address(asked._replace(preset=name)), name == asked.preset)
            for name in GAMES.game(asked.game).presets
        ],
        "errors": page.pop("errors"),
        "clear": desk.address(desk.Asked(asked.game, asked.preset)),
        "examples": cards.examples(asked.game),
        **page,
    }
    part = bool(request.headers.get("HX-Request"))
    if not part:
        context |= {"seated_number": people.seated_number(request), "title": _("算番器")}
    template = "calculator/_desk.html" if part else "calculator/page.html"
    response = render(request, template, context, status=400 if context["errors"] else 200)
    if part:
        response["HX-Push-Url"] = desk.address(asked)  # a form sends empty fields too
    patch_vary_headers(response, ["HX-Request"])
    return response


def _of_game(asked: desk.Asked, game: str) -> desk.Asked:
    """Return the same tiles under another game's rules; its options and circumstances are its own."""
    if game == asked.game:
        return asked
    preset = next(iter(GAMES.game(game).presets))
    wild = asked.wild if game not in DESKS or DESKS[game].wilds else NONE
    return asked._replace(game=game, preset=preset, wild=wild, ctx="", base="", cap="", zimo="", mode="")
