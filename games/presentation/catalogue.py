"""The presenter of each game, by the game's name; the one place in presentation that lists games."""

from __future__ import annotations

from games.engine.mahjong.view import MahjongView
from games.presentation.contract import Presenter
from games.presentation.mahjong.models import Wait
from games.presentation.mahjong.presenter import MahjongPresenter


def _no_waits(view: MahjongView) -> tuple[Wait, ...]:
    return ()


PRESENTERS: dict[str, Presenter] = {"sichuan": MahjongPresenter(_no_waits)}


def presenter(game: str) -> Presenter:
    """Return the presenter of `game`; KeyError for a game nobody draws."""
    return PRESENTERS[game]


__all__ = ["PRESENTERS", "presenter"]
