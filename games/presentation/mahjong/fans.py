"""The fan table of the rule book: every base pattern with its fan, what it is, and a hand that has it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.mahjong.sichuan.fan import ADDED, BASES
from games.engine.mahjong.tiles import parse_tiles
from games.presentation.mahjong import names, tiles
from mahjong_site.web.html import element

# name -> (what it is, an example in groups); tests score each example
EXAMPLES: dict[str, tuple[str, str]] = {
    "ping_hu": (gettext_noop("四副加一对，没有别的番。"), "123m 345m 678p 222p 99m"),
    "dui_dui_hu": (gettext_noop("四副都是刻子或杠。"), "111m 333m 555p 888p 99p"),
    "qing_yi_se": (gettext_noop("全部是同一门。"), "123s 345s 567s 999s 22s"),
    "dai_yao_jiu": (gettext_noop("每一副和将都带 1 或 9。"), "123m 789m 123p 999p 11m"),
    "qi_dui": (gettext_noop("七个对子，没有碰杠。"), "11m 33m 55m 77m 22p 44p 88p"),
    "qing_dui": (gettext_noop("清一色的对对胡。"), "111s 333s 555s 888s 66s"),
    "jiang_dui": (gettext_noop("对对胡，全是 2、5、8。"), "222m 555m 888m 222p 55p"),
    "long_qi_dui": (gettext_noop("七对里有四张一样的。"), "11m 11m 33m 55m 22p 66p 88p"),
    "qing_qi_dui": (gettext_noop("清一色的七对。"), "11p 22p 44p 55p 77p 88p 99p"),
    "qing_yao_jiu": (gettext_noop("清一色的带幺九。"), "123s 123s 123s 789s 99s"),
    "qing_long_qi_dui": (gettext_noop("清一色的龙七对。"), "11s 11s 22s 44s 66s 88s 99s"),
    "tian_hu": (gettext_noop("庄家起手十四张就胡。"), ""),
    "di_hu": (gettext_noop("闲家第一次摸牌就自摸。"), ""),
}
_ADDED = {
    "gang_shang_hua": gettext_noop("杠后补的那张牌自摸。"),
    "gang_shang_pao": gettext_noop("杠后打出的牌被人胡，加给胡的人。"),
    "gen": gettext_noop("四张一样的没有开杠，每组加一番。"),
}


class FanRow(NamedTuple):
    """One line of the table; `tiles` is HTML, "" where any hand will do."""

    name: str
    fan: int
    added: bool
    line: str
    tiles: str


def table() -> tuple[FanRow, ...]:
    """Return the patterns in the order of SC-14, then what is added to them (SC-15, SC-16)."""
    rows = [
        FanRow(names.fan(name), fan, False, _(EXAMPLES[name][0]), _example(name))
        for name, fan in BASES.items()
    ]
    rows += [FanRow(names.fan(name), 1, True, _(_ADDED[name]), "") for name in (*ADDED, "gen")]
    return tuple(rows)


def _example(name: str) -> str:
    groups = example_groups(name)
    if not groups:
        return ""
    label = tiles.listed(kind for group in groups for kind in group)
    body = (element("span", tiles.row(group, "flat"), class_="group") for group in groups)
    return element("span", body, class_="groups", role="img", aria_label=label)


def example_groups(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the example hand of a pattern, group by group."""
    return tuple(tuple(parse_tiles(part)) for part in EXAMPLES[name][1].split())
