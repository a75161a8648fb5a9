"""The events of mahjong; the frequent ones are shared objects."""

from __future__ import annotations

from games.engine.core.contract import NONE, Event, Win
from games.engine.mahjong.tiles import KINDS
from games.engine.mahjong.view import EventKind, Meld, MeldKind

TAIL = "tail"  # note of a DRAW that replaces a gang's tile
FACE_DOWN = "face_down"  # note, before projection, of a concealed gang that others may not see

_MOST_SEATS = 4


def _each(kind: EventKind, note: str = "") -> tuple[tuple[Event, ...], ...]:
    return tuple(
        tuple(Event(kind, seat, (tile,), note=note) for tile in range(KINDS)) for seat in range(_MOST_SEATS)
    )


DISCARDS = _each(EventKind.DISCARD)
DRAWS = _each(EventKind.DRAW)
REPLACEMENTS = _each(EventKind.DRAW, TAIL)


def swap(direction: str) -> Event:
    """The direction of 换三张, announced when all have given."""
    return Event(EventKind.SWAP, note=direction)


def give(seat: int, tiles: tuple[int, ...]) -> Event:
    """Three tiles given away."""
    return Event(EventKind.GIVE, seat, tiles)


def receive(seat: int, tiles: tuple[int, ...], giver: int) -> Event:
    """Three tiles received."""
    return Event(EventKind.RECEIVE, seat, tiles, giver)


def voids(suits: tuple[int, ...]) -> Event:
    """All void suits, revealed together."""
    return Event(EventKind.VOIDS, tiles=suits)


def claim(seat: int, made: Meld) -> Event:
    """A chi or a peng."""
    kind = EventKind.CHI if made.kind is MeldKind.CHI else EventKind.PENG
    return Event(kind, seat, made.tiles, made.source)


def gang(seat: int, made: Meld, *, face_down: bool) -> Event:
    """A gang; one that lies `face_down` is named to nobody but its owner."""
    return Event(EventKind.GANG, seat, made.tiles, made.source, FACE_DOWN if face_down else made.kind.value)


def join(seat: int, ganger: int) -> Event:
    """A seat joined the wind of a gang (WZ-22)."""
    return Event(EventKind.JOIN, seat, other=ganger)


def rob(seat: int, tile: int, ganger: int) -> Event:
    """An added gang is robbed; `seat` is the first robber."""
    return Event(EventKind.ROB, seat, (tile,), ganger)


def hu(win: Win) -> Event:
    """A win."""
    return Event(EventKind.HU, win.seat, (win.tile,), win.source, win=win)


def leave(seat: int) -> Event:
    """A seat left the table."""
    return Event(EventKind.LEAVE, seat)


def show(seat: int, tiles: tuple[int, ...]) -> Event:
    """A hand shown at the end."""
    return Event(EventKind.SHOW, seat, tiles)


def end(reason: str) -> Event:
    """The hand is over."""
    return Event(EventKind.END, NONE, note=reason)
