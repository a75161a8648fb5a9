"""`manage.py score`: prices complete hands, one JSON line in, one line out (DESIGN 7)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.catalogue import GAMES
from games.engine.core.contract import Game
from games.engine.core.errors import EngineError
from games.management.lines import error_json, read_json, stdin_lines


class Command(BaseCommand):
    help = "Reads hands as JSON lines from stdin and prints base, roots, fan and points of each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="answer in JSON lines")

    def handle(self, *args: Any, **options: Any) -> None:
        for text in stdin_lines():
            answer = score_line(text)
            self.stdout.write(json.dumps(answer, ensure_ascii=False) if options["json"] else _human(answer))


def score_line(text: str) -> dict[str, object]:
    """Return the answer to one line; an `error` object where it cannot be read or the hand is impossible."""
    name: dict[str, object] = {}
    try:
        line = read_json(text)
        if "id" in line:
            name = {"id": line["id"]}
        return {**name, **_game_of(line).score({key: value for key, value in line.items() if key != "id"})}
    except EngineError as error:
        return {**name, "error": error_json(error)}


def _game_of(line: Mapping[str, object]) -> Game:
    if "game" not in line and isinstance(line.get("preset"), str):
        return GAMES.of_preset(str(line["preset"]))
    return GAMES.game(str(line.get("game", "")))


def _human(answer: Mapping[str, object]) -> str:
    name = f"{answer['id']}: " if "id" in answer else ""
    problem = answer.get("error")
    if isinstance(problem, Mapping):
        return f"{name}{problem['code']} ({problem['message']})"
    return name + " ".join(f"{key}={value}" for key, value in answer.items() if key != "id")
