"""Shows a scene on the real table page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from games.engine.catalogue import GAMES
from games.engine.core.contract import PUBLIC
from games.engine.mahjong.hints import Wait
from games.engine.mahjong.view import MahjongView
from games.presentation import room, seats, wishes
from games.presentation.contract import Moment, Regions
from games.presentation.mahjong.presenter import MahjongPresenter
from games.views.tables import page_context
from tests.scenes.card_scenes import CARD_SCENES, CardScene
from tests.scenes.scenes import SCENES, Scene
from tests.scenes.wanzhou_scenes import WANZHOU_SCENES

_TILES = {**SCENES, **WANZHOU_SCENES}


@require_safe
def position(request: HttpRequest, name: str) -> HttpResponse:
    """Render the scene `name`, in the language `?lang=` if given."""
    if name not in _TILES and name not in CARD_SCENES:
        raise Http404
    language = request.GET.get("lang") or get_language() or "zh-hans"
    with override(language):
        if name in CARD_SCENES:
            return _card_table(request, CARD_SCENES[name]())
        scene = _TILES[name]()
        viewer = 0 if scene.view is None else scene.view.viewer
        if name == "spectator":
            viewer = PUBLIC
        context = page_context(scene.facts, viewer, _regions(scene, viewer), live=False)
        context["link"] = scene.link
        return render(request, "table/table.html", context)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the scenes."""
    return render(request, "scenes/index.html", {"names": sorted({**_TILES, **CARD_SCENES})})


def _card_table(request: HttpRequest, scene: CardScene) -> HttpResponse:
    context = page_context(scene.facts, scene.viewer, scene.regions(), live=False)
    context["link"] = scene.link
    return render(request, "table/table.html", context)


class _Fixed:
    """Hints that are written in the scene, so that a panel can be shown at its fullest."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def waits_of(self, view: MahjongView) -> tuple[Wait, ...]:
        return self._scene.waits

    def waits_after_discard(self, view: MahjongView) -> dict[int, tuple[Wait, ...]]:
        return self._scene.after

    def why_no_win(self, view: MahjongView, tile: int) -> tuple[str, str] | None:
        return self._scene.why


def _regions(scene: Scene, viewer: int) -> Regions:
    if scene.view is None:
        return {
            **room.public(scene.facts),
            **seats.clocks(scene.facts, viewer, scene.clocks),
            **room.private(scene.facts, viewer),
            "notice": room.notice(scene.notice),
        }
    drawer = MahjongPresenter(_Fixed(scene))
    asked = wishes.of(scene.facts, viewer)
    moment = Moment(scene.clocks, None, scene.notice, armed=asked.armed)
    return {
        **drawer.public(scene.facts, scene.view),
        **drawer.private(scene.facts, scene.view, moment),
        "wishes": wishes.region(scene.facts, viewer, GAMES.game(scene.facts.game), asked),
    }
