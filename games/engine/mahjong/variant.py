"""The points where mahjong games differ; the shared phases call these and nothing else of a game.

A game overrides methods, never a phase. What is common to the games has its body here or in the phases.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple, Protocol

from games.engine.core.contract import NONE, Action, LedgerRow, Prompt, Win
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.view import Meld, MeldKind, Phase


class Verdict(NamedTuple):
    """What the answers decided: the seats that win, or the one claim that counts, or neither."""

    winners: tuple[int, ...]
    claim: Action | None


class Asking(Protocol):
    """The module of a game that knows who is asked what."""

    def choice_prompt(self, draft: Draft, seat: int) -> Prompt:
        """Return the prompt of `seat` in the choice that is the draft's phase."""
        ...

    def turn_prompt(self, draft: Draft) -> Prompt:
        """Return the prompt of the seat that has the turn."""
        ...

    def claim_prompts(self, draft: Draft, source: int, tile: int) -> tuple[Prompt, ...]:
        """Return who is asked about a tile on offer."""
        ...

    def verdict(self, draft: Draft) -> Verdict | None:
        """Return what the answers to a tile on offer decide, None while a pending one could still change it."""
        ...

    def join_prompts(self, draft: Draft, seat: int, meld: Meld) -> tuple[Prompt, ...]:
        """Return who may join the wind of a gang that `seat` has laid and nobody can rob (WZ-22)."""
        ...


class Variant(ABC):
    """The rules of one mahjong game as the shared phases see them."""

    asking: Asking

    @abstractmethod
    def choice_order(self, rules: MahjongRules) -> tuple[Phase, ...]:
        """Return the choices before play, in order."""

    # What a hand is worth.

    @abstractmethod
    def waits(self, rules: MahjongRules, seat: Seat, wild: int = NONE) -> int:
        """Return, as bits by kind, the tiles that make `seat`'s 3n+1 concealed tiles a winning hand."""

    @abstractmethod
    def price(self, rules: MahjongRules, seat: Seat, tile: int, wild: int = NONE) -> tuple[int, int]:
        """Return (fan, points) of a plain win of `seat`'s 3n+1 tiles on `tile`, a tile it waits for."""

    @abstractmethod
    def forbids_win(
        self, rules: MahjongRules, seat: Seat, tile: int, wild: int, *, drawn: bool
    ) -> tuple[str, str] | None:
        """Return (reason, clause) where `tile` completes the shape of `seat`'s hand but may not win."""

    def four_in_hand(self, draft: Draft, tile: int) -> MeldKind:
        """Return as what a gang of four `tile` from the hand lies on the table."""
        return MeldKind.CONCEALED

    # What is paid, and what comes after.

    @abstractmethod
    def win(self, draft: Draft, seat: int, tile: int, source: int) -> Win:
        """Return the bill of `seat` for winning with `tile`; `source` NONE for a self-draw.

        For the dealt 14 `tile` is NONE, and the bill names a tile. Its `order` is set by the caller.
        """

    @abstractmethod
    def win_rows(self, draft: Draft, wins: tuple[Win, ...]) -> tuple[LedgerRow, ...]:
        """Return what is paid for the wins on one tile."""

    @abstractmethod
    def gang_rows(self, draft: Draft, seat: int, meld: Meld) -> tuple[LedgerRow, ...]:
        """Return what is paid for a gang."""

    @abstractmethod
    def wall_rows(self, draft: Draft) -> tuple[tuple[LedgerRow, ...], ...]:
        """Return what is paid when the wall has run out, one group an event, in order."""

    @abstractmethod
    def escape_rows(self, draft: Draft, seat: int) -> tuple[LedgerRow, ...]:
        """Return what a seat that escapes pays."""

    @abstractmethod
    def next_first(self, draft: Draft, reason: str) -> int | None:
        """Return who deals the next hand, None where chance decides."""
