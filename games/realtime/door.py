"""What a socket asks of the services: may it come in, and carry out this frame. Runs on the database threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model

from games.engine.core.contract import PUBLIC
from games.engine.core.errors import RuleViolation
from games.models import ActorKind, Room
from games.realtime.codes import CloseCode, Notice
from games.realtime.frames import Act, Back, Frame, Leave, Ready, Toggle
from games.realtime.identity import Person, ended, identify, still_there
from games.services import admission, play, rooms, toggles
from games.services.errors import ServiceError
from games.services.play import Status
from games.services.tables import Versions
from mahjong_site import limiter


class Admission(NamedTuple):
    """A socket that may stay, and the room it looks at."""

    person: Person
    room_id: int


class Answer(NamedTuple):
    """What became of a frame: a reason to show its sender, a code to close with, or neither.

    `changed` says that the room may look different now, `reached` how far a move brought it.
    """

    notice: str = ""
    close: CloseCode | None = None
    changed: bool = False
    reached: Versions | None = None


SILENCE = Answer()
CHANGED = Answer(changed=True)


class Place(NamedTuple):
    """Where a frame's sender is: the room, the hand its page shows and the seat it was last shown as."""

    room_id: int
    hand_id: int
    seat: int


def admit(scope: Mapping[str, Any], number: str) -> Admission | CloseCode:
    """Let the person of a handshake look at the table with this number, or say why not."""
    person = identify(scope)
    if person is None:
        return CloseCode.LOGIN
    client = scope.get("client") or ("",)
    try:
        room = admission.find(number, person.user_id, limiter.network(str(client[0])))
    except admission.TooManyNumbers:
        return CloseCode.GUESSING
    return CloseCode.NO_TABLE if room is None else Admission(person, room.pk)


def carry_out(person: Person, place: Place, frame: Frame) -> Answer:
    """Do what a frame asks, if its sender still may. The seat is checked again where the action is applied."""
    if not still_there(person):
        return Answer(close=ended((person,)).get(person, CloseCode.LOGIN))
    if isinstance(frame, Act):
        return _act(person, place, frame)
    room, user = Room(pk=place.room_id), get_user_model()(pk=person.user_id)  # the services look up the rest
    try:
        match frame:
            case Ready(nonce):
                rooms.ready(room, user, nonce)
            case Back() | Toggle("autoplay", False):
                rooms.take_back(room, user)
            case Leave():
                rooms.leave(room, user)
            case Toggle(name, on, payload):
                toggles.switch(place.hand_id, person.user_id, name, on, payload)
            case _:
                return Answer(Notice.MALFORMED)
    except (ServiceError, RuleViolation) as refused:
        return Answer(refused.code)
    return CHANGED


def _act(person: Person, place: Place, frame: Act) -> Answer:
    if place.seat == PUBLIC:
        return Answer(Notice.NOT_SEATED)
    submitted = play.submit(
        place.hand_id,
        seat=place.seat,
        payload=frame.payload,
        window=frame.window,
        client_id=frame.client_id,
        actor=ActorKind.PERSON,
        user_id=person.user_id,
    )
    match submitted.status:
        case Status.APPLIED:
            reached = Versions(place.hand_id, submitted.version, submitted.room_version, None)
            return Answer(changed=True, reached=reached)
        case Status.REPEATED:
            return SILENCE
        case _:
            return Answer(submitted.code or submitted.status)
