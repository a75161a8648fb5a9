"""Addresses of the games' pages."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, path

from games.views.positions import views as positions

app_name = "games"
urlpatterns: list[URLPattern] = []

if getattr(settings, "QPG_POSITIONS", False):
    urlpatterns += [
        path("positions/", positions.index, name="positions"),
        path("positions/<name>/", positions.position, name="position"),
    ]
