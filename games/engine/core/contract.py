"""The contract between a game's pure rules and everything that plays, shows or records it.

Tiles, cards, suits and seats are ints; collections are tuples; every value is frozen. What the ints of an
action mean belongs to its verb and its game (see the game's `parse_action`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

PUBLIC = -1  # the viewer who sits nowhere
NONE = -1  # no tile, no seat, no suit
HOUSE = -2  # payer or payee of coin rows outside the table


class Action(NamedTuple):
    """What one seat does. `args` are ints by verb: a tile, tiles, cards or a suit."""

    seat: int
    do: str
    args: tuple[int, ...] = ()


class PromptKind(StrEnum):
    """CHOICE: all choose at once (定缺, 换三张). TURN: one seat must act. CLAIM: answers to a tile on offer."""

    CHOICE = "choice"
    TURN = "turn"
    CLAIM = "claim"


class Clock(StrEnum):
    """Which of the room's clocks a prompt runs on; the milliseconds belong to the room, not to the rules."""

    DING_QUE = "ding_que"
    SWAP_THREE = "swap_three"
    TURN = "turn"  # base time, then the bank
    CLAIM = "claim"
    FORCED = "forced"  # only one answer is possible and it is shown for a moment (SC-10)
    JOIN = "join"
    LOCKED = "locked"  # a locked hand throws what it drew (WZ-11)


class Numbering(StrEnum):
    """How a hand numbers its windows.

    WINDOWS: 0, 1, 2 … as they open; a tile on offer uses up a number also where nobody is asked about it, or the next
    number would tell. ACTIONS: by the actions before each, which tells everybody how many answered in secret; kept for
    hands that were dealt so.
    """

    WINDOWS = "windows"
    ACTIONS = "actions"


class Prompt(NamedTuple):
    """One seat that must decide now.

    `actions` is the complete legal set in this window and the only one: buttons, bots, timers and the referee
    all read it. `default` is what a timeout does. `window` is the number of the window that the prompt is part of.
    """

    seat: int
    kind: PromptKind
    clock: Clock
    window: int
    actions: tuple[Action, ...]
    default: Action


class Cause(StrEnum):
    """Why a ledger row exists; documented for other programs in docs/records.md."""

    DISCARD_WIN = "discard_win"
    SELF_DRAW = "self_draw"
    ROB_GANG = "rob_gang"
    GANG_EXPOSED = "gang_exposed"
    GANG_ADDED = "gang_added"
    GANG_CONCEALED = "gang_concealed"
    GANG_TRANSFER = "gang_transfer"
    GANG_REFUND = "gang_refund"
    HUA_ZHU = "hua_zhu"
    DA_JIAO = "da_jiao"
    ESCAPE = "escape"
    JOIN_WIND = "join_wind"
    CARDS_LEFT = "cards_left"


WIN_CAUSES = frozenset((Cause.DISCARD_WIN, Cause.SELF_DRAW, Cause.ROB_GANG))


class LedgerRow(NamedTuple):
    """One payment in points. Rows with the same `event` number are one event of LD-06.

    `of` are indices (in the hand's ledger) of the rows this one returns or moves. `fan` and `tile` are what
    the payment was for (0 and NONE where there is none).
    """

    payer: int
    payee: int
    amount: int
    cause: Cause
    clause: str
    event: int
    of: tuple[int, ...] = ()
    fan: int = 0
    tile: int = NONE


class FanItem(NamedTuple):
    """One line of a win's bill: a pattern or an addition, its fan and the clause that gives it."""

    name: str
    fan: int
    clause: str


class Win(NamedTuple):
    """One win: who, on which tile, from whom (`source` NONE = self-draw), and its bill.

    `order` is 1 for the first winner of the hand. `groups` is the winning hand as grouped for display, melds
    included, each group a tuple of tiles; `points` is what one payer pays. `cut` are the seats that were offered the
    same tile and had to stand back for this win (WZ-09); while a hand is played each of them learns of itself alone.
    """

    seat: int
    tile: int
    source: int
    order: int
    items: tuple[FanItem, ...]
    fan: int
    points: int
    groups: tuple[tuple[int, ...], ...]
    robbed: bool = False
    cut: tuple[int, ...] = ()


class Event(NamedTuple):
    """Something that happened, in order; what a viewer may not know is NONE after `project_events`.

    The kinds and fields of each game are listed in its `events` module.
    """

    kind: str
    seat: int = NONE
    tiles: tuple[int, ...] = ()
    other: int = NONE
    note: str = ""
    rows: tuple[LedgerRow, ...] = ()
    win: Win | None = None


class Outcome(NamedTuple):
    """How a finished hand ended: the ledger in time order and what the next hand needs.

    `net` are points per seat before coin limits and sums to zero. `hands` are the concealed tiles shown at the
    end. `next_first` is who deals or leads next (None: the rules decide anew, by dice or wind draw). `reason`
    is "wins", "wall", "escape" or "out".
    """

    rows: tuple[LedgerRow, ...]
    net: tuple[int, ...]
    wins: tuple[Win, ...]
    hands: tuple[tuple[int, ...], ...]
    next_first: int | None
    reason: str


class Deal(NamedTuple):
    """Everything that chance decides in a hand. `wall` is next tile first; `chance` are named extras as text."""

    hands: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]
    first: int
    chance: tuple[tuple[str, str], ...] = ()

    def extra(self, name: str, default: str = "") -> str:
        """Return the chance value `name` ("wild", "swap_direction", "dice")."""
        return dict(self.chance).get(name, default)


class State(Protocol):
    """A hand at one moment. Only these facts are common to all games."""

    @property
    def version(self) -> int:
        """Number of actions applied so far."""
        ...

    @property
    def window(self) -> int:
        """Number of the open window; once the hand is over, of one that never opens."""
        ...


class View(Protocol):
    """What one viewer may know; `prompt` is that seat's own open prompt."""

    @property
    def viewer(self) -> int: ...

    @property
    def window(self) -> int:
        """Number of the open window (see `State`)."""
        ...

    @property
    def prompt(self) -> Prompt | None: ...


class Transition(NamedTuple):
    """The state after one action and what happened on the way."""

    state: State
    events: tuple[Event, ...]


class Rules(Protocol):
    """A frozen rule set: a preset with overrides."""

    @property
    def preset(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def limits_wins(self) -> bool:
        """Whether one win brings no more coins than its winner has (WZ-20)."""
        ...

    def validate(self) -> tuple[tuple[str, str], ...]:
        """Return every problem as (field, reason); empty when the rules hold together."""
        ...


PASS = "pass"  # in every game the verb that takes nothing


class Wishes(NamedTuple):
    """What one seat asked for in this hand: the toggles that are `on`, and the action `armed` for its next turn."""

    on: frozenset[str] = frozenset()
    armed: Action | None = None


class StandDown(StrEnum):
    """Why a wish leaves a window to its person, who would otherwise be done out of a choice. Texts live in the web layer."""

    HU = "wish_hu"  # a win is offered that nobody asked to have taken
    HU_OR_ELSE = "wish_hu_or_else"  # a win is offered, and something else that is worth a thought
    GANG = "wish_gang"
    CLAIM = "wish_claim"  # the tile may be taken in a way that is not waived
    NOT_HELD = "wish_not_held"
    VOID_FIRST = "wish_void_first"
    WILD = "wish_wild"
    NO_DRAW = "wish_no_draw"  # the turn came by a claim, or with the deal: there is no drawn tile
    DOES_NOT_BEAT = "wish_does_not_beat"
    MAY_GO_OUT = "wish_may_go_out"


class Wished(NamedTuple):
    """What the wishes make of one prompt: an `action` to take, or the reason `why` they stand down, or neither."""

    action: Action | None = None
    why: StandDown | None = None


NOTHING = Wished()


class Game(Protocol):
    """One game: the only face by which services, bots, records and presentation know its rules."""

    @property
    def name(self) -> str: ...

    @property
    def presets(self) -> Mapping[str, Rules]: ...

    def rules(self, preset: str, overrides: Mapping[str, object]) -> Rules:
        """Return the preset with overrides applied; raises RulesInvalid or EngineError(UNKNOWN_RULE)."""
        ...

    def deal_from_seed(self, rules: Rules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
        """Deal a hand from a 256-bit seed and the seats' nonces; `first` None lets the rules decide."""
        ...

    def deal_from_record(self, rules: Rules, record: Mapping[str, object]) -> Deal:
        """Read `hands`, `wall`, `dealer`/`lead` and `chance` of a record; raises RecordError."""
        ...

    def deal_to_record(self, deal: Deal) -> dict[str, object]:
        """The inverse of `deal_from_record`."""
        ...

    def new_hand(self, rules: Rules, deal: Deal, numbering: Numbering = Numbering.WINDOWS) -> State:
        """Return the hand as dealt, with its first window open."""
        ...

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Who must decide now and has not answered; empty when the hand is over."""
        ...

    def leave_action(self, state: State, seat: int) -> Action | None:
        """The `leave` this seat may do now, outside any prompt, or None (SC-25, LD-09)."""
        ...

    def apply(self, state: State, action: Action) -> Transition:
        """Apply one action; raises RuleViolation and leaves the state as it was."""
        ...

    def project(self, state: State, viewer: int) -> View:
        """What `viewer` (a seat or PUBLIC) may know."""
        ...

    def project_events(self, events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
        """What `viewer` may know of `events`."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the hand ended, None while it is in play."""
        ...

    def parse_action(self, seat: int, payload: Mapping[str, object]) -> Action:
        """Read `{"do": …, …}` (docs/records.md, without seat); raises RuleViolation(UNKNOWN_ACTION, BAD_ARGUMENT)."""
        ...

    def action_payload(self, action: Action) -> dict[str, str]:
        """The inverse of `parse_action`: `do` and its arguments as text, without the seat."""
        ...

    def event_record(self, event: Event) -> dict[str, object]:
        """An event as JSON values, for records and tools."""
        ...

    def tiles_text(self, tiles: tuple[int, ...]) -> str:
        """Tiles or cards in the notation of the rulebooks."""
        ...

    def score(self, line: Mapping[str, object]) -> dict[str, object]:
        """Answer one line of `manage.py score` (without `id`); raises EngineError for an impossible hand."""
        ...

    @property
    def toggles(self) -> tuple[str, ...]:
        """The names of what can be switched on for a hand, in the order they are shown."""
        ...

    def check_armed(self, view: View, action: Action) -> None:
        """Raise RuleViolation where the viewer of `view` may not arm `action` for its next turn."""
        ...

    def wished(self, view: View, prompt: Prompt, wishes: Wishes) -> Wished:
        """Return what `wishes` of the viewer of `view` make of its `prompt`.

        They act only where the prompt offers nothing else that is worth a thought, and never decline a win.
        """
        ...
