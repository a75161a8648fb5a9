"""All games of the house; the only module that knows them by class."""

from __future__ import annotations

from games.engine.cards.guanpai.game import GAME as GUANPAI
from games.engine.core.contract import Game
from games.engine.core.registry import Registry
from games.engine.mahjong.sichuan.game import GAME as SICHUAN
from games.engine.mahjong.wanzhou.game import GAME as WANZHOU

_ALL: tuple[Game, ...] = (SICHUAN, WANZHOU, GUANPAI)

GAMES = Registry(_ALL)
