"""The calculator's answer in words and tiles: the bill, the waits, or the reasons and the way to a win."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE
from games.engine.mahjong.calculator import Appraisal, Desk, Hand, Priced
from games.engine.mahjong.distance import Distance
from games.presentation.calculator import reason
from games.presentation.mahjong import names
from games.presentation.mahjong import tiles as faces
from games.views.calculator.asked import Asked, address
from games.views.calculator.parts import Link, Why, clause


class Item(NamedTuple):
    """One line of the bill."""

    name: str
    fan: int
    clause: str
    href: str


class Win(NamedTuple):
    """The bill of a complete hand. `capped` is the fan before the cap where it was lowered, else 0."""

    fan: int
    points: int
    total: int
    items: tuple[Item, ...]
    groups: str
    label: str
    capped: int
    cap: Item | None
    payer: str
    sum: str
    rule: tuple[str, str]


class Wait(NamedTuple):
    """The tiles that win the same; pressing one shows its bill."""

    fan: int
    points: int
    links: tuple[Link, ...]


class Step(NamedTuple):
    """Discards after which the same tiles help."""

    discards: tuple[Link, ...]
    useful: tuple[Link, ...]


class Answer(NamedTuple):
    """What the desk says. `tone` is win, wait, no or more; `head` its one line."""

    tone: str
    head: str
    win: Win | None = None
    waits: tuple[Wait, ...] = ()
    whys: tuple[Why, ...] = ()
    away: str = ""
    useful: tuple[Link, ...] = ()
    steps: tuple[Step, ...] = ()


def answer(asked: Asked, desk: Desk, hand: Hand, found: Appraisal) -> Answer:
    """Return the answer to what was appraised."""
    if found.faults:
        whys = tuple(Why(reason(fault), *clause(fault.clause)) for fault in found.faults)
        return Answer("no", _("没有这样的牌"), whys=whys)
    if found.win is not None:
        win = _win(desk, hand, found.win)
        return Answer("win", _("胡了"), win=win)
    if found.waits:
        count = len(found.waits)
        return Answer(
            "wait",
            ngettext("听 %(count)d 种牌", "听 %(count)d 种牌", count) % {"count": count},
            waits=_waits(asked, found),
        )
    if found.missing > 1:
        count = found.missing - 1
        line = ngettext("再放 %(count)d 张就知道听什么", "再放 %(count)d 张就知道听什么", count) % {
            "count": count
        }
        return Answer("more", line)
    whys = tuple(Why(reason(why), *clause(why.clause)) for why in found.reasons)
    if found.missing:
        whys = tuple(
            why for why, given in zip(whys, found.reasons, strict=True) if given.code != "incomplete"
        )
    head = _("还没听牌") if found.missing else _("不能胡")
    return _far(asked, Answer("no", head, whys=whys), found.away)


def _waits(asked: Asked, found: Appraisal) -> tuple[Wait, ...]:
    worths = sorted({(wait.fan, wait.points) for wait in found.waits}, reverse=True)
    return tuple(
        Wait(
            fan,
            points,
            tuple(
                _add(asked, wait.tile, "wait")
                for wait in found.waits
                if (wait.fan, wait.points) == (fan, points)
            ),
        )
        for fan, points in worths
    )


def _far(asked: Asked, said: Answer, away: Distance | None) -> Answer:
    if away is None:
        return said._replace(away=_("吃碰杠已经定了，这副牌胡不了。"))
    full = (len(asked.hand) + 3 * len(asked.melds)) == 14
    if away.shanten > 0:
        line = ngettext("离听牌还差 %(count)d 张。", "离听牌还差 %(count)d 张。", away.shanten) % {
            "count": away.shanten
        }
    elif full:
        line = _("打掉一张就听牌。")
    else:
        line = _("要的牌都在自己手里了，听不到。")
    alike: dict[tuple[int, ...], list[int]] = {}
    for step in away.steps:
        alike.setdefault(step.useful, []).append(step.discard)
    steps = tuple(
        Step(
            tuple(_drop(asked, tile) for tile in discards),
            tuple(_tile(tile, "then") for tile in useful),
        )
        for useful, discards in alike.items()
    )
    helps = () if full or away.shanten < 1 else tuple(_swap(asked, tile) for tile in away.useful)
    return said._replace(away=line, steps=steps, useful=helps)


def _win(desk: Desk, hand: Hand, win: Priced) -> Win:
    rules: Any = GAMES.game(desk.game).rules(hand.preset, hand.rules)
    total = sum(item.fan for item in win.items)
    items = tuple(Item(names.fan(item.name), item.fan, *clause(item.clause)) for item in win.items)
    number, href = clause(desk.clauses["cap"])
    capped = total > win.fan
    doublings = (win.points // rules.base).bit_length() - 1
    payer = _("每家付 %(points)d 分") if hand.self_draw else _("点炮的那家付 %(points)d 分")
    groups = "".join(f'<span class="group">{faces.row(group, "flat")}</span>' for group in win.groups)
    return Win(
        fan=win.fan,
        points=win.points,
        total=total,
        items=items,
        groups=groups,
        label=faces.listed(tile for group in win.groups for tile in group),
        capped=total if capped else 0,
        cap=Item(_("封顶"), win.fan, number, href) if capped else None,
        payer=payer % {"points": win.points},
        sum=f"{rules.base} × 2^{doublings} = {win.points}",
        rule=clause(desk.clauses["points"]),
    )


def _add(asked: Asked, tile: int, name: str) -> Link:
    hand = tuple(sorted((*asked.hand, tile)))
    href = address(asked._replace(hand=hand, win=tile, mode="", raw={}))
    return _tile(tile, name)._replace(label=_("胡%(tile)s") % {"tile": faces.name(tile)}, href=href)


def _swap(asked: Asked, tile: int) -> Link:
    """Return a press that draws a tile: the desk then says what to throw."""
    hand = tuple(sorted((*asked.hand, tile)))
    href = address(asked._replace(hand=hand, win=NONE, mode="", raw={}))
    return _tile(tile, "help")._replace(label=_("摸%(tile)s") % {"tile": faces.name(tile)}, href=href)


def _drop(asked: Asked, tile: int) -> Link:
    hand = list(asked.hand)
    hand.remove(tile)
    href = address(asked._replace(hand=tuple(hand), win=NONE, mode="", raw={}))
    return _tile(tile, "drop")._replace(label=_("打%(tile)s") % {"tile": faces.name(tile)}, href=href)


def _tile(tile: int, name: str) -> Link:
    code = faces.code(tile)
    return Link(f"{name}-{code}", f"t t{code}", faces.name(tile), "")
