"""One line of `manage.py score`: a complete 万州 hand in notation, checked and priced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.core.contract import NONE
from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.packed import pack
from games.engine.mahjong.tiles import SUIT_LETTERS, TileError, parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.hand import holds_void
from games.engine.mahjong.wanzhou.rules import WanzhouRules, with_overrides

_KEYS = frozenset(
    "game hand melds preset rules win self_draw void wild base context expect note tags".split()
)
_AFTER_GANG, _ROBBED = fan.ADDED
_MELDS = {
    "chi": MeldKind.CHI,
    "peng": MeldKind.PENG,
    "gang": MeldKind.CONCEALED,  # the kind of gang makes no difference to the fan
    "exposed": MeldKind.EXPOSED,
    "added": MeldKind.ADDED,
    "concealed": MeldKind.CONCEALED,
}


class _Line(NamedTuple):
    rules: WanzhouRules
    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int
    self_draw: bool
    void: int
    wild: int
    context: tuple[str, ...]


def score(line: Mapping[str, object]) -> dict[str, object]:
    """Return patterns, nines, fan and points, or `{"fan": None}` where the hand is no win.

    Without `win` any tile may be taken as the winning one, as for the dealt 14 (WZ-16). Raises EngineError:
    BAD_RECORD for the line itself, BAD_NOTATION, UNKNOWN_PRESET, UNKNOWN_RULE, BAD_RULES, and IMPOSSIBLE_HAND for
    tiles or circumstances that no hand of this game can have.
    """
    read = _read(line)
    _check_melds(read)
    _check_tiles(read)
    _check_context(read)
    hand = fan.complete(pack(read.tiles), read.melds, read.wild, read.win, self_draw=read.self_draw)
    bill = fan.bill(read.rules, hand, self_draw=read.self_draw, added="".join(read.context))
    if bill is None or (holds_void(hand, read.void, read.wild) and "shi_san_yao" not in bill.patterns):
        return {"fan": None}
    return {
        "patterns": sorted(bill.patterns),
        "nines": bill.nines,
        "fan": bill.fan,
        "points": bill.points,
    }


def _read(line: Mapping[str, object]) -> _Line:
    unknown = sorted(str(key) for key in line if key not in _KEYS)
    if unknown:
        raise _bad("unknown key " + ", ".join(unknown)[:80])
    self_draw = line.get("self_draw")
    if self_draw is not None and not isinstance(self_draw, bool):
        raise _bad("self_draw: must be true or false")
    rules = _rules(line)
    wild = line.get("wild")
    if wild is not None and not rules.wild:
        raise _bad("wild: the rules have none")
    win = line.get("win")
    return _Line(
        rules,
        _tiles("hand", line.get("hand")),
        _read_melds(line.get("melds", [])),
        NONE if win is None else _tile("win", win),
        bool(self_draw),
        _void(line.get("void")),
        NONE if wild is None else _tile("wild", wild),
        _context(line.get("context", [])),
    )


def _rules(line: Mapping[str, object]) -> WanzhouRules:
    preset = line.get("preset", "wanzhou")
    overrides = line.get("rules", {})
    if not isinstance(preset, str):
        raise _bad("preset: must be text")
    if not isinstance(overrides, Mapping):
        raise _bad("rules: must be an object")
    base = line.get("base")
    return with_overrides(preset, overrides if base is None else {**overrides, "base": base})


def _read_melds(melds: object) -> tuple[Meld, ...]:
    if not isinstance(melds, list):
        raise _bad("melds: must be a list")
    return tuple(_meld(meld) for meld in melds)


def _meld(meld: object) -> Meld:
    if not isinstance(meld, Mapping) or set(meld) != {"kind", "tile"}:
        raise _bad("melds: each is an object of kind and tile")
    kind = _MELDS.get(meld["kind"]) if isinstance(meld["kind"], str) else None
    if kind is None:
        raise _impossible(f"meld {meld['kind']!r}"[:80])
    tile = _tile("melds", meld["tile"])
    if kind is not MeldKind.CHI:
        return Meld(kind, (tile,) * (3 if kind is MeldKind.PENG else 4))
    if tile > 26 or tile % 9 > 6:
        raise _impossible("a chi is named by its lowest tile, and honours form none")
    return Meld(kind, (tile, tile + 1, tile + 2))


def _check_melds(read: _Line) -> None:
    for meld in read.melds:
        if read.wild in meld.tiles and meld.kind is not MeldKind.CONCEALED:
            raise _impossible("a 混儿 lies in no chi, peng, exposed or added gang")


def _check_tiles(read: _Line) -> None:
    everything = [*read.tiles, *(tile for meld in read.melds for tile in meld.tiles)]
    if len(read.tiles) != 14 - 3 * len(read.melds):
        raise _impossible(f"{len(read.tiles)} tiles and {len(read.melds)} melds")
    for tile in everything:
        if everything.count(tile) > 4:
            raise _impossible("five of a kind")
    if read.win != NONE and read.win not in read.tiles:
        raise _impossible("the winning tile is not in the hand")


def _check_context(read: _Line) -> None:
    if len(read.context) > 1:
        raise _impossible("these circumstances exclude each other: " + ", ".join(read.context))
    if _AFTER_GANG in read.context:
        if not read.self_draw:
            raise _impossible("杠上开花 is a self-draw")
        if all(len(meld.tiles) == 3 for meld in read.melds):
            raise _impossible("杠上开花 needs an own gang")
    if _ROBBED in read.context:
        if read.self_draw:
            raise _impossible("抢杠胡 is no self-draw")
        if read.win != NONE and (read.win == read.wild or read.tiles.count(read.win) > 1):
            raise _impossible("the other three of a robbed tile lie in the ganger's peng")


def _context(context: object) -> tuple[str, ...]:
    if not isinstance(context, list) or any(name not in fan.ADDED for name in context):
        raise _bad("context: must be a list of " + ", ".join(fan.ADDED))
    return tuple(context)


def _void(void: object) -> int:
    if void is None:
        return NONE
    if not isinstance(void, str) or len(void) != 1 or void not in SUIT_LETTERS[:3]:
        raise _bad("void: must be m, p or s")
    return SUIT_LETTERS.index(void)


def _tiles(field: str, text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise _bad(f"{field}: must be tiles as text")
    try:
        return parse_tiles(text)
    except TileError as error:
        raise EngineError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error


def _tile(field: str, text: object) -> int:
    if not isinstance(text, str):
        raise _bad(f"{field}: must be a tile as text")
    try:
        return parse_tile(text)
    except TileError as error:
        raise EngineError(Code.BAD_NOTATION, f"{field}: {error}"[:200]) from error


def _bad(detail: str) -> EngineError:
    return EngineError(Code.BAD_RECORD, detail)


def _impossible(detail: str) -> EngineError:
    return EngineError(Code.IMPOSSIBLE_HAND, detail)
