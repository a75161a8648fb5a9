"""`manage.py score`: prices complete hands, one JSON line in, one line out (docs/records.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.catalogue import GAMES
from games.engine.core.contract import Game
from games.management.lines import answered, file_texts, named, plain, write_json


class Command(BaseCommand):
    help = "Reads hands as JSON lines and prints base, roots, fan and points of each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="*", default=["-"], metavar="FILE", help="JSON lines; none or -: stdin"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON lines")

    def handle(self, *args: Any, **options: Any) -> None:
        for text in chain.from_iterable(map(file_texts, options["files"] or ["-"])):
            answer = answered(text, score)
            self.stdout.write(write_json(answer) if options["json"] else plain(_human(answer)))


def score(line: Mapping[str, object]) -> dict[str, object]:
    """Return the answer to one line; raises EngineError where the hand is impossible or the line is unclear."""
    return _game_of(line).score({key: value for key, value in line.items() if key != "id"})


def _game_of(line: Mapping[str, object]) -> Game:
    if "game" not in line and isinstance(line.get("preset"), str):
        return GAMES.of_preset(str(line["preset"]))
    return GAMES.game(str(line.get("game", "")))


def _human(answer: Mapping[str, object]) -> str:
    name = named(answer)
    problem = answer.get("error")
    if isinstance(problem, Mapping):
        return f"{name}{problem['code']} ({problem['message']})"
    return name + " ".join(f"{key}={value}" for key, value in answer.items() if key != "id")
