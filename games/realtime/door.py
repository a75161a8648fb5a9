"""What a socket asks of the services: may it come in, and carry out this frame. Runs on the database threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model

from games.realtime.codes import CloseCode
from games.realtime.frames import Frame
from games.realtime.identity import Person, ended, identify, still_there
from games.services import admission, carry
from games.services.carry import Place
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
    """Do what a frame asks, if its sender still may. What it answers is checked again where it is applied."""
    if not still_there(person):
        return Answer(close=ended((person,)).get(person, CloseCode.LOGIN))
    done = carry.carry_out(place, get_user_model()(pk=person.user_id), frame)
    if done.repeated:
        return SILENCE
    return Answer(done.code, changed=not done.code, reached=done.reached)
