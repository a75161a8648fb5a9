"""allauth's addresses, those that work by mail only where there is a mail server."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import urls
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern
from django.utils.translation import gettext as _

from accounts.adapter import MailAway

View = Callable[..., HttpResponseBase]

BY_MAIL = frozenset(
    f"account_{name}"
    for name in (
        "reset_password",
        "reset_password_done",
        "reset_password_from_key",
        "reset_password_from_key_done",
        "email",
        "email_verification_sent",
        "confirm_email",
        "confirm_login_code",
        "request_reauthentication_code",
        "confirm_reauthentication_code",
    )
)


def needs_mail(view: View) -> View:
    """Answer in words, not by an error, where there is no mail server or it does not answer."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL:
            return _say(request, 404, _("本站没有设置邮件，这里用不了。忘了密码请找馆主重设。"))
        try:
            return view(request, *args, **kwargs)
        except MailAway:
            return _say(request, 503, _("邮件现在发不出去，请过一会儿再试。什么也没有改变。"))

    return asked


def _say(request: HttpRequest, status: int, line: str) -> HttpResponseBase:
    ways = [{"address": "/", "text": _("回首页")}]
    context = {"status": status, "title": _("没有邮件"), "line": line, "ways": ways}
    return render(request, "error.html", context, status=status)


urlpatterns = [
    URLPattern(found.pattern, needs_mail(found.callback), found.default_args, found.name)
    if found.name in BY_MAIL
    else found
    for found in urls.urlpatterns
]
