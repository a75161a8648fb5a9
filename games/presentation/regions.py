"""The one renderer: a table's regions as HTML, for the first page load and every live update.

Region ids are the keys; each value is one element with that id.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, PUBLIC, PromptKind
from games.presentation import room, seats, wishes
from games.presentation.catalogue import presenter
from games.presentation.contract import Moment, Regions
from games.table_facts import Progress, SeatClock, TableFacts
from mahjong_site.web.speech import language as spoken_language
from mahjong_site.web.speech import speaking

_CACHE_SIZE = 512
_Key = tuple[int, int, int, int, str]
_cache: OrderedDict[_Key, Regions] = OrderedDict()
_lock = Lock()


def public(facts: TableFacts, language: str) -> Regions:
    """Return the regions that are the same for every viewer, rendered once per version and language.

    The result is shared: do not change it.
    """
    key = (facts.room_id, facts.hand_id, facts.hand_version, facts.room_version, language)
    with _lock:
        known = _cache.get(key)
        if known is not None:
            _cache.move_to_end(key)
            return known
    with speaking(language):
        fresh = _public(facts)
    with _lock:
        _cache[key] = fresh
        while len(_cache) > _CACHE_SIZE:
            _cache.popitem(last=False)
    return fresh


def _public(facts: TableFacts) -> Regions:
    general = {"house": room.house(facts), "promise": room.promise(facts), "now": room.now(facts)}
    if facts.state is None:
        return room.public(facts) | general
    view = GAMES.game(facts.game).project(facts.state, PUBLIC)
    return presenter(facts.game).public(facts, view) | general


def private(
    facts: TableFacts,
    viewer: int,
    clocks: tuple[SeatClock, ...],
    progress: Progress | None,
    notice: str = "",
) -> Regions:
    """Return the regions of one viewer (a seat or PUBLIC) in the active language.

    `progress` is what this socket missed (None or without events: no motion), `notice` the code of a refusal.
    """
    with speaking(spoken_language()):
        return _private(facts, viewer, clocks, progress, notice)


def _private(
    facts: TableFacts,
    viewer: int,
    clocks: tuple[SeatClock, ...],
    progress: Progress | None,
    notice: str,
) -> Regions:
    if facts.state is None:
        return {
            **seats.clocks(facts, viewer, clocks),
            **room.private(facts, viewer),
            "notice": room.notice(notice),
        }
    game = GAMES.game(facts.game)
    taker = viewer if seats.is_new(facts, viewer) else NONE
    view = game.project(facts.state, PUBLIC if taker != NONE else viewer)
    events, ids = None, {}
    if progress is not None and progress.events is not None:
        # A projection hides what an event shows, never the event: places stay the same.
        events = game.project_events(progress.events, view.viewer)
        ids = {deed.place: deed.client_id for deed in progress.deeds if deed.seat == viewer}
    asked = wishes.of(facts, view.viewer)
    found = wishes.found(game, view, asked)
    turn = view.prompt is not None and view.prompt.kind is PromptKind.TURN
    armed = None if turn and found.why else asked.armed  # what stood down waits for no other turn
    moment = Moment(clocks, events, notice or found.why or "", ids, taker, armed, found.action)
    drawn = presenter(facts.game).private(facts, view, moment)
    return {**drawn, "wishes": wishes.region(facts, view.viewer, game, asked, found)}


def forget() -> None:
    """Empty the cache (tests)."""
    with _lock:
        _cache.clear()
