"""The choices of a normal mahjong policy: each by what the hand is worth after it, less what it may cost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic, TypeVar

from games.bots.mahjong.reading import mahjong
from games.engine.core.contract import NONE, Action, Prompt, View
from games.engine.mahjong import actions
from games.engine.mahjong.view import MahjongView

T = TypeVar("T")


class NormalMahjong(ABC, Generic[T]):
    """Tells what kind of choice a prompt is; a game's own policy says what each answer is worth.

    T is what all choices of one prompt are judged by.
    """

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        """Return one of `prompt.actions`."""
        if len(prompt.actions) == 1:
            return prompt.actions[0]
        seen = mahjong(view)
        table = self.read(seen)
        legal = {action.do: action for action in prompt.actions}
        if actions.HU in legal:
            return legal[actions.HU]
        if actions.DING_QUE in legal:
            return best(((one, self.void_value(one.args[0], table)) for one in prompt.actions), rng)
        if actions.SWAP_THREE in legal:
            return self.swap(prompt, table, rng)
        if actions.JOIN_WIND in legal:  # half a base now against one base for a replacement that seldom wins
            return legal[actions.JOIN_WIND]
        if actions.DISCARD in legal:
            return best(((one, self.turn_value(one, table)) for one in self.turn_options(prompt, table)), rng)
        tile = seen.offered[1] if seen.offered is not None else NONE
        return best(((one, self.claim_value(one, tile, table)) for one in prompt.actions), rng)

    @abstractmethod
    def read(self, view: MahjongView) -> T:
        """Return what the choices of this view are judged by."""

    @abstractmethod
    def void_value(self, suit: int, table: T) -> float:
        """Return what the hand is worth without `suit`."""

    @abstractmethod
    def swap(self, prompt: Prompt, table: T, rng: Random) -> Action:
        """Return the three tiles to give."""

    def turn_options(self, prompt: Prompt, table: T) -> Sequence[Action]:
        """Return the throws and gangs that are worth a thought."""
        return prompt.actions

    @abstractmethod
    def turn_value(self, action: Action, table: T) -> float:
        """Return what a throw or an own gang is worth."""

    @abstractmethod
    def claim_value(self, action: Action, tile: int, table: T) -> float:
        """Return what a claim on `tile` is worth, or to let it pass."""


def best(valued: Iterable[tuple[Action, float]], rng: Random) -> Action:
    """Return the action of the highest value; equals are drawn by lot."""
    options = list(valued)
    highest = max(value for _, value in options)
    leading = [action for action, value in options if value == highest]
    return leading[0] if len(leading) == 1 else rng.choice(leading)
