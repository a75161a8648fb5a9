"""What one viewer may know of a hand of 关牌, and the kinds of its events."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.engine.cards.guanpai.rules import GuanpaiRules
from games.engine.core.contract import Outcome, Prompt


class EventKind(StrEnum):
    """DEAL: tiles = that seat's cards [hidden]. PLAY: tiles = cards, note = shape. PASS: seat. LEAVE: seat.
    PAID: rows. SHOW: tiles = cards left of a seat at the end. END: note = reason."""

    DEAL = "deal"
    PLAY = "play"
    PASS = "pass"
    LEAVE = "leave"
    PAID = "paid"
    SHOW = "show"
    END = "end"


class CardSeatView(NamedTuple):
    """One seat: `hand` is empty where hidden, `size` is public, `last` are the cards of its latest play in this
    trick, `passed` says that it passed on the play now on the table."""

    seat: int
    hand: tuple[int, ...]
    size: int
    last: tuple[int, ...]
    passed: bool
    points: int


class GuanpaiView(NamedTuple):
    """The table for one viewer. `table` is (seat, cards) to be beaten, None when the turn leads anew.

    `played` are all plays so far as (seat, cards), passes with no cards. `unseen` are the sixteen cards that
    were never dealt, shown once the hand is over.
    """

    viewer: int
    game: str
    rules: GuanpaiRules
    window: int
    turn: int
    seats: tuple[CardSeatView, ...]
    table: tuple[int, tuple[int, ...]] | None
    played: tuple[tuple[int, tuple[int, ...]], ...]
    unseen: tuple[int, ...]
    prompt: Prompt | None
    outcome: Outcome | None
