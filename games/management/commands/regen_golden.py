"""`manage.py regen_golden`: rewrites the golden transcripts of the tests; review the difference like code."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Rewrites tests/golden/*.txt; with --check only says which would change, exit 1 if any."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            golden = importlib.import_module("tests.golden.texts")
        except ModuleNotFoundError as error:
            raise CommandError(
                "regen_golden needs the tests folder beside manage.py", returncode=2
            ) from error
        changed = [
            path
            for path, text in golden.texts().items()
            if not path.exists() or path.read_text("utf-8") != text
        ]
        stale = golden.stale()
        for path in (*changed, *stale):
            self.stdout.write(f"{'would change' if options['check'] else 'changed'}: {path.name}")
        if options["check"]:
            sys.exit(1 if changed or stale else 0)
        for path in changed:
            path.parent.mkdir(exist_ok=True)
            path.write_text(golden.texts()[path], "utf-8")
        for path in stale:
            path.unlink()
