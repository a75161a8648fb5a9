"""App config of the house itself: it carries the management commands of no particular game."""

from __future__ import annotations

from django.apps import AppConfig


class MahjongSiteConfig(AppConfig):
    name = "mahjong_site"
    verbose_name = "山城棋牌馆"

    def ready(self) -> None:
        # Tasks declared with `shared_task` bind to the app that exists when they are called: web processes and
        # commands need it as much as workers do.
        from mahjong_site import celery  # noqa: F401
