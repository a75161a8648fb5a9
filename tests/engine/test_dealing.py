"""The 四川 deal from a seed: the exact stream, fairness of dealer and direction, records."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.core.deal import DrawStream, commitment
from games.engine.mahjong.sichuan import dealing
from games.engine.mahjong.sichuan.game import GAME
from games.engine.mahjong.tiles import format_tiles

SEED = bytes(range(32))


def test_the_deal_of_a_seed_never_changes():
    """Published seeds must give their walls for ever: a change here needs a new DEAL_VERSION."""
    deal = GAME.deal_from_seed(GAME.presets["chengdu_xuezhan"], SEED, ("a", "", "c", "d"), None)
    assert commitment(SEED) == "c3bf25344f7f3d160f376de8e34e8cb8c0f1a0aed7119856afbb91b3f803be6d"
    assert [format_tiles(hand) for hand in deal.hands] == [
        "677m33677p36789s",
        "1233488m29p1348s",
        "2349m46889p12469s",
        "1278m14466p2347s",
    ]
    assert format_tiles(deal.wall)[:24] == "6m1s9m55p9s7823p8m85s5m7"
    assert dict(deal.chance) == {"dice": "61,61,65,35", "swap_direction": "clockwise"}
    assert deal.first == 2


def test_every_nonce_matters_and_their_borders_too():
    rules = GAME.presets["sichuan_xuezhan"]
    walls = {
        GAME.deal_from_seed(rules, SEED, nonces, 0).wall
        for nonces in (
            ("", "", "", ""),
            ("a", "", "", ""),
            ("", "a", "", ""),
            ("ab", "", "", ""),
            ("a", "b", "", ""),
        )
    }
    assert len(walls) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_are_fair_and_the_highest_throw_deals(players):
    dealers: Counter[int] = Counter()
    for number in range(4000):
        dealer, text = dealing.roll(DrawStream(number.to_bytes(32, "big"), (), "dice"), players)
        dealers[dealer] += 1
        last = text.split("/")[-1].split(",")
        sums = [sum(map(int, dice)) if dice != "-" else 0 for dice in last]
        assert sums[dealer] == max(sums)
        assert sums.count(max(sums)) == 1
    expected = 4000 / players
    assert all(abs(dealers[seat] - expected) < 5 * expected**0.5 for seat in range(players))


@pytest.mark.parametrize(("players", "allowed"), [(2, 3), (3, 2), (4, 3)])
def test_directions(players, allowed):
    rules = GAME.rules("chengdu_xuezhan", {"players": players})
    seen = {
        GAME.deal_from_seed(rules, n.to_bytes(32, "big"), ("",) * players, 0).extra("swap_direction")
        for n in range(60)
    }
    assert len(seen) == allowed
    assert ("across" in seen) is (players != 3)


def test_a_deal_survives_its_record():
    for preset, rules in GAME.presets.items():
        deal = GAME.deal_from_seed(rules, SEED, ("", "x", "", ""), None)
        assert GAME.deal_from_record(rules, GAME.deal_to_record(deal)) == deal, preset
