"""What is shown of a mahjong table, as plain frozen values; no HTML here."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.contract import NONE, Action, FanItem, Win
from games.presentation.coins import Limit


class River(NamedTuple):
    """A seat's discards, oldest first. `last` says that the newest one is the last discard of the table."""

    seat: int
    owner: str
    wind: int
    tiles: tuple[int, ...]
    last: bool


class MeldFace(NamedTuple):
    """A meld as it lies: tiles left to right (NONE is a back) and the index of the turned one, or NONE."""

    kind: str
    tiles: tuple[int, ...]
    turned: int = NONE


class Melds(NamedTuple):
    """All melds of a seat, oldest first."""

    seat: int
    owner: str
    melds: tuple[MeldFace, ...]


class Backs(NamedTuple):
    """The concealed tiles: so many backs, or `shown` faces at the end; `won` tiles lie face up beside them."""

    seat: int
    owner: str
    size: int
    drawn: bool
    shown: tuple[int, ...]
    won: tuple[int, ...]
    flat: bool


class Press(NamedTuple):
    """What pressing a hand tile does: `do` on the `allowed` tiles; `why` is the code that refuses the others.

    `hints` are what a timeout would throw or give away. `arms` says that a press keeps a tile ready for the next turn,
    `armed` which one is (NONE: none).
    """

    do: str = ""
    window: int = 0
    why: str = ""
    allowed: frozenset[int] = frozenset()
    hints: tuple[int, ...] = ()
    arms: bool = False
    armed: int = NONE


class Held(NamedTuple):
    """All that the region of the viewer's hand shows, not laid out yet: equal values are rendered once.

    `ready` are the discards that leave the hand ready. `away` are tiles given in 换三张 while others still choose, `got`
    those that came in, until the first own discard.
    """

    tiles: tuple[int, ...]
    drawn: int
    void: int
    wild: int
    won: tuple[int, ...]
    out: bool
    press: Press
    ready: frozenset[int]
    away: tuple[int, ...] = ()
    got: tuple[int, ...] = ()


class HandTile(NamedTuple):
    """A tile of the viewer's hand. `do` is the verb a press performs ("" = none now), `why` the refusal's code.

    `hint` marks what a timeout would throw or give away, `ready` a discard that leaves the hand ready, `away` and `got`
    what 换三张 takes and has brought.
    """

    tile: int
    place: int
    do: str = ""
    window: int = 0
    why: str = ""
    drawn: bool = False
    void: bool = False
    hint: bool = False
    ready: bool = False
    wild: bool = False
    away: bool = False
    got: bool = False
    arms: bool = False
    armed: bool = False


class Hand(NamedTuple):
    """The viewer's hand laid out. `locked`: it has won and throws what it draws."""

    tiles: tuple[HandTile, ...]
    won: tuple[int, ...] = ()
    out: bool = False
    locked: bool = False


class Claim(NamedTuple):
    """A claim or own-turn button: verb, the tile it is about (of a chi the whole run), and the action behind it."""

    do: str
    tile: int
    action: Action
    run: tuple[int, ...] = ()


class Wind(NamedTuple):
    """What joining the wind of a gang brings at once, and what it costs if the gang's replacement wins, in points."""

    seat: int
    gain: int
    owed: int


class SuitChoice(NamedTuple):
    """A suit that may be given up, the tiles held of it, and whether a timeout would choose it."""

    suit: int
    tiles: tuple[int, ...]
    default: bool


class Ask(NamedTuple):
    """What the viewer must decide. `kind` is "claim", "turn", "ding_que", "swap_three" or "".

    `swap` are the three tiles a timeout would give to the seat `to`, or, without a kind, those given already; `got` are those that came back; `mixed` says that
    they may be of several suits. `locked` is the throw of a hand that has won and plays on.
    """

    kind: str
    window: int = 0
    claims: tuple[Claim, ...] = ()
    suits: tuple[SuitChoice, ...] = ()
    swap: tuple[int, ...] = ()
    to: int = NONE
    got: tuple[int, ...] = ()
    forced: bool = False
    costs_win: bool = False
    mixed: bool = False
    locked: bool = False
    wind: Wind | None = None


class Wait(NamedTuple):
    """A tile that wins: copies not seen, and the fan of a plain win on it."""

    tile: int
    left: int
    fan: int


class Waits(NamedTuple):
    """What the hand waits for, or what it would wait for after each discard; `why` is why a shape may not win."""

    now: tuple[Wait, ...] = ()
    after: tuple[tuple[int, tuple[Wait, ...]], ...] = ()
    why: tuple[str, str] | None = None


class WinBill(NamedTuple):
    """One win; `unit` is what one 番 doubles from, named where points are coins, else 0.

    `cut` are the seats, with their names, that wanted the same tile and stood back. `limit` is set where the income
    limit took a part of it.
    """

    win: Win
    winner: str
    source: str
    items: tuple[FanItem, ...]
    unit: int = 0
    cut: tuple[tuple[int, str], ...] = ()
    limit: Limit | None = None


class Rest(NamedTuple):
    """What a seat that did not win held at the end: its melds and its concealed tiles."""

    seat: int
    name: str
    melds: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]


class Sheet(NamedTuple):
    """The wins of a finished hand and the hands of the others."""

    bills: tuple[WinBill, ...]
    rest: tuple[Rest, ...]
