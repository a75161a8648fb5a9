"""What a seat may ask to have done for it later in the same hand, and what its game makes of that."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from games.engine.core.contract import Action, Prompt, View


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


class Wishing(Protocol):
    """The part of a game that knows what its seats may wish."""

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
