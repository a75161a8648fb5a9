"""`manage.py replay`: plays records and prints their ledgers; exit 2 if any failed (docs/records.md)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.catalogue import GAMES
from games.engine.core.records import parse_record, replay
from games.engine.core.wire import row_json
from games.management.lines import answered, file_texts, named, plain, write_json


class Command(BaseCommand):
    help = "Replays records: whole files, or JSON lines on stdin with `-`."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a record, JSON lines of records, or - for stdin"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON lines")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for text in chain.from_iterable(map(file_texts, options["files"])):
            answer = answered(text, replayed)
            failed = failed or "error" in answer
            self.stdout.write(write_json(answer) if options["json"] else plain(human(answer)))
        if failed:
            sys.exit(2)


def replayed(obj: Mapping[str, object]) -> dict[str, object]:
    """Return the result of one record, bare or as `record` of an object; raises EngineError."""
    record = parse_record(obj.get("record", obj), GAMES)
    game, played = record.game, replay(record)
    found: dict[str, object] = {
        "events": [game.event_record(event) for event in played.events],
        "ledger": [row_json(row, game.tiles_text) for row in played.rows],
        "net": list(played.net),
        "finished": played.finished,
    }
    if played.coins_net is not None:
        found |= {"coins_net": list(played.coins_net), "house": played.house}
    return found


def human(answer: Mapping[str, Any]) -> str:
    """Return a result for people."""
    name = named(answer)
    if "error" in answer:
        problem = answer["error"]
        place = f"action {problem['index']}: " if "index" in problem else ""
        return f"{name}{place}{problem['code']} ({problem['message']})"
    lines = [f"{name}net {' '.join(f'{points:+d}' for points in answer['net'])}"]
    if not answer["finished"]:
        lines[0] += " (unfinished)"
    lines += [
        f"  {row['payer']} -> {row['payee']} {row['amount']:>5}  {row['cause']} {row['clause']}"
        for row in answer["ledger"]
    ]
    if "coins_net" in answer:
        lines.append(
            f"  coins {' '.join(f'{coins:+d}' for coins in answer['coins_net'])}, house {answer['house']}"
        )
    return "\n".join(lines)
