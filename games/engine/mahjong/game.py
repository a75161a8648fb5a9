"""The contract of the core for every mahjong game: one dispatcher over one file a phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import cast

from games.engine.core.contract import (
    NONE,
    Action,
    Deal,
    Event,
    Outcome,
    Prompt,
    PromptKind,
    Rules,
    State,
    Transition,
    View,
)
from games.engine.core.errors import Code, RuleViolation
from games.engine.core.wire import event_json
from games.engine.core.wishes import Wished, Wishes
from games.engine.mahjong import actions, hints, legality, projection
from games.engine.mahjong import wishes as wishing
from games.engine.mahjong.events import FACE_DOWN
from games.engine.mahjong.packed import pack
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Draft, HandState, Seat
from games.engine.mahjong.tiles import SUIT_LETTERS, format_tiles, parse_tile
from games.engine.mahjong.transition import choices, claim, leave, turn
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import EventKind, MahjongView, Meld, MeldKind, Phase


class MahjongGame(Variant):
    """A mahjong game; subclasses give the rules, the deal, the score and the points of `Variant`."""

    name: str
    verbs: frozenset[str]  # what seats may do in this game
    toggles: tuple[str, ...]  # what they may have done for them (see `wishes`)

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets."""

    def new_hand(self, rules: Rules, deal: Deal) -> HandState:
        """Return the hand as dealt, with its first window open."""
        made = _own_rules(rules)
        draft = _fresh(made, deal, swaps=Phase.SWAP_THREE in self.choice_order(made)).thaw()
        choices.open_first(self, draft)
        return draft.freeze()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Who must decide now and has not answered; empty when the hand is over."""
        return own_state(state).prompts

    def leave_action(self, state: State, seat: int) -> Action | None:
        """The `leave` this seat may do now, outside any prompt, or None."""
        return leave.leave_action(own_state(state), seat)

    def apply(self, state: State, action: Action) -> Transition:
        """Apply one action; raises RuleViolation and leaves the state as it was."""
        hand = own_state(state)
        if hand.outcome is not None:
            raise RuleViolation(Code.HAND_OVER)
        prompt = _legal_prompt(hand, action)
        draft = hand.thaw()
        draft.version += 1
        if prompt is None:
            leave.leave(self, draft, action)
        elif prompt.kind is PromptKind.CLAIM:
            claim.answer(self, draft, action, prompt)
        else:
            match action.do:
                case actions.DISCARD:
                    turn.discard(self, draft, action, prompt)
                case actions.GANG:
                    turn.gang(self, draft, action, prompt)
                case actions.HU:
                    turn.hu(self, draft, action, prompt)
                case _:
                    choices.choose(self, draft, action)
        return Transition(draft.freeze(), tuple(draft.events))

    def project(self, state: State, viewer: int) -> MahjongView:
        """What `viewer` (a seat or PUBLIC) may know."""
        return projection.project(self.name, own_state(state), viewer)

    def project_events(self, events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
        """What `viewer` may know of `events`."""
        return projection.project_events(events, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the hand ended, None while it is in play."""
        return own_state(state).outcome

    def parse_action(self, seat: int, payload: Mapping[str, object]) -> Action:
        """Read `{"do": …, …}`; raises RuleViolation(UNKNOWN_ACTION, BAD_ARGUMENT)."""
        return actions.parse(seat, payload, self.verbs)

    def action_payload(self, action: Action) -> dict[str, str]:
        """The inverse of `parse_action`."""
        return actions.payload_of(action)

    # What most games do (see `Variant`).

    def join_prompts(self, draft: Draft, seat: int, meld: Meld) -> tuple[Prompt, ...]:
        return ()

    def four_in_hand(self, draft: Draft, tile: int) -> MeldKind:
        return MeldKind.CONCEALED

    def check_armed(self, view: View, action: Action) -> None:
        """Raise RuleViolation where the viewer may not arm `action`."""
        wishing.check_armed(cast(MahjongView, view), action)

    def wished(self, view: View, prompt: Prompt, wishes: Wishes) -> Wished:
        """What the viewer's wishes make of its prompt (see `wishes`)."""
        return wishing.wished(cast(MahjongView, view), prompt, wishes)

    # What tools and panels ask.

    def waits_of(self, view: MahjongView) -> tuple[hints.Wait, ...]:
        """What the viewer's hand waits for (see `hints`)."""
        return hints.waits_of(self, view)

    def waits_after_discard(self, view: MahjongView) -> dict[int, tuple[hints.Wait, ...]]:
        """What each discard that leaves the viewer ready would wait for (see `hints`)."""
        return hints.waits_after_discard(self, view)

    def why_no_win(self, view: MahjongView, tile: int) -> tuple[str, str] | None:
        """Why the viewer may not win with `tile` (see `hints`)."""
        return hints.why_no_win(self, view, tile)

    def event_record(self, event: Event) -> dict[str, object]:
        """An event as JSON values; void suits are letters, one a seat."""
        if event.kind == EventKind.VOIDS:
            return {"kind": str(event.kind), "suits": "".join(SUIT_LETTERS[suit] for suit in event.tiles)}
        note = MeldKind.CONCEALED.value if event.note == FACE_DOWN else event.note
        return event_json(event._replace(note=note), format_tiles)

    def tiles_text(self, tiles: tuple[int, ...]) -> str:
        """Tiles in mpsz notation."""
        return format_tiles(tiles)


def own_state(state: State) -> HandState:
    """Return `state` as a mahjong hand; raises TypeError for another game's."""
    if not isinstance(state, HandState):
        raise TypeError("this is no mahjong hand")
    return state


def _own_rules(rules: Rules) -> MahjongRules:
    if not isinstance(rules, MahjongRules):
        raise TypeError("these are no mahjong rules")
    return rules


def _legal_prompt(state: HandState, action: Action) -> Prompt | None:
    """Return the prompt that `action` answers, None for a legal `leave`; raises RuleViolation."""
    if action.do == actions.LEAVE:
        if action.args or leave.leave_action(state, action.seat) is None:
            raise RuleViolation(Code.MAY_NOT_LEAVE, f"seat {action.seat}")
        return None
    for prompt in state.prompts:
        if prompt.seat == action.seat:
            if action in prompt.actions:
                return prompt
            raise legality.refusal(state, action, prompt)
    raise legality.refusal(state, action, None)


def _fresh(rules: MahjongRules, deal: Deal, *, swaps: bool) -> HandState:
    empty = ((),) * rules.players
    wild = deal.extra("wild")
    return HandState(
        rules=rules,
        phase=Phase.TURN,
        version=0,
        dealer=deal.first,
        turn=deal.first,
        seats=tuple(Seat(pack(hand)) for hand in deal.hands),
        wall=deal.wall,
        head=0,
        tail=len(deal.wall),
        drawn=NONE,
        fresh=False,
        replaced=False,
        gang=None,
        prompts=(),
        answers=(),
        offered=None,
        claimed=False,
        robbing=False,
        rows=(),
        net=(0,) * rules.players,
        swap_direction=deal.extra("swap_direction") if swaps else "",
        swapped=False,
        given=empty,
        received=empty,
        leaving=(),
        won=0,
        outcome=None,
        wild=parse_tile(wild) if wild else NONE,
    )
