"""The contract of the core for every mahjong game: one dispatcher over one file a phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar, cast

from games.engine.core.contract import (
    NONE,
    Action,
    Deal,
    Event,
    LedgerRow,
    Numbering,
    Outcome,
    Prompt,
    PromptKind,
    Rules,
    State,
    Transition,
    View,
    Win,
    Wished,
    Wishes,
)
from games.engine.core.errors import Code, RuleViolation
from games.engine.core.wire import event_json
from games.engine.mahjong import actions, hints, legality, projection
from games.engine.mahjong import dealing as deals
from games.engine.mahjong import wishes as wishing
from games.engine.mahjong.events import FACE_DOWN
from games.engine.mahjong.packed import pack
from games.engine.mahjong.rules import MahjongRules, own, with_overrides
from games.engine.mahjong.state import Draft, HandState, Seat
from games.engine.mahjong.tiles import SUIT_LETTERS, format_tiles, parse_tile
from games.engine.mahjong.transition import choices, claim, leave, turn
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import EventKind, MahjongView, Meld, MeldKind, Phase

R = TypeVar("R", bound=MahjongRules)
R_contra = TypeVar("R_contra", bound=MahjongRules, contravariant=True)


class Dealing(Protocol[R_contra]):
    """The module of a game that deals."""

    def from_seed(self, rules: R_contra, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal: ...

    def from_record(self, rules: R_contra, record: Mapping[str, object]) -> Deal: ...


class Settlement(Protocol[R_contra]):
    """The module of a game that knows who pays whom; see `Variant`."""

    def win_rows(self, rules: R_contra, draft: Draft, wins: tuple[Win, ...]) -> tuple[LedgerRow, ...]: ...

    def gang_rows(self, rules: R_contra, draft: Draft, seat: int, meld: Meld) -> tuple[LedgerRow, ...]: ...

    def wall_rows(self, rules: R_contra, draft: Draft) -> tuple[tuple[LedgerRow, ...], ...]: ...

    def escape_rows(self, rules: R_contra, draft: Draft, seat: int) -> tuple[LedgerRow, ...]: ...


class MahjongGame(Variant, Generic[R]):
    """A mahjong game; subclasses name their rules and modules and give what is left of `Variant`."""

    name: str
    verbs: frozenset[str]  # what seats may do in this game
    toggles: tuple[str, ...]  # what they may have done for them (see `wishes`)
    rule_set: type[R]
    presets: Mapping[str, R]
    dealing: Dealing[R]
    settlement: Settlement[R]

    def own(self, rules: Rules) -> R:
        """Return `rules` as what this game reads; raises TypeError for another game's."""
        return own(rules, self.rule_set)

    def rules(self, preset: str, overrides: Mapping[str, object]) -> R:
        """Return the preset with overrides applied; raises RulesInvalid or EngineError(UNKNOWN_RULE)."""
        return with_overrides(self.presets, preset, overrides)

    def deal_from_seed(self, rules: Rules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
        """Deal a hand from a 256-bit seed and the seats' nonces; `first` None lets the rules decide."""
        return self.dealing.from_seed(self.own(rules), seed, nonces, first)

    def deal_from_record(self, rules: Rules, record: Mapping[str, object]) -> Deal:
        """Read `hands`, `wall`, `dealer` and `chance` of a record; raises RecordError."""
        return self.dealing.from_record(self.own(rules), record)

    def deal_to_record(self, deal: Deal) -> dict[str, object]:
        """The inverse of `deal_from_record`."""
        return deals.to_record(deal)

    @abstractmethod
    def score(self, line: Mapping[str, object]) -> dict[str, object]:
        """Answer one line of `manage.py score` (without `id`); raises EngineError for an impossible hand."""

    def new_hand(self, rules: Rules, deal: Deal, numbering: Numbering = Numbering.WINDOWS) -> HandState:
        """Return the hand as dealt, with its first window open."""
        made = self.own(rules)
        fresh = _fresh(made, deal, swaps=Phase.SWAP_THREE in self.choice_order(made))
        draft = fresh._replace(numbering=numbering).thaw()
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
        draft.window = hand.next_window()  # of whatever window this action opens
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
        if draft.prompts and draft.prompts[0].window != draft.window:
            draft.window = hand.window  # it is still the same one
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

    # The payments (see `Variant`).

    def win_rows(self, draft: Draft, wins: tuple[Win, ...]) -> tuple[LedgerRow, ...]:
        return self.settlement.win_rows(self.own(draft.rules), draft, wins)

    def gang_rows(self, draft: Draft, seat: int, meld: Meld) -> tuple[LedgerRow, ...]:
        return self.settlement.gang_rows(self.own(draft.rules), draft, seat, meld)

    def wall_rows(self, draft: Draft) -> tuple[tuple[LedgerRow, ...], ...]:
        return self.settlement.wall_rows(self.own(draft.rules), draft)

    def escape_rows(self, draft: Draft, seat: int) -> tuple[LedgerRow, ...]:
        return self.settlement.escape_rows(self.own(draft.rules), draft, seat)

    # What a seat asks to have done for it (see `wishes`).

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
