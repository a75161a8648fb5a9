"""Who may come to which table by its number, and how often numbers may be tried and tables be made.

A quick table is its owner's until they share it: for everybody else its number does not exist, and no answer tells
more. Page and socket ask here alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from games.models import Room, RoomPhase, Seat
from mahjong_site import limiter

Limit = tuple[int, int]  # so many, in so many seconds

NUMBER_LENGTH = 6
# Wrong numbers. A tea house is one address; all numbers would take a script of one address ten days, and finds
# only tables that are shared.
WRONG_EACH, WRONG_OF_ADDRESS, WRONG_SPAN = 10, 60, 60
# New tables, as (so many, in so many seconds): fair to whoever restarts often, and to forty people of one address who
# all sit down at once. In the long run fewer than are played out once they are left (`playing_out.ASK_EVERY`).
TABLES_EACH = ((6, 60), (20, 600))
TABLES_OF_ADDRESS = ((120, 600),)


class TooManyNumbers(limiter.TooMany):
    """Too many wrong numbers of a person or an address."""


class TooManyTables(limiter.TooMany):
    """Too many new tables of a person or an address."""


def open_to(user_id: int | None) -> Q:
    """Return the condition that this person (None: nobody known) may come to a room."""
    return Q(quick=False) | Q(shared=True) | _at_home(user_id)


def find(number: str, user_id: int | None, source: str) -> Room | None:
    """Return the open room with this number, None where there is none or it is not theirs to see.

    `source` is whom the asker's address is counted for (`limiter.network`). Raises TooManyNumbers after too many
    wrong ones, whatever the number; who sits there or owns the table gets in regardless.
    """
    if not (number.isascii() and number.isdigit() and len(number) == NUMBER_LENGTH):
        return None
    rooms = Room.objects.filter(open_to(user_id), number=number).exclude(phase=RoomPhase.CLOSED)
    at_home = ExpressionWrapper(_at_home(user_id), BooleanField())
    room = rooms.annotate(at_home=at_home).first()
    if room is not None and room.at_home:
        return room
    limits = _limits(user_id, source, ((WRONG_EACH, WRONG_SPAN),), ((WRONG_OF_ADDRESS, WRONG_SPAN),))
    waits = [limiter.look("number", *limit) for limit in limits]
    if not any(waits) and room is None:
        waits = [limiter.take("number", *limit) for limit in limits]
    if any(waits):
        raise TooManyNumbers(max(waits))
    return room


def count_table(user_id: int | None, source: str) -> None:
    """Count a table that is about to be made; raises TooManyTables."""
    waits = [
        limiter.take("table", *limit) for limit in _limits(user_id, source, TABLES_EACH, TABLES_OF_ADDRESS)
    ]
    if any(waits):
        raise TooManyTables(max(waits))


def _at_home(user_id: int | None) -> Q:
    """Return the condition that this person owns a room or sits there."""
    if user_id is None:
        return Q(pk__in=())
    return Q(owner_id=user_id) | Q(Exists(Seat.objects.filter(room_id=OuterRef("pk"), user_id=user_id)))


def _limits(
    user_id: int | None, source: str, each: Iterable[Limit], of_address: Iterable[Limit]
) -> list[tuple[str, int, int]]:
    """Return the limits that a try comes under, with whom it is counted for; this machine itself is nobody."""
    found = [] if user_id is None else [(f"person {user_id}", *limit) for limit in each]
    if not limiter.is_this_machine(source):
        found += [(f"address {source}", *limit) for limit in of_address]
    return found
