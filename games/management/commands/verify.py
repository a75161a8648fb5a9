"""`manage.py verify`: recomputes commitment and deal from a published seed (docs/fairness.md)."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine.catalogue import GAMES
from games.engine.core.deal import DEAL_VERSION, commitment
from games.engine.core.errors import EngineError
from games.engine.core.records import hashes_fit, parse_seed, seeded_deal
from games.management.lines import error_json, plain, read_json, write_json


class Command(BaseCommand):
    help = "Prints the commitment and the deal of a seed; exit 1 if the commitment or a nonce does not match, 2 for bad input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", required=True, help="64 hex digits")
        parser.add_argument(
            "--nonces", nargs="*", default=[], help="one text a seat in seat order; none: all empty"
        )
        parser.add_argument(
            "--nonce-hashes",
            nargs="*",
            help="the hash each seat left for its nonce, to be checked; '' for none",
        )
        parser.add_argument("--preset", required=True)
        parser.add_argument("--rules", default="{}", help="overrides as a JSON object")
        parser.add_argument("--first", type=int, help="the dealer or leader where the last hand decided it")
        parser.add_argument("--commitment", help="the hash shown before the deal, to be checked")
        parser.add_argument("--json", action="store_true", help="answer in one JSON line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = deal(options)
        except EngineError as error:
            found = {"error": error_json(error)}
        if options["commitment"] is not None and "commitment" in found:
            found["matches"] = found["commitment"] == options["commitment"].strip().lower()
        if options["json"]:
            self.stdout.write(write_json(found))
        else:
            for key, value in found.items():
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                self.stdout.write(plain(f"{key}: {text}"))
        if "error" in found or False in (found.get("matches"), found.get("nonces_match")):
            sys.exit(2 if "error" in found else 1)


def deal(options: dict[str, Any]) -> dict[str, Any]:
    """Return commitment and deal; raises EngineError for a bad seed, preset, rules, nonces, hashes or seat."""
    game = GAMES.of_preset(options["preset"])
    rules = game.rules(options["preset"], read_json(options["rules"]))
    nonces = options["nonces"] or [""] * rules.players
    dealt = seeded_deal(game, rules, options["seed"], nonces, options["first"])
    hashes = options["nonce_hashes"]
    checked = {} if hashes is None else {"nonces_match": hashes_fit(nonces, [h.lower() for h in hashes])}
    return {
        "game": game.name,
        "preset": rules.preset,
        "deal_version": DEAL_VERSION,
        "commitment": commitment(parse_seed(options["seed"])),
        **game.deal_to_record(dealt),
        **checked,
    }
