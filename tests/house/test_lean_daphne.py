"""The lean protocol: at once what the socket takes, everything in order, nothing lost."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.tcp import Connection

from mahjong_site import lean_daphne
from mahjong_site.lean_daphne import LeanWebSocketProtocol


class Wire(Connection):
    """A connection whose socket takes `takes` bytes at a time (an exception: it is lost)."""

    def __init__(self, takes: Any) -> None:
        self.takes, self.sent, self.left = takes, b"", b""
        self.connected, self.disconnecting, self.TLS = True, False, False
        self.dataBuffer, self._tempDataLen = b"", 0

    def writeSomeData(self, data: bytes) -> Any:
        if isinstance(self.takes, Exception):
            return self.takes
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data: bytes) -> None:
        self.left += data
        self._tempDataLen += len(data)


def protocol(wire: Any) -> LeanWebSocketProtocol:
    made = LeanWebSocketProtocol.__new__(LeanWebSocketProtocol)
    made.transport, made.send_queue, made.state = wire, deque(), WebSocketProtocol.STATE_OPEN
    made.trafficStats = SimpleNamespace(outgoingOctetsWireLevel=0)
    return made


@pytest.mark.parametrize(
    ("takes", "sent", "left"),
    [
        (100, b"onetwo", b""),
        (3, b"onetwo", b""),
        (2, b"on", b"etwo"),
        (0, b"", b"onetwo"),
        (ValueError(), b"", b"onetwo"),
    ],
)
def test_frames_keep_their_order(takes: Any, sent: bytes, left: bytes) -> None:
    wire = Wire(takes)
    socket = protocol(wire)
    socket.sendData(b"one")
    socket.sendData(b"two")
    assert (wire.sent, wire.left) == (sent, left)
    assert socket.trafficStats.outgoingOctetsWireLevel == 6


@pytest.mark.parametrize("state", ["TLS", "disconnecting"])
def test_other_states_are_left_to_the_transport(state: str) -> None:
    wire = Wire(100)
    setattr(wire, state, True)
    protocol(wire).sendData(b"one")
    assert (wire.sent, wire.left) == (b"", b"one")


def test_daphne_serves_every_new_socket_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketFactory, "protocol", WebSocketProtocol)
    lean_daphne.install()
    assert WebSocketFactory.protocol is LeanWebSocketProtocol
