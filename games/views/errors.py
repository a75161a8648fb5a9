"""Error pages; they need no database, no session and no scripts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400."""
    return _page(400, _("没有看懂这个请求"), _("网址或表单不完整，请回首页再试一次。"))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403."""
    return _page(403, _("这里不能进"), _("这一页不是给你看的。"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 of a form that lay too long or came from elsewhere."""
    return _page(403, _("请再按一次"), _("页面放得太久，已经过期。回到上一页刷新后再按一次。"))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return _page(404, _("没有这一页"), _("桌子可能已经收了，或者桌号写错了。"))


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    return _page(500, _("牌馆出了点问题"), _("你的座位和分数都还在。请稍等片刻再试一次。"))


def _page(status: int, title: str, line: str) -> HttpResponse:
    html = render_to_string("error.html", {"status": status, "title": title, "line": line})
    return HttpResponse(html, status=status)
