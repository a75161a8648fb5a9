"""How views answer: the page for a wrong method or a refusal, the redirect after a post, the reason that travels with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from mahjong_site.web import errors

View = Callable[..., HttpResponseBase]
Refusals = Mapping[type[Exception], Callable[[HttpRequest, Any], HttpResponseBase]]

NOTICE_COOKIE = "qpg_notice"
NOTICE_SECONDS = 60


def only(*methods: str, refusals: Refusals | None = None) -> Callable[[View], View]:
    """Refuse other methods with a page, and answer the exceptions in `refusals` with theirs; `GET` includes `HEAD`."""
    allowed = (*methods, "HEAD") if "GET" in methods else methods
    answers = refusals or {}

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method not in allowed:
                return errors.wrong_method(allowed)
            try:
                return view(request, *args, **kwargs)
            except tuple(answers) as refused:
                return next(made for kind, made in answers.items() if isinstance(refused, kind))(
                    request, refused
                )

        return checked

    return decorate


def see_other(address: str) -> HttpResponseRedirect:
    """Send the browser on after a post; a reload of the new page repeats nothing."""
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def see_other_with(address: str, notice: str) -> HttpResponseRedirect:
    """The same; `notice` is the code of a refusal ("": none), shown once on the page at `address`."""
    response = see_other(address)
    if notice:
        response.set_cookie(
            NOTICE_COOKIE, notice, max_age=NOTICE_SECONDS, path=address, httponly=True, samesite="Lax"
        )
    return response


def notice_of(request: HttpRequest) -> str:
    """Return the code that the last post left for this page."""
    code = request.COOKIES.get(NOTICE_COOKIE, "")
    return code if code.isascii() and len(code) <= 40 else ""


def forget_notice(request: HttpRequest, response: HttpResponse) -> None:
    """Show a reason only once."""
    if NOTICE_COOKIE in request.COOKIES:
        response.delete_cookie(NOTICE_COOKIE, path=request.path, samesite="Lax")
