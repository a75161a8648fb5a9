"""The games app: rooms, hands and everything that happens at a table."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Installs the port to Celery and the channel layer once the apps are loaded."""

    name = "games"
    verbose_name = _("牌局")

    def ready(self) -> None:
        from games.services import outbox

        outbox.install()
