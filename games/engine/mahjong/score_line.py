"""One line of `manage.py score` as every mahjong game reads it: a complete hand in notation and what surrounds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.core.contract import NONE
from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.tiles import SUIT_LETTERS, TileError, parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind

ROBBED, AFTER_GANG = "qiang_gang_hu", "gang_shang_hua"
_KEYS = frozenset(
    "game hand melds preset rules win self_draw void wild base context expect note tags".split()
)
_MELDS = {
    "chi": MeldKind.CHI,
    "peng": MeldKind.PENG,
    "gang": MeldKind.CONCEALED,  # the kind of gang makes no difference to the fan
    "exposed": MeldKind.EXPOSED,
    "added": MeldKind.ADDED,
    "concealed": MeldKind.CONCEALED,
}


class Line(NamedTuple):
    """A line that can be read; nothing says yet that a hand can be so. NONE and None: not told.

    `overrides` are the rules, `base` among them.
    """

    preset: str
    overrides: Mapping[str, object]
    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int
    self_draw: bool | None
    void: int
    wild: int
    context: tuple[str, ...]


def read(line: Mapping[str, object], preset: str, contexts: Sequence[str]) -> Line:
    """Read a line whose `preset` may be left out and whose `context` is among `contexts`.

    Raises EngineError: BAD_RECORD, BAD_NOTATION, and IMPOSSIBLE_HAND for a meld that there is not.
    """
    unknown = sorted(str(key) for key in line if key not in _KEYS)
    if unknown:
        raise bad("unknown key " + ", ".join(unknown)[:80])
    self_draw = line.get("self_draw")
    if self_draw is not None and not isinstance(self_draw, bool):
        raise bad("self_draw: must be true or false")
    chosen, rules, base = line.get("preset", preset), line.get("rules", {}), line.get("base")
    if not isinstance(chosen, str):
        raise bad("preset: must be text")
    if not isinstance(rules, Mapping):
        raise bad("rules: must be an object")
    win, wild = line.get("win"), line.get("wild")
    return Line(
        chosen,
        rules if base is None else {**rules, "base": base},
        _tiles("hand", line.get("hand")),
        _read_melds(line.get("melds", [])),
        NONE if win is None else _tile("win", win),
        self_draw,
        _void(line.get("void")),
        NONE if wild is None else _tile("wild", wild),
        _context(line.get("context", []), contexts),
    )


def check_tiles(line: Line) -> None:
    """Raise IMPOSSIBLE_HAND unless the tiles are a complete hand's number, at most four alike, with the winning one."""
    everything = [*line.tiles, *(tile for meld in line.melds for tile in meld.tiles)]
    if len(line.tiles) != 14 - 3 * len(line.melds):
        raise impossible(f"{len(line.tiles)} tiles and {len(line.melds)} melds")
    if any(everything.count(tile) > 4 for tile in everything):
        raise impossible("five of a kind")
    if line.win != NONE and line.win not in line.tiles:
        raise impossible("the winning tile is not in the hand")


def check_context(line: Line) -> None:
    """Raise IMPOSSIBLE_HAND for two circumstances at once, and for 杠上花 or 抢杠 that cannot have been."""
    if len(line.context) > 1:
        raise impossible("these circumstances exclude each other: " + ", ".join(line.context))
    if AFTER_GANG in line.context:
        if line.self_draw is False:
            raise impossible(f"{AFTER_GANG} is a self-draw")
        if all(len(meld.tiles) == 3 for meld in line.melds):
            raise impossible("杠上花 needs an own gang")
    if ROBBED in line.context:
        if line.self_draw:
            raise impossible(f"{ROBBED} is no self-draw")
        if line.win != NONE and line.tiles.count(line.win) > 1:
            raise impossible("the other three of a robbed tile lie in the ganger's peng")


def bad(detail: str) -> EngineError:
    """Return the refusal of a line that cannot be read."""
    return EngineError(Code.BAD_RECORD, detail)


def impossible(detail: str) -> EngineError:
    """Return the refusal of a hand that cannot be."""
    return EngineError(Code.IMPOSSIBLE_HAND, detail)


def _read_melds(melds: object) -> tuple[Meld, ...]:
    if not isinstance(melds, list):
        raise bad("melds: must be a list")
    return tuple(_meld(meld) for meld in melds)


def _meld(meld: object) -> Meld:
    if not isinstance(meld, Mapping) or set(meld) != {"kind", "tile"}:
        raise bad("melds: each is an object of kind and tile")
    kind = _MELDS.get(meld["kind"]) if isinstance(meld["kind"], str) else None
    if kind is None:
        raise impossible(f"meld {meld['kind']!r}"[:80])
    tile = _tile("melds", meld["tile"])
    if kind is not MeldKind.CHI:
        return Meld(kind, (tile,) * (3 if kind is MeldKind.PENG else 4))
    if tile > 26 or tile % 9 > 6:
        raise impossible("a chi is named by its lowest tile, and honours form none")
    return Meld(kind, (tile, tile + 1, tile + 2))


def _context(context: object, contexts: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(context, list) or any(name not in contexts for name in context):
        raise bad("context: must be a list of " + ", ".join(contexts))
    return tuple(context)


def _void(void: object) -> int:
    if void is None:
        return NONE
    if not isinstance(void, str) or len(void) != 1 or void not in SUIT_LETTERS[:3]:
        raise bad("void: must be m, p or s")
    return SUIT_LETTERS.index(void)


def _tiles(field: str, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise bad(f"{field}: must be tiles as text")
    try:
        return parse_tiles(text)
    except TileError as error:
        raise EngineError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error


def _tile(field: str, text: object) -> int:
    if not isinstance(text, str):
        raise bad(f"{field}: must be a tile as text")
    try:
        return parse_tile(text)
    except TileError as error:
        raise EngineError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error
