"""What is told after a commit: tables that changed, timers and bot turns to run."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction

from games.models import Room
from games.services import port


class Arming(NamedTuple):
    """Tasks to schedule once the window is committed, with their delays in milliseconds.

    `timer` is None where a pending timer already fires early enough.
    """

    hand_id: int
    window: int
    timer: int | None
    bots: tuple[tuple[int, int], ...]


def table_changed(room_id: int, hand_id: int, version: int, room_version: int) -> None:
    """Tell the room's sockets after the commit which versions are there now; never what changed."""
    message = {"type": "table.changed", "hand": hand_id, "version": version, "room_version": room_version}
    transaction.on_commit(lambda: port.publish(f"room.{room_id}", message))


def room_changed(room_id: int) -> None:
    """Tell the room's sockets after the commit, reading the versions then."""

    def tell() -> None:
        row = Room.objects.filter(pk=room_id).values_list("hand_id", "hand__version", "version").first()
        if row is not None:
            message = {
                "type": "table.changed",
                "hand": row[0] or 0,
                "version": row[1] or 0,
                "room_version": row[2],
            }
            port.publish(f"room.{room_id}", message)

    transaction.on_commit(tell)


def armed(arming: Arming) -> None:
    """Schedule the hand's timer and its bots' turns after the commit."""
    if arming.timer is None and not arming.bots:
        return

    def schedule() -> None:
        if arming.timer is not None:
            port.schedule(port.EXPIRE, (arming.hand_id,), arming.timer / 1000, port.CLOCKS_QUEUE)
        for seat, delay in arming.bots:
            _ask(arming.hand_id, arming.window, seat, delay)

    transaction.on_commit(schedule)


def bot_turn(hand_id: int, window: int, seat: int, delay: int) -> None:
    """Have a bot asked after the commit, in `delay` milliseconds."""
    transaction.on_commit(lambda: _ask(hand_id, window, seat, delay))


def _ask(hand_id: int, window: int, seat: int, delay: int) -> None:
    port.schedule(port.BOT_TURN, (hand_id, window, seat), delay / 1000, port.BOTS_QUEUE)


def playing_out_due(hand_id: int) -> None:
    """Ask a worker after the commit to play on in a hand that everybody has left."""
    transaction.on_commit(lambda: port.schedule(port.PLAY_OUT, (hand_id,), 0, port.BOTS_QUEUE))


def settlement_due(hand_id: int) -> None:
    """Schedule the settlement of a finished hand after the commit."""
    transaction.on_commit(lambda: port.schedule(port.SETTLE, (hand_id,), 0, port.CLOCKS_QUEUE))
