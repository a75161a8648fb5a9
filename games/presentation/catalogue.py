"""The presenter of each game, by the game's name; the one place in presentation that lists games."""

from __future__ import annotations

from games.engine.cards.guanpai.game import GAME as GUANPAI
from games.engine.mahjong.sichuan.game import GAME as SICHUAN
from games.engine.mahjong.wanzhou.game import GAME as WANZHOU
from games.presentation.contract import Presenter
from games.presentation.guanpai.presenter import GuanpaiPresenter
from games.presentation.mahjong.presenter import MahjongPresenter

PRESENTERS: dict[str, Presenter] = {
    SICHUAN.name: MahjongPresenter(SICHUAN),
    WANZHOU.name: MahjongPresenter(WANZHOU),
    GUANPAI.name: GuanpaiPresenter(),
}


def presenter(game: str) -> Presenter:
    """Return the presenter of `game`; KeyError for a game nobody draws."""
    return PRESENTERS[game]
