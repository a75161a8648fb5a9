"""What a seat waits for and why it may not win, computed from its own view alone; for panels and bots."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, cast

from games.engine.core.contract import NONE, WIN_CAUSES
from games.engine.mahjong import actions
from games.engine.mahjong.packed import ONE, pack, unpack
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Seat
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import MahjongView, SeatView


class Wait(NamedTuple):
    """A tile that would win: copies this seat has not seen, and what a plain win on it is worth.

    `fan` and `points` are those of 大叫: base and roots, no addition of circumstance.
    """

    tile: int
    left: int
    fan: int
    points: int


def waits_of(variant: Variant, view: MahjongView) -> tuple[Wait, ...]:
    """Return what the viewer's hand, without the drawn tile, waits for; empty if it is not ready or 3n+2."""
    seat = _own_seat(view)
    if seat is None or seat.out or len(seat.hand) % 3 != 1:
        return ()
    return _waits(variant, view, holding(seat))


def waits_after_discard(variant: Variant, view: MahjongView) -> dict[int, tuple[Wait, ...]]:
    """Return, for each discard the viewer may make now that leaves it ready, what it would then wait for."""
    seat = _own_seat(view)
    if seat is None or view.prompt is None:
        return {}
    at = holding(seat)
    held = at.hand + (ONE[seat.drawn] if seat.drawn != NONE else 0)
    found = {}
    for action in view.prompt.actions:
        if action.do == actions.DISCARD:
            tile = action.args[0]
            waits = _waits(variant, view, at._replace(hand=held - ONE[tile]))
            if waits:
                found[tile] = waits
    return found


def why_no_win(variant: Variant, view: MahjongView, tile: int) -> tuple[str, str] | None:
    """Return (reason, clause) why the viewer may not win with `tile` although its shape is complete.

    None where it may win, or where the hand is not complete by shape. Reasons: "three_suits", "void_tiles",
    "self_draw_only", "pass_lock".
    """
    seat = _own_seat(view)
    if seat is None or seat.out or len(seat.hand) % 3 != 1:
        return None
    at = holding(seat)
    rules = cast(MahjongRules, view.rules)
    drawn = tile == seat.drawn
    refused = variant.forbids_win(rules, at, tile, view.wild, drawn=drawn)
    if refused is not None:
        return refused
    forced = rules.forced_last > 0 and view.wall_left <= rules.forced_last
    locked = view.win_locked and not drawn and not forced
    return ("pass_lock", "SC-12") if locked and variant.waits(rules, at, view.wild) >> tile & 1 else None


def unseen(view: MahjongView) -> tuple[int, ...]:
    """Return, for each of the 34 kinds, how many copies the viewer has not seen: in the wall, hidden or face down."""
    seen: Counter[int] = Counter()
    for seat in view.seats:
        seen.update(seat.hand)
        seen.update(seat.river)
        if seat.drawn != NONE:
            seen[seat.drawn] += 1
        for meld in seat.melds:
            seen.update(tile for tile in meld.tiles if tile != NONE)
    # A tile won by several seats is one tile: its payments are one event.
    seen.update(tile for _, tile in {(row.event, row.tile) for row in view.rows if row.cause in WIN_CAUSES})
    return tuple(max(0, 4 - seen[tile]) for tile in range(34))


def holding(seat: SeatView) -> Seat:
    """Return the viewer's own seat as the rules read it, without the drawn tile."""
    open_suits = 0
    for meld in seat.melds:
        open_suits |= 1 << meld.tiles[0] // 9
    return Seat(pack(seat.hand), seat.melds, open_suits, void=seat.void, out=seat.out, wins=seat.wins)


def _own_seat(view: MahjongView) -> SeatView | None:
    if view.outcome is not None or not 0 <= view.viewer < len(view.seats):
        return None
    return view.seats[view.viewer]


def _waits(variant: Variant, view: MahjongView, at: Seat) -> tuple[Wait, ...]:
    rules = cast(MahjongRules, view.rules)
    mask = variant.waits(rules, at, view.wild)
    if not mask:
        return ()
    left = unseen(view)  # only now: most hands are not ready
    if view.wild != NONE:  # a 混儿 completes, drawn, what anything completes (WZ-07)
        mask |= 1 << view.wild
    own = Counter(unpack(at.hand))
    own.update(tile for meld in at.melds for tile in meld.tiles)
    return tuple(
        Wait(tile, left[tile], *variant.price(rules, at, tile, view.wild))
        for tile in range(len(left))
        if mask >> tile & 1 and own[tile] < 4
    )
