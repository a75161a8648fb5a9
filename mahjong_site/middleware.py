"""What every answer passes: headers that keep a page to this site's own scripts and sockets, and the 429 of a limit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import get_resolver
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from mahjong_site.limiter import TooMany

SyncNext = Callable[[HttpRequest], HttpResponseBase]
AsyncNext = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

# 'unsafe-inline' for styles only: htmx adds its indicator style and the table sets custom properties.
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data: blob:; connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
PERMISSIONS = "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)"


def _add_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the policy unless the view has set its own. Older Safari does not count sockets as 'self', so they are named."""
    try:
        host = request.get_host()
        sockets = f" ws://{host} wss://{host}"
    except DisallowedHost:
        sockets = ""
    response.headers.setdefault("Content-Security-Policy", POLICY.format(sockets=sockets))
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    return response


@sync_and_async_middleware
def content_security_policy(get_response: SyncNext | AsyncNext) -> SyncNext | AsyncNext:
    """Add the content security policy and the permissions policy to each response."""
    if iscoroutinefunction(get_response):
        next_async = cast(AsyncNext, get_response)

        async def async_middleware(request: HttpRequest) -> HttpResponseBase:
            return _add_headers(request, await next_async(request))

        return async_middleware
    next_sync = cast(SyncNext, get_response)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return _add_headers(request, next_sync(request))

    return middleware


class TooManyMiddleware(MiddlewareMixin):
    """Answers a limit, wherever it was met, with the site's 429 page."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, TooMany):
            return None
        answer = cast(Callable[..., HttpResponseBase], get_resolver().resolve_error_handler(429))
        return answer(request, exception)
