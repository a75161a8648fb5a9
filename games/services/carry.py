"""Carrying out what a person asks of a table, however it came: the one way from an intent to the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.codes import ServiceCode, Status
from games.engine.core.contract import PUBLIC
from games.engine.core.errors import RuleViolation
from games.intents import AUTOPLAY, Act, Back, Intent, Leave, Ready, Sit, Toggle
from games.models import ActorKind, Room
from games.services import play, rooms, toggles
from games.services.errors import ServiceError
from games.services.tables import Versions

if TYPE_CHECKING:
    from accounts.models import User


class Place(NamedTuple):
    """Where an intent came from: the room, its hand (0: none) and the person's seat there (PUBLIC: none)."""

    room_id: int
    hand_id: int
    seat: int


class Done(NamedTuple):
    """What became of an intent: the code of a refusal or "". `repeated`: it was a move that had been made before.

    `reached` is how far an applied move brought the room.
    """

    code: str = ""
    repeated: bool = False
    reached: Versions | None = None


def carry_out(place: Place, user: User, intent: Intent) -> Done:
    """Do what `user` asks. Where it answers another state of the table it is refused, here or in the transaction."""
    room = Room(pk=place.room_id)  # the services look up the rest
    try:
        match intent:
            case Ready():
                rooms.ready(room, user, intent)
            case Back():
                rooms.take_back(room, user, intent)
            case Toggle(name=name, on=False) if name == AUTOPLAY:
                rooms.take_back(room, user, Back(intent.hand, intent.client_id))
            case Leave():
                rooms.leave(room, user, intent)
            case Sit():
                rooms.take_seat(room, user, intent)
            case Act() | Toggle():
                return _in_hand(place, user, intent)
    except (ServiceError, RuleViolation) as refused:
        return Done(refused.code)
    return Done()


def _in_hand(place: Place, user: User, intent: Act | Toggle) -> Done:
    """Do what a seat asks in a hand, which must be this room's: the services go by the hand alone."""
    if place.seat == PUBLIC:
        return Done(ServiceCode.NOT_SEATED)
    if intent.hand != place.hand_id:
        return Done(ServiceCode.STALE)
    if isinstance(intent, Toggle):
        toggles.switch(user, intent)
        return Done()
    submitted = play.submit(
        intent.hand,
        seat=place.seat,
        payload=intent.payload,
        window=intent.window,
        client_id=intent.client_id,
        actor=ActorKind.PERSON,
        user_id=user.pk,
    )
    match submitted.status:
        case Status.APPLIED:
            return Done(reached=Versions(intent.hand, submitted.version, submitted.room_version, None))
        case Status.REPEATED:
            return Done(repeated=True)
        case _:
            return Done(submitted.code or submitted.status)
