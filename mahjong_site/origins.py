"""Whether a socket comes from a page of this site: the same scheme, host and port as the address it asks for."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

logger = logging.getLogger(__name__)

PORTS = {"http": 80, "https": 443}

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class OwnOrigin:
    """ASGI middleware: accepts a handshake from a page of this very address, refuses every other."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_own(scope):
            await self._application(scope, receive, send)
            return
        sent = _headers(scope)
        logger.warning("socket refused: origin %.100r of %.100r", sent.get("origin"), sent.get("host"))
        await send({"type": "websocket.close"})


def is_own(scope: Mapping[str, Any]) -> bool:
    """Say whether the handshake's `Origin` is the address of the site as the browser knows it."""
    sent = _headers(scope)
    host = sent.get("host", "").lower()
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    try:
        origin, asked = urlsplit(sent.get("origin", "")), urlsplit(f"//{host}")
        scheme = _scheme(scope, sent)
        return (origin.scheme, origin.hostname, origin.port or PORTS.get(origin.scheme)) == (
            scheme,
            asked.hostname,
            asked.port or PORTS[scheme],
        )
    except ValueError:  # no port at all
        return False


def _scheme(scope: Mapping[str, Any], sent: Mapping[str, str]) -> str:
    """Return the scheme the browser used; a proxy's word counts where the settings say that there is one."""
    if settings.SECURE_PROXY_SSL_HEADER:
        name, secure = settings.SECURE_PROXY_SSL_HEADER
        header = name.removeprefix("HTTP_").replace("_", "-").lower()
        if header in sent:
            return "https" if sent[header].split(",", 1)[0].strip() == secure else "http"
    return "https" if scope.get("scheme") in {"wss", "https"} else "http"


def _headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers as text; one that is sent twice counts as none: two readers could read two."""
    found: dict[str, str] = {}
    twice = set()
    for raw, value in scope.get("headers", ()):
        name = raw.decode("latin1").lower()
        if name in found:
            twice.add(name)
        found[name] = value.decode("latin1")
    return {name: value for name, value in found.items() if name not in twice}
