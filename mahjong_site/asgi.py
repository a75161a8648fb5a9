"""The ASGI application: Django for pages, Channels for the table's sockets. It runs under any ASGI server."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

from django.core.asgi import get_asgi_application
from django.core.signals import request_finished
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

from games.realtime.routing import websocket_urlpatterns
from mahjong_site.origins import OwnOrigin


async def no_such_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse the handshake on an address nobody serves, without the traceback URLRouter would log."""
    await send({"type": "websocket.close"})


# So many more new objects than freed ones before cycles are looked for; some megabytes at most.
GARBAGE_THRESHOLD = 10_000


def close_connections(**_signal: object) -> None:
    """Close the connections of a page request that has ended.

    Django gives each request a thread of its own, so a lasting connection would never be used again and its files
    would stay open until the collector finds them: a burst of pages could use up what a process may open.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # a test's transaction outlives its requests
            connection.close()


request_finished.connect(close_connections)

NOWHERE = re_path(r"", no_such_socket)  # type: ignore[arg-type]  # an ASGI application, not a view

application = ProtocolTypeRouter(
    {
        "http": django_application,
        # No AuthMiddlewareStack: it asks once, before the handshake and on the one shared database thread. The
        # sockets find out who they serve themselves, and ask again for every frame.
        "websocket": OwnOrigin(URLRouter([*websocket_urlpatterns, NOWHERE])),
    }
)

if "daphne.server" in sys.modules:
    from mahjong_site import lean_daphne

    lean_daphne.install()

# What is loaded by now stays for good, and rendering makes many short-lived tuples: looking through all of it for
# cycles again and again took a fifth of the time of a move.
gc.collect()
gc.freeze()
gc.set_threshold(GARBAGE_THRESHOLD)
