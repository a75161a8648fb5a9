"""The staff's list of people."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    fieldsets: ClassVar[Any] = (
        *(UserAdmin.fieldsets or ()),
        (_("牌馆"), {"fields": ("display_name", "is_guest", "language")}),
    )
