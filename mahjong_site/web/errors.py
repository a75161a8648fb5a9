"""Error pages: what went wrong, that nothing is lost, and a way on. They need no database, session or script."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN, REASON_NO_CSRF_COOKIE
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from mahjong_site.limiter import TooMany

log = logging.getLogger(__name__)

A_WHILE = 60  # seconds; allauth's own limits do not say how long they hold

_PLAIN = "<!doctype html><meta charset=utf-8><title>500</title><h1>{title}</h1><p>{line}</p><p><a href='/'>{home}</a></p>"


class Way(NamedTuple):
    """A link that leads on from an error."""

    address: str
    text: str


def page(
    status: int, title: str, line: str, ways: Sequence[Way] = (), *, allow: Sequence[str] = ()
) -> HttpResponse:
    """Return an error page; the way home is always offered last. `allow` names the methods of a 405."""
    context = {"status": status, "title": title, "line": line, "ways": [*ways, Way("/", _("回首页"))]}
    response = HttpResponse(render_to_string("error.html", context), status=status)
    if allow:
        response.headers["Allow"] = ", ".join(allow)
    return response


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: too large, too many fields, a foreign host name, a form that nobody made."""
    return unreadable()


def unreadable(line: str = "") -> HttpResponse:
    """400 with the reason in words."""
    return page(
        400, _("没有看懂这个请求"), line or _("网址或表单不完整，或者太大。什么也没有改变，请再试一次。")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403."""
    return page(403, _("这里不能进"), _("这一页不是给你看的。"))


def csrf_failure(reason: str, ways: Sequence[Way] = ()) -> HttpResponse:
    """403 of a form that lay too long, came without cookies or from another site: say which, and lead back."""
    if reason == REASON_NO_CSRF_COOKIE:
        line = _("浏览器没有带上 cookie。请允许本站使用 cookie，回去刷新后再按一次。")
    elif reason.startswith(REASON_BAD_ORIGIN.split("%", 1)[0]):
        line = _("这个请求来自别的网站，没有执行。")
    else:
        line = _("页面放得太久，或者你在别的标签页换了身份。回去之后是新的一页，再按一次就好。")
    return page(403, _("请再按一次"), line, ways)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return page(404, _("没有这一页"), _("网址可能写错了，或者这一页已经不在了。"))


def wrong_method(allowed: Sequence[str]) -> HttpResponse:
    """405: the address of a button was opened as a page, or a page was posted to."""
    line = _("这个地址是给按钮用的，直接打开什么也不会发生。")
    return page(405, _("这里只能按按钮来"), line, allow=allowed)


def too_often(seconds: int, title: str, line: str, *ways: Way) -> HttpResponse:
    """429 with the reason in words, and when to come again."""
    response = page(429, title, line, ways)
    response.headers["Retry-After"] = str(seconds)
    return response


def too_many(request: HttpRequest, exception: TooMany | None = None) -> HttpResponse:
    """429: a password or something like it was tried too often, here or by others behind the same address."""
    seconds = exception.seconds if exception is not None else A_WHILE
    line = _("刚才试的次数太多了，请过 %(seconds)d 秒再试。什么也没有改变。") % {"seconds": seconds}
    return too_often(seconds, _("稍等一下再试"), line)


def minutes(seconds: int) -> int:
    """Return seconds as minutes for people, at least one."""
    return max(1, -(-seconds // 60))


def server_error(request: HttpRequest) -> HttpResponse:
    """500; plain where even the template fails."""
    title, line = _("牌馆出了点问题"), _("你的座位和分数都还在。请稍等片刻再试一次。")
    try:
        return page(500, title, line)
    except Exception:
        log.exception("the error page failed too")
        return HttpResponse(_PLAIN.format(title=title, line=line, home=_("回首页")), status=500)
