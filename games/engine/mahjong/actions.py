"""The actions of mahjong as shared objects, their verbs, and their spelling in frames and records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.engine.core.contract import Action
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong.tiles import KINDS, SUIT_LETTERS, TileError, format_tiles, parse_tiles

DISCARD, PENG, GANG, HU, PASS = "discard", "peng", "gang", "hu", "pass"
DING_QUE, SWAP_THREE, LEAVE = "ding_que", "swap_three", "leave"
CHI, JOIN_WIND = "chi", "join_wind"

_MOST_SEATS = 4
_SUITS = SUIT_LETTERS[:3]  # those that can be void

# Shared objects: legal sets are built from these without allocation, and `in` finds them by identity.
DISCARDS = tuple(
    tuple(Action(seat, DISCARD, (kind,)) for kind in range(KINDS)) for seat in range(_MOST_SEATS)
)
GANGS = tuple(tuple(Action(seat, GANG, (kind,)) for kind in range(KINDS)) for seat in range(_MOST_SEATS))
PENGS = tuple(Action(seat, PENG) for seat in range(_MOST_SEATS))
HUS = tuple(Action(seat, HU) for seat in range(_MOST_SEATS))
PASSES = tuple(Action(seat, PASS) for seat in range(_MOST_SEATS))
JOINS = tuple(Action(seat, JOIN_WIND) for seat in range(_MOST_SEATS))
LEAVES = tuple(Action(seat, LEAVE) for seat in range(_MOST_SEATS))
VOIDS = tuple(tuple(Action(seat, DING_QUE, (suit,)) for suit in range(3)) for seat in range(_MOST_SEATS))

# The argument each verb takes in frames and records; "" for none.
ARGUMENTS = {
    DISCARD: "tile",
    GANG: "tile",
    SWAP_THREE: "tiles",
    DING_QUE: "suit",
    PENG: "",
    HU: "",
    PASS: "",
    LEAVE: "",
    CHI: "tiles",
    JOIN_WIND: "",
}
_TILES = {DISCARD: 1, GANG: 1, SWAP_THREE: 3, CHI: 2}


@lru_cache(maxsize=2048)
def suit_discards(seat: int, suit: int, presence: int) -> tuple[Action, ...]:
    """Return the discards of `seat` in one suit whose held ranks are the bits of `presence`."""
    row = DISCARDS[seat]
    return tuple(row[9 * suit + rank] for rank in range(9) if presence >> rank & 1)


def parse(seat: int, payload: Mapping[str, object], verbs: frozenset[str]) -> Action:
    """Read one action in the spelling of docs/records.md, one of `verbs`; raises RuleViolation(UNKNOWN_ACTION or BAD_ARGUMENT)."""
    verb = payload.get("do")
    if not isinstance(verb, str) or verb not in verbs:
        raise RuleViolation(Code.UNKNOWN_ACTION, f"do {verb!r}"[:80])
    argument = ARGUMENTS[verb]
    unknown = [key for key in payload if key not in ("do", argument)]
    if unknown:
        raise RuleViolation(Code.BAD_ARGUMENT, f"{verb} takes no {unknown[0]!r}"[:80])
    if not argument:
        return Action(seat, verb)
    return Action(seat, verb, _arguments(verb, argument, payload.get(argument)))


def payload_of(action: Action) -> dict[str, str]:
    """Return the spelling of `action` without its seat; the inverse of `parse`."""
    argument = ARGUMENTS[action.do]
    if not argument:
        return {"do": action.do}
    if argument == "suit":
        return {"do": action.do, "suit": _SUITS[action.args[0]]}
    return {"do": action.do, argument: format_tiles(action.args)}


def _arguments(verb: str, argument: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise RuleViolation(Code.BAD_ARGUMENT, f"{verb} needs {argument} as text")
    if argument == "suit":
        if len(value) != 1 or value not in _SUITS:
            raise RuleViolation(Code.BAD_ARGUMENT, f"suit {value!r}"[:80])
        return (_SUITS.index(value),)
    wanted = _TILES[verb]
    try:
        tiles = parse_tiles(value)
    except TileError as error:
        raise RuleViolation(Code.BAD_ARGUMENT, str(error)[:120]) from error
    if len(tiles) != wanted:
        raise RuleViolation(Code.BAD_ARGUMENT, f"{verb} takes {wanted} tile(s)")
    return tuple(sorted(tiles))
