"""关牌 behind the common contract: notation, deal, dispatch and the score tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.engine.cards.guanpai import state as hand
from games.engine.cards.guanpai import wishes as wishing
from games.engine.cards.guanpai.deck import (
    DECK,
    HAND_SIZE,
    first_leader,
    format_cards,
    parse_cards,
    parse_ranks,
)
from games.engine.cards.guanpai.rules import PRESETS, GuanpaiRules
from games.engine.cards.guanpai.shapes import Shape, beats, best
from games.engine.cards.guanpai.view import EventKind, GuanpaiView
from games.engine.core.contract import (
    NONE,
    Action,
    Deal,
    Event,
    Numbering,
    Outcome,
    Prompt,
    Rules,
    State,
    Transition,
    View,
    Wished,
    Wishes,
)
from games.engine.core.deal import DrawStream
from games.engine.core.errors import Code, EngineError, RecordError, RuleViolation
from games.engine.core.options import with_overrides
from games.engine.core.wire import event_json


class Guanpai:
    """The game object of 关牌 (see games.engine.core.contract.Game)."""

    name = "guanpai"
    presets: Mapping[str, Rules] = PRESETS
    toggles = wishing.TOGGLES

    def rules(self, preset: str, overrides: Mapping[str, object]) -> GuanpaiRules:
        return with_overrides(PRESETS, preset, overrides)

    def deal_from_seed(self, rules: Rules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
        """Shuffle stream "deck"; the first sixteen cards go to seat 0, the next to seat 1 (GP-01, GP-02)."""
        deck = DrawStream(seed, nonces, "deck").shuffled(DECK)
        hands = (deck[:HAND_SIZE], deck[HAND_SIZE : 2 * HAND_SIZE])
        leader = first_leader(hands) if first is None else first
        return Deal(hands, deck[2 * HAND_SIZE :], leader)

    def deal_from_record(self, rules: Rules, record: Mapping[str, object]) -> Deal:
        hands = record.get("hands")
        if not isinstance(hands, list) or len(hands) != 2:
            raise RecordError(Code.BAD_RECORD, "hands: two of them")
        try:
            cards = tuple(parse_cards(text) for text in hands)
        except EngineError as error:
            raise RecordError(error.code, error.detail) from None
        dealt = [card for held in cards for card in held]
        if any(len(held) != HAND_SIZE for held in cards) or len(set(dealt)) != len(dealt):
            raise RecordError(Code.BAD_RECORD, "hands: sixteen different cards each")
        lead = record.get("lead", first_leader(cards))
        if type(lead) is not int or lead not in (0, 1):
            raise RecordError(Code.BAD_RECORD, "lead: 0 or 1")
        return Deal(cards, tuple(card for card in DECK if card not in dealt), lead)

    def deal_to_record(self, deal: Deal) -> dict[str, object]:
        return {"hands": [format_cards(held) for held in deal.hands], "lead": deal.first}

    def new_hand(self, rules: Rules, deal: Deal, numbering: Numbering = Numbering.WINDOWS) -> State:
        return hand.new_hand(cast("GuanpaiRules", rules), deal)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return hand.prompts(_own(state))

    def leave_action(self, state: State, seat: int) -> Action | None:
        return Action(seat, "leave") if _own(state).outcome is None else None

    def apply(self, state: State, action: Action) -> Transition:
        match action.do:
            case "play":
                return Transition(*hand.play(_own(state), action))
            case "pass":
                return Transition(*hand.pass_turn(_own(state), action))
            case "leave":
                return Transition(*hand.leave(_own(state), action))
        raise RuleViolation(Code.UNKNOWN_ACTION, action.do)

    def project(self, state: State, viewer: int) -> GuanpaiView:
        return hand.project(_own(state), viewer)

    def project_events(self, events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
        """Only the deal is secret: what another seat was dealt becomes as many unknown cards."""
        return tuple(
            event._replace(tiles=(NONE,) * len(event.tiles))
            if event.kind == EventKind.DEAL and event.seat != viewer
            else event
            for event in events
        )

    def outcome(self, state: State) -> Outcome | None:
        return _own(state).outcome

    def parse_action(self, seat: int, payload: Mapping[str, object]) -> Action:
        do = payload.get("do")
        wanted = {"play": {"do", "cards"}, "pass": {"do"}, "leave": {"do"}}.get(
            do if isinstance(do, str) else ""
        )
        if wanted is None:
            raise RuleViolation(Code.UNKNOWN_ACTION, repr(do))
        if set(payload) != wanted:
            raise RuleViolation(Code.BAD_ARGUMENT, f"{do} takes {sorted(wanted)}")
        if do != "play":
            return Action(seat, str(do))
        try:
            return Action(seat, "play", parse_cards(payload["cards"]))
        except EngineError as error:
            raise RuleViolation(Code.BAD_ARGUMENT, error.detail) from None

    def action_payload(self, action: Action) -> dict[str, str]:
        return {"do": action.do} | ({"cards": format_cards(action.args)} if action.do == "play" else {})

    def event_record(self, event: Event) -> dict[str, object]:
        return event_json(event, format_cards)

    def tiles_text(self, tiles: tuple[int, ...]) -> str:
        return format_cards(tiles)

    def check_armed(self, view: View, action: Action) -> None:
        wishing.check_armed(cast("GuanpaiView", view), action)

    def wished(self, view: View, prompt: Prompt, wishes: Wishes) -> Wished:
        return wishing.wished(cast("GuanpaiView", view), prompt, wishes)

    def score(self, line: Mapping[str, object]) -> dict[str, object]:
        """`cards` → shape, or `play` and `table` → beats (docs/records.md)."""
        keys = set(line) - {"id", "game", "note", "expect", "shape", "beats", "preset", "rules"}
        if keys == {"cards"}:
            shape = best(_possible(line["cards"]))
            return {"shape": shape.kind.value if shape else None}
        if keys == {"play", "table"}:
            return {"beats": beats(_shape(line, "play"), _shape(line, "table"))}
        raise EngineError(Code.BAD_ARGUMENT, "either cards, or play and table")


def _own(state: State) -> hand.State:
    if not isinstance(state, hand.State):
        raise TypeError("not a hand of guanpai")
    return state


def _possible(text: object) -> tuple[int, ...]:
    counts = parse_ranks(text)
    if any(count > 4 for count in counts):
        raise EngineError(Code.IMPOSSIBLE_HAND, "more than four of a rank")
    return counts


def _shape(line: Mapping[str, object], key: str) -> Shape:
    shape = best(_possible(line[key]))
    if shape is None:
        raise EngineError(Code.WRONG_SHAPE, f"{key} is no legal play")
    return shape


GAME = Guanpai()
