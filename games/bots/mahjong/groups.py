"""How far concealed tiles are from triplets and a pair, in every mahjong game."""

from __future__ import annotations

from typing import NamedTuple

from games.bots.mahjong.reading import Counts


class Groups(NamedTuple):
    """Groups still to make, the pair among them; how many of those are pairs already, and how many single tiles.

    `missing` tiles before any wild fills in.
    """

    wanted: int
    started: int
    singles: int
    missing: int


def to_triplets(counts: Counts, melds: int) -> Groups:
    """Return what is left to do for triplets and a pair beside `melds` melds."""
    threes = sum(count >= 3 for count in counts)
    twos = sum(count == 2 for count in counts)
    ones = sum(count == 1 for count in counts)
    sets = 4 - melds
    done = min(threes, sets)
    wanted = sets - done + 1
    started = min(wanted, twos + (threes - done))
    singles = min(wanted - started, ones)
    # Every unfinished group but the pair needs three tiles, the pair two.
    return Groups(wanted, started, singles, 3 * (wanted - 1) + 2 - 2 * started - singles)
