"""How allauth logs people in here: within limits that are checked before a password is hashed.

Counted are all tries of an address, and the wrong ones of a name from an address. Nobody can lock an owner out from
elsewhere: however often others fail with a name, each address keeps a try of its own, only fewer of them.
"""

from __future__ import annotations

import logging
import unicodedata
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from mahjong_site import limiter
from mahjong_site.limiter import TooMany

ADDRESS_TRIES, ADDRESS_SECONDS = 60, 60  # right or wrong; a tea house is one address
WRONG, WRONG_SECONDS = 5, 300  # of one name from one address
# So many wrong tries of a name, wherever from, and each address has one instead of five: guesses from a thousand
# addresses get slow, and the owner's own address still lets the right password in.
NAME_WRONG, NAME_SECONDS = 50, 3600
WRONG_WHILE_ATTACKED = 1

_BY_ADDRESS, _BY_BOTH, _BY_NAME = "log-in address", "log-in name+address", "log-in name"

logger = logging.getLogger(__name__)


class MailAway(Exception):
    """The mail server cannot be reached or refuses; `accounts.urls` answers it with a page."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Every log-in passes here: the page, the admin's (which is the same page) and the repeated one."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return who logs in, None for a wrong password; raises `TooMany`."""
        source, name = self.get_client_ip(request), _plain(str(credentials.get("username") or ""))
        both = f"{source} {name}"
        attacked = limiter.look(_BY_NAME, name, NAME_WRONG, NAME_SECONDS)
        wait = limiter.take(_BY_ADDRESS, source, ADDRESS_TRIES, ADDRESS_SECONDS) or limiter.take(
            _BY_BOTH, both, WRONG_WHILE_ATTACKED if attacked else WRONG, WRONG_SECONDS
        )
        if wait:
            raise TooMany(wait)
        user: AbstractBaseUser | None = None
        judged = False
        try:
            user = super().authenticate(request, **credentials)
            judged = True
        finally:
            if user is not None or not judged:  # right, or not looked at
                limiter.give_back(_BY_BOTH, both, WRONG_SECONDS)
        if user is None:
            limiter.take(_BY_NAME, name, NAME_WRONG, NAME_SECONDS)
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Nothing: allauth's own limit by name would lock an owner out from anywhere."""

    def _rollback_login_failed_rl_usage(self) -> None:
        """Nothing: there is nothing of `pre_authenticate` to take back."""

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Raise `MailAway` where the mail server does not take it."""
        try:
            super().send_mail(*args, **kwargs)
        except (OSError, SMTPException) as error:
            logger.error("a mail could not be sent: %r", error)
            raise MailAway from error

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return whom the address is counted for, for all of allauth's limits."""
        return limiter.address(request)


def _plain(name: str) -> str:
    """Return a name in the one spelling that counts: log-in does not look at capitals."""
    return unicodedata.normalize("NFKC", name).strip().casefold()
