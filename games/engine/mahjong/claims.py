"""Who of those that answered 胡 comes first."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.core.contract import Action
from games.engine.core.seats import after
from games.engine.mahjong import actions


def by_turn(source: int, answered: Iterable[Action], players: int) -> tuple[int, ...]:
    """Return the seats that answered 胡, the nearest to the discarder first."""
    takers = {action.seat for action in answered if action.do == actions.HU}
    return tuple(seat for seat in after(source, players) if seat in takers)
