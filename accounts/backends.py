"""Who may log in by a password: asked once, since each question costs a hash."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


class PasswordBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Its answer is final: the backends after it in the settings only keep the sessions that were begun with them."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user
