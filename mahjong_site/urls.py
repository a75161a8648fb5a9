"""The site's addresses: the games at the root, people under accounts/, and the few pages of the house."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language
from mahjong_site.views import healthz

# One page for every log-in, with one set of limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("i18n/setlang/", set_language, name="set_language"),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "mahjong_site.web.errors.bad_request"
handler403 = "mahjong_site.web.errors.forbidden"
handler404 = "mahjong_site.web.errors.not_found"
handler429 = "mahjong_site.web.errors.too_many"  # Django knows none: allauth and our middleware ask for it
handler500 = "mahjong_site.web.errors.server_error"
