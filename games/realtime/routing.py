"""Socket addresses."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.realtime.table import TableSocket

websocket_urlpatterns: list[URLPattern] = [
    path("ws/t/<str:number>/", TableSocket.as_asgi()),  # type: ignore[arg-type]  # an ASGI application
]
