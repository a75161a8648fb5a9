"""Seat one or two people at a card table of a running site, the first in the lead; prints its number and their cookies.

Run as `python -m tests.e2e.card_seed [PEOPLE]` in the site's environment; what it prints is JSON.
"""

from __future__ import annotations

import json
import secrets
import sys
from itertools import count

import django


def seed() -> bytes:
    """Return a seed whose deal lets seat 0 lead and whose four highest cards are no shape."""
    from games.engine.cards.guanpai.deck import counts_of
    from games.engine.cards.guanpai.game import GAME
    from games.engine.cards.guanpai.shapes import best

    rules = GAME.rules("guanpai", {})
    for number in count():
        found = number.to_bytes(32, "big")
        deal = GAME.deal_from_seed(rules, found, ("", ""), None)
        if deal.first == 0 and best(counts_of(sorted(deal.hands[0])[-4:])) is None:
            return found
    raise AssertionError


def main(people: int) -> dict[str, object]:
    """Start a room of 关牌, against a bot where there is one person."""
    from django.db import transaction

    from games.engine.core.deal import commitment
    from games.models import Room, Seat
    from games.services import hands
    from games.services.moments import now_ms
    from tests.realtime.tabs import cookie_of, person

    users = [person("牌客")[0] for _ in range(people)]
    room = Room(
        number=f"{100_000 + secrets.randbelow(900_000)}", game="guanpai", preset="guanpai", quick=True
    )
    with transaction.atomic():
        room.next_seed = seed()
        room.next_commitment = commitment(room.next_seed)
        room.save()
        seats = [Seat(room=room, index=index, level="normal") for index in range(2)]
        for seat, user in zip(seats, users, strict=False):
            seat.user, seat.seen_at, seat.connected = user, now_ms(), True
        Seat.objects.bulk_create(seats)
        hands.deal(room, seats, now_ms())
    return {"number": room.number, "cookies": [cookie_of(user.pk) for user in users]}


if __name__ == "__main__":
    django.setup()
    from django.db import close_old_connections

    print(json.dumps(main(int(sys.argv[1]) if sys.argv[1:] else 1)))
    close_old_connections()
