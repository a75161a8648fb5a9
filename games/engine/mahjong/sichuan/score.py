"""One line of `manage.py score`: a complete 四川 hand in notation, checked and priced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.core.contract import NONE
from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan import fan
from games.engine.mahjong.sichuan.hand import is_win
from games.engine.mahjong.sichuan.rules import SichuanRules, with_overrides
from games.engine.mahjong.state import Seat
from games.engine.mahjong.tiles import SUIT_LETTERS, TileError, parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind

_KEYS = frozenset(
    "game hand melds preset rules win self_draw void wild base context expect note tags".split()
)
_OPENINGS = ("tian_hu", "di_hu")
_ROBBED = "qiang_gang_hu"
_CONTEXTS = (*_OPENINGS, *fan.ADDED, _ROBBED)
_MELDS = {
    "peng": MeldKind.PENG,
    "gang": MeldKind.CONCEALED,  # the kind of gang makes no difference to the fan
    "exposed": MeldKind.EXPOSED,
    "added": MeldKind.ADDED,
    "concealed": MeldKind.CONCEALED,
}


class _Line(NamedTuple):
    rules: SichuanRules
    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int
    self_draw: bool | None
    void: int
    context: tuple[str, ...]


def score(line: Mapping[str, object]) -> dict[str, object]:
    """Return base, roots, fan and points, or `{"fan": None}` where the hand is no win.

    Raises EngineError: BAD_RECORD for the line itself, BAD_NOTATION, UNKNOWN_PRESET, UNKNOWN_RULE, BAD_RULES,
    and IMPOSSIBLE_HAND for tiles or circumstances that no hand of this game can have.
    """
    read = _read(line)
    _check_tiles(read)
    _check_context(read)
    seat = Seat(
        pack(read.tiles),
        read.melds,
        open_suits=fan.suits_of(0, read.melds),
        void=read.void,
    )
    # A meld of the void suit is no win either (SC-04).
    if not is_win(seat) or any(meld.tiles[0] // 9 == read.void for meld in read.melds):
        return {"fan": None}
    opening = next((name for name in read.context if name in _OPENINGS), "")
    added = next((name for name in read.context if name in fan.ADDED), "")
    bill = fan.bill(read.rules, seat.hand, read.melds, opening=opening, added=added)
    if bill is None:
        return {"fan": None}
    return {"base": bill.base, "roots": bill.roots, "fan": bill.fan, "points": bill.points}


def _read(line: Mapping[str, object]) -> _Line:
    unknown = sorted(str(key) for key in line if key not in _KEYS)
    if unknown:
        raise _bad("unknown key " + ", ".join(unknown)[:80])
    if line.get("wild") is not None:
        raise _bad("wild: there is none in this game")
    self_draw = line.get("self_draw")
    if self_draw is not None and not isinstance(self_draw, bool):
        raise _bad("self_draw: must be true or false")
    win = line.get("win")
    return _Line(
        _rules(line),
        _tiles("hand", line.get("hand")),
        _read_melds(line.get("melds", [])),
        NONE if win is None else _tile("win", win),
        self_draw,
        _void(line.get("void")),
        _context(line.get("context", [])),
    )


def _rules(line: Mapping[str, object]) -> SichuanRules:
    preset = line.get("preset", "sichuan_xuezhan")
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
        raise EngineError(Code.IMPOSSIBLE_HAND, f"meld {meld['kind']!r}"[:80])
    return Meld(kind, (_tile("melds", meld["tile"]),) * (3 if kind is MeldKind.PENG else 4))


def _check_tiles(read: _Line) -> None:
    everything = [*read.tiles, *(tile for meld in read.melds for tile in meld.tiles)]
    if len(read.tiles) != 14 - 3 * len(read.melds):
        raise _impossible(f"{len(read.tiles)} tiles and {len(read.melds)} melds")
    for tile in everything:
        if tile > 26:
            raise _impossible("there are no honours in this game")
        if everything.count(tile) > 4:
            raise _impossible("five of a kind")
    if read.win != NONE and read.win not in read.tiles:
        raise _impossible("the winning tile is not in the hand")


def _check_context(read: _Line) -> None:
    has = set(read.context)
    if len(read.context) > 1:
        raise _impossible("these circumstances exclude each other: " + ", ".join(read.context))
    if has & set(_OPENINGS) and read.melds:
        raise _impossible("天胡 and 地胡 have no meld")
    if has & {*_OPENINGS, "gang_shang_hua"} and read.self_draw is False:
        raise _impossible(f"{read.context[0]} is a self-draw")
    if has & {"gang_shang_pao", _ROBBED} and read.self_draw:
        raise _impossible(f"{read.context[0]} is no self-draw")
    if "gang_shang_hua" in has and all(meld.kind is MeldKind.PENG for meld in read.melds):
        raise _impossible("杠上花 needs an own gang")
    if _ROBBED in has and read.win != NONE and read.tiles.count(read.win) > 1:
        raise _impossible("the other three of a robbed tile lie in the ganger's peng")


def _context(context: object) -> tuple[str, ...]:
    if not isinstance(context, list) or any(name not in _CONTEXTS for name in context):
        raise _bad("context: must be a list of " + ", ".join(_CONTEXTS))
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
