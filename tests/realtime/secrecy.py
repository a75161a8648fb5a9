"""What a viewer may know, region by region, worked out from the engine's own projection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.engine.core.contract import NONE, Event
from games.engine.mahjong.view import EventKind, MahjongView
from tests.realtime.html import Element, codes

_NO_TILES: Counter[str] = Counter()


def breaches(message: Iterable[Element], view: MahjongView, events: tuple[Event, ...]) -> list[str]:
    """Return every tile in these elements that `view` and the projected `events` do not explain."""
    found = []
    for element in message:
        seen, named = element.faces, element.named
        allowed_faces, allowed_names = _allowed(element.id, view, events)
        if not seen <= allowed_faces:
            found.append(f"#{element.id} shows {dict(seen - allowed_faces)} to {view.viewer}")
        if not set(named) <= set(allowed_names):
            found.append(f"#{element.id} names {set(named) - set(allowed_names)} to {view.viewer}")
    return found


def _allowed(region: str, view: MahjongView, events: tuple[Event, ...]) -> tuple[Counter[str], Counter[str]]:
    """Return the tiles a region may show, with their number, and those its attributes and words may name."""
    kind, _, number = region.partition("-")
    own = view.seats[view.viewer] if view.viewer >= 0 else None
    if kind == "river":
        return _twice(codes(view.seats[int(number)].river))
    if kind == "melds" or region == "own-melds":
        seat = own if region == "own-melds" else view.seats[int(number)]
        return _twice(_melds(seat) if seat is not None else _NO_TILES)
    if kind == "backs":
        return _twice(_shown(view, int(number)))
    if region == "hand":
        return _twice(_hand(own))
    if region in {"prompt", "alert"}:
        return _twice(_prompt(view))
    if region in {"fx", "announce"}:
        return _NO_TILES, _events(events)
    if (region == "waits" and own is not None and view.outcome is None) or (
        region == "sheet" and view.outcome is not None
    ):
        return _twice(Counter(dict.fromkeys(codes(range(34)), 99)))
    if region == "center":
        return _twice(codes((view.wild,)))
    return _NO_TILES, _NO_TILES


def _twice(tiles: Counter[str]) -> tuple[Counter[str], Counter[str]]:
    return tiles, tiles


def _melds(seat: object) -> Counter[str]:
    return codes(tile for meld in seat.melds for tile in meld.tiles)  # type: ignore[attr-defined]


def _shown(view: MahjongView, seat: int) -> Counter[str]:
    shown = view.outcome.hands[seat] if view.outcome is not None else ()
    return codes(shown) + codes(win.tile for win in view.seats[seat].wins)


def _hand(seat: object) -> Counter[str]:
    if seat is None:
        return _NO_TILES
    held = codes(seat.hand) + codes((seat.drawn,))  # type: ignore[attr-defined]
    return held + codes(win.tile for win in seat.wins)  # type: ignore[attr-defined]


def _prompt(view: MahjongView) -> Counter[str]:
    """A prompt speaks of its own legal actions, the tile on offer and the viewer's own hand, or of what it gave away."""
    if view.prompt is None or view.viewer < 0:
        return codes(view.swap_given)
    args = [tile for action in view.prompt.actions if action.do != "ding_que" for tile in action.args]
    offered = [view.offered[1]] if view.offered is not None else []
    return codes(args) + codes(offered) + _hand(view.seats[view.viewer]) + codes(view.prompt.default.args)


def _events(events: tuple[Event, ...]) -> Counter[str]:
    tiles = [tile for event in events if event.kind != EventKind.VOIDS for tile in event.tiles]
    tiles += [event.win.tile for event in events if event.win is not None]
    return codes(tile for tile in tiles if tile != NONE)
