"""Booking what a finished hand brought: once, whoever asks and however often."""

from __future__ import annotations

from django.db import transaction

from games.models import Hand, HandResult, HandStatus, ResultKind, Room
from games.models.room import bumped
from games.services import notify
from games.services.hands import moment
from games.services.moments import now_ms


def settle(hand_id: int, now: int | None = None) -> bool:
    """Write the hand's result rows; return whether this call did it.

    Only a finished hand is settled; one in play, settled or voided is left alone. The rows of a hand sum to
    zero, and totals are always derived from them.
    """
    with transaction.atomic():
        hand = Hand.objects.select_for_update().filter(pk=hand_id, status=HandStatus.FINISHED).first()
        if hand is None:
            return False
        HandResult.objects.bulk_create(_rows(hand))
        hand.status = HandStatus.SETTLED
        hand.settled = moment(now_ms(now))
        hand.save(update_fields=["status", "settled"])
        Room.objects.filter(pk=hand.room_id).update(version=bumped())
        notify.room_changed(hand.room_id)
    return True


def _rows(hand: Hand) -> list[HandResult]:
    net: list[int] = hand.outcome["net"] if hand.outcome else []
    if sum(net) != 0 or len(net) != len(hand.players):
        raise ValueError(f"hand {hand.pk}: the outcome does not sum to zero over its seats")
    return [
        HandResult(
            hand=hand,
            room_id=hand.room_id,
            seat=seat,
            user_id=player["user"],
            kind=ResultKind.POINTS,
            points=net[seat],
        )
        for seat, player in enumerate(hand.players)
    ]
