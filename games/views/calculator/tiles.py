"""The calculator of mahjong games: the desk, what a press on each tile does, and the answer."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE
from games.engine.core.errors import EngineError, RulesInvalid
from games.engine.mahjong.calculator import CHI, Appraisal, Desk, Hand, appraise, meld_tiles
from games.presentation.calculator import DESKS
from games.presentation.mahjong import names
from games.presentation.mahjong import tiles as faces
from games.views.calculator.answer import Answer, answer
from games.views.calculator.asked import LETTERS, Asked, address, kept
from games.views.calculator.parts import Link

_SELF_DRAW = {
    "double_fan": gettext_noop("自摸番数翻倍"),
    "plus_one": gettext_noop("自摸加一番"),
}
_MODES = {"": gettext_noop("手牌"), "win": gettext_noop("胡的那张"), "wild": gettext_noop("混儿")}


class Group(NamedTuple):
    """A meld on the desk, to be taken back with one press."""

    link: Link
    tiles: str


class Tile(NamedTuple):
    """A tile of the hand, to be taken back, or chosen as the winning one."""

    link: Link
    won: bool


class Choice(NamedTuple):
    """One of several ways, as a link."""

    title: str
    href: str
    chosen: bool


def page(asked: Asked) -> dict[str, Any]:
    """Return the context of the desk."""
    desk = DESKS[asked.game]
    errors = dict(asked.errors)
    hand, problems = hand_of(asked)
    errors |= problems
    found: Appraisal | None = None
    if not problems:
        try:
            found = appraise(desk, hand)
        except EngineError:
            errors["preset"] = _("这些选项合不到一起。")
    return {
        "errors": errors,
        "desk": desk,
        "melds": tuple(_group(asked, place) for place in range(len(asked.melds))),
        "tiles": _tiles(asked),
        "chips": _chips(asked),
        "modes": _modes(asked, desk),
        "palette": _palette(asked, desk),
        "draws": _draws(asked, desk),
        "contexts": _contexts(asked, desk),
        "voids": _voids(asked),
        "rules": GAMES.game(asked.game).presets[asked.preset],
        "caps": _caps(asked, desk),
        "self_draws": _self_draws(asked),
        "answer": _answer(asked, desk, hand, found),
        "empty": not asked.hand and not asked.melds,
        "hand_text": asked.raw.get("hand") or _text(asked, "hand"),
        "melds_text": asked.raw.get("melds") or _text(asked, "melds"),
        "kept": kept(asked, "hand", "melds", "base", "cap", "zimo", "as"),
        "count": len(asked.hand) + 3 * len(asked.melds),
    }


def hand_of(asked: Asked) -> tuple[Hand, dict[str, str]]:
    """Return the hand to appraise and what is wrong with the options."""
    desk, errors = DESKS[asked.game], {}
    rules: dict[str, object] = {}
    if asked.base:
        if asked.base.isascii() and asked.base.isdigit():
            rules["base"] = int(asked.base)
        else:
            errors["base"] = _("底分要写整数。")
    if asked.cap:
        if asked.cap.isascii() and asked.cap.isdigit():
            rules["fan_cap"] = int(asked.cap)
        else:
            errors["cap"] = _("封顶要写番数，0 是不封顶。")
    if asked.zimo:
        rules["self_draw"] = asked.zimo
    if not errors:
        try:
            GAMES.game(asked.game).rules(asked.preset, rules)
        except RulesInvalid as refused:
            errors = {_FIELDS.get(field, field): _problem(field) for field, _ in refused.problems}
        except EngineError:
            errors["zimo"] = _problem("self_draw")
    draw = asked.draw
    if draw is None and asked.ctx in desk.drawn:
        draw = True
    hand = Hand(
        asked.preset, asked.hand, asked.melds, asked.win, draw, asked.void, asked.wild, asked.ctx, rules
    )
    return hand, errors


_FIELDS = {"fan_cap": "cap", "self_draw": "zimo"}


def _problem(field: str) -> str:
    sentences = {
        "base": _("底分是 1 到 1000000；这种玩法也可能只收双数。"),
        "fan_cap": _("这种玩法没有这个封顶。"),
        "self_draw": _("这种玩法没有这个自摸算法。"),
    }
    return sentences.get(field, _("这些选项合不到一起。"))


def _answer(asked: Asked, desk: Desk, hand: Hand, found: Appraisal | None) -> Answer | None:
    if found is None or not (asked.hand or asked.melds):
        return None
    return answer(asked, desk, hand, found)


def _text(asked: Asked, name: str) -> str:
    if name == "hand":
        return GAMES.game(asked.game).tiles_text(asked.hand)
    return ",".join(LETTERS[kind] + faces.code(tile) for kind, tile in asked.melds)


# What lies on the desk.


def _group(asked: Asked, place: int) -> Group:
    name, tile = asked.melds[place]
    rest = (*asked.melds[:place], *asked.melds[place + 1 :])
    label = _("拿走%(meld)s：%(tiles)s") % {
        "meld": names.meld(name),
        "tiles": faces.listed(meld_tiles(name, tile)),
    }
    shown = list(meld_tiles(name, tile))
    if name == "concealed":
        shown[0] = shown[3] = NONE
    link = Link(f"meld-{place}", names.meld(name), label, address(asked._replace(melds=rest, raw={})))
    return Group(link, faces.row(shown, "joker" if tile == asked.wild else ""))


def _tiles(asked: Asked) -> tuple[Tile, ...]:
    """Return the concealed tiles in order, the winning one last and apart."""
    order = list(asked.hand)
    won = asked.win in order
    if won:
        order.remove(asked.win)
        order.append(asked.win)
    shown = []
    for place, tile in enumerate(order):
        last = won and place == len(order) - 1
        look = f"t t{faces.code(tile)}" + (" won" if last else "")
        if tile // 9 == asked.void and tile != asked.wild:
            look += " void"
        if tile == asked.wild:
            look += " joker"
        shown.append(Tile(_pressed(asked, place, tile, look), last))
    return tuple(shown)


def _chips(asked: Asked) -> tuple[Choice, ...]:
    """Return what is set beside the tiles and can be unset: the 混儿, and a winning tile the hand has not."""
    chips = []
    if asked.wild != NONE:
        title = _("混儿：%(tile)s") % {"tile": faces.name(asked.wild)}
        chips.append(Choice(title, address(asked._replace(wild=NONE)), False))
    if asked.win != NONE and asked.win not in asked.hand:
        title = _("胡的那张：%(tile)s") % {"tile": faces.name(asked.win)}
        chips.append(Choice(title, address(asked._replace(win=NONE)), False))
    return tuple(chips)


def _pressed(asked: Asked, place: int, tile: int, look: str) -> Link:
    name = faces.name(tile)
    if asked.mode == "win":
        href = address(asked._replace(win=NONE if tile == asked.win else tile, mode=""))
        return Link(f"hand-{place}", look, _("胡%(tile)s") % {"tile": name}, href)
    return Link(f"hand-{place}", look, _("拿走%(tile)s") % {"tile": name}, address(without(asked, tile)))


def without(asked: Asked, tile: int) -> Asked:
    """Return the desk with one copy of a tile less in the hand."""
    hand = list(asked.hand)
    hand.remove(tile)
    win = asked.win if asked.win in hand else NONE
    if len(hand) % 3 == 1 and asked.win != NONE:
        win = NONE  # a hand that waits has no winning tile
    return asked._replace(hand=tuple(hand), win=win, raw={})


# What a press on the palette does.


def _modes(asked: Asked, desk: Desk) -> tuple[Choice, ...]:
    wild = ("wild",) if desk.wilds else ()
    choices = [("", _(_MODES[""]))]
    choices += [(LETTERS[name], names.meld(name)) for name in desk.melds]
    choices += [(mode, _(_MODES[mode])) for mode in ("win", *wild)]
    return tuple(
        Choice(title, address(asked._replace(mode=mode)), asked.mode == mode) for mode, title in choices
    )


def _palette(asked: Asked, desk: Desk) -> tuple[tuple[Link, ...], ...]:
    """Return the rows of tiles to press, one a suit."""
    suits = range(desk.kinds // 9 + (desk.kinds % 9 > 0))
    return tuple(
        tuple(_key(asked, desk, tile) for tile in range(9 * suit, min(9 * suit + 9, desk.kinds)))
        for suit in suits
    )


def _key(asked: Asked, desk: Desk, tile: int) -> Link:
    target = added(asked, desk, tile)
    look = f"t t{faces.code(tile)}"
    if tile // 9 == asked.void and tile != asked.wild:
        look += " void"
    if tile == asked.wild:
        look += " joker"
    label = _LABELS.get(asked.mode)
    text = (_(label) if label else _("加一副%(meld)s")) % {
        "tile": faces.name(tile),
        "meld": f"{_meld_name(asked.mode)} {faces.name(tile)}",
    }
    return Link(f"add-{faces.code(tile)}", look, text, address(target) if target else "")


_LABELS = {
    "": gettext_noop("加一张%(tile)s"),
    "win": gettext_noop("胡%(tile)s"),
    "wild": gettext_noop("混儿是%(tile)s"),
}


def _meld_name(mode: str) -> str:
    name = next((name for name, letter in LETTERS.items() if letter == mode), "")
    return names.meld(name) if name else ""


def added(asked: Asked, desk: Desk, tile: int) -> Asked | None:
    """Return the desk after a press on a tile of the palette, None where there is no room for it."""
    if asked.mode == "wild":
        return asked._replace(wild=NONE if tile == asked.wild else tile, mode="")
    if asked.mode == "win" and tile in asked.hand:
        return asked._replace(win=tile, mode="")
    if asked.mode in ("", "win"):
        return _with_tile(asked, tile)
    name = next((name for name, letter in LETTERS.items() if letter == asked.mode), "")
    return _with_meld(asked, name, tile) if name in desk.melds else None


def _with_tile(asked: Asked, tile: int) -> Asked | None:
    room = 14 - 3 * len(asked.melds) - len(asked.hand)
    if room < 1 or _held(asked)[tile] >= 4:
        return None
    return asked._replace(
        hand=tuple(sorted((*asked.hand, tile))), win=tile if room == 1 else asked.win, mode="", raw={}
    )


def _with_meld(asked: Asked, name: str, tile: int) -> Asked | None:
    """Lay a meld; where tiles or room are short its tiles come out of the hand."""
    if len(asked.melds) > 3 or (name == CHI and (tile > 26 or tile % 9 > 6)):
        return None
    wanted = Counter(meld_tiles(name, tile))
    for hand in (Counter(asked.hand), Counter(asked.hand) - wanted):
        kept = tuple(sorted(hand.elements()))
        laid = asked._replace(
            hand=kept,
            melds=(*asked.melds, (name, tile)),
            win=asked.win if asked.win in kept else NONE,
            mode="",
            raw={},
        )
        fits = len(kept) <= 14 - 3 * len(laid.melds)
        if fits and all(count <= 4 for count in _held(laid).values()):
            return laid
    return None


def _held(asked: Asked) -> Counter[int]:
    melded = (tile for meld in asked.melds for tile in meld_tiles(*meld))
    return Counter([*asked.hand, *melded])


# Circumstances and options.


def _draws(asked: Asked, desk: Desk) -> tuple[Choice, ...]:
    drawn = asked.draw if asked.draw is not None else asked.ctx in desk.drawn
    kept = {True: asked.ctx not in desk.shot, False: asked.ctx not in desk.drawn}
    return tuple(
        Choice(
            title,
            address(asked._replace(draw=value, ctx=asked.ctx if kept[value] else "")),
            drawn is value,
        )
        for title, value in ((_("点炮"), False), (_("自摸"), True))
    )


def _contexts(asked: Asked, desk: Desk) -> tuple[Choice, ...]:
    choices = [Choice(_("没有"), address(asked._replace(ctx="")), not asked.ctx)]
    for name in desk.contexts:
        draw = True if name in desk.drawn else False if name in desk.shot else asked.draw
        href = address(asked._replace(ctx=name, draw=draw))
        choices.append(Choice(names.fan(name), href, asked.ctx == name))
    return tuple(choices)


def _voids(asked: Asked) -> tuple[Choice, ...]:
    """Return the suits a seat may have given up; a game without 定缺 lets the hand choose."""
    choices = [Choice(_("没有"), address(asked._replace(void=NONE)), asked.void == NONE)]
    return tuple(
        choices
        + [
            Choice(faces.suit_name(suit), address(asked._replace(void=suit)), asked.void == suit)
            for suit in range(3)
        ]
    )


def _caps(asked: Asked, desk: Desk) -> list[tuple[str, str, bool]]:
    preset: Any = GAMES.game(asked.game).presets[asked.preset]
    usual = str(preset.fan_cap)
    values = [*map(str, desk.caps)]
    if asked.cap and asked.cap not in values:
        values.append(asked.cap)
    chosen = asked.cap or usual
    return [
        (
            value,
            _("不封顶") if value == "0" else _("%(fan)s番") % {"fan": value},
            value == chosen,
        )
        for value in values
    ]


def _self_draws(asked: Asked) -> list[tuple[str, str, bool]]:
    usual = getattr(GAMES.game(asked.game).presets[asked.preset], "self_draw", None)
    if usual is None:
        return []
    chosen = asked.zimo or str(usual)
    return [(value, _(title), value == chosen) for value, title in _SELF_DRAW.items()]
