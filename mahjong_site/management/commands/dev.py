"""`manage.py dev` in Django's list of commands; manage.py calls `mahjong_site.dev` before Django is loaded."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from mahjong_site import dev


class Command(BaseCommand):
    help = "Run the whole site on this machine: Valkey, Celery workers, beat and Daphne."

    def run_from_argv(self, argv: list[str]) -> None:
        raise SystemExit(dev.main(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        raise SystemExit(dev.main([]))
