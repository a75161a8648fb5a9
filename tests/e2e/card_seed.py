"""Seat a person at a card table of a running site; prints the table's number and the person's cookie as JSON.

Run as `python -m tests.e2e.card_seed` in the site's environment.
"""

from __future__ import annotations

import json

import django


def main() -> dict[str, str]:
    """Start a quick table of 关牌 against a bot."""
    from games.services import rooms
    from tests.realtime.tabs import cookie_of, person

    user, _ = person("牌客")
    room = rooms.quick_table(user, "guanpai")
    return {"number": room.number, "cookie": cookie_of(user.pk)}


if __name__ == "__main__":
    django.setup()
    from django.db import close_old_connections

    print(json.dumps(main()))
    close_old_connections()
