"""How far a hand is from ready under void suits and 混儿, and which tiles and discards bring it nearer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from games.engine.core.contract import NONE
from games.engine.mahjong import shapes
from games.engine.mahjong.tiles import ORPHANS, counts_of

_SHOWN = 4  # discards proposed at most


class Tiles(Protocol):
    """The concealed tiles and the 混儿 kind of a hand."""

    @property
    def tiles(self) -> tuple[int, ...]: ...

    @property
    def melds(self) -> tuple[tuple[str, int], ...]: ...

    @property
    def wild(self) -> int: ...


class Step(NamedTuple):
    """A discard and the tiles that then bring the hand nearer."""

    discard: int
    useful: tuple[int, ...]


class Distance(NamedTuple):
    """Tiles to exchange until ready (0: ready, or ready after the discard); what helps, and what to throw first."""

    shanten: int
    useful: tuple[int, ...]
    steps: tuple[Step, ...]


class _Way(NamedTuple):
    shanten: int
    void: int
    thirteen: bool


def distance(
    hand: Tiles, kinds: int, voids: Iterable[int], *, orphans: bool, melded: tuple[int, ...]
) -> Distance:
    """Return how far `hand` is, giving up whichever of the suits `voids` is best (NONE: no suit).

    `orphans`: 十三幺, which no void suit hinders, is a shape too.
    """
    everything = (*hand.tiles, *melded)
    wilds = hand.tiles.count(hand.wild) if hand.wild != NONE else 0
    plain = tuple(tile for tile in hand.tiles if tile != hand.wild)
    ways = [_Way(_shanten(hand, kinds, void, wilds), void, False) for void in voids]
    if orphans and not hand.melds:
        ways.append(_Way(_to_orphans(plain, wilds), NONE, True))
    best = min(way.shanten for way in ways)
    full = len(hand.tiles) % 3 == 2
    useful: set[int] = set()
    steps: dict[int, set[int]] = {}
    for way in ways:
        if way.shanten == best:
            helps = _useful(hand, kinds, way, wilds)
            useful |= helps
            for discard, then in _steps(hand, kinds, way, wilds, helps) if full else ():
                steps.setdefault(discard, set()).update(then)
    left = {tile for tile in useful if everything.count(tile) < 4}
    shown = sorted(steps.items(), key=lambda step: (-len(step[1]), step[0]))[:_SHOWN]
    return Distance(best, tuple(sorted(left)), tuple(Step(tile, tuple(sorted(then))) for tile, then in shown))


def _counts(hand: Tiles, kinds: int, void: int) -> tuple[int, ...]:
    kept = (tile for tile in hand.tiles if tile != hand.wild and (void == NONE or tile // 9 != void))
    return counts_of(kept)[:kinds]


def _shanten(hand: Tiles, kinds: int, void: int, wilds: int) -> int:
    return shapes.shanten(_counts(hand, kinds, void), wilds, melds=len(hand.melds))


def _to_orphans(plain: tuple[int, ...], wilds: int) -> int:
    held = [plain.count(kind) for kind in ORPHANS]
    return max(0, 14 - sum(1 for count in held if count) - (max(held) > 1) - wilds) - 1


def _useful(hand: Tiles, kinds: int, way: _Way, wilds: int) -> set[int]:
    if way.thirteen:
        held = {kind: hand.tiles.count(kind) for kind in ORPHANS if kind != hand.wild}
        paired = any(count > 1 for count in held.values())
        return {kind for kind, count in held.items() if not count or (count == 1 and not paired)}
    found = shapes.useful_tiles(_counts(hand, kinds, way.void), wilds, melds=len(hand.melds))
    return {tile for tile in found if way.void == NONE or tile // 9 != way.void}


def _steps(
    hand: Tiles, kinds: int, way: _Way, wilds: int, helps: set[int]
) -> Iterable[tuple[int, Iterable[int]]]:
    """Yield discards that keep the distance, each with what then helps."""
    if way.thirteen:
        held = {tile: hand.tiles.count(tile) for tile in hand.tiles if tile != hand.wild}
        return [(tile, helps) for tile, count in held.items() if tile not in ORPHANS or count > 2]
    given_up = {tile for tile in hand.tiles if tile // 9 == way.void and tile != hand.wild}
    if way.void != NONE and given_up:
        return [(tile, helps) for tile in given_up]
    counts = _counts(hand, kinds, way.void)
    return [
        (step.kind, [tile for tile in step.useful if way.void == NONE or tile // 9 != way.void])
        for step in shapes.best_discards(counts, wilds, melds=len(hand.melds))
    ]
