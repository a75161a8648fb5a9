"""Reading what a browser sends: untrusted text in, one typed frame or one coded refusal out, nothing raised."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from mahjong_site.limits import INBOUND_FRAME as MAX_BYTES

_HEADERS = "HEADERS"  # htmx adds the request headers it would have sent; nothing in them is wanted


class Reason(StrEnum):
    """Why a frame was refused."""

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    NOT_JSON = "not_json"
    NOT_OBJECT = "not_object"
    NOT_STRINGS = "not_strings"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    BAD_VALUE = "bad_value"


class Refusal(NamedTuple):
    """A frame that is not one of ours."""

    reason: Reason


class Act(NamedTuple):
    """A move. `payload` is `do` and its argument as docs/records.md spells them; the seat is the server's to know.

    `window` is the window it answers, `hand` the hand its sender saw (0: not said).
    """

    window: int
    client_id: str
    payload: dict[str, str]
    hand: int = 0


class Ready(NamedTuple):
    """Ready for the next hand, with this person's share of the chance."""

    nonce: str


class Back(NamedTuple):
    """我回来了: take the seat back from autoplay."""


class Leave(NamedTuple):
    """Leave the table."""


class Toggle(NamedTuple):
    """Switch what is done for the seat in this hand: autoplay, one of the game's toggles, or an armed action.

    `payload` is the action to arm, spelled as in `Act`; `hand` the hand its sender saw (0: not said).
    """

    name: str
    on: bool
    payload: dict[str, str] | None = None
    hand: int = 0


Frame = Act | Ready | Back | Leave | Toggle

_ARGUMENTS = ("tile", "tiles", "suit", "cards")
_ARMED = ("tile", "cards")  # what can be armed: a throw or a play
_KEYS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {  # type -> (needed, allowed)
    "act": (
        frozenset({"type", "window", "id", "do"}),
        frozenset({"type", "window", "id", "do", "hand", *_ARGUMENTS}),
    ),
    "ready": (frozenset({"type"}), frozenset({"type", "nonce"})),
    "back": (frozenset({"type"}), frozenset({"type"})),
    "leave": (frozenset({"type"}), frozenset({"type"})),
    "toggle": (
        frozenset({"type", "name", "on"}),
        frozenset({"type", "name", "on", "hand", "do", *_ARMED}),
    ),
}
_VALUES: Mapping[str, re.Pattern[str]] = {
    "type": re.compile(r"[a-z]{1,8}"),
    "window": re.compile(r"[0-9]{1,5}"),
    "hand": re.compile(r"[0-9]{1,18}"),
    "id": re.compile(r"[A-Za-z0-9_-]{1,40}"),
    "do": re.compile(r"[a-z_]{1,16}"),
    "tile": re.compile(r"[1-9][mpsz]"),
    "tiles": re.compile(r"[1-9mpsz]{1,28}"),
    "suit": re.compile(r"[mps]"),
    "cards": re.compile(r"[0-9A-Za-z]{1,56}"),
    "name": re.compile(r"[a-z_]{1,24}"),
    "on": re.compile(r"[01]"),
    "nonce": re.compile(r"[A-Za-z0-9_-]{0,64}"),
}


def decode(text: str | None) -> Frame | Refusal:
    """Read one inbound frame (`None`: it was binary). Never raises, whatever the text is."""
    if text is None:
        return Refusal(Reason.NOT_TEXT)
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return Refusal(Reason.TOO_LARGE)
    try:
        raw = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return Refusal(Reason.NOT_JSON)
    if not isinstance(raw, dict):
        return Refusal(Reason.NOT_OBJECT)
    return _read({key: value for key, value in raw.items() if key != _HEADERS})


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that says the same key twice: two readers would read two different frames."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key occurs twice")
    return read


def _read(raw: dict[str, object]) -> Frame | Refusal:
    fields: dict[str, str] = {}
    for key, value in raw.items():
        if not isinstance(value, str):
            return Refusal(Reason.NOT_STRINGS)
        fields[key] = value
    sets = _KEYS.get(fields.get("type", ""))
    if sets is None:
        return Refusal(Reason.UNKNOWN_TYPE)
    needed, allowed = sets
    if not fields.keys() <= allowed:
        return Refusal(Reason.UNKNOWN_KEY)
    if not fields.keys() >= needed:
        return Refusal(Reason.MISSING_KEY)
    if not all(_VALUES[key].fullmatch(value) for key, value in fields.items()):
        return Refusal(Reason.BAD_VALUE)
    return _frame(fields)


def _frame(fields: dict[str, str]) -> Frame | Refusal:
    match fields["type"]:
        case "act":
            payload = _payload(fields, _ARGUMENTS)
            if payload is None:
                return Refusal(Reason.UNKNOWN_KEY)
            return Act(int(fields["window"]), fields["id"], payload, int(fields.get("hand") or 0))
        case "ready":
            return Ready(fields.get("nonce", ""))
        case "back":
            return Back()
        case "leave":
            return Leave()
        case _:
            return _toggle(fields)


def _toggle(fields: dict[str, str]) -> Toggle | Refusal:
    payload = _payload(fields, _ARMED) if "do" in fields else None
    if payload is None and not fields.keys().isdisjoint(("do", *_ARMED)):
        return Refusal(Reason.UNKNOWN_KEY)
    return Toggle(fields["name"], fields["on"] == "1", payload, int(fields.get("hand") or 0))


def _payload(fields: dict[str, str], allowed: tuple[str, ...]) -> dict[str, str] | None:
    """Return an action: its verb and at most one argument."""
    arguments = {key: fields[key] for key in allowed if key in fields}
    return {"do": fields["do"], **arguments} if len(arguments) <= 1 else None
