"""When a 四川 hand is complete: sets and a pair or seven pairs, at most two suits, no void tile (SC-03, SC-04)."""

from __future__ import annotations

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import ONE, SUIT_MASK, is_pairs, is_sets, pair_wait, set_waits
from games.engine.mahjong.state import Seat

_SECOND, _THIRD = SUIT_MASK << 27, SUIT_MASK << 54


def waits_of(seat: Seat) -> int:
    """Return, as bits by kind, the tiles that complete `seat`'s 3n+1 concealed tiles."""
    hand = seat.hand
    if not _may_be_complete(seat, hand):
        return 0
    waits = set_waits(hand)
    return waits if seat.melds else waits | pair_wait(hand)


def is_win(seat: Seat) -> bool:
    """Return whether `seat`'s 3n+2 concealed tiles are a winning hand."""
    hand = seat.hand
    if not _may_be_complete(seat, hand):
        return False
    return is_sets(hand) or (not seat.melds and is_pairs(hand))


def forbids_win(seat: Seat, tile: int) -> tuple[str, str] | None:
    """Return (reason, clause) where `tile` completes the shape of the 3n+1 hand but three suits or void tiles forbid it."""
    hand = seat.hand + ONE[tile]
    if not (is_sets(hand) or (not seat.melds and is_pairs(hand))) or is_win(seat._replace(hand=hand)):
        return None
    return ("void_tiles", "SC-04") if seat.void != NONE else ("three_suits", "SC-03")


def _may_be_complete(seat: Seat, hand: int) -> bool:
    # A wait is always of a suit that is held, so that these checks cover the winning tile too.
    if seat.void != NONE:
        return not hand & (SUIT_MASK << 27 * seat.void)
    suits = seat.open_suits
    if hand & SUIT_MASK:
        suits |= 1
    if hand & _SECOND:
        suits |= 2
    if hand & _THIRD:
        suits |= 4
    return suits != 7
