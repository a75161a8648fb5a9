"""Who is asking: the person of a request, made a guest where a button needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib.auth import get_user_model, login
from django.http import HttpRequest
from django.utils.translation import get_language

if TYPE_CHECKING:
    from accounts.models import User


def person(request: HttpRequest) -> User | None:
    """Return who is logged in, guests included, or None."""
    return cast("User", request.user) if request.user.is_authenticated else None


def person_or_guest(request: HttpRequest) -> User:
    """Return who is logged in, or make a guest and log it in; only for POST."""
    known = person(request)
    if known is not None:
        return known
    guest = cast("User", get_user_model().objects.create_guest(language=get_language() or ""))  # type: ignore[attr-defined]
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest
