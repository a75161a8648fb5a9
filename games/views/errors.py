"""Error pages of tables; those of the house are in `mahjong_site.web.errors`."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from mahjong_site.web import errors
from mahjong_site.web.errors import Way, minutes, page, too_often

_TABLE = re.compile(r"/t/([0-9]{6})/")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 of a form that lay too long, came without cookies or from another site: say which, and lead back."""
    table = _TABLE.match(request.path)
    return errors.csrf_failure(reason, [Way(table.group(), _("回到牌桌"))] if table else [])


def no_table(seated_number: str = "") -> HttpResponse:
    """404 of a table: wrong number or closed; whoever sits elsewhere is led back there."""
    return page(404, _("没有这张桌"), _("桌号不对，或者这张桌已经收了。"), _own_table(seated_number))


def too_many_numbers(seconds: int, seated_number: str = "") -> HttpResponse:
    """429: too many numbers of no table were tried from here; the own table is open as ever."""
    line = _("刚才试了太多不存在的桌号，请过 %(seconds)d 秒再试。你自己的牌桌照常进得去。") % {
        "seconds": seconds
    }
    return too_often(seconds, _("桌号试得太多了"), line, *_own_table(seated_number))


def too_many_tables(seconds: int) -> HttpResponse:
    """429: this person or address made too many tables."""
    line = _(
        "刚才开了太多新桌，请过 %(minutes)d 分钟再开。离开的那些局由机器人替你打完，输赢照样记在你名下。"
    ) % {"minutes": minutes(seconds)}
    return too_often(seconds, _("新桌开得太快了"), line)


def _own_table(seated_number: str) -> list[Way]:
    return [Way(f"/t/{seated_number}/", _("回到牌桌"))] if seated_number else []
