"""The 万州 deal: 136 tiles, a wind draw for the dealer, the 混儿 and the direction of 换三张 (WZ-01 to WZ-07)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import Deal
from games.engine.core.deal import DrawStream
from games.engine.mahjong import dealing
from games.engine.mahjong.tiles import KINDS, TileError, format_tile, format_tiles, parse_tile
from games.engine.mahjong.wanzhou.rules import WanzhouRules

TILES = tuple(kind for kind in range(KINDS) for _ in range(4))
EAST = 27
_CHANCE = ("swap_direction", "wild", "winds")


def from_seed(rules: WanzhouRules, seed: bytes, nonces: tuple[str, ...], first: int | None) -> Deal:
    """Deal from the streams "wall", "winds", "wild" and "swap" of a seed (docs/fairness.md).

    Without a dealer every seat draws one of as many winds as there are seats, and 东 deals (WZ-02).
    """
    chance = []
    dealer = first
    if dealer is None:
        winds = DrawStream(seed, nonces, "winds").shuffled(range(EAST, EAST + rules.players))
        dealer = winds.index(EAST)
        chance.append(("winds", format_tiles(winds)))
    if rules.wild:
        chance.append(("wild", format_tile(DrawStream(seed, nonces, "wild").below(KINDS))))
    chance.append(("swap_direction", dealing.draw_direction(seed, nonces, rules.players)))
    deck = DrawStream(seed, nonces, "wall").shuffled(TILES)
    hands, wall = dealing.hand_out(deck, rules.players, dealer)
    return Deal(hands, wall, dealer, tuple(chance))


def from_record(rules: WanzhouRules, record: Mapping[str, object]) -> Deal:
    """Read `dealer`, `hands`, `wall` and `chance`; raises RecordError for anything but the 136 tiles dealt right."""
    deal = dealing.from_record(record, rules.players, TILES, _CHANCE)
    dealing.check_direction(deal, rules.players)
    wild = deal.extra("wild")
    if bool(wild) != rules.wild:
        raise dealing.bad("chance.wild", "is missing" if rules.wild else "the rules have none")
    if wild:
        try:
            parse_tile(wild)
        except TileError as error:
            raise dealing.bad("chance.wild", str(error)[:120]) from error
    return deal
