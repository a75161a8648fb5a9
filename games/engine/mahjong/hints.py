"""What a seat waits for and why it may not win, computed from its own view alone; for panels and bots."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple, cast

from games.engine.core.contract import NONE, WIN_CAUSES
from games.engine.mahjong import actions
from games.engine.mahjong.packed import ONE, pack, unpack
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Seat
from games.engine.mahjong.tiles import KINDS
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
    at = holding(seat)
    mask = variant.waits(cast(MahjongRules, view.rules), at, view.wild)
    return _rows(variant, view, at, mask, unseen(view)) if mask else ()


def waits_after_discard(variant: Variant, view: MahjongView) -> dict[int, tuple[Wait, ...]]:
    """Return, for each discard the viewer may make now that leaves it ready, what it would then wait for."""
    seat = _own_seat(view)
    if seat is None or view.prompt is None:
        return {}
    at = holding(seat)
    held = at.hand + (ONE[seat.drawn] if seat.drawn != NONE else 0)
    found: dict[int, tuple[Wait, ...]] = {}
    left: tuple[int, ...] = ()
    for action in view.prompt.actions:
        if action.do == actions.DISCARD:
            tile = action.args[0]
            after = at._replace(hand=held - ONE[tile])
            mask = variant.waits(cast(MahjongRules, view.rules), after, view.wild)
            left = left or (unseen(view) if mask else ())
            if mask and (rows := _rows(variant, view, after, mask, left)):
                found[tile] = rows
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
    seen = [0] * (KINDS + 1)  # the last place takes what is face down: NONE is -1
    for seat in view.seats:
        for tiles in (seat.hand, seat.river, (seat.drawn,), *(meld.tiles for meld in seat.melds)):
            for tile in tiles:
                seen[tile] += 1
    if view.robbing and view.offered is not None:  # an added gang's tile lies in no meld yet
        seen[view.offered[1]] += 1
    # A tile won by several seats is one tile: its payments are one event.
    for _, tile in {(row.event, row.tile) for row in view.rows if row.cause in WIN_CAUSES}:
        seen[tile] += 1
    return tuple(max(0, 4 - count) for count in seen[:KINDS])


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


def _rows(
    variant: Variant, view: MahjongView, at: Seat, mask: int, left: tuple[int, ...]
) -> tuple[Wait, ...]:
    """Return the waits of a ready hand; `mask` are their bits, `left` the copies not seen, counted only for such."""
    priced = _priced(variant, cast(MahjongRules, view.rules), at, mask, view.wild)
    return tuple(Wait(tile, left[tile], fan, points) for tile, fan, points in priced)


@lru_cache(maxsize=1024)  # asked again at every move of the others, while the hand stays as it is
def _priced(
    variant: Variant, rules: MahjongRules, at: Seat, mask: int, wild: int
) -> tuple[tuple[int, int, int], ...]:
    """Return each tile that a ready hand waits for, with its fan and points."""
    if wild != NONE:  # a 混儿 completes, drawn, what anything completes (WZ-07)
        mask |= 1 << wild
    own = Counter(unpack(at.hand))
    own.update(tile for meld in at.melds for tile in meld.tiles)
    return tuple(
        (tile, *variant.price(rules, at, tile, wild))
        for tile in range(KINDS)
        if mask >> tile & 1 and own[tile] < 4
    )
