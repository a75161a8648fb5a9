"""The one table of games, filled by `games.engine.catalogue`; the core itself knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.core.contract import Game
from games.engine.core.errors import Code, EngineError


class Registry:
    """Games by name, and the game of each preset."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.name: game for game in games}
        self._by_preset = {preset: game for game in self._games.values() for preset in game.presets}

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def game(self, name: str) -> Game:
        """Return the game called `name`; raises EngineError(UNKNOWN_GAME)."""
        try:
            return self._games[name]
        except KeyError:
            raise EngineError(Code.UNKNOWN_GAME, name) from None

    def of_preset(self, preset: str) -> Game:
        """Return the game that offers `preset`; raises EngineError(UNKNOWN_PRESET)."""
        try:
            return self._by_preset[preset]
        except KeyError:
            raise EngineError(Code.UNKNOWN_PRESET, preset) from None
