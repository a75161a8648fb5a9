"""How every view answers: the page for a refusal, the redirect after a post, and the reason that travels with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from games.services import admission
from games.views import errors, guests, people

View = Callable[..., HttpResponseBase]

NOTICE_COOKIE = "qpg_notice"
NOTICE_SECONDS = 60


def only(*methods: str) -> Callable[[View], View]:
    """Refuse other methods, and whoever tries something too often, with a page; `GET` includes `HEAD`."""
    allowed = (*methods, "HEAD") if "GET" in methods else methods

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method not in allowed:
                return errors.wrong_method(allowed)
            try:
                return view(request, *args, **kwargs)
            except guests.TooManyGuests as refused:
                return errors.too_many_guests(refused.seconds)
            except admission.TooManyNumbers as refused:
                return errors.too_many_numbers(refused.seconds, people.seated_number(request))
            except admission.TooManyTables as refused:
                return errors.too_many_tables(refused.seconds)

        return checked

    return decorate


def see_other(address: str) -> HttpResponseRedirect:
    """Send the browser on after a post; a reload of the new page repeats nothing."""
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def to_table(number: str, notice: str = "") -> HttpResponseRedirect:
    """Go to a table; `notice` is the code of a refusal, shown there once."""
    address = f"/t/{number}/"
    response = see_other(address)
    if notice:
        response.set_cookie(
            NOTICE_COOKIE, notice, max_age=NOTICE_SECONDS, path=address, httponly=True, samesite="Lax"
        )
    return response


def notice_of(request: HttpRequest) -> str:
    """Return the code that the last post to this table left for its page."""
    code = request.COOKIES.get(NOTICE_COOKIE, "")
    return code if code.isascii() and len(code) <= 40 else ""


def forget_notice(request: HttpRequest, response: HttpResponse) -> None:
    """Show a reason only once."""
    if NOTICE_COOKIE in request.COOKIES:
        response.delete_cookie(NOTICE_COOKIE, path=request.path, samesite="Lax")
