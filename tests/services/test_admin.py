"""The admin shows rooms and hands, changes nothing, and knows nothing of a hand in play."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Action, Hand, HandStatus, Room
from tests.services.support import Clock, act_default, finish_hand, hand_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def admin(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def pages(admin: Client, hand: Hand) -> str:
    """Return everything the admin shows around a hand, as one text."""
    addresses = [
        reverse(f"admin:games_{name}_changelist")
        for name in ("room", "hand", "action", "handresult", "heartbeat")
    ]
    addresses += [
        reverse("admin:games_room_change", args=[hand.room_id]),
        reverse("admin:games_hand_change", args=[hand.pk]),
    ]
    shown = []
    for address in addresses:
        answer = admin.get(address)
        assert answer.status_code == 200, address
        shown.append(answer.content.decode())
    return "".join(shown)


def test_a_hand_in_play_keeps_its_secrets(admin: Client, room: Room, alice: User, clock: Clock) -> None:
    hand = hand_of(room)
    act_default(hand, 0, alice, clock.now)
    action = Action.objects.get()
    shown = pages(admin, hand)
    assert hand.commitment in shown
    assert bytes(hand.seed).hex() not in shown
    assert action.payload["tiles"] not in shown
    assert admin.get(reverse("admin:games_action_change", args=[action.pk])).status_code == 302


def test_a_secret_answer_changes_nothing_that_staff_see(
    admin: Client, room: Room, alice: User, clock: Clock
) -> None:
    """No count and no time: staff sit at tables, too."""

    def seen() -> list[str]:
        hand = hand_of(room)
        addresses = [reverse(f"admin:games_{name}_changelist") for name in ("room", "hand", "action")]
        addresses += [
            reverse("admin:games_room_change", args=[hand.room_id]),
            reverse("admin:games_hand_change", args=[hand.pk]),
        ]
        return [re.sub(r'csrf\w+"? value="\w+"', "", admin.get(page).content.decode()) for page in addresses]

    before = seen()
    act_default(hand_of(room), 0, alice, clock.now)
    assert seen() == before


@pytest.mark.parametrize(
    ("page", "field"), [("hand", "seed"), ("hand", "wishes"), ("hand", "nonces"), ("room", "next_seed")]
)
def test_no_address_asks_for_a_secret_piece_by_piece(
    admin: Client, room: Room, page: str, field: str
) -> None:
    address = reverse(f"admin:games_{page}_changelist")
    assert admin.get(address, {f"{field}__isnull": "0"}).status_code == 400
    assert admin.get(address, {f"{field}__regex": "^."}).status_code == 400


def test_the_filters_of_a_list_narrow_it(admin: Client, room: Room) -> None:
    address = reverse("admin:games_hand_changelist")
    found = [
        admin.get(address, {"status__exact": status}) for status in (HandStatus.PLAYING, HandStatus.VOIDED)
    ]
    assert [answer.context["cl"].result_count for answer in found] == [1, 0]
    assert admin.get(address, {"id__exact": str(hand_of(room).pk)}).status_code == 200


def test_a_finished_hand_shows_its_seed_and_not_the_next_one(admin: Client, room: Room, clock: Clock) -> None:
    hand = finish_hand(room, clock)
    room.refresh_from_db()
    shown = pages(admin, hand)
    assert bytes(hand.seed).hex() in shown
    assert room.next_commitment in shown
    assert bytes(room.next_seed).hex() not in shown


def test_nothing_can_be_changed(admin: Client, room: Room) -> None:
    assert admin.get(reverse("admin:games_room_add")).status_code == 403
    assert admin.post(reverse("admin:games_room_delete", args=[room.pk]), {"post": "yes"}).status_code == 403
    admin.post(reverse("admin:games_room_change", args=[room.pk]), {"number": "1"})
    assert Room.objects.get().number == room.number
