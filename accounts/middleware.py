"""Pages in the language a person chose, also on a browser that prefers another; sockets choose the same way."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin


class PersonLanguageMiddleware(MiddlewareMixin):
    """Runs after authentication; asks the database only where there is a session."""

    def process_request(self, request: HttpRequest) -> None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        chosen = getattr(request.user, "language", "")
        if chosen and chosen != translation.get_language():
            translation.activate(chosen)
            request.LANGUAGE_CODE = translation.get_language()
