"""A hand of 关牌 as a value: deal, legal plays, transitions, projection and outcome (GP-02, GP-03, GP-09, GP-10)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine.cards.guanpai.deck import counts_of, take
from games.engine.cards.guanpai.plays import legal_plays
from games.engine.cards.guanpai.rules import GuanpaiRules
from games.engine.cards.guanpai.shapes import Counts, Shape, beats, best
from games.engine.cards.guanpai.view import CardSeatView, EventKind, GuanpaiView
from games.engine.core.contract import (
    NONE,
    Action,
    Cause,
    Clock,
    Deal,
    Event,
    LedgerRow,
    Outcome,
    Prompt,
    PromptKind,
)
from games.engine.core.errors import Code, RuleViolation
from games.engine.core.seats import next_seat

LEAVE_LEAST = 10  # GP-10: cards that a leaver pays for at least


class State(NamedTuple):
    """`hands` are sorted cards a seat; `table` is the play to beat with its reading, None when leading anew."""

    rules: GuanpaiRules
    version: int
    hands: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    turn: int
    table: tuple[int, tuple[int, ...], Shape] | None
    played: tuple[tuple[int, tuple[int, ...]], ...]
    outcome: Outcome | None

    @property
    def window(self) -> int:
        """Number of the open window: every action closes one and opens the next."""
        return self.version


def new_hand(rules: GuanpaiRules, deal: Deal) -> State:
    """Return the state in which the seat `deal.first` leads."""
    hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
    return State(rules, 0, hands, tuple(sorted(deal.wall)), deal.first, None, (), None)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The turn's legal plays, cheapest first, and the pass where it is allowed (GP-03, GP-10).

    A play stands for all plays of the same ranks: suits never matter.
    """
    if state.outcome is not None:
        return ()
    seat, hand = state.turn, state.hands[state.turn]
    table = state.table[2] if state.table else None
    plays = tuple(Action(seat, "play", take(hand, counts)) for counts in _plays_of(counts_of(hand), table))
    passing = (Action(seat, "pass"),) if _may_pass(state, bool(plays)) else ()
    actions = plays + passing
    default = passing[0] if passing else plays[0]
    if table is None:  # the lowest single
        default = Action(seat, "play", (min(hand, key=lambda card: card >> 2),))
    return (Prompt(seat, PromptKind.TURN, Clock.TURN, state.window, actions, default),)


@lru_cache(maxsize=1024)
def _plays_of(counts: Counts, table: Shape | None) -> tuple[Counts, ...]:
    return tuple(play.counts for play in legal_plays(counts, table))


def _may_pass(state: State, can_beat: bool) -> bool:
    return state.table is not None and not (state.rules.must_beat and can_beat)


def play(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Lay cards; raises RuleViolation with the reason why the selection is no legal play."""
    seat, cards = _checked_turn(state, action), action.args
    hand = state.hands[seat]
    if not cards or len(set(cards)) != len(cards) or not set(cards) <= set(hand):
        raise RuleViolation(Code.NO_SUCH_TILE, "cards not held")
    shape = best(counts_of(cards))
    if shape is None:
        raise RuleViolation(Code.WRONG_SHAPE, "no legal shape")
    if state.table is not None and not beats(shape, state.table[2]):
        raise RuleViolation(Code.DOES_NOT_BEAT, "does not beat the table")
    left = tuple(card for card in hand if card not in cards)
    hands = tuple(left if other == seat else held for other, held in enumerate(state.hands))
    laid = tuple(sorted(cards))
    after = state._replace(
        version=state.version + 1,
        hands=hands,
        turn=next_seat(seat, 2),
        table=(seat, laid, shape),
        played=(*state.played, (seat, laid)),
    )
    event = Event(EventKind.PLAY, seat, laid, note=shape.kind)
    if left:
        return after, (event,)
    ended, events = _end(after, winner=seat, reason="out", least=0)
    return ended, (event, *events)


def pass_turn(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Decline to beat; the other seat leads anew (GP-03)."""
    seat = _checked_turn(state, action)
    if action.args:
        raise RuleViolation(Code.BAD_ARGUMENT, "pass takes no cards")
    table = state.table[2] if state.table else None
    if not _may_pass(state, bool(_plays_of(counts_of(state.hands[seat]), table))):
        raise RuleViolation(Code.MAY_NOT_PASS, "the leader leads, and with must_beat a beat is played")
    after = state._replace(
        version=state.version + 1, turn=next_seat(seat, 2), table=None, played=(*state.played, (seat, ()))
    )
    return after, (Event(EventKind.PASS, seat),)


def leave(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Leave the hand: it is lost by the table for the cards held, at least ten of them (GP-10)."""
    if state.outcome is not None:
        raise RuleViolation(Code.HAND_OVER)
    if not 0 <= action.seat < 2 or action.args:
        raise RuleViolation(Code.BAD_ARGUMENT, "leave takes nothing")
    after = state._replace(version=state.version + 1)
    ended, events = _end(after, winner=next_seat(action.seat, 2), reason="escape", least=LEAVE_LEAST)
    return ended, (Event(EventKind.LEAVE, action.seat), *events)


def points_for(cards_left: int) -> int:
    """GP-09: what a loser pays for the cards left, in points of base 1."""
    return {16: 50, 15: 40, 14: 30}.get(cards_left, cards_left)


def project(state: State, viewer: int) -> GuanpaiView:
    """What `viewer` may know: the own cards, the other's number, all that was played."""
    over = state.outcome is not None
    net = state.outcome.net if state.outcome else (0, 0)
    trick = _trick(state)
    seats = tuple(
        CardSeatView(
            seat,
            hand if over or seat == viewer else (),
            len(hand),
            trick.get(seat, ()),
            passed=bool(state.played) and state.played[-1] == (seat, ()),
            points=net[seat],
        )
        for seat, hand in enumerate(state.hands)
    )
    own = next((prompt for prompt in prompts(state) if prompt.seat == viewer), None)
    return GuanpaiView(
        viewer=viewer,
        game="guanpai",
        rules=state.rules,
        window=state.window,
        turn=NONE if over else state.turn,
        seats=seats,
        table=state.table[:2] if state.table else None,
        played=state.played,
        unseen=state.unseen if over else (),
        prompt=own,
        outcome=state.outcome,
    )


def _trick(state: State) -> dict[int, tuple[int, ...]]:
    """The latest cards of each seat since somebody led anew."""
    trick: dict[int, tuple[int, ...]] = {}
    for seat, cards in reversed(state.played[:-1] if state.table is None else state.played):
        if not cards or seat in trick:
            break
        trick[seat] = cards
    return trick


def _checked_turn(state: State, action: Action) -> int:
    if state.outcome is not None:
        raise RuleViolation(Code.HAND_OVER)
    if action.seat != state.turn:
        raise RuleViolation(Code.NOT_YOUR_TURN)
    return action.seat


def _end(state: State, *, winner: int, reason: str, least: int) -> tuple[State, tuple[Event, ...]]:
    loser = next_seat(winner, 2)
    amount = max(points_for(len(state.hands[loser])), least) * state.rules.base
    escaped = reason == "escape"
    cause, clause = (Cause.ESCAPE, "GP-10") if escaped else (Cause.CARDS_LEFT, "GP-09")
    row = LedgerRow(loser, winner, amount, cause, clause, event=1)
    net = tuple(amount if seat == winner else -amount for seat in range(2))
    # a new opponent starts anew (GP-02)
    outcome = Outcome((row,), net, (), state.hands, None if escaped else winner, reason)
    shown = tuple(Event(EventKind.SHOW, seat, hand) for seat, hand in enumerate(state.hands) if hand)
    events = (Event(EventKind.PAID, rows=(row,)), *shown, Event(EventKind.END, note=reason))
    return state._replace(outcome=outcome), events
