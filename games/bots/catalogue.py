"""Policies by name and game; a new game adds its lines here and a folder beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.bots.base import Policy, RandomPolicy
from games.bots.guanpai import census as guanpai_census
from games.bots.guanpai.policies import EasyGuanpai, LowestGuanpai, NormalGuanpai
from games.bots.mahjong import census as mahjong_census
from games.bots.mahjong.sichuan.easy import EasySichuan
from games.bots.mahjong.sichuan.normal import NormalSichuan
from games.bots.mahjong.wanzhou.easy import EasyWanzhou
from games.bots.mahjong.wanzhou.normal import NormalWanzhou
from games.engine.core.contract import State
from games.engine.core.errors import Code, EngineError

_POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "sichuan": {"random": RandomPolicy(), "easy": EasySichuan(), "normal": NormalSichuan()},
    "wanzhou": {"random": RandomPolicy(), "easy": EasyWanzhou(), "normal": NormalWanzhou()},
    "guanpai": {
        "random": RandomPolicy(),
        "lowest": LowestGuanpai(),
        "easy": EasyGuanpai(),
        "normal": NormalGuanpai(),
    },
}

_CENSUS: Mapping[str, Callable[[State], bool]] = {
    "sichuan": mahjong_census.whole(27),
    "wanzhou": mahjong_census.whole(34),
    "guanpai": guanpai_census.is_whole,
}


def policy(name: str, game: str) -> Policy:
    """Return the policy `name` for `game`; raises EngineError(UNKNOWN_GAME, UNKNOWN_POLICY)."""
    known = _POLICIES.get(game)
    if known is None:
        raise EngineError(Code.UNKNOWN_GAME, game)
    if name not in known:
        raise EngineError(Code.UNKNOWN_POLICY, f"{name!r}; {game} has {', '.join(known)}")
    return known[name]


def policies(game: str) -> tuple[str, ...]:
    """Return the names of the policies that play `game`, weakest first."""
    return tuple(_POLICIES.get(game, ()))


def census(game: str) -> Callable[[State], bool]:
    """Return the function that says whether a state of `game` holds every tile or card exactly once."""
    if game not in _CENSUS:
        raise EngineError(Code.UNKNOWN_GAME, game)
    return _CENSUS[game]
