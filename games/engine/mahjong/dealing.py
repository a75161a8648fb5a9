"""What the deals of all mahjong games share: hands off a shuffled wall, the direction of 换三张, records of deals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine.core.contract import Deal
from games.engine.core.deal import DrawStream
from games.engine.core.errors import Code, RecordError
from games.engine.mahjong.tiles import TileError, format_tiles, parse_tiles

HAND = 13
DIRECTIONS = ("counter", "clockwise", "across")


def directions(players: int) -> tuple[str, ...]:
    """Return the directions of 换三张: three seats never swap across (SC-05)."""
    return DIRECTIONS[:2] if players == 3 else DIRECTIONS


def receiver_of(seat: int, players: int, direction: str) -> int:
    """Return who gets the tiles of `seat`: "counter" gives to seat+1, "clockwise" to the one before (SC-05)."""
    return (seat + _step(players, direction)) % players


def giver_of(seat: int, players: int, direction: str) -> int:
    """Return whose tiles `seat` gets; the inverse of `receiver_of`."""
    return (seat - _step(players, direction)) % players


def _step(players: int, direction: str) -> int:
    return {"counter": 1, "clockwise": players - 1, "across": players // 2}[direction]


def draw_direction(seed: bytes, nonces: tuple[str, ...], players: int) -> str:
    """Draw the direction of 换三张 from the stream "swap" (docs/fairness.md)."""
    options = directions(players)
    return options[DrawStream(seed, nonces, "swap").below(len(options))]


def hand_out(
    deck: Sequence[int], players: int, dealer: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the hands, thirteen tiles in seat order and one more for the dealer, and the wall."""
    ends = [HAND * (seat + 1) for seat in range(players)]
    hands = [list(deck[end - HAND : end]) for end in ends]
    hands[dealer].append(deck[ends[-1]])
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(deck[ends[-1] + 1 :])


def from_record(
    record: Mapping[str, object], players: int, tiles: Sequence[int], chance: Sequence[str]
) -> Deal:
    """Read `dealer`, `hands`, `wall` and `chance`, of which only the names in `chance` are known.

    Raises RecordError for anything but `tiles` dealt right.
    """
    dealer = record.get("dealer")
    if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < players:
        raise bad("dealer", "must be a seat")
    hands = record.get("hands")
    if not isinstance(hands, list) or len(hands) != players:
        raise bad("hands", f"must be {players} hands")
    dealt = tuple(tuple(sorted(_tiles(f"hands[{seat}]", text))) for seat, text in enumerate(hands))
    for seat, held in enumerate(dealt):
        if len(held) != HAND + (seat == dealer):
            raise bad(f"hands[{seat}]", f"has {len(held)} tiles")
    wall = _tiles("wall", record.get("wall"))
    if Counter(tile for held in (*dealt, wall) for tile in held) != Counter(tiles):
        raise bad("wall", f"hands and wall are not the {len(tiles)} tiles")
    return Deal(dealt, wall, dealer, _chance(record.get("chance", {}), chance))


def to_record(deal: Deal) -> dict[str, object]:
    """Return the inverse of `from_record`."""
    return {
        "dealer": deal.first,
        "hands": [format_tiles(hand) for hand in deal.hands],
        "wall": format_tiles(deal.wall),
        "chance": dict(deal.chance),
    }


def check_direction(deal: Deal, players: int) -> None:
    """Raise RecordError unless the deal's `swap_direction` is one that the seats can swap in."""
    if deal.extra("swap_direction") not in directions(players):
        raise bad("chance.swap_direction", "must be one of " + ", ".join(directions(players)))


def bad(field: str, reason: str) -> RecordError:
    """Return the refusal of a record's field."""
    return RecordError(Code.BAD_RECORD, f"{field}: {reason}")


def _chance(chance: object, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    if not isinstance(chance, Mapping):
        raise bad("chance", "must be an object")
    for name, value in chance.items():
        if name not in names:
            raise bad("chance", f"unknown {name!r}"[:80])
        if name != "dice" and not isinstance(value, str):
            raise bad(f"chance.{name}", "must be text")
    # Dice are for information and may be spelled as other programs like.
    return tuple(
        (str(name), value if isinstance(value, str) else json.dumps(value)) for name, value in chance.items()
    )


def _tiles(field: str, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise bad(field, "must be tiles as text")
    try:
        return parse_tiles(text)
    except TileError as error:
        raise RecordError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error
