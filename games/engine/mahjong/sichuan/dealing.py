"""The 四川 deal: 108 tiles, dice for the dealer and the direction of 换三张, from a seed or from a record."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import Deal
from games.engine.core.deal import DrawStream
from games.engine.mahjong import dealing
from games.engine.mahjong.sichuan.rules import SichuanRules

TILES = tuple(kind for kind in range(27) for _ in range(4))
_CHANCE = ("swap_direction", "dice")


def from_seed(rules: SichuanRules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
    """Deal from the streams "wall", "dice" and "swap" of a seed (docs/fairness.md)."""
    chance = []
    dealer = first
    if dealer is None:
        dealer, thrown = roll(DrawStream(seed, nonces, "dice"), rules.players)
        chance.append(("dice", thrown))
    if rules.swap_three:
        chance.append(("swap_direction", dealing.draw_direction(seed, nonces, rules.players)))
    deck = DrawStream(seed, nonces, "wall").shuffled(TILES)
    hands, wall = dealing.hand_out(deck, rules.players, dealer)
    return Deal(hands, wall, dealer, tuple(chance))


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
    deal = dealing.from_record(record, rules.players, TILES, _CHANCE)
    if rules.swap_three:
        dealing.check_direction(deal, rules.players)
    return deal
