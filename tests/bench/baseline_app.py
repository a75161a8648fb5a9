"""The baseline: a stock consumer that sends every frame it gets to the four sockets of its room, and nothing else."""

from __future__ import annotations

import os
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

BYTES = int(os.environ.get("BASELINE_BYTES", "2000"))
TEXT = ("<i id=x>" + "x" * BYTES)[:BYTES]


class Broadcast(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """No rules, no database, no rendering: what any table must pay at least."""

    async def connect(self) -> None:
        self.group = f"room.{self.scope['url_route']['kwargs']['number']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.group, {"type": "show", "text": TEXT})

    async def show(self, message: dict[str, Any]) -> None:
        await self.send(text_data=message["text"])


application = ProtocolTypeRouter(
    {"websocket": URLRouter([path("ws/t/<str:number>/", Broadcast.as_asgi())])}  # type: ignore[arg-type]
)
