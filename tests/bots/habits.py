"""What policies do in whole 四川 hands that a person would call odd: throws that set the hand back, pigs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.bots.selfplay import Played
from games.engine.core.contract import NONE, Deal, Game, Rules
from games.engine.mahjong import actions
from games.engine.mahjong.game import own_state
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.shapes import shanten
from games.engine.mahjong.state import Seat


class Throw(NamedTuple):
    """One throw of a 四川 hand: the thrower before it, and the tile."""

    seat: int
    before: Seat
    tile: int


@dataclass
class Habits:
    """How often; `throws` that set the hand `back`, `seats` that ended as `pigs`."""

    throws: int = 0
    back: int = 0
    seats: int = 0
    pigs: int = 0


def throws(game: Game, rules: Rules, deal: Deal, played: Played) -> Iterator[Throw]:
    """Yield every throw of a hand that was played."""
    state = game.new_hand(rules, deal)
    for action in played.actions:
        if action.do == actions.DISCARD:
            yield Throw(action.seat, own_state(state).seats[action.seat], action.args[0])
        state = game.apply(state, action).state


def note(habits: Sequence[Habits], game: Game, rules: Rules, deal: Deal, played: Played) -> None:
    """Add a hand to the habits of its seats."""
    for throw in throws(game, rules, deal, played):
        habits[throw.seat].throws += 1
        habits[throw.seat].back += sets_back(throw)
    pigs = {row.payer for row in played.outcome.rows if row.cause == "hua_zhu"}
    for seat, mine in enumerate(habits):
        mine.seats += 1
        mine.pigs += seat in pigs


def sets_back(throw: Throw) -> bool:
    """Whether some other throw would have left the hand nearer, in the two suits that suit it best."""
    held = unpack(throw.before.hand)
    after = {tile: _missing(throw.before, held, tile) for tile in set(held)}
    return after[throw.tile] > min(after.values())


def _missing(seat: Seat, held: Sequence[int], thrown: int) -> int:
    counts = [held.count(tile) - (tile == thrown) for tile in range(27)]
    melded = {meld.tiles[0] // 9 for meld in seat.melds}
    voids = {seat.void} if seat.void != NONE else {0, 1, 2} - melded
    return min(
        (
            shanten(
                [0 if tile // 9 == void else count for tile, count in enumerate(counts)],
                melds=len(seat.melds),
            )
            for void in voids
        ),
        default=0,
    )
