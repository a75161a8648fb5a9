"""The user model: members and guests are the same kind of row, a guest merely has no password."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 24


class UserManager(DjangoUserManager["User"]):
    """Makes guests beside Django's users and superusers."""

    def create_guest(self, *, display_name: str = "", language: str = "") -> User:
        """Create a person who only pressed a button: no form, no password, a name such as 游客4821.

        `language` is a code of settings.LANGUAGES or empty (the browser decides). The row becomes a full
        account later by getting a username and a password; its games and coins stay.
        """
        name = display_name.strip()[:NAME_LENGTH] or gettext("游客%(number)d") % {
            "number": 1000 + secrets.randbelow(9000)
        }
        return self.create_user(
            username=f"guest-{secrets.token_hex(12)}", display_name=name, language=language, is_guest=True
        )


class User(AbstractUser):
    """A person. `display_name` is what others see; a guest's `username` is random and shown to nobody."""

    display_name = models.CharField(_("显示名"), max_length=NAME_LENGTH, blank=True)
    is_guest = models.BooleanField(_("游客"), default=False)
    language = models.CharField(_("语言"), max_length=12, blank=True)
    preferences: models.JSONField[Any, dict[str, Any]] = models.JSONField(_("偏好"), default=dict, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    class Meta(AbstractUser.Meta):
        verbose_name = _("用户")  # type: ignore[assignment]
        verbose_name_plural = _("用户")  # type: ignore[assignment]

    @property
    def name(self) -> str:
        """The name to show to others."""
        return self.display_name or (gettext("游客") if self.is_guest else self.username)

    def __str__(self) -> str:
        return self.name
