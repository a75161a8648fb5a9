"""Counts all cards of a hand of 关牌, wherever they lie: none may be lost or doubled."""

from __future__ import annotations

from games.engine.cards.guanpai.deck import DECK
from games.engine.cards.guanpai.state import State as GuanpaiState
from games.engine.core.contract import State

_DECK = sorted(DECK)


def is_whole(state: State) -> bool:
    """Return whether the 48 cards are there, each once."""
    if not isinstance(state, GuanpaiState):
        raise TypeError("not a hand of guanpai")
    laid = [card for _, cards in state.played for card in cards]
    held = [card for hand in state.hands for card in hand]
    return sorted([*laid, *held, *state.unseen]) == _DECK
