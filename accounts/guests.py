"""Guests: made by the first press of a button, without a form; one address may not fill the house with them."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from mahjong_site import limiter
from mahjong_site.web.errors import Way, minutes, too_often

BACKEND = "django.contrib.auth.backends.ModelBackend"

# A whole class behind one address gets in; a script makes a few thousand a day instead of millions.
LIMIT = 30
SPAN = 600  # seconds


class TooManyGuests(limiter.TooMany):
    """This address has made its guests for now; `seconds` until it may make more."""


def count(request: HttpRequest) -> None:
    """Count one new guest of the request's address; raises TooManyGuests. This machine itself is not counted."""
    source = limiter.address(request)
    if not limiter.is_this_machine(source) and (wait := limiter.take("guests", source, LIMIT, SPAN)):
        raise TooManyGuests(wait)


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
    count(request)
    guest = User.objects.create_guest(language=get_language() or "")  # what the pressed page was written in
    login(request, guest, backend=BACKEND)
    return guest


def too_many(seconds: int) -> HttpResponse:
    """429: this address made too many guests; whoever has an account may still come in."""
    line = _(
        "这个网络刚才来了太多新客人，请过 %(minutes)d 分钟再试。已经坐下的人照常打，座位和分数都在。"
    ) % {"minutes": minutes(seconds)}
    return too_often(
        seconds, _("客人太多，稍等一下"), line, Way(reverse("account_login"), _("有账号，去登录"))
    )
