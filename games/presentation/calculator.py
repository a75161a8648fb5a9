"""The calculator in the reader's words: games on offer, names of circumstances, and why there is no price."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

from games.engine.cards.guanpai.game import GAME as GUANPAI
from games.engine.mahjong.calculator import Desk, Reason
from games.engine.mahjong.sichuan.desk import DESK as SICHUAN
from games.engine.mahjong.wanzhou.desk import DESK as WANZHOU
from games.presentation.guanpai import cards
from games.presentation.mahjong import names, tiles

DESKS: Mapping[str, Desk] = {desk.game: desk for desk in (SICHUAN, WANZHOU)}
CARDS = frozenset({GUANPAI.name})  # games of cards, which have shapes and no fan

# What an empty desk proposes: a fan, a shape or one of _TITLES, and the query that builds it.
_TITLES = {"waits": gettext_noop("听什么"), "why": gettext_noop("为什么不能胡")}
EXAMPLES: Mapping[str, tuple[tuple[str, str], ...]] = {
    SICHUAN.game: (
        ("long_qi_dui", "hand=111133557788p22s&win=7p"),
        ("jiang_dui", "hand=22255m888p&melds=p5p,g8m&win=5m"),
        ("qing_yi_se", "hand=12345677788899s&win=9s"),
        ("waits", "hand=1112345678999m"),
        ("why", "hand=123m456p11122789s"),
    ),
    WANZHOU.game: (
        ("shi_san_yao", "hand=19m19p19s12345677z&win=7z&void=m"),
        ("jiu_lian_bao_deng", "hand=1112345567899m5z&win=5m&wild=5z&void=p"),
        ("hun_er_diao", "hand=123456789m2347s5z&win=7s&wild=5z&void=p"),
        ("waits", "hand=11335577m2248s5z&wild=5z&void=p"),
    ),
    GUANPAI.name: (
        ("plane", "cards=555666KKAA"),
        ("bomb", "cards=4444&table=AA"),
        ("run", "cards=A2345&table=45678"),
    ),
}

_REASONS = {
    "impossible": gettext_noop("这样的牌不可能出现。"),
    "no_such_meld": gettext_noop("这种玩法不能吃牌。"),
    "no_honours": gettext_noop("这种玩法没有字牌：%(tiles)s。"),
    "too_many_alike": gettext_noop("每种牌只有四张，这里超过了：%(tiles)s。"),
    "too_many_tiles": gettext_noop("多了 %(number)d 张：胡牌是十四张，吃、碰、杠每副都算三张。"),
    "win_not_held": gettext_noop("胡的那张不在手牌里：%(tiles)s。"),
    "no_wild": gettext_noop("这种玩法没有混儿。"),
    "wild_in_meld": gettext_noop("混儿不能吃、碰、直杠和面下杠，只能四张一起暗杠。"),
    "opening_melds": gettext_noop("天胡和地胡之前不能有碰和杠。"),
    "only_self_draw": gettext_noop("这种情况只能是自摸。"),
    "no_self_draw": gettext_noop("这种情况只能胡别人的牌，不能自摸。"),
    "needs_gang": gettext_noop("杠上花要先有自己的杠。"),
    "robbed_held": gettext_noop("抢杠胡的那张，另外三张在别人的碰里，自己手里不会再有：%(tiles)s。"),
    "robbed_wild": gettext_noop("混儿不会拿来加杠，所以抢不到。"),
    "three_suits": gettext_noop("万、筒、条三门都有，要缺一门才能胡。"),
    "void_tiles": gettext_noop("还有定缺的牌，不能胡：%(tiles)s。"),
    "seven_pairs_meld": gettext_noop("七对不能有吃、碰、杠。"),
    "incomplete": gettext_noop("凑不成四副加一对，也不是七对。"),
}

_CARD_REASONS = {
    "not_in_deck": gettext_noop("一副牌里没有这么多：3 到 K 各四张，A 三张，2 只有一张。"),
    "aces_alone": gettext_noop("三张 A 是最大的炸弹，只能单独出，或者带一张单牌。"),
    "four_alike": gettext_noop("四张一样的只能当炸弹，最多带一张单牌。"),
    "mixed": gettext_noop("对子和单张不能一起出。"),
    "two_in_pairs": gettext_noop("2 不能进双顺。"),
    "pair_gap": gettext_noop("几个对子要点数相连才是双顺。"),
    "run_short": gettext_noop("顺子至少五张。"),
    "run_gap": gettext_noop("顺子要一张挨一张；A 可以在头也可以在尾，但不能从 K 绕过 A 接 2。"),
    "triple_single": gettext_noop("三张只能带对子，没有三带一。"),
    "wing_number": gettext_noop("几个三张就要带几个对子。"),
    "triple_gap": gettext_noop("几个三张要点数相连，最大到 K。"),
    "wing_gap": gettext_noop("飞机带的对子也要点数相连。"),
    "nothing_beats_aces": gettext_noop("桌上是三张 A，什么都管不上。"),
    "only_bombs": gettext_noop("桌上是炸弹，只有更大的炸弹才管得上。"),
    "bomb_kinds": gettext_noop("炸弹和炸弹带一互相管不上。"),
    "other_shape": gettext_noop("牌型不一样，而且不是炸弹。"),
    "other_length": gettext_noop("牌型一样，张数不一样。"),
    "lower": gettext_noop("牌型一样，点数没有更大。"),
}


def example(name: str, game: str) -> str:
    """Return the title of an example."""
    if name in _TITLES:
        return gettext(_TITLES[name])
    return cards.shape_name(name) if game in CARDS else names.fan(name)


def reason(why: Reason) -> str:
    """Return the sentence for a reason of the desk."""
    return gettext(_REASONS[why.code]) % {"tiles": tiles.listed(why.tiles), "number": why.number}


def card_reason(code: str) -> str:
    """Return the sentence for why cards are no play, or do not beat others."""
    return gettext(_CARD_REASONS[code])
