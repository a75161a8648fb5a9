"""What a person asks of a table, decoded once for frames and forms: the same names, limits and refusals on both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from games.engine.mahjong import actions


class Reason(StrEnum):
    """Why something that was sent is not an intent."""

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    NOT_JSON = "not_json"
    NOT_OBJECT = "not_object"
    NOT_STRINGS = "not_strings"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    BAD_VALUE = "bad_value"
    OLD_PAGE = "old_page"  # it does not name what it answers, as pages of an earlier version did not


class Refusal(NamedTuple):
    """Something that is not one of our intents."""

    reason: Reason


class Act(NamedTuple):
    """An answer to a window of a hand. `payload` is `do` and its argument as docs/records.md spells them; the seat is
    the server's to know. A repeat with the same `client_id` is the same press.
    """

    hand: int
    window: int
    client_id: str
    payload: dict[str, str]


class Toggle(NamedTuple):
    """Switch what is done for the seat in this hand: autoplay, one of the game's toggles, or an armed action.

    `window` is the one its page asked the seat in, None where it asked nothing; `payload` is the action to arm.
    """

    hand: int
    window: int | None
    client_id: str
    name: str
    on: bool
    payload: dict[str, str] | None = None


class Ready(NamedTuple):
    """Ready for the hand with this number in its room. `nonce` is this person's share of its chance, `next_hash` the
    hash of the share of the hand after it ("": none).
    """

    number: int
    client_id: str
    nonce: str = ""
    next_hash: str = ""


class Back(NamedTuple):
    """我回来了: take the seat back from autoplay in this hand."""

    hand: int
    client_id: str


class Leave(NamedTuple):
    """Leave the table; `hand` is the one in play or the last one, 0 before the first."""

    hand: int
    client_id: str


class Sit(NamedTuple):
    """Sit down on a seat as it was at this version of it. `nonce_hash` is that of the share of the coming hand."""

    seat: int
    version: int
    client_id: str
    nonce_hash: str = ""


Intent = Act | Toggle | Ready | Back | Leave | Sit

ARMED = "armed"  # the toggle under which an action is armed for the next turn; the other names are the game's
AUTOPLAY = "autoplay"

ARGUMENTS: Mapping[str, str] = {**actions.ARGUMENTS, "play": "cards"}  # the argument each verb takes
_VALUED = ("tile", "tiles", "suit", "cards")
_ARMABLE = ("tile", "cards")  # what can be armed: a throw or a play
_KEYS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {  # type -> (needed, optional)
    "act": (frozenset({"hand", "window", "id", "do"}), frozenset(_VALUED)),
    "toggle": (frozenset({"hand", "window", "id", "name", "on"}), frozenset({"do", *_ARMABLE})),
    "ready": (frozenset({"number", "id"}), frozenset({"nonce", "hash"})),
    "back": (frozenset({"hand", "id"}), frozenset()),
    "leave": (frozenset({"hand", "id"}), frozenset()),
    "sit": (frozenset({"seat", "version", "id"}), frozenset({"hash"})),
}
_NAMES = frozenset({"hand", "window", "number", "version", "id"})  # what an intent answers
_VALUES: Mapping[str, re.Pattern[str]] = {
    "window": re.compile(r"[0-9]{0,5}"),  # empty: the page asked nothing
    "hand": re.compile(r"[0-9]{1,9}"),
    "number": re.compile(r"[0-9]{1,9}"),
    "seat": re.compile(r"[0-9]{1,3}"),
    "version": re.compile(r"[0-9]{1,9}"),
    "id": re.compile(r"[A-Za-z0-9_-]{1,40}"),
    "do": re.compile(r"[a-z_]{1,16}"),
    "tile": re.compile(r"[1-9][mpsz]"),
    "tiles": re.compile(r"[1-9mpsz]{1,28}"),
    "suit": re.compile(r"[mps]"),
    "cards": re.compile(r"[0-9A-Za-z]{1,56}"),
    "name": re.compile(r"[a-z_]{1,24}"),
    "on": re.compile(r"[01]"),
    "nonce": re.compile(r"[A-Za-z0-9_-]{0,64}"),
    "hash": re.compile(r"(?:[0-9a-f]{64})?"),
}

_TOKEN = "csrfmiddlewaretoken"
_MARKED = "card"  # a checkbox of the hand; those that are marked go with the pressed button
_ARM, _DISARM = "arm", "disarm"


def decode(kind: str, fields: Mapping[str, str]) -> Intent | Refusal:
    """Read the fields of one intent of this type. Never raises, whatever they say."""
    if kind not in _KEYS:
        return Refusal(Reason.UNKNOWN_TYPE)
    needed, optional = _KEYS[kind]
    missing = needed - fields.keys()
    if missing and missing <= _NAMES:
        return Refusal(Reason.OLD_PAGE)
    if not fields.keys() <= needed | optional:
        return Refusal(Reason.UNKNOWN_KEY)
    if not all(_VALUES[key].fullmatch(value) for key, value in fields.items()):
        return Refusal(Reason.BAD_VALUE)
    if missing:
        return Refusal(Reason.MISSING_KEY)
    return _intent(kind, fields)


def decode_form(kind: str, posted: Iterable[tuple[str, list[str]]]) -> Intent | Refusal:
    """Read a posted form. A pressed button's name is the verb or the toggle, its value the argument or 1 and 0."""
    fields: dict[str, str] = {}
    marked = ""
    for key, values in posted:
        if key == _MARKED:
            marked = "".join(values)
        elif len(values) != 1:
            return Refusal(Reason.BAD_VALUE)
        elif key != _TOKEN:
            fields[key] = values[0]
    if kind in ("act", "toggle") and fields.keys().isdisjoint(("do", "name")):
        return _decode_press(kind, fields, marked)
    return decode(kind, fields)


def is_hash(text: str) -> bool:
    """Return whether this can be the hash of a nonce; empty is none."""
    return bool(_VALUES["hash"].fullmatch(text))


def _decode_press(kind: str, fields: Mapping[str, str], marked: str) -> Intent | Refusal:
    """Read a form of which one button was pressed; marked cards count only where the button takes them."""
    names = {key: value for key, value in fields.items() if key in _NAMES}
    pressed = fields.keys() - names.keys()
    if len(pressed) != 1:
        return Refusal(Reason.UNKNOWN_KEY if pressed else Reason.MISSING_KEY)
    (name,) = pressed
    value = fields[name]
    if name == _DISARM:
        return decode("toggle", {**names, "name": ARMED, "on": "0"})
    if name == _ARM:
        armed = {"do": "play", "cards": marked} if marked else {"do": "discard", "tile": value}
        return decode("toggle", {**names, "name": ARMED, "on": "1", **armed})
    if kind == "toggle":
        return decode("toggle", {**names, "name": name, "on": value})
    if name not in ARGUMENTS:
        return Refusal(Reason.UNKNOWN_KEY)
    argument = ARGUMENTS[name]
    given = {argument: marked if marked and argument == "cards" else value} if argument else {}
    return decode("act", {**names, "do": name, **given})


def _intent(kind: str, fields: Mapping[str, str]) -> Intent | Refusal:
    client_id = fields["id"]
    match kind:
        case "ready":
            return Ready(int(fields["number"]), client_id, fields.get("nonce", ""), fields.get("hash", ""))
        case "back":
            return Back(int(fields["hand"]), client_id)
        case "leave":
            return Leave(int(fields["hand"]), client_id)
        case "sit":
            return Sit(int(fields["seat"]), int(fields["version"]), client_id, fields.get("hash", ""))
    given = {key: fields[key] for key in _VALUED if key in fields}
    if len(given) > 1 or (given and "do" not in fields):
        return Refusal(Reason.UNKNOWN_KEY)
    payload = {"do": fields["do"], **given} if "do" in fields else None
    window = int(fields["window"]) if fields["window"] else None
    if kind == "toggle":
        return Toggle(int(fields["hand"]), window, client_id, fields["name"], fields["on"] == "1", payload)
    if window is None or payload is None:
        return Refusal(Reason.BAD_VALUE)
    return Act(int(fields["hand"]), window, client_id, payload)
