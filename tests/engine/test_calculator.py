"""The desk of the calculator: its waits are the game's, its faults are the engine's, and each reason has its case."""

from __future__ import annotations

import random

import pytest

from games.engine.cards.guanpai.deck import parse_ranks
from games.engine.cards.guanpai.explain import why_no_shape, why_not_beats
from games.engine.cards.guanpai.shapes import beats, best
from games.engine.core.contract import NONE
from games.engine.core.errors import Code, EngineError
from games.engine.mahjong.calculator import Desk, Hand, appraise, faults_of, line_of, meld_tiles
from games.engine.mahjong.distance import distance
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan.desk import DESK as SICHUAN
from games.engine.mahjong.sichuan.game import GAME as SICHUAN_GAME
from games.engine.mahjong.state import Seat
from games.engine.mahjong.tiles import format_tile, parse_tile, parse_tiles
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou.desk import DESK as WANZHOU
from games.engine.mahjong.wanzhou.game import GAME as WANZHOU_GAME

DESKS = {"sichuan": (SICHUAN, SICHUAN_GAME), "wanzhou": (WANZHOU, WANZHOU_GAME)}


def laid(desk: Desk, hand: str, melds: str = "", **more: object) -> Hand:
    letters = {"c": "chi", "p": "peng", "g": "concealed", "e": "exposed", "a": "added"}
    parts = tuple((letters[part[0]], parse_tile(part[1:])) for part in melds.split())
    for name in ("win", "wild"):
        if isinstance(more.get(name), str):
            more[name] = parse_tile(str(more[name]))
    return Hand(desk.game, tuple(parse_tiles(hand)), parts, **more)._replace(  # type: ignore[arg-type]
        preset={"sichuan": "sichuan_xuezhan", "wanzhou": "wanzhou"}[desk.game]
    )


def random_hand(desk: Desk, rng: random.Random, size: int) -> Hand:
    """Return few kinds of tiles, so that many hands are near a win."""
    suits = rng.sample(range(3), 1 + (rng.random() < 0.4))
    pool = [kind for kind in range(27) if kind // 9 in suits] * 4
    pool += [kind for kind in range(27, desk.kinds) for _ in range(rng.randint(0, 1) * 4)]
    pool = [tile for tile in pool if rng.random() < 0.8]
    rng.shuffle(pool)
    melds: list[tuple[str, int]] = []
    for _ in range(rng.choice((0, 0, 1, 2))):
        name, tile = rng.choice(desk.melds), pool[0]
        if name == "chi" and (tile > 26 or tile % 9 > 6):
            continue
        need = meld_tiles(name, tile)
        if all(pool.count(other) >= need.count(other) for other in need):
            for other in need:
                pool.remove(other)
            melds.append((name, tile))
    void = rng.choice((NONE, NONE, 0, 1, 2))
    wild = rng.choice((NONE, rng.choice(pool))) if desk.wilds else NONE
    if any(wild in meld_tiles(*meld) and meld[0] != "concealed" for meld in melds):
        wild = NONE
    preset = "wanzhou" if desk.wilds else "sichuan_xuezhan"
    tiles = tuple(pool[: size - 3 * len(melds)])
    return Hand(preset, tiles, tuple(melds), void=void, wild=wild, self_draw=rng.choice((True, False)))


@pytest.mark.parametrize("name", DESKS)
def test_the_waits_are_those_of_the_table(name: str) -> None:
    desk, game = DESKS[name]
    rng = random.Random(5)
    ready = 0
    for _ in range(200):
        hand = random_hand(desk, rng, 13)
        if len(hand.tiles) + 3 * len(hand.melds) != 13:
            continue
        found = appraise(desk, hand)
        assert not found.faults
        rules = game.rules(hand.preset, {})
        melds = tuple(Meld(MeldKind(kind), meld_tiles(kind, tile)) for kind, tile in hand.melds)
        open_suits = 0
        for _kind, tile in hand.melds:
            open_suits |= 1 << tile // 9
        seat = Seat(pack(hand.tiles), melds, open_suits, void=hand.void)
        mask = game.waits(rules, seat, hand.wild)
        held = (*hand.tiles, *hand.melded())
        expected = {tile for tile in range(desk.kinds) if mask >> tile & 1 and held.count(tile) < 4}
        if any(tile // 9 == hand.void and tile != hand.wild for tile in hand.melded()):
            expected = set()
        got = {wait.tile for wait in found.waits}
        if hand.wild != NONE and hand.self_draw:  # a drawn 混儿 completes what anything completes (WZ-07)
            expected, got = expected - {hand.wild}, got - {hand.wild}
        assert got == expected, hand
        ready += bool(got)
    assert ready > 12


def refusal(desk: Desk, hand: Hand) -> Code | None:
    try:
        desk.price(line_of(desk, hand))
    except EngineError as error:
        return error.code
    return None


@pytest.mark.parametrize("name", DESKS)
def test_a_hand_is_at_fault_exactly_where_the_engine_refuses_it(name: str) -> None:
    desk, _ = DESKS[name]
    rng = random.Random(11)
    refused = 0
    for _ in range(600):
        hand = random_hand(desk, rng, rng.choice((14, 14, 14, 15)))
        tiles = list(hand.tiles)
        if rng.random() < 0.1 and tiles:
            tiles = [tiles[0]] * 5 + tiles[5:]
        if rng.random() < 0.1 and tiles:
            tiles[0] = rng.randrange(34)
        melds = hand.melds
        if rng.random() < 0.1 and melds:
            melds = (("chi", 0), *melds[1:])
        hand = hand._replace(
            tiles=tuple(tiles),
            melds=melds,
            win=rng.choice((NONE, rng.randrange(desk.kinds), *tiles[:4])),
            context=rng.choice(("", *desk.contexts)),
            self_draw=rng.choice((None, True, False)),
            wild=rng.choice((hand.wild, rng.randrange(34) if desk.wilds else NONE)),
        )
        if len(tiles) < hand.room():
            continue
        if hand.context in desk.drawn and hand.self_draw is None:
            hand = hand._replace(self_draw=True)  # as the page does
        code = refusal(desk, hand)
        told = code is not None
        assert code in (None, Code.IMPOSSIBLE_HAND)
        assert bool(tuple(faults_of(desk, hand))) == told, hand
        refused += told
    assert 100 < refused < 550


@pytest.mark.parametrize(
    ("desk", "hand", "code"),
    [
        (SICHUAN, laid(SICHUAN, "123m123456789s99p"), "three_suits"),
        (SICHUAN, laid(SICHUAN, "123m123456789s99m", void=0), "void_tiles"),
        (SICHUAN, laid(SICHUAN, "1122334455m1s", "p9s"), "seven_pairs_meld"),
        (SICHUAN, laid(SICHUAN, "11335577m", "p9m p8m"), "seven_pairs_meld"),
        (SICHUAN, laid(SICHUAN, "1123456789m1235s"), "incomplete"),
        (WANZHOU, laid(WANZHOU, "11112223m789p456s", void=1, win="2m"), "void_tiles"),
        (WANZHOU, laid(WANZHOU, "19m19p19s11223477z"), "incomplete"),
    ],
)
def test_why_a_hand_is_no_win(desk: Desk, hand: Hand, code: str) -> None:
    found = appraise(desk, hand)
    assert found.win is None
    assert code in [reason.code for reason in found.reasons]
    assert all(reason.clause for reason in found.reasons)


@pytest.mark.parametrize(
    ("desk", "hand", "shanten", "useful"),
    [
        (SICHUAN, laid(SICHUAN, "123456789m114s7s"), 1, "123456789s"),
        (SICHUAN, laid(SICHUAN, "123456m11s458s", "p9m"), 0, "36s"),
        (WANZHOU, laid(WANZHOU, "19m19p19s123456z8m"), 1, "7z9m"),
    ],
)
def test_how_far_a_hand_is(desk: Desk, hand: Hand, shanten: int, useful: str) -> None:
    found = distance(hand, desk.kinds, (NONE,), orphans=desk.orphans, melded=tuple(hand.melded()))
    assert found.shanten == shanten
    assert set(parse_tiles(useful)) <= set(found.useful)


@pytest.mark.parametrize("name", DESKS)
def test_what_helps_helps(name: str) -> None:
    """A tile that is said to help leaves the hand nearer once the right discard is made."""
    desk, _ = DESKS[name]
    rng = random.Random(3)
    checked = 0
    while checked < 25:
        hand = random_hand(desk, rng, 13)
        if len(hand.tiles) + 3 * len(hand.melds) != 13:
            continue
        away = appraise(desk, hand).away
        if away is None or away.shanten < 1:
            continue
        for tile in away.useful[:4]:
            more = appraise(desk, hand._replace(tiles=(*hand.tiles, tile))).away
            assert more is not None
            assert more.shanten == away.shanten - 1, (hand, format_tile(tile))
            assert more.steps
        checked += 1


def test_melds_of_three_suits_can_never_win() -> None:
    found = appraise(SICHUAN, laid(SICHUAN, "11m78s", "p2m p1p p1s"))
    assert found.away is None
    assert [reason.code for reason in found.reasons] == ["three_suits"]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("22", "not_in_deck"),
        ("AAAA", "not_in_deck"),
        ("AAA33", "aces_alone"),
        ("444433", "four_alike"),
        ("334", "mixed"),
        ("AA2", "mixed"),
        ("3355", "pair_gap"),
        ("3456", "run_short"),
        ("QKA23", "run_gap"),
        ("3334", "triple_single"),
        ("33344455", "wing_number"),
        ("333555", "triple_gap"),
        ("3334447799", "wing_gap"),
        ("", None),
        ("33344", None),
    ],
)
def test_why_cards_are_no_play(cards: str, code: str | None) -> None:
    why = why_no_shape(parse_ranks(cards) if cards else (0,) * 13)
    assert (why and why[0]) == code


def test_every_small_play_is_explained_exactly_where_it_is_none() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        counts = tuple(rng.choice((0, 0, 0, 0, 1, 2, 3, 4)) for _ in range(13))
        if sum(counts):
            assert (why_no_shape(counts) is None) == (best(counts) is not None)


@pytest.mark.parametrize(
    ("play", "table", "code"),
    [
        ("3333", "AAA", "nothing_beats_aces"),
        ("2", "3333", "only_bombs"),
        ("4444", "33335", "bomb_kinds"),
        ("3333", "4444", "lower"),
        ("33", "4", "other_shape"),
        ("345678", "34567", "other_length"),
        ("A2345", "34567", "lower"),
        ("4444", "2", None),
    ],
)
def test_why_a_play_does_not_beat(play: str, table: str, code: str | None) -> None:
    one, other = best(parse_ranks(play)), best(parse_ranks(table))
    assert one is not None
    assert other is not None
    why = why_not_beats(one, other)
    assert (why is None) == beats(one, other)
    assert (why and why[0]) == code
