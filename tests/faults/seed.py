"""Put people and a table straight into the database of a running site; prints what browsers need to come in.

Run as `python -m tests.faults.seed '<json>'` in the site's environment: {"people": 2, "preset": …, "clocks": {…},
"levels": ["normal", …], "seed": "hex", "ding_que": false}.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def main(wanted: dict[str, Any]) -> dict[str, Any]:
    """Make the table and return its numbers, the seats' cookies and one watcher's."""
    from games.models import Seat
    from tests.realtime.tabs import cookie_of, person, set_up_room

    made = []
    for _ in range(int(wanted.get("tables", 1))):
        room = set_up_room(
            wanted.get("preset", "sichuan_xuezhan"),
            people=int(wanted.get("people", 4)),
            clocks=wanted.get("clocks"),
            seed=bytes.fromhex(wanted["seed"]) if "seed" in wanted else None,
            ding_que=bool(wanted.get("ding_que", False)),
            levels=wanted.get("levels"),
        )
        seats = Seat.objects.filter(room=room, user__isnull=False).order_by("index")
        cookies = {seat.index: cookie_of(seat.user_id) for seat in seats}
        made.append({"room": room.pk, "number": room.number, "hand": room.hand_id, "cookies": cookies})
    return {"tables": made, "watcher": person("看客")[1]}


if __name__ == "__main__":
    django.setup()
    from django.db import close_old_connections

    print(json.dumps(main(json.loads(sys.argv[1]))))
    close_old_connections()
