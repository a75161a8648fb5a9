"""The calculator's address: everything on the desk in a short query, read leniently and written back the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.cards.guanpai.deck import RANKS
from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, Rules
from games.engine.mahjong.tiles import (
    SUIT_LETTERS,
    TileError,
    format_tile,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from games.presentation.calculator import CARDS, DESKS

PATH = "/calculator/"
MELDS = {"c": "chi", "p": "peng", "e": "exposed", "a": "added", "g": "concealed"}
LETTERS = {name: letter for letter, name in MELDS.items()}
MODES = ("", *MELDS, "win", "wild")  # what a press on a tile does; "table" for cards
MOST = 60  # tiles or cards read at most: an address is typed by anybody


class Asked(NamedTuple):
    """What lies on the desk. `draw` None: not told. `base`, `cap`, `zimo` as typed; "" is the preset's.

    `raw` keeps what could not be read, by parameter, and `errors` says why.
    """

    game: str
    preset: str
    hand: tuple[int, ...] = ()
    melds: tuple[tuple[str, int], ...] = ()
    win: int = NONE
    draw: bool | None = None
    ctx: str = ""
    void: int = NONE
    wild: int = NONE
    base: str = ""
    cap: str = ""
    zimo: str = ""
    cards: str = ""
    table: str = ""
    mode: str = ""
    raw: Mapping[str, str] = {}
    errors: Mapping[str, str] = {}


def games() -> tuple[str, ...]:
    """Return the names of the games with a desk, in the order of the house."""
    return tuple(game.name for game in GAMES if game.name in DESKS or game.name in CARDS)


def address(asked: Asked) -> str:
    """Return the address that shows this desk; what is at its default is left out."""
    return f"{PATH}?{urlencode(_fields(asked), safe=',')}"


def kept(asked: Asked, *own: str) -> list[tuple[str, str]]:
    """Return the parameters that a form with the inputs `own` carries along unseen."""
    return [(name, value) for name, value in _fields(asked).items() if name not in (*own, "game", "preset")]


def _fields(asked: Asked) -> dict[str, str]:
    melds = ",".join(LETTERS[name] + format_tile(tile) for name, tile in asked.melds)
    fields = {
        "game": asked.game,
        "preset": "" if asked.preset == _first(asked.game) else asked.preset,
        "hand": asked.raw.get("hand") or format_tiles(asked.hand),
        "melds": asked.raw.get("melds") or melds,
        "win": _tile_text(asked.win),
        "draw": "" if asked.draw is None else str(int(asked.draw)),
        "ctx": asked.ctx,
        "void": "" if asked.void == NONE else SUIT_LETTERS[asked.void],
        "wild": _tile_text(asked.wild),
        "base": asked.base,
        "cap": asked.cap,
        "zimo": asked.zimo,
        "cards": asked.cards,
        "table": asked.table,
        "as": asked.mode,
    }
    return {name: value for name, value in fields.items() if value}


def read(query: QueryDict) -> Asked:
    """Read an address; what cannot be read is kept as it was written, with a sentence about it."""
    reader = _Reader(query)
    game = query.get("game", "") or games()[0]
    if game not in games():
        reader.errors["game"] = _("没有这种游戏，这里按第一种算。")
        game = games()[0]
    preset = query.get("preset", "") or _first(game)
    if preset not in GAMES.game(game).presets:
        reader.errors["preset"] = _("没有这种玩法，这里按第一种算。")
        preset = _first(game)
    desk, usual = DESKS.get(game), GAMES.game(game).presets[preset]
    ctx = reader.choice(
        "ctx", ("", *desk.contexts) if desk else None, _("这种玩法没有这种情况，没有算进去。")
    )
    draw = reader.choice("draw", ("", "0", "1"), _("自摸写 draw=1，点炮写 draw=0。"))
    void = reader.choice("void", ("", *SUIT_LETTERS[:3]), _("定缺写 m、p 或 s。"))
    return Asked(
        game,
        preset,
        hand=tuple(sorted(reader.tiles("hand"))),
        melds=reader.melds(),
        win=reader.tile("win"),
        draw=None if not draw else draw == "1",
        ctx=ctx,
        void=SUIT_LETTERS.index(void) if void else NONE,
        wild=reader.tile("wild"),
        base=_option(query, "base", usual, "base"),
        cap=_option(query, "cap", usual, "fan_cap"),
        zimo=_option(query, "zimo", usual, "self_draw"),
        cards=reader.cards("cards"),
        table=reader.cards("table"),
        mode=query.get("as", "") if query.get("as", "") in (*MODES, "table") else "",
        raw=reader.raw,
        errors=reader.errors,
    )


def _option(query: QueryDict, name: str, usual: Rules, field: str) -> str:
    """Return an option as typed, "" where it is what the preset says."""
    value = query.get(name, "").strip()[:12]
    return "" if value == str(getattr(usual, field, "")) else value


def _first(game: str) -> str:
    return next(iter(GAMES.game(game).presets))


def _tile_text(tile: int) -> str:
    return "" if tile == NONE else format_tile(tile)


class _Reader:
    """Reads parameters one by one and gathers what is wrong with them."""

    def __init__(self, query: QueryDict) -> None:
        self.query = query
        self.raw: dict[str, str] = {}
        self.errors: dict[str, str] = {}

    def text(self, name: str) -> str:
        """Return a parameter without spaces, in the letters the notation uses."""
        return "".join(self.query.get(name, "").split())[: 4 * MOST]

    def choice(self, name: str, known: tuple[str, ...] | None, problem: str) -> str:
        """Return one of a few values; `known` None: whatever it is, it is kept."""
        value = self.query.get(name, "")[:40]
        if known is None or value in known:
            return value if known is not None or value.isidentifier() else ""
        self.errors[name] = problem
        return ""

    def tiles(self, name: str) -> tuple[int, ...]:
        """Return the tiles that can be read; the whole text is kept where one cannot."""
        text = self.text(name).lower()
        try:
            found = parse_tiles(text)
        except TileError:
            self._refuse(
                name,
                text,
                _(
                    "有看不懂的牌。牌这样写：123m456p77s，m 万、p 筒、s 条、z 字牌（1 到 7 是东南西北白发中）。"
                ),
            )
            return _readable(text)
        if len(found) > MOST:
            self._refuse(name, text, _("牌太多了，只看前面一些。"))
        return found[:MOST]

    def tile(self, name: str) -> int:
        """Return one tile, NONE for none or one that cannot be read."""
        text = self.text(name).lower()
        if not text:
            return NONE
        try:
            return parse_tile(text)
        except TileError:
            self.errors[name] = _("这里要写一张牌，像 5m。")
            return NONE

    def melds(self) -> tuple[tuple[str, int], ...]:
        """Return the melds that can be read."""
        text = self.text("melds").lower()
        found = []
        for part in filter(None, text.split(",")[:8]):
            meld = _meld(part)
            if meld is None:
                self._refuse(
                    "melds",
                    text,
                    _(
                        "有看不懂的一副。每副这样写：p5m 碰、g5m 暗杠、e5m 直杠、a5m 面下杠、c1m 吃（最小的一张），用逗号隔开。"
                    ),
                )
            else:
                found.append(meld)
        return tuple(found)

    def cards(self, name: str) -> str:
        """Return ranks in ascending order; what is no rank is left out and told."""
        text = self.text(name).upper().replace("10", "T")
        known = [char for char in text if char in RANKS]
        if len(known) != len(text) or len(known) > MOST:
            self._refuse(name, text, _("有看不懂的牌。牌这样写：3456789TJQKA2，T 是 10，不写花色。"))
        return "".join(sorted(known[:MOST], key=RANKS.index))

    def _refuse(self, name: str, text: str, problem: str) -> None:
        self.raw[name], self.errors[name] = text, problem


def _readable(text: str) -> tuple[int, ...]:
    """Return the tiles of a text that is no notation as a whole: every digit whose suit letter follows."""
    found: list[int] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
            continue
        known = {"z": "1234567"}.get(char, "123456789") if char in SUIT_LETTERS else ""
        found += [parse_tile(rank + char) for rank in ranks if rank in known]
        ranks = ""
    return tuple(found[:MOST])


def _meld(text: str) -> tuple[str, int] | None:
    name = MELDS.get(text[:1])
    try:
        tile = parse_tile(text[1:])
    except TileError:
        return None
    if name is None or (name == "chi" and (tile > 26 or tile % 9 > 6)):
        return None
    return name, tile
