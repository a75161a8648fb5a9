"""Celery's names for the services; every task may run late, twice or never."""

from __future__ import annotations

from celery import shared_task

from games.services import bots, clocks, playing_out, settle

BOT_SECONDS = 2  # then the policy is interrupted and the default action is played
BOT_SECONDS_AT_MOST = 4  # then the process is: the clock answers for the bot


@shared_task(name="games.tasks.expire")
def expire(hand_id: int, window: int | None = None) -> None:
    """Answer the due seats of a hand and re-arm its timer."""
    clocks.expire(hand_id, window)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Find what no message told of: due hands, lost settlements, rooms to start or close."""
    clocks.sweep()


@shared_task(name="games.tasks.settle")
def settle_hand(hand_id: int) -> None:
    """Book a finished hand."""
    settle.settle(hand_id)


@shared_task(name="games.tasks.bot_turn", soft_time_limit=BOT_SECONDS, time_limit=BOT_SECONDS_AT_MOST)
def bot_turn(hand_id: int, window: int, seat: int) -> None:
    """Have a bot answer its window."""
    bots.play(hand_id, window, seat)


@shared_task(name="games.tasks.play_out", soft_time_limit=BOT_SECONDS, time_limit=BOT_SECONDS_AT_MOST)
def play_out(hand_id: int) -> None:
    """Have bots play on in a hand that everybody has left."""
    playing_out.play_on(hand_id)
