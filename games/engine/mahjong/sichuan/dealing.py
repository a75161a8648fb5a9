"""The 四川 deal: 108 tiles, dice for the dealer and the direction of 换三张, from a seed or from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.engine.core.contract import Deal
from games.engine.core.deal import DrawStream
from games.engine.core.errors import Code, RecordError
from games.engine.mahjong.sichuan.rules import SichuanRules
from games.engine.mahjong.tiles import TileError, format_tiles, parse_tiles

TILES = tuple(kind for kind in range(27) for _ in range(4))
HAND = 13
DIRECTIONS = ("counter", "clockwise", "across")
_CHANCE = ("swap_direction", "dice")


def directions(players: int) -> tuple[str, ...]:
    """Return the directions of 换三张: three seats never swap across (SC-05)."""
    return DIRECTIONS[:2] if players == 3 else DIRECTIONS


def from_seed(rules: SichuanRules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
    """Deal from the streams "wall", "dice" and "swap" of a seed (docs/fairness.md)."""
    chance = []
    dealer = first
    if dealer is None:
        dealer, thrown = roll(DrawStream(seed, nonces, "dice"), rules.players)
        chance.append(("dice", thrown))
    if rules.swap_three:
        options = directions(rules.players)
        chance.append(("swap_direction", options[DrawStream(seed, nonces, "swap").below(len(options))]))
    deck = DrawStream(seed, nonces, "wall").shuffled(TILES)
    ends = [HAND * (seat + 1) for seat in range(rules.players)]
    hands = [deck[end - HAND : end] for end in ends]
    hands[dealer] += deck[ends[-1] : ends[-1] + 1]
    return Deal(tuple(tuple(sorted(hand)) for hand in hands), deck[ends[-1] + 1 :], dealer, tuple(chance))


def roll(stream: DrawStream, players: int) -> tuple[int, str]:
    """Let every seat throw two dice, the highest sum deals and ties throw again.

    Returns the dealer and the throws: rounds joined by "/", seats by ",", "-" for a seat that does not throw.
    """
    rounds = []
    rivals = list(range(players))
    while len(rivals) > 1:
        thrown = {seat: (stream.below(6) + 1, stream.below(6) + 1) for seat in rivals}
        rounds.append(",".join("".join(map(str, thrown.get(seat, "-"))) for seat in range(players)))
        best = max(sum(dice) for dice in thrown.values())
        rivals = [seat for seat, dice in thrown.items() if sum(dice) == best]
    return rivals[0], "/".join(rounds)


def from_record(rules: SichuanRules, record: Mapping[str, object]) -> Deal:
    """Read `dealer`, `hands`, `wall` and `chance`; raises RecordError for anything but the 108 tiles dealt right."""
    dealer = record.get("dealer")
    if isinstance(dealer, bool) or not isinstance(dealer, int) or not 0 <= dealer < rules.players:
        raise _bad("dealer", "must be a seat")
    hands = record.get("hands")
    if not isinstance(hands, list) or len(hands) != rules.players:
        raise _bad("hands", f"must be {rules.players} hands")
    dealt = tuple(tuple(sorted(_tiles(f"hands[{seat}]", text))) for seat, text in enumerate(hands))
    for seat, tiles in enumerate(dealt):
        if len(tiles) != HAND + (seat == dealer):
            raise _bad(f"hands[{seat}]", f"has {len(tiles)} tiles")
    wall = _tiles("wall", record.get("wall"))
    if Counter(tile for tiles in (*dealt, wall) for tile in tiles) != Counter(TILES):
        raise _bad("wall", "hands and wall are not the 108 tiles")
    return Deal(dealt, wall, dealer, _chance(rules, record.get("chance", {})))


def to_record(deal: Deal) -> dict[str, object]:
    """Return the inverse of `from_record`."""
    return {
        "dealer": deal.first,
        "hands": [format_tiles(hand) for hand in deal.hands],
        "wall": format_tiles(deal.wall),
        "chance": dict(deal.chance),
    }


def _chance(rules: SichuanRules, chance: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(chance, Mapping):
        raise _bad("chance", "must be an object")
    for name, value in chance.items():
        if name not in _CHANCE or not isinstance(value, str):
            raise _bad("chance", f"{name!r}"[:80])
    if rules.swap_three and chance.get("swap_direction") not in directions(rules.players):
        raise _bad("chance.swap_direction", "must be one of " + ", ".join(directions(rules.players)))
    return tuple((str(name), str(value)) for name, value in chance.items())


def _tiles(field: str, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise _bad(field, "must be tiles as text")
    try:
        return parse_tiles(text)
    except TileError as error:
        raise RecordError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error


def _bad(field: str, reason: str) -> RecordError:
    return RecordError(Code.BAD_RECORD, f"{field}: {reason}")
