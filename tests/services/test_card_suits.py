"""A play of cards that is offered in other suits is taken as it was sent; what the rules refuse keeps their reason."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.models import User
from games.codes import Status
from games.engine.cards.guanpai.deck import format_cards
from games.engine.cards.guanpai.state import State
from games.models import Action, ActorKind, Hand
from games.services import play, rooms
from tests.services.support import Clock, hand_of, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def lead(hand: Hand, alice: User, payload: dict[str, str]) -> play.Submitted:
    """Let whoever leads answer the first window."""
    seat = table_of(hand).prompts[0].seat
    person = seat == 0
    return play.submit(
        hand.pk, seat=seat, payload=payload, window=0, client_id="", user_id=alice.pk if person else None,
        actor=ActorKind.PERSON if person else ActorKind.BOT,
    )  # fmt: skip


@pytest.fixture
def hand(alice: User, clock: Clock) -> Hand:
    return hand_of(rooms.quick_table(alice, "guanpai", clock.now))


def test_any_suits_of_the_same_ranks_may_be_laid(hand: Hand, alice: User) -> None:
    state = table_of(hand).state
    assert isinstance(state, State)
    held = state.hands[state.turn]
    ranks = Counter(card >> 2 for card in held)
    card = max(card for card in held if ranks[card >> 2] > 1)  # sixteen cards of thirteen ranks: there is one
    offered = [action.args for action in table_of(hand).prompts[0].actions]
    assert (card,) not in offered
    assert lead(hand, alice, {"do": "play", "cards": format_cards((card,))}).status == Status.APPLIED
    after = table_of(hand).state
    assert isinstance(after, State)
    assert after.played[0][1] == (card,)
    assert Action.objects.get(hand=hand).payload["cards"] == format_cards((card,))


def test_what_the_rules_refuse_is_refused_with_their_reason(hand: Hand, alice: User) -> None:
    state = table_of(hand).state
    assert isinstance(state, State)
    held = state.hands[state.turn]
    low, high = held[0], held[-1]
    answer = lead(hand, alice, {"do": "play", "cards": format_cards((low, high))})
    assert (answer.status, answer.code) == (Status.ILLEGAL, "wrong_shape")
    assert lead(hand, alice, {"do": "pass"}).code == "may_not_pass"
    assert lead(hand, alice, {"do": "leave"}).code == "not_offered"
