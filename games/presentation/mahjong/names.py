"""Names of fans, melds, claims and ends of mahjong hands."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from mahjong_site.web.speech import gettext

CUT_CLAUSE = "WZ-09"  # 截胡: of several seats that want a tile the nearest wins

_FANS = {
    "ping_hu": gettext_noop("平胡"),
    "dui_dui_hu": gettext_noop("对对胡"),
    "qing_yi_se": gettext_noop("清一色"),
    "dai_yao_jiu": gettext_noop("带幺九"),
    "qi_dui": gettext_noop("七对"),
    "qing_dui": gettext_noop("清对"),
    "jiang_dui": gettext_noop("将对"),
    "long_qi_dui": gettext_noop("龙七对"),
    "qing_qi_dui": gettext_noop("清七对"),
    "qing_yao_jiu": gettext_noop("清幺九"),
    "qing_long_qi_dui": gettext_noop("青龙七对"),
    "tian_hu": gettext_noop("天胡"),
    "di_hu": gettext_noop("地胡"),
    "gang_shang_hua": gettext_noop("杠上花"),
    "gang_shang_pao": gettext_noop("杠上炮"),
    "gen": gettext_noop("根"),
    "ji_ben_hu": gettext_noop("基本胡"),
    "men_qing": gettext_noop("门清"),
    "hun_er_diao": gettext_noop("混儿吊"),
    "peng_peng_hu": gettext_noop("碰碰胡"),
    "lian_qi_dui": gettext_noop("连七对"),
    "shi_san_yao": gettext_noop("十三幺"),
    "si_gang": gettext_noop("四杠"),
    "da_san_yuan": gettext_noop("大三元"),
    "da_si_xi": gettext_noop("大四喜"),
    "jiu_lian_bao_deng": gettext_noop("九莲宝灯"),
    "lv_yi_se": gettext_noop("绿一色"),
    "zi_mo": gettext_noop("自摸"),
    "qiang_gang_hu": gettext_noop("抢杠胡"),
    "jiu_jiu_gui_yi": gettext_noop("九九归一"),
}
_MELDS = {
    "chi": gettext_noop("吃"),
    "peng": gettext_noop("碰"),
    "exposed": gettext_noop("直杠"),
    "added": gettext_noop("面下杠"),
    "concealed": gettext_noop("暗杠"),
}
_VERBS = {
    "pass": gettext_noop("过"),
    "peng": gettext_noop("碰"),
    "gang": gettext_noop("杠"),
    "hu": gettext_noop("胡"),
    "chi": gettext_noop("吃"),
    "join_wind": gettext_noop("参与刮风"),
}
_DIRECTIONS = {
    "counter": gettext_noop("逆时针换：给下家"),
    "clockwise": gettext_noop("顺时针换：给上家"),
    "across": gettext_noop("对家换"),
}
_CHANCE = {
    "dice": gettext_noop("骰子"),
    "winds": gettext_noop("各家摸的风"),
    "swap_direction": gettext_noop("换牌方向"),
    "wild": gettext_noop("混儿"),
}
_REASONS = {
    "wins": gettext_noop("牌局结束"),
    "wall": gettext_noop("牌墙摸完"),
    "escape": gettext_noop("有人离开，牌局结束"),
    "out": gettext_noop("牌局结束"),
}


def fan(name: str) -> str:
    """Return the name of a pattern or an addition of a bill."""
    return gettext(_FANS.get(name, name))


def meld(kind: str) -> str:
    """Return the name of a kind of meld."""
    return gettext(_MELDS[kind])


def verb(do: str) -> str:
    """Return the word on the button of a claim or an own-turn action."""
    return gettext(_VERBS[do])


def direction(name: str) -> str:
    """Return how 换三张 goes round."""
    return gettext(_DIRECTIONS.get(name, name))


def chance(name: str) -> str:
    """Return what a chance value of a deal is called."""
    return gettext(_CHANCE.get(name, name))


def ending(reason: str) -> str:
    """Return how a finished hand ended."""
    return gettext(_REASONS.get(reason, reason))
