"""What a 万州 hand waits for, with any number of 混儿: exactly the tiles that complete it (WZ-06, WZ-07, WZ-12, WZ-15)."""

from __future__ import annotations

import random

import pytest

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import ONE, pack
from games.engine.mahjong.tiles import parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.hand import holds_void, is_complete, waits_of, waits_on_all
from games.engine.mahjong.wanzhou.rules import PRESETS
from tests.engine.test_wanzhou_fan import random_hand

RULES = PRESETS["wanzhou"]
PENG = Meld(MeldKind.PENG, parse_tiles("777z"))


def wins(hand: int, melds: int, void: int, wild: int, tile: int) -> bool:
    """Whether the fan, which reads hands in another way, finds a win."""
    complete = fan.complete(hand + ONE[tile], (PENG,) * melds, wild, tile, self_draw=False)
    bill = fan.bill(RULES, complete, self_draw=False)
    return bill is not None and (not holds_void(complete, void, wild) or "shi_san_yao" in bill.patterns)


@pytest.mark.parametrize("wilds", range(5))
def test_waits_are_the_tiles_that_win(wilds):
    rng = random.Random(wilds)
    ready = 0
    for _ in range(120):
        plain, melds = random_hand(rng, wilds)
        if len(plain) + wilds + 3 * len(melds) != 14:
            continue
        if rng.random() < 0.3:
            plain[0] = rng.randrange(34)
        wild = rng.choice([kind for kind in range(34) if kind not in plain])
        hand = pack([*plain[1:], *[wild] * wilds])
        void = rng.choice((NONE, 0, 1, 2))
        waits = waits_of(hand, len(melds), void, wild)
        for tile in range(34):
            if hand >> 3 * tile & 7 < 4:
                assert bool(waits >> tile & 1) == wins(hand, len(melds), void, wild, tile)
        ready += bool(waits)
        if hand >> 3 * wild & 7 < 4:  # a drawn wild wins if anything does
            assert is_complete(hand + ONE[wild], len(melds), void, wild) == bool(waits)
    assert ready > 30


def text_waits(text: str, void: str = "p", wild: str = "5z") -> int:
    return waits_of(pack(parse_tiles(text)), 0, "mps".index(void), parse_tile(wild) if wild else NONE)


def test_a_void_tile_in_hand_waits_for_nothing_but_orphans():
    assert text_waits("12345678m1p2233s") == 0
    assert text_waits("19m19p19s1234677z") == 1 << parse_tile("5z")  # void 筒 and yet 十三幺
    assert text_waits("123456789m2355s") == 1 << parse_tile("1s") | 1 << parse_tile("4s")


@pytest.mark.parametrize(
    "text", ["111m9m19p19s12345z", "1199m19p19s12345z", "111m9m19p19s1234z5z", "19m19p19s123344z5z"]
)
def test_of_the_orphans_one_may_be_held_twice_and_none_three_times(text):
    assert text_waits(text) == 0
    assert not is_complete(pack(parse_tiles(text + "6z")), 0, NONE, parse_tile("5z"))


@pytest.mark.parametrize("kind", [0, 8, 9, 18, 26, 27, 33])
def test_a_hand_that_waits_on_all_kinds_but_one_does_not_wait_on_all(kind):
    every = (1 << 34) - 1
    assert waits_on_all(every, NONE)
    assert not waits_on_all(every & ~(1 << kind), NONE)
    assert waits_on_all(every & ~(1 << kind), 1) is (kind == 9)  # but for the void suit


def test_a_hand_of_sets_and_a_wild_waits_for_everything_outside_its_void():
    waits = text_waits("123456789m234s5z")
    assert waits_on_all(waits, 1)
    assert not waits & 0x1FF << 9
    assert waits_on_all(text_waits("123456789m23s55z"), 1)
    assert not waits_on_all(text_waits("12345678m2355s5z"), 1)
