"""What one viewer may know of a mahjong hand, and the kinds of its events.

Hidden tiles are absent here, not masked later: a `View` and the projected events are all that presentation and
bots ever receive.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.engine.core.contract import NONE, LedgerRow, Outcome, Prompt, Rules, Win


class Phase(StrEnum):
    """The public phase of a hand. CLAIM is public only as "a tile is on offer": never who was asked."""

    SWAP_THREE = "swap_three"
    DING_QUE = "ding_que"
    TURN = "turn"
    CLAIM = "claim"
    OVER = "over"


class MeldKind(StrEnum):
    """How a meld came to lie on the table."""

    CHI = "chi"
    PENG = "peng"
    EXPOSED = "exposed"  # 直杠
    ADDED = "added"  # 面下杠
    CONCEALED = "concealed"  # 暗杠


class Meld(NamedTuple):
    """Tiles laid open. `source` is the seat the claimed tile came from (NONE for a concealed gang).

    `tiles` are all its tiles, the claimed one first; all NONE where the meld is face down for this viewer.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    source: int = NONE


class SeatView(NamedTuple):
    """One seat as this viewer sees it.

    `hand` is sorted without the drawn tile and empty where hidden; `hand_size` counts the concealed tiles, the
    drawn one included. `drawn` is the tile just drawn if the viewer may know it; `has_drawn` is public.
    `void` is the 定缺 suit, NONE while unknown to this viewer or unchosen. `river` holds this seat's discards
    that still lie there, oldest first. `wins` are its wins so far, `out` is True once it left the turn order,
    `left` once it escaped. `points` is the hand's running net.
    """

    seat: int
    hand: tuple[int, ...]
    hand_size: int
    drawn: int
    has_drawn: bool
    melds: tuple[Meld, ...]
    river: tuple[int, ...]
    void: int
    wins: tuple[Win, ...]
    out: bool
    left: bool
    points: int


class MahjongView(NamedTuple):
    """The whole table for one viewer.

    `window` is the number of the open window, `turn` the seat that has the turn (NONE in choices and when over). `offered` is (seat, tile) of the tile on
    offer or last discarded, None before the first discard; `claimed` is True once it was taken. `robbing` says that
    the tile on offer is an added gang's. `swap_direction` is announced from the start, "" where nothing is swapped;
    `swap_given` are the own tiles given, `swap_received` the own tiles received. `rows` is the ledger so far in time
    order. `wild` is the 混儿 kind or NONE. `win_locked` says that 过手胡 (SC-12) holds the viewer, `prompt` what it must
    decide now. `outcome` is set once the hand is over, with all hands shown.
    """

    viewer: int
    game: str
    rules: Rules
    phase: Phase
    window: int
    dealer: int
    turn: int
    wall_left: int
    seats: tuple[SeatView, ...]
    offered: tuple[int, int] | None
    claimed: bool
    robbing: bool
    swap_direction: str
    swap_given: tuple[int, ...]
    swap_received: tuple[int, ...]
    rows: tuple[LedgerRow, ...]
    wild: int
    win_locked: bool
    prompt: Prompt | None
    outcome: Outcome | None


class EventKind(StrEnum):
    """Fields used, beside `kind` and `seat`; in brackets what is hidden from other viewers.

    DEAL: tiles of that seat [hidden], one event a seat. SWAP: `note` direction (seat NONE). GIVE: tiles given [hidden].
    RECEIVE: tiles [hidden], other = giver. VOIDS: tiles = void suit per seat. DRAW: tiles (t,) [hidden], note
    "tail" for a replacement. DISCARD: tiles (t,). CHI/PENG: tiles as in Meld, other = source. GANG: tiles, other =
    source, note = meld kind. ROB: an added gang was robbed, other = ganger. JOIN: a seat
    joined the wind of a gang, other = ganger. HU: win, other = source.
    PAID: rows. LEAVE: seat. END: one event, note = reason; SHOW: tiles of a seat's hand at the end.
    """

    DEAL = "deal"
    SWAP = "swap"
    GIVE = "give"
    RECEIVE = "receive"
    VOIDS = "voids"
    DRAW = "draw"
    DISCARD = "discard"
    CHI = "chi"
    PENG = "peng"
    GANG = "gang"
    ROB = "rob"
    JOIN = "join"
    HU = "hu"
    PAID = "paid"
    LEAVE = "leave"
    SHOW = "show"
    END = "end"
