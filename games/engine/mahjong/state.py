"""The state of a mahjong hand, frozen, and the working copy that one action is applied to."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from games.engine.core.contract import NONE, Action, Event, LedgerRow, Numbering, Outcome, Prompt, Win
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.view import Meld, Phase


class Seat(NamedTuple):
    """One seat. `hand` is packed (`packed`), the drawn tile included.

    `open_suits` are the suits of its melds as bits. `thrown` counts its discards, claimed ones too. `waits` are
    the tiles (bits by kind) that complete its hand without the drawn one; they hold whenever the seat
    has 3n+1 tiles beside a drawn one. `locked` is 过手胡 (SC-12).
    """

    hand: int
    melds: tuple[Meld, ...] = ()
    open_suits: int = 0
    river: tuple[int, ...] = ()
    thrown: int = 0
    void: int = NONE
    waits: int = 0
    locked: bool = False
    out: bool = False
    left: bool = False
    wins: tuple[Win, ...] = ()

    def drew(self, tile: int) -> Seat:
        """Return the seat with `tile` in hand; a draw ends 过手胡."""
        hand, melds, suits, river, thrown, void, waits, _, out, left, wins = self
        return Seat(hand + ONE[tile], melds, suits, river, thrown, void, waits, False, out, left, wins)

    def threw(self, tile: int, waits: int, locked: bool) -> Seat:
        """Return the seat after discarding `tile`, with the waits of what it keeps."""
        hand, melds, suits, river, thrown, void, _, _, out, left, wins = self
        river = (*river, tile)
        return Seat(hand - ONE[tile], melds, suits, river, thrown + 1, void, waits, locked, out, left, wins)


class HandState(NamedTuple):
    """A hand at one moment; every change makes a new one.

    wall: as dealt, from which `head` tiles were drawn and of which those from `tail` on were replacements.
    drawn, fresh: the tile just drawn by `turn` (NONE for a dealt 14), and whether that seat may win by itself
    or gang (SC-08: not after a claim). gang: rows (indices) of the last gang of the running chain, None without.
    replaced: the drawn tile is a gang's replacement. answers: what the open window already knows.
    offered: (seat, tile) of the last tile on offer. leaving: seats whose escape waits for the window (SC-25).
    won: the tiles laid aside by wins, packed, each once. given, received: the tiles swapped, per seat.
    wild: the 混儿 kind, NONE where there is none. joining: the window only asks who joins the wind of the gang just
    laid by `turn`; joined: who did, meant while that gang's replacement is in hand (WZ-22).
    window: the number of the open window, by `numbering`.
    """

    rules: MahjongRules
    phase: Phase
    version: int
    dealer: int
    turn: int
    seats: tuple[Seat, ...]
    wall: tuple[int, ...]
    head: int
    tail: int
    drawn: int
    fresh: bool
    replaced: bool
    gang: tuple[int, ...] | None
    prompts: tuple[Prompt, ...]
    answers: tuple[Action, ...]
    offered: tuple[int, int] | None
    claimed: bool
    robbing: bool
    rows: tuple[LedgerRow, ...]
    net: tuple[int, ...]
    swap_direction: str
    swapped: bool
    given: tuple[tuple[int, ...], ...]
    received: tuple[tuple[int, ...], ...]
    leaving: tuple[int, ...]
    won: int
    outcome: Outcome | None
    wild: int = NONE
    joining: bool = False
    joined: tuple[int, ...] = ()
    window: int = 0
    numbering: Numbering = Numbering.WINDOWS

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn."""
        return self.tail - self.head

    def thaw(self) -> Draft:
        """Return a working copy."""
        draft = Draft(*self)  # type: ignore[arg-type]  # its seats become a list right below
        draft.seats = list(self.seats)
        return draft

    def next_window(self) -> int:
        """Return the number of the window that the next action opens, if it opens one."""
        return (self.window if self.numbering is Numbering.WINDOWS else self.version) + 1


_values = attrgetter(*HandState._fields)


@dataclass(slots=True, eq=False, repr=False)
class Draft:
    """A working copy of a `HandState` that lives for one action; the state it came from is never touched.

    Its fields are those of `HandState` in the same order, then what happened on the way.
    """

    rules: MahjongRules
    phase: Phase
    version: int
    dealer: int
    turn: int
    seats: list[Seat]
    wall: tuple[int, ...]
    head: int
    tail: int
    drawn: int
    fresh: bool
    replaced: bool
    gang: tuple[int, ...] | None
    prompts: tuple[Prompt, ...]
    answers: tuple[Action, ...]
    offered: tuple[int, int] | None
    claimed: bool
    robbing: bool
    rows: tuple[LedgerRow, ...]
    net: tuple[int, ...]
    swap_direction: str
    swapped: bool
    given: tuple[tuple[int, ...], ...]
    received: tuple[tuple[int, ...], ...]
    leaving: tuple[int, ...]
    won: int
    outcome: Outcome | None
    wild: int
    joining: bool
    joined: tuple[int, ...]
    window: int
    numbering: Numbering
    events: list[Event] = field(init=False, default_factory=list)

    def freeze(self) -> HandState:
        """Return the finished state; the draft is used up."""
        self.seats = tuple(self.seats)  # type: ignore[assignment]  # the last thing that happens to it
        return HandState._make(_values(self))

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn."""
        return self.tail - self.head

    def forced(self) -> bool:
        """Return whether a tile drawn or offered now must be won (SC-10)."""
        last = self.rules.forced_last
        return self.tail - self.head <= last and last > 0

    def skip_window(self) -> None:
        """Use up the number of a claim window that nobody is asked in: the next one tells nobody that it was not there."""
        self.window += self.numbering is Numbering.WINDOWS

    def next_playing(self, seat: int) -> int:
        """Return the next seat after `seat` that is still in the turn order."""
        players = len(self.seats)
        follower = (seat + 1) % players
        while self.seats[follower].out:
            follower = (follower + 1) % players
        return follower

    def playing(self) -> tuple[int, ...]:
        """Return the seats still in the turn order."""
        return tuple(seat for seat, at in enumerate(self.seats) if not at.out)

    def next_event(self) -> int:
        """Return the number of the next ledger event, from 1 (LD-06)."""
        return self.rows[-1].event + 1 if self.rows else 1

    def book(self, rows: tuple[LedgerRow, ...]) -> None:
        """Add payments to the ledger and announce them."""
        if not rows:
            return
        net = list(self.net)
        for row in rows:
            net[row.payer] -= row.amount
            net[row.payee] += row.amount
        self.net = tuple(net)
        self.rows += rows
        self.events.append(Event("paid", rows=rows))
