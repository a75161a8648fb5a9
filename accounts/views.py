"""The language switch: the browser keeps the choice, and so does the person."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import check_for_language
from django.views.i18n import set_language as choose

from accounts.models import User


def set_language(request: HttpRequest) -> HttpResponseBase:
    """Do as Django's own view (POST only, safe `next`), and remember the choice with a logged-in person."""
    response = choose(request)
    code = request.POST.get("language", "")
    known = code in dict(settings.LANGUAGES) and check_for_language(code)
    if (
        request.method == "POST"
        and known
        and isinstance(request.user, User)
        and request.user.language != code
    ):
        request.user.language = code
        request.user.save(update_fields=["language"])
    return response
