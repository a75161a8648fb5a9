"""A bot's turn: the policy sees its seat's view, and whatever it does wrong, its seat gets the default action."""

from __future__ import annotations

import logging
import random

from games.bots import policy
from games.engine.core.contract import PASS, Action, Prompt, PromptKind
from games.models import ActorKind, Hand, HandStatus
from games.services import hands, notify, secret
from games.services import play as door
from games.services.clockwork import Hands
from games.services.folding import Table
from games.services.moments import now_ms
from games.services.patience import at_most
from games.services.play import Submitted
from games.services.rows import hand_row, seat_rows

log = logging.getLogger(__name__)

HOST_LEVEL = "normal"  # plays a seat whose person left
DECIDES_WITHIN = 2.0  # seconds; then the policy is interrupted and the default action is played


def play(hand_id: int, window: int, seat: int, now: int | None = None) -> Submitted | None:
    """Have the bot of `seat` answer window `window`; None where there is nothing for it to do now.

    It is asked about a claim at once: what it lets pass costs no time, so that only a person's thinking can be felt.
    What it takes it thinks about first, and is asked again when it has; not where nobody is left to watch.
    """
    hand = hand_row(hand_id)
    if hand is None or hand.status != HandStatus.PLAYING:
        return None
    seats = seat_rows(hand.room_id)
    if not 0 <= seat < len(seats) or hands.hands_of(seats[seat]) is not Hands.BOT:
        return None
    table = door.table_of(hand)
    prompt = None if table is None else table.prompt(seat)
    if table is None or prompt is None or prompt.window != window:
        return None
    level = seats[seat].level or HOST_LEVEL
    action = _choice(level, hand, table, prompt)
    if prompt.kind is PromptKind.CLAIM and action.do != PASS and not hands.deserted(seats):
        early = hands.think_until(table, hand, seats, prompt) - now_ms(now)
        if early > 0:
            notify.bot_turn(hand_id, window, seat, early)
            return None
    return door.submit(
        hand_id,
        seat=seat,
        payload=table.game.action_payload(action),
        window=window,
        actor=ActorKind.BOT,
        now=now,
    )


def _choice(level: str, hand: Hand, table: Table, prompt: Prompt) -> Action:
    """Return what the policy chooses, the default where it fails or runs into its time limit."""
    try:
        view = table.game.project(table.state, prompt.seat)
        with at_most(DECIDES_WITHIN):
            chosen = policy(level, table.game.name).choose(view, prompt, _luck(hand, prompt))
    except Exception as error:  # a policy may fail in any way, or take too long; the table goes on
        log.error(
            "hand %d: the %s bot of seat %d failed: %s", hand.pk, level, prompt.seat, type(error).__name__
        )
        return prompt.default
    if chosen in prompt.actions:
        return chosen
    log.error("hand %d: the %s bot of seat %d chose what was not offered", hand.pk, level, prompt.seat)
    return prompt.default


def _luck(hand: Hand, prompt: Prompt) -> random.Random:
    """Return the bot's own randomness for this prompt, the same in every process."""
    return random.Random(secret.drawn(bytes(hand.seed), "bot", prompt.window, prompt.seat))
