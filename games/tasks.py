"""Celery's names for the services; every task may run late, twice or never, and with whatever the broker holds."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

from celery import shared_task

from games.services import bots, clocks, playing_out, settle

log = logging.getLogger(__name__)

BOT_SECONDS_AT_MOST = (
    4  # then a bot that cannot be interrupted is ended with its process; the clock answers for it
)
NUMBER_LIMIT = 1 << 63


def numbers_only(least: int, most: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a task run with `least` to `most` whole numbers, the ids and counts we send; drop any other message."""

    def wrap(task: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(task)
        def checked(*args: object, **named: object) -> None:
            whole = all(type(value) is int and 0 <= value < NUMBER_LIMIT for value in args)
            if named or not whole or not least <= len(args) <= most:
                log.warning("%s dropped: its arguments are none of ours", task.__name__)
                return
            task(*args)

        del checked.__wrapped__  # Celery would take the task's own signature for ours
        return checked

    return wrap


@shared_task(name="games.tasks.expire")
@numbers_only(1, 2)
def expire(hand_id: int, window: int | None = None) -> None:
    """Answer the due seats of a hand and re-arm its timer."""
    clocks.expire(hand_id, window)


@shared_task(name="games.tasks.sweep")
@numbers_only(0, 0)
def sweep() -> None:
    """Find what no message told of: due hands, lost settlements, rooms to start or close."""
    clocks.sweep()


@shared_task(name="games.tasks.settle")
@numbers_only(1, 1)
def settle_hand(hand_id: int) -> None:
    """Book a finished hand."""
    settle.settle(hand_id)


# The policy has a time limit of its own. One of Celery's would be raised wherever the task is just then, in a query
# for instance, whose connection is of no use afterwards; so it is set behind the end of the process.
@shared_task(
    name="games.tasks.bot_turn", soft_time_limit=2 * BOT_SECONDS_AT_MOST, time_limit=BOT_SECONDS_AT_MOST
)
@numbers_only(3, 3)
def bot_turn(hand_id: int, window: int, seat: int) -> None:
    """Have a bot answer its window."""
    bots.play(hand_id, window, seat)


@shared_task(
    name="games.tasks.play_out", soft_time_limit=2 * BOT_SECONDS_AT_MOST, time_limit=BOT_SECONDS_AT_MOST
)
@numbers_only(1, 1)
def play_out(hand_id: int) -> None:
    """Have bots play on in a hand that everybody has left."""
    playing_out.play_on(hand_id)
