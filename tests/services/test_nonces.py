"""The share of the chance: a hash left one step ahead, the nonce with the ready click, and what counts where one is missing."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine.core.deal import nonce_hash, nonces_fit
from games.models import Hand, Room, Seat
from games.services import clocks, drain, rooms
from tests.services.support import (
    PRESET,
    Clock,
    be_seen,
    finish_hand,
    get_ready,
    hand_of,
    reloaded,
    seat_row,
    sit_at,
    stand_up,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def begun(alice: User, clock: Clock) -> Room:
    """A table whose first hand is over; Alice left a hash with the press and one with her ready click."""
    room = rooms.quick_table(alice, PRESET, clock.now, deal=False, nonce_hash=nonce_hash("a1"))
    get_ready(room, alice, clock.now, "a1", nonce_hash("a2"))
    finish_hand(room, clock)
    be_seen(room, clock, alice)
    return reloaded(room)


def shares(hand: Hand) -> list[str]:
    """Return the nonces of a hand; each is empty or has the hash beside it."""
    assert nonces_fit(hand.nonces, hand.nonce_hashes)
    return list(hand.nonces)


def test_the_press_leaves_the_first_hash_and_each_ready_the_next(
    begun: Room, alice: User, clock: Clock
) -> None:
    first = hand_of(begun)
    assert (shares(first), first.nonce_hashes) == (["a1", "", "", ""], [nonce_hash("a1"), "", "", ""])
    assert seat_row(begun, 0).nonce_hash == nonce_hash("a2")
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    second = hand_of(begun)
    assert (second.number, shares(second)) == (2, ["a2", "", "", ""])
    assert second.nonce_hashes == [nonce_hash("a2"), "", "", ""]
    assert seat_row(begun, 0).nonce_hash == nonce_hash("a3")


@pytest.mark.parametrize("revealed", ["", "searched", "a1"])
def test_a_missing_or_false_nonce_is_empty_and_stands_so(
    begun: Room, alice: User, clock: Clock, revealed: str
) -> None:
    get_ready(begun, alice, clock.now, revealed)
    hand = hand_of(begun)
    assert (hand.nonces, hand.nonce_hashes[0]) == (["", "", "", ""], nonce_hash("a2"))


def test_whoever_is_last_cannot_search_but_only_withhold(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    """The last to click knows the seed and the others' nonces: whatever it sends, there are two deals."""
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    get_ready(begun, alice, clock.now, "a2")
    get_ready(begun, bob, clock.now, "b2-searched-for")
    assert shares(hand_of(begun)) == ["a2", "", "", ""]


def test_a_hash_left_after_the_first_reveal_counts_from_the_next_hand_on(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    stand_up(begun, bob, clock.now)  # and comes again, now that a nonce is known
    assert seat_row(begun, 2).nonce_hash == ""
    drain.switch_on()  # or the hand would start with Alice alone
    sit_at(begun, bob, 2, clock.now, nonce_hash("late"))
    drain.switch_off(clock.now)
    assert (seat_row(begun, 2).nonce_hash, seat_row(begun, 2).next_hash) == ("", nonce_hash("late"))
    get_ready(begun, bob, clock.now, "late", nonce_hash("b3"))
    assert shares(hand_of(begun)) == ["a2", "", "", ""]
    assert [row.nonce_hash for row in Seat.objects.filter(room=begun)] == [
        nonce_hash("a3"),
        "",
        nonce_hash("b3"),
        "",
    ]
    assert not reloaded(begun).revealed


def test_who_leaves_after_revealing_does_not_open_the_hand_for_new_hashes(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    stand_up(begun, alice, clock.now)
    sit_at(begun, alice, 0, clock.now, nonce_hash("chosen later"))
    get_ready(begun, alice, clock.now, "chosen later")
    get_ready(begun, bob, clock.now, "b2")
    assert shares(hand_of(begun)) == ["", "", "b2", ""]


def test_a_seat_that_changes_its_person_takes_no_hash_along(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    stand_up(begun, alice, clock.now)
    charlie = User.objects.create_guest(display_name="Charlie")
    sit_at(begun, charlie, 0, clock.now, nonce_hash("c2"))
    get_ready(begun, charlie, clock.now, "a2")  # what its predecessor had left
    get_ready(begun, bob, clock.now, "b2")
    hand = hand_of(begun)
    assert (shares(hand), hand.nonce_hashes[0]) == (["", "", "b2", ""], nonce_hash("c2"))


def test_the_start_after_thirty_seconds_takes_what_was_revealed(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    clock.pass_ms(30_000)
    be_seen(begun, clock, alice, bob)
    clocks.sweep(clock.now)
    hand = hand_of(begun)
    assert (hand.number, shares(hand)) == (2, ["a2", "", "", ""])
    assert hand.nonce_hashes[2] == nonce_hash("b2")
    assert (seat_row(begun, 0).nonce_hash, seat_row(begun, 2).nonce_hash) == (nonce_hash("a3"), "")


def test_a_drain_keeps_what_was_revealed_and_left(begun: Room, alice: User, clock: Clock) -> None:
    drain.switch_on()
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    assert reloaded(begun).revealed
    drain.switch_off(clock.now)
    clock.pass_ms(drain.RESUME_AFTER)
    be_seen(begun, clock, alice)
    clocks.sweep(clock.now)
    assert shares(hand_of(begun)) == ["a2", "", "", ""]
    assert seat_row(begun, 0).nonce_hash == nonce_hash("a3")


def test_the_first_click_counts(begun: Room, alice: User, bob: User, clock: Clock) -> None:
    sit_at(begun, bob, 2, clock.now)
    get_ready(begun, alice, clock.now, "", nonce_hash("a3"))
    get_ready(begun, alice, clock.now, "a2", nonce_hash("other"))
    get_ready(begun, bob, clock.now)
    assert shares(hand_of(begun)) == ["", "", "", ""]
    assert seat_row(begun, 0).nonce_hash == nonce_hash("a3")


def test_a_table_from_before_hashes_were_left_goes_on(begun: Room, alice: User, clock: Clock) -> None:
    Seat.objects.filter(room=begun).update(nonce_hash="")
    Hand.objects.filter(room=begun).update(nonce_hashes=[])
    get_ready(begun, alice, clock.now, "a2", nonce_hash("a3"))
    assert (hand_of(begun).number, shares(hand_of(begun))) == (2, ["", "", "", ""])
    finish_hand(begun, clock)
    get_ready(begun, alice, clock.now, "a3")
    assert shares(hand_of(begun)) == ["a3", "", "", ""]


def test_standing_up_mid_hand_takes_the_hash_of_the_next_hand_along(
    begun: Room, alice: User, bob: User, clock: Clock
) -> None:
    sit_at(begun, bob, 2, clock.now, nonce_hash("b2"))
    for user, mine in ((alice, "a"), (bob, "b")):
        get_ready(begun, user, clock.now, f"{mine}2", nonce_hash(f"{mine}3"))
    stand_up(begun, bob, clock.now)
    finish_hand(begun, clock)
    get_ready(begun, alice, clock.now, "a3")
    hand = hand_of(begun)
    assert (hand.number, shares(hand), hand.nonce_hashes[2]) == (3, ["a3", "", "", ""], "")
