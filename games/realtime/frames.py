"""Reading what a socket is sent: untrusted text in, one typed intent or one coded refusal out, nothing raised."""

from __future__ import annotations

import json

from games.intents import Act, Back, Leave, Ready, Reason, Refusal, Toggle
from games.intents import decode as decode_intent
from mahjong_site.limits import INBOUND_FRAME as MAX_BYTES

Frame = Act | Toggle | Ready | Back | Leave

_TYPES = frozenset(
    {"act", "toggle", "ready", "back", "leave"}
)  # sitting down needs a new page: it is a form alone
_HEADERS = "HEADERS"  # htmx adds the request headers it would have sent; nothing in them is wanted


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
    raw.pop(_HEADERS, None)
    if not all(isinstance(value, str) for value in raw.values()):
        return Refusal(Reason.NOT_STRINGS)
    kind = raw.pop("type", "")
    if kind not in _TYPES:
        return Refusal(Reason.UNKNOWN_TYPE)
    return decode_intent(kind, raw)  # type: ignore[return-value]  # of these types


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that says the same key twice: two readers would read two different frames."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key occurs twice")
    return read
