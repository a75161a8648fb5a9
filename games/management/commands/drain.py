"""`manage.py drain on|off|status`: let the tables come to rest before an update, and go on after it."""

from __future__ import annotations

import argparse
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services import drain

LOOK_EVERY = 2.0  # seconds


class Command(BaseCommand):
    """Switches the drain; exit code 1 where `--wait` ran out with hands still in play."""

    help = "Let hands in play finish and start no new ones (on), go on (off), or say how it stands (status)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("what", choices=("on", "off", "status"))
        parser.add_argument("--message", default="", help="what the tables say instead of the standard text")
        parser.add_argument("--message-en", default="", help="the same for English pages")
        parser.add_argument(
            "--wait", type=float, default=0, metavar="SECONDS", help="with on: wait until no hand is in play"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "off":
            self.stdout.write(f"drain off, {drain.switch_off()} tables go on")
            return
        if options["what"] == "on":
            _refuse_long("message", options["message"])
            _refuse_long("message_en", options["message_en"])
            told = drain.switch_on(options["message"], options["message_en"])
            self.stdout.write(f"drain on, {told} tables told")
            self._wait(options["wait"])
        state = "off" if drain.current() is None else "on"
        self.stdout.write(f"drain {state}, {drain.hands_in_play()} hands in play")

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while seconds and (left := drain.hands_in_play()):
            if time.monotonic() >= until:
                raise CommandError(f"{left} hands still in play")
            time.sleep(min(LOOK_EVERY, max(0.0, until - time.monotonic())))


def _refuse_long(field: str, text: str) -> None:
    longest = drain.longest(field)
    if len(text) > longest:
        raise CommandError(f"--{field.replace('_', '-')} has {len(text)} characters, at most {longest}")
