"""Wins: bills and payments for all winners of a tile at once, and how play goes on after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.core.contract import NONE, Win
from games.engine.mahjong import events
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.rules import End
from games.engine.mahjong.state import Draft
from games.engine.mahjong.transition.draw import WINS, draw, end
from games.engine.mahjong.variant import Variant

_OVER: Mapping[End, Callable[[Draft], bool]] = {
    End.FIRST_WIN: lambda draft: True,
    End.XUEZHAN: lambda draft: len(draft.playing()) < 2,
    End.XUELIU: lambda draft: False,
}


def settle(
    variant: Variant, draft: Draft, seats: tuple[int, ...], tile: int, source: int, cut: tuple[int, ...] = ()
) -> None:
    """Let `seats` (nearest to the source first) win `tile`, and end the hand or let the next seat draw.

    `source` NONE is a self-draw; `tile` NONE is the dealt 14, of which the bill names the tile laid aside. `cut` are
    the seats that wanted it too.
    """
    dealt = tile == NONE
    order = 1 + sum(len(at.wins) for at in draft.seats)
    wins = tuple(
        variant.win(draft, seat, tile, source)._replace(order=order + place, cut=cut)
        for place, seat in enumerate(seats)
    )
    tile = wins[0].tile
    if draft.robbing:
        draft.events.append(events.rob(seats[0], tile, source))
    draft.events.extend(events.hu(win) for win in wins)
    _lay_aside(draft, seats[0], tile, source)
    rows = variant.win_rows(draft, wins)
    for win in wins:
        _leave_turn_order(draft, win)
    if dealt:
        at = draft.seats[seats[0]]
        draft.seats[seats[0]] = at._replace(waits=variant.waits(draft.rules, at, draft.wild))
    draft.book(rows)
    draft.robbing, draft.claimed, draft.gang = False, source != NONE, None
    draft.drawn, draft.fresh, draft.replaced = NONE, False, False
    if _OVER[draft.rules.end](draft):
        end(variant, draft, WINS)
    else:
        draw(variant, draft, draft.next_playing(seats[-1]))


def _lay_aside(draft: Draft, winner: int, tile: int, source: int) -> None:
    draft.won += ONE[tile]
    if source == NONE:
        at = draft.seats[winner]
        draft.seats[winner] = at._replace(hand=at.hand - ONE[tile])
    elif not draft.robbing:  # a robbed tile has already left the ganger's hand
        giver = draft.seats[source]
        draft.seats[source] = giver._replace(river=giver.river[:-1])


def _leave_turn_order(draft: Draft, win: Win) -> None:
    at = draft.seats[win.seat]
    out = draft.rules.end is not End.XUELIU
    # Who escaped during a forced win is a winner who left (SC-25).
    left = at.left or win.seat in draft.leaving
    draft.leaving = tuple(seat for seat in draft.leaving if seat != win.seat)
    draft.seats[win.seat] = at._replace(out=out, left=left, wins=(*at.wins, win))
    if left and not at.left:
        draft.events.append(events.leave(win.seat))
