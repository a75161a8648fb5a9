"""The points where mahjong games differ; the shared phases call these and nothing else of a game.

A game overrides methods, never a phase. What is common to the games has its body here or in the phases.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from games.engine.core.contract import Action, LedgerRow, Win
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Draft, HandState, Seat
from games.engine.mahjong.view import Meld


class Claim(NamedTuple):
    """What one seat may answer to a tile on offer; `forced` leaves only 胡 (SC-10)."""

    seat: int
    actions: tuple[Action, ...]
    forced: bool


class Variant(ABC):
    """The rules of one mahjong game as the shared phases see them."""

    @abstractmethod
    def waits(self, rules: MahjongRules, seat: Seat) -> int:
        """Return, as bits by kind, the tiles that make `seat`'s 3n+1 concealed tiles a winning hand."""

    @abstractmethod
    def dealt_win(self, rules: MahjongRules, seat: Seat) -> bool:
        """Return whether the dealer's 14 tiles are a winning hand as dealt."""

    @abstractmethod
    def price(self, rules: MahjongRules, seat: Seat, tile: int) -> tuple[int, int]:
        """Return (fan, points) of a plain win of `seat`'s 3n+1 tiles on `tile`, a tile it waits for."""

    @abstractmethod
    def forbids_win(self, seat: Seat, tile: int) -> tuple[str, str] | None:
        """Return (reason, clause) where `tile` completes the shape of `seat`'s hand but may not win."""

    @abstractmethod
    def may_meld(self, state: HandState | Draft, seat: Seat, tile: int) -> bool:
        """Return whether `seat` may peng or gang `tile` at all (void suits, winds, wilds)."""

    @abstractmethod
    def must_throw(self, rules: MahjongRules, seat: Seat) -> int:
        """Return the suit that must be thrown first while one is held, NONE where every tile may go."""

    @abstractmethod
    def winners(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return which of the seats that answered 胡 win; they come nearest to the discarder first."""

    @abstractmethod
    def win(self, draft: Draft, seat: int, tile: int, source: int) -> Win:
        """Return the bill of `seat` for winning with `tile`; `source` NONE for a self-draw.

        Its `order` is set by the caller.
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
