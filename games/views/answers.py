"""How the views of tables answer, on top of how all views do."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseRedirect

from accounts import guests
from games.services import admission
from games.views import errors, people
from mahjong_site.web import answers
from mahjong_site.web.answers import Refusals, View

_REFUSALS: Refusals = {
    guests.TooManyGuests: lambda request, refused: guests.too_many(refused.seconds),
    admission.TooManyNumbers: lambda request, refused: errors.too_many_numbers(
        refused.seconds, people.seated_number(request)
    ),
    admission.TooManyTables: lambda request, refused: errors.too_many_tables(refused.seconds),
}


def only(*methods: str) -> Callable[[View], View]:
    """Refuse other methods, and whoever tries something too often, with a page; `GET` includes `HEAD`."""
    return answers.only(*methods, refusals=_REFUSALS)


def to_table(number: str, notice: str = "") -> HttpResponseRedirect:
    """Go to a table; `notice` is the code of a refusal, shown there once."""
    return answers.see_other_with(f"/t/{number}/", notice)
