"""What a hand built by hand is worth, what it waits for, or why it is no win; the page and `score` price it alike.

Nothing here prices: every fan and point comes from the line that `manage.py score` would read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.engine.core.contract import NONE, FanItem
from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.distance import Distance, distance
from games.engine.mahjong.score_line import AFTER_GANG, ROBBED
from games.engine.mahjong.tiles import SUIT_LETTERS, format_tile, format_tiles

CHI, CONCEALED = "chi", "concealed"
FULL = 14


class Priced(NamedTuple):
    """A win: its bill, `fan` after the cap, and the tiles as the reading scored groups them, melds first."""

    items: tuple[FanItem, ...]
    fan: int
    points: int
    groups: tuple[tuple[int, ...], ...]


class Desk(NamedTuple):
    """What the calculator must know of one game.

    `kinds` 27 without honours, else 34. `melds` and `contexts` by their names in a line; `openings` and `drawn` are
    the contexts that take no meld and that are self-draws, `shot` those that are none. `suits`: how many a winning
    hand may hold at most. `orphans`: 十三幺 is a shape. `caps`: the fan caps on offer, 0 for none. `clauses`:
    reason → clause. `price` raises EngineError like `score`.
    """

    game: str
    kinds: int
    melds: tuple[str, ...]
    contexts: tuple[str, ...]
    openings: tuple[str, ...]
    drawn: tuple[str, ...]
    shot: tuple[str, ...]
    suits: int
    wilds: bool
    orphans: bool
    caps: tuple[int, ...]
    clauses: Mapping[str, str]
    price: Callable[[Mapping[str, object]], Priced | None]


class Hand(NamedTuple):
    """Tiles on the desk. `melds` are (name, lowest tile); `rules` override the preset; `self_draw` None: not told."""

    preset: str
    tiles: tuple[int, ...]
    melds: tuple[tuple[str, int], ...] = ()
    win: int = NONE
    self_draw: bool | None = None
    void: int = NONE
    wild: int = NONE
    context: str = ""
    rules: Mapping[str, object] = {}

    def melded(self) -> Iterator[int]:
        """Yield the tiles of all melds."""
        for name, tile in self.melds:
            yield from meld_tiles(name, tile)

    def room(self) -> int:
        """Return how many concealed tiles a complete hand has beside these melds."""
        return FULL - 3 * len(self.melds)


class Reason(NamedTuple):
    """Why there is no price: a code, its clause ("" for none), the tiles it is about and a number where it has one."""

    code: str
    clause: str = ""
    tiles: tuple[int, ...] = ()
    number: int = 0


class WaitBill(NamedTuple):
    """A tile that would win, and what that win is worth under the circumstances told."""

    tile: int
    fan: int
    points: int


class Appraisal(NamedTuple):
    """All there is to say. `faults`: no such hand can be, and nothing else is filled then.

    `missing`: tiles to add before there is anything to tell. `win` for a complete hand; `waits` for one tile less.
    `reasons` and `away` where it is no win, or waits for nothing.
    """

    faults: tuple[Reason, ...] = ()
    missing: int = 0
    win: Priced | None = None
    waits: tuple[WaitBill, ...] = ()
    reasons: tuple[Reason, ...] = ()
    away: Distance | None = None


def appraise(desk: Desk, hand: Hand) -> Appraisal:
    """Return what there is to say about `hand`; raises EngineError for a preset or rules that there are not."""
    faults = tuple(faults_of(desk, hand))
    if faults:
        return Appraisal(faults=faults)
    missing = hand.room() - len(hand.tiles)
    if missing > 1:
        return Appraisal(missing=missing)
    if missing == 1:
        waits = tuple(_waits(desk, hand))
        if waits:
            return Appraisal(missing=1, waits=waits)
        return Appraisal(missing=1, reasons=tuple(_reasons(desk, hand)), away=_away(desk, hand))
    try:
        win = desk.price(line_of(desk, hand))
    except EngineError as refused:
        if refused.code is not Code.IMPOSSIBLE_HAND:
            raise
        return Appraisal(faults=(Reason("impossible"),))
    if win is not None:
        return Appraisal(win=win)
    return Appraisal(reasons=tuple(_reasons(desk, hand)), away=_away(desk, hand))


def line_of(desk: Desk, hand: Hand) -> dict[str, object]:
    """Return the line of `manage.py score` that asks for this hand."""
    line: dict[str, object] = {
        "game": desk.game,
        "preset": hand.preset,
        "hand": format_tiles(sorted(hand.tiles)),
        "melds": [{"kind": name, "tile": format_tile(tile)} for name, tile in hand.melds],
        "context": [hand.context] if hand.context else [],
        "rules": dict(hand.rules),
    }
    if hand.win != NONE:
        line["win"] = format_tile(hand.win)
    if hand.self_draw is not None:
        line["self_draw"] = hand.self_draw
    if hand.void != NONE:
        line["void"] = SUIT_LETTERS[hand.void]
    if hand.wild != NONE:
        line["wild"] = format_tile(hand.wild)
    return line


def meld_tiles(name: str, tile: int) -> tuple[int, ...]:
    """Return the tiles of a meld."""
    if name == CHI:
        return (tile, tile + 1, tile + 2)
    return (tile,) * (3 if name == "peng" else 4)


def faults_of(desk: Desk, hand: Hand) -> Iterator[Reason]:
    """Yield why no hand of this game can be so; none of these is asked of a hand that is merely short."""
    everything = (*hand.tiles, *hand.melded())
    strange = [tile for name, tile in hand.melds if name not in desk.melds]
    if strange:
        yield _reason(desk, "no_such_meld", strange)
    honours = {tile for tile in everything if tile >= desk.kinds}
    if honours:
        yield _reason(desk, "no_honours", honours)
    many = {tile for tile in everything if everything.count(tile) > 4}
    if many:
        yield _reason(desk, "too_many_alike", many)
    over = len(hand.tiles) - hand.room()
    if over > 0:
        yield _reason(desk, "too_many_tiles", (), over)
    if hand.win != NONE and hand.win not in hand.tiles:
        yield _reason(desk, "win_not_held", (hand.win,))
    if hand.wild != NONE and not desk.wilds:
        yield _reason(desk, "no_wild", (hand.wild,))
    elif any(hand.wild in meld_tiles(*meld) and meld[0] != CONCEALED for meld in hand.melds):
        yield _reason(desk, "wild_in_meld", (hand.wild,))
    yield from _context_faults(desk, hand)


def _context_faults(desk: Desk, hand: Hand) -> Iterator[Reason]:
    context = hand.context
    if not context:
        return
    if context in desk.openings and hand.melds:
        yield _reason(desk, "opening_melds")
    if context in desk.drawn and hand.self_draw is False:
        yield _reason(desk, "only_self_draw")
    if context in desk.shot and hand.self_draw:
        yield _reason(desk, "no_self_draw")
    if context == AFTER_GANG and not any(name not in ("peng", CHI) for name, _ in hand.melds):
        yield _reason(desk, "needs_gang")
    if context == ROBBED and hand.win != NONE:
        if hand.tiles.count(hand.win) > 1:
            yield _reason(desk, "robbed_held", (hand.win,))
        if hand.win == hand.wild:
            yield _reason(desk, "robbed_wild", (hand.win,))


def _waits(desk: Desk, hand: Hand) -> Iterator[WaitBill]:
    held = (*hand.tiles, *hand.melded())
    for tile in range(desk.kinds):
        if held.count(tile) >= 4:
            continue
        full = hand._replace(tiles=(*hand.tiles, tile), win=tile)
        if any(_context_faults(desk, full)):
            continue  # a tile that cannot come in these circumstances
        priced = desk.price(line_of(desk, full))
        if priced is not None:
            yield WaitBill(tile, priced.fan, priced.points)


def _reasons(desk: Desk, hand: Hand) -> Iterator[Reason]:
    """Yield what forbids a win; `incomplete` where nothing else does."""
    plain = [tile for tile in (*hand.tiles, *hand.melded()) if tile != hand.wild]
    found = False
    void = {tile for tile in plain if hand.void != NONE and tile // 9 == hand.void}
    if void:
        found = True
        yield _reason(desk, "void_tiles", void)
    suits = {tile // 9 for tile in plain if tile < 27}
    if hand.void == NONE and len(suits) > desk.suits:
        found = True
        yield _reason(desk, "three_suits", (), len(suits))
    pairs = sum(hand.tiles.count(tile) // 2 for tile in set(hand.tiles))
    if hand.melds and pairs >= 3 and pairs == len(hand.tiles) // 2:
        found = True
        yield _reason(desk, "seven_pairs_meld")
    if not found:
        yield _reason(desk, "incomplete")


def _away(desk: Desk, hand: Hand) -> Distance | None:
    melded = tuple(hand.melded())
    taken = {tile // 9 for tile in melded if tile < 27 and tile != hand.wild}
    if hand.void in taken or len(taken) > desk.suits:
        return None  # no tile can mend a meld
    voids: tuple[int, ...] = (hand.void,)
    if hand.void == NONE and desk.suits < 3:
        voids = tuple(suit for suit in range(3) if suit not in taken)
    return distance(hand, desk.kinds, voids, orphans=desk.orphans, melded=melded)


def _reason(desk: Desk, code: str, tiles: Iterable[int] = (), number: int = 0) -> Reason:
    about = tuple(sorted(tiles))
    return Reason(code, desk.clauses.get(code, ""), about, number)
