"""What throwing a tile may cost a 四川 seat: who may win on it, and for how much."""

from __future__ import annotations

from games.bots.mahjong.sichuan.reading import Outlook, just_passed, opponents
from games.engine.core.contract import NONE
from games.engine.mahjong.view import MahjongView, MeldKind, SeatView

_PRICE = 2.4  # what a win costs on average, in units of `base`
_WAITS = 0.075  # chance that a ready rival waits on a tile of a suit it plays
_BY_RANK = (0.75, 0.9, 1.1, 1.15, 1.2, 1.15, 1.1, 0.9, 0.75)
_TWO_LEFT = 1.5  # weight of a suit where it is certain that the third one is no wait
_SUIT_KEPT = 0.45  # so small a share of an even spread of throws still looks like a suit that is kept


class Danger:
    """The cost in points of throwing each kind, as far as the table shows it."""

    def __init__(self, view: MahjongView, outlook: Outlook) -> None:
        self._unseen = outlook.unseen
        self._base = outlook.rules.base
        self._rivals = [
            (_ready_chance(rival, view) * _price(rival), _suit_weights(rival), just_passed(view, rival))
            for rival in opponents(view)
        ]

    def of(self, tile: int) -> float:
        """Return the expected payment for throwing `tile`."""
        suit, rank = divmod(tile, 9)
        live = 0.4 + 0.2 * self._unseen[tile]
        total = sum(
            stake * suits[suit] for stake, suits, passed in self._rivals if suits[suit] and tile not in passed
        )
        return total * _WAITS * _BY_RANK[rank] * live * _PRICE * self._base


def _ready_chance(rival: SeatView, view: MahjongView) -> float:
    """Return the chance that a rival is ready, by how far the wall is down and what it has laid open."""
    share = 1 - view.wall_left / 55
    chance = 0.02 + 0.7 * share * share + 0.07 * len(rival.melds) * (0.3 + share)
    return min(chance, 0.95)


def _price(rival: SeatView) -> float:
    """Return how dear a rival's hand looks against the average."""
    suits = {meld.tiles[0] // 9 for meld in rival.melds if meld.tiles[0] != NONE}
    price = 1.0
    if len(rival.melds) >= 2 and len(suits) == 1:
        price *= 1.6  # one suit
    if len(rival.melds) >= 3:
        price *= 1.3  # triplets
    price *= 1.0 + 0.15 * sum(meld.kind is not MeldKind.PENG for meld in rival.melds)
    return price


def _suit_weights(rival: SeatView) -> tuple[float, float, float]:
    """Return how likely each suit is one the rival waits in: none of the void, less of what it throws most."""
    if rival.void != NONE:
        return (_TWO_LEFT * (rival.void != 0), _TWO_LEFT * (rival.void != 1), _TWO_LEFT * (rival.void != 2))
    melded = [False] * 3
    for meld in rival.melds:
        if meld.tiles[0] != NONE:
            melded[meld.tiles[0] // 9] = True
    closed = sum(melded) == 2  # two suits lie open: the third is no wait (SC-03)
    thrown = [0, 0, 0]
    for tile in rival.river:
        thrown[tile // 9] += 1
    total = max(sum(thrown), 1)
    most = max(range(3), key=lambda suit: thrown[suit] - 100 * melded[suit])
    weights = []
    for suit in range(3):
        if melded[suit]:
            weights.append(_TWO_LEFT if closed else 1.0)
        elif closed:
            weights.append(0.0)
        elif suit == most and total >= 3:
            weights.append(max(1.0 - thrown[suit] / total / _SUIT_KEPT * 0.6, 0.1))
        else:
            weights.append(1.0)
    return (weights[0], weights[1], weights[2])
