"""What a viewer may know of a state and of events: the only way out of the engine."""

from __future__ import annotations

from games.engine.core.contract import NONE, Event, Prompt, Win
from games.engine.mahjong.events import FACE_DOWN
from games.engine.mahjong.packed import ONE, unpack
from games.engine.mahjong.state import HandState, Seat
from games.engine.mahjong.view import EventKind, MahjongView, Meld, MeldKind, Phase, SeatView

_OWN_TILES = frozenset((EventKind.DEAL, EventKind.GIVE, EventKind.RECEIVE, EventKind.DRAW))
_NO_TILES: tuple[int, ...] = ()


def project(game: str, state: HandState, viewer: int) -> MahjongView:
    """Return what `viewer` (a seat or PUBLIC) may know.

    While a tile is on offer nothing tells who was asked or who answered; a winner's hand stays hidden until the
    hand is over (SC-11); void suits and swapped tiles open when all have chosen.
    """
    seated = 0 <= viewer < len(state.seats)
    return MahjongView(
        viewer,
        game,
        state.rules,
        state.phase,
        state.window,
        state.dealer,
        NONE if state.phase in (Phase.SWAP_THREE, Phase.DING_QUE) else state.turn,
        state.tail - state.head,
        tuple(_seat(state, seat, at, viewer) for seat, at in enumerate(state.seats)),
        state.offered,
        state.claimed,
        state.robbing,
        state.swap_direction,
        _given(state, viewer) if seated else _NO_TILES,
        state.received[viewer] if seated and state.swapped else _NO_TILES,
        state.rows,
        state.wild,
        state.seats[viewer].locked if seated else False,
        _prompt(state, viewer) if seated else None,
        state.outcome,
    )


def project_events(events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
    """Return the events as `viewer` may see them."""
    return tuple(_event(event, viewer) for event in events)


def _seat(state: HandState, seat: int, at: Seat, viewer: int) -> SeatView:
    drawn = state.drawn if seat == state.turn else NONE
    if seat == viewer or state.outcome is not None:
        tiles = unpack(at.hand - ONE[drawn] if drawn != NONE else at.hand)
        held, shown, melds = len(tiles) + (drawn != NONE), drawn, at.melds
    else:
        # Every seat has thirteen tiles, melds of four counting as three, but for the one that must throw.
        tiles, shown = _NO_TILES, NONE
        held = 13 - 3 * len(at.melds) + (seat == state.turn and state.phase is not Phase.CLAIM)
        melds = _face_down(at.melds) if state.rules.hide_concealed_gang else at.melds
    wins = at.wins
    if wins and state.outcome is None:
        wins = tuple(_seen_win(win, viewer) for win in wins)
    return SeatView(
        seat,
        tiles,
        held,
        shown,
        drawn != NONE,
        melds,
        at.river,
        at.void,
        wins,
        at.out,
        at.left,
        state.net[seat],
    )


def _given(state: HandState, viewer: int) -> tuple[int, ...]:
    if state.swapped:
        return state.given[viewer]
    if state.phase is Phase.SWAP_THREE:
        return next((answer.args for answer in state.answers if answer.seat == viewer), _NO_TILES)
    return _NO_TILES


def _prompt(state: HandState, viewer: int) -> Prompt | None:
    for prompt in state.prompts:
        if prompt.seat == viewer:
            return prompt
    return None


def _face_down(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    return tuple(
        meld._replace(tiles=(NONE,) * 4) if meld.kind is MeldKind.CONCEALED else meld for meld in melds
    )


def _seen_win(win: Win, viewer: int) -> Win:
    """Hide the winner's hand from the others, and from everybody who else wanted the tile."""
    cut = (viewer,) if viewer in win.cut else ()
    return win._replace(groups=win.groups if viewer == win.seat else (), cut=cut)


def _event(event: Event, viewer: int) -> Event:
    if event.kind in _OWN_TILES:
        hidden = event.seat != viewer
        return event._replace(tiles=(NONE,) * len(event.tiles)) if hidden else event
    if event.win is not None:
        return event._replace(win=_seen_win(event.win, viewer))
    if event.note == FACE_DOWN:
        tiles = event.tiles if event.seat == viewer else (NONE,) * 4
        return event._replace(tiles=tiles, note=MeldKind.CONCEALED.value)
    return event
