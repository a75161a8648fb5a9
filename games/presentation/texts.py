"""Codes of the engine and the services in the reader's words; an unknown code still gets a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.codes import Notice, ServiceCode, Status, TableNote
from games.engine.core.contract import Cause, StandDown
from games.engine.core.errors import Code
from games.table_facts import Drain
from mahjong_site.web.speech import gettext, language

_CODES: dict[str, str] = {
    Code.HAND_OVER: gettext_noop("这一局已经结束。"),
    Code.NOT_YOUR_TURN: gettext_noop("还没轮到你。"),
    Code.UNKNOWN_ACTION: gettext_noop("没有这种操作。"),
    Code.BAD_ARGUMENT: gettext_noop("这个操作没有说清楚是哪张牌。"),
    Code.NOT_OFFERED: gettext_noop("现在不能这样做。"),
    Code.NO_SUCH_TILE: gettext_noop("你手里没有这张牌。"),
    Code.VOID_FIRST: gettext_noop("要先打完定缺的那门。"),
    TableNote.HAND_LOCKED: gettext_noop("胡过之后手牌锁住，摸什么打什么。"),
    TableNote.WILD_KEPT: gettext_noop("混儿不能换给别人。"),
    Code.VOID_TILE: gettext_noop("定缺的那门不能碰、不能杠。"),
    Code.MUST_HU: gettext_noop("最后四张，能胡必须胡。"),
    Code.NO_WIN: gettext_noop("这张牌还不能胡。"),
    Code.NO_GANG: gettext_noop("现在不能杠。"),
    Code.WALL_EMPTY: gettext_noop("牌墙已经摸完，不能杠。"),
    Code.WIN_LOCKED: gettext_noop("过手胡：你放过了一次胡，再摸一张牌之后才能胡别人打的牌。"),
    Code.WRONG_SHAPE: gettext_noop("这几张牌不成牌型。"),
    Code.DOES_NOT_BEAT: gettext_noop("管不上桌上的牌。"),
    Code.MAY_NOT_PASS: gettext_noop("现在不能过。"),
    Code.MAY_NOT_LEAVE: gettext_noop("现在不能离开。"),
    ServiceCode.STALE: gettext_noop("这一页比牌桌旧，刚才的操作没有算数。"),
    Notice.OLD_PAGE: gettext_noop("这一页是更新前打开的，请刷新后再试。"),
    Status.ILLEGAL: gettext_noop("现在不能这样做。"),
    Status.OVER: gettext_noop("这一局已经结束。"),
    ServiceCode.NOT_SEATED: gettext_noop("你没有坐在这张桌上。"),
    ServiceCode.NO_ROOM: gettext_noop("没有这张桌。"),
    ServiceCode.UNKNOWN_PRESET: gettext_noop("没有这种玩法。"),
    ServiceCode.ROOM_CLOSED: gettext_noop("这张桌已经收了。"),
    ServiceCode.HAND_RUNNING: gettext_noop("这一局打完才能换座位。"),
    ServiceCode.SEATED_ELSEWHERE: gettext_noop("你已经坐在另一张桌上，先回去打完。"),
    ServiceCode.SEATED_HERE: gettext_noop("你已经坐在这张桌上了。"),
    ServiceCode.SEAT_TAKEN: gettext_noop("这个座位已经有人了。"),
    ServiceCode.NO_SUCH_SEAT: gettext_noop("没有这个座位。"),
    ServiceCode.DRAINING: gettext_noop("正在更新，暂时不开新桌。已经在打的照常打完，请稍等几分钟。"),
    ServiceCode.BAD_INPUT: gettext_noop("没有看懂这个请求，请再试一次。"),
    ServiceCode.WINDOW_CLOSED: gettext_noop("慢了一步，这个选择已经过去了。"),
    ServiceCode.HAND_VOIDED: gettext_noop("这一局出了错，已经作废，不计分。"),
    Notice.TOO_FAST: gettext_noop("点得太快了，稍等一下。"),
    StandDown.HU: gettext_noop("自动暂停：能胡，请你来定。"),
    StandDown.HU_OR_ELSE: gettext_noop("自动暂停：不止能胡，请你来选。"),
    StandDown.GANG: gettext_noop("自动暂停：能杠，请你来选。"),
    StandDown.CLAIM: gettext_noop("自动暂停：不止一种要法，请你来选。"),
    StandDown.NOT_HELD: gettext_noop("自动暂停：预先选的牌不在手里了。"),
    StandDown.VOID_FIRST: gettext_noop("自动暂停：要先打定缺的那门。"),
    StandDown.WILD: gettext_noop("自动暂停：摸到混儿，不自动打。"),
    StandDown.NO_DRAW: gettext_noop("自动暂停：这一手没有摸牌，请你来选。"),
    StandDown.DOES_NOT_BEAT: gettext_noop("自动暂停：预先选的牌管不上。"),
    StandDown.MAY_GO_OUT: gettext_noop("自动暂停：能一手出完，请你来定。"),
    ServiceCode.BUSY: gettext_noop("牌馆正忙，请再试一次。"),
    Notice.MALFORMED: gettext_noop("没有看懂这个请求，请再试一次。"),
}

_CAUSES: dict[str, str] = {
    Cause.DISCARD_WIN: gettext_noop("点炮"),
    Cause.SELF_DRAW: gettext_noop("自摸"),
    Cause.ROB_GANG: gettext_noop("抢杠胡"),
    Cause.GANG_EXPOSED: gettext_noop("直杠·刮风"),
    Cause.GANG_ADDED: gettext_noop("面下杠·刮风"),
    Cause.GANG_CONCEALED: gettext_noop("暗杠·下雨"),
    Cause.GANG_TRANSFER: gettext_noop("杠上炮·转移"),
    Cause.GANG_REFUND: gettext_noop("退税"),
    Cause.HUA_ZHU: gettext_noop("查花猪"),
    Cause.DA_JIAO: gettext_noop("查大叫"),
    Cause.ESCAPE: gettext_noop("逃跑"),
    Cause.JOIN_WIND: gettext_noop("参与刮风"),
    Cause.CARDS_LEFT: gettext_noop("剩牌"),
}

_PRESETS: dict[str, tuple[str, str]] = {
    "sichuan_xuezhan": (gettext_noop("血战到底"), gettext_noop("胡了还打，直到只剩一家")),
    "sichuan_putong": (gettext_noop("普通场"), gettext_noop("有人胡了就结束")),
    "chengdu_xuezhan": (gettext_noop("成都血战"), gettext_noop("换三张、定缺、血战到底")),
    "wanzhou": (gettext_noop("万州版"), gettext_noop("带混儿，能吃能碰，有人胡了就结束")),
    "wanzhou_xueliu": (gettext_noop("血流成河"), gettext_noop("带混儿，胡了接着胡，摸完牌墙为止")),
    "guanpai": (gettext_noop("关牌"), gettext_noop("两个人，一人十六张，先出完的赢")),
}

_GAMES = {
    "sichuan": gettext_noop("四川麻将"),
    "wanzhou": gettext_noop("九九山城麻将"),
    "guanpai": gettext_noop("关牌"),
}


def reason(code: str) -> str:
    """Return the sentence for a refusal's code."""
    return gettext(_CODES.get(code, gettext_noop("没有成功，请再试一次。")))


def drain(notice: Drain) -> str:
    """Return what the tables say while the house lets its hands finish, in the operator's words if there are any."""
    own = notice.message_en if language().startswith("en") else notice.message
    return own or gettext("正在更新：这一局照常打完，下一局稍等几分钟。")


_WHY = {
    "three_suits": gettext_noop("成牌型了，但手里有三门牌，不能胡。"),
    "void_tiles": gettext_noop("成牌型了，但还有定缺的牌，不能胡。"),
    "pass_lock": gettext_noop("你放过了一次胡，再摸一张牌之后才能胡别人打的牌。"),
    "self_draw_only": gettext_noop("你的牌见什么都能胡，这样的牌只能自摸。"),
}


def why_no_win(reason: str) -> str:
    """Return why a hand that is complete by shape may not win."""
    return gettext(_WHY.get(reason, gettext_noop("这张牌还不能胡。")))


_CUTS = {"WZ-20": gettext_noop("收入上限"), "LD-06": gettext_noop("豆不够")}


def cut(clause: str) -> str:
    """Return why a payment is less than was asked, by the clause that cut it."""
    return gettext(_CUTS[clause])


def cause(name: str) -> str:
    """Return the name of a ledger row's cause."""
    return gettext(_CAUSES.get(name, name))


def preset(name: str) -> str:
    """Return the name of a preset."""
    return gettext(_PRESETS.get(name, (name, ""))[0])


def preset_line(name: str) -> str:
    """Return one line that tells what a preset is like."""
    return gettext(_PRESETS.get(name, (name, ""))[1])


def game(name: str) -> str:
    """Return the name of a game."""
    return gettext(_GAMES.get(name, name))
