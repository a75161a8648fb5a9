"""GP-04…GP-08: shapes, comparison and the complete list of plays."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from games.engine.cards.guanpai.deck import ACE, DECK, RANKS, counts_of, parse_ranks
from games.engine.cards.guanpai.plays import legal_plays
from games.engine.cards.guanpai.shapes import BOMBS, Shape, ShapeKind, beats, best, parse

VECTORS = Path(__file__).parent / "vectors"


def lines(name):
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def shape(text: str) -> Shape:
    found = best(parse_ranks(text))
    assert found is not None, text
    return found


@pytest.mark.parametrize("case", lines("combo.jsonl"), ids=lambda case: case["id"])
def test_combo_vector(case):
    found = best(parse_ranks(case["cards"]))
    assert (found.kind if found else None) == case["shape"]


@pytest.mark.parametrize("case", lines("beats.jsonl"), ids=lambda case: case["id"])
def test_beats_vector(case):
    assert beats(shape(case["play"]), shape(case["table"])) is case["beats"]


def test_the_long_run_reads_two_ways_and_takes_the_higher():
    """GP-06: A23456789TJQK ends with the king or with the ace."""
    readings = parse(parse_ranks("A23456789TJQK"))
    assert [reading.key for reading in readings] == [14, 13]
    assert best(parse_ranks("A23456789TJQK")).key == 14


@pytest.mark.parametrize(
    ("cards", "key"),
    [
        ("334455", RANKS.index("5")),
        ("333444555", RANKS.index("5")),
        ("555QQ", RANKS.index("5")),
        ("3334445566", RANKS.index("4")),
        ("A2345", 5),
        ("TJQKA", 14),
        ("34567", 7),
    ],
)
def test_gp07_what_a_shape_compares_by(cards, key):
    """The last card of a sequence, the triple of 三带对, the last triple of a plane; every run reads one way."""
    readings = parse(parse_ranks(cards))
    assert [reading.key for reading in readings] == [key]


def test_a_shape_counts_its_cards():
    for hand in map(parse_ranks, ("333344445AAA2", "556677889TJQKA")):
        assert all(play.shape.size == sum(play.counts) for play in legal_plays(hand, None))


@pytest.mark.parametrize("counts", [(0,) * 13, (5,) + (0,) * 12, (0,) * 11 + (4, 0), (0,) * 12 + (2,)])
def test_what_no_hand_can_hold_is_no_shape(counts):
    assert parse(counts) == ()


def test_no_bomb_beats_the_other_kind_of_bomb():
    """GP-08: 四张 and 四带一 stand side by side, three aces above both."""
    assert not beats(shape("4444"), shape("33335"))
    assert not beats(shape("44445"), shape("3333"))
    for aces in ("AAA", "AAA3"):
        assert beats(shape(aces), shape("KKKK2"))
        assert not beats(shape("AAA"), shape(aces))


def test_comparison_is_a_strict_order_within_a_shape():
    """R32: equal never beats equal, and no two plays beat each other."""
    rng = random.Random(7)
    shapes = [play.shape for _ in range(20) for play in legal_plays(counts_of(rng.sample(DECK, 16)), None)]
    for a, b in itertools.product(rng.sample(shapes, min(250, len(shapes))), repeat=2):
        assert not (beats(a, b) and beats(b, a))
        if a.kind != b.kind and a.kind not in BOMBS:
            assert not beats(a, b)


def crowded(seed: int) -> tuple[int, ...]:
    """Sixteen cards of six ranks, every other time of neighbours, so that there are triples, planes and bombs."""
    rng = random.Random(seed)
    first = rng.randrange(8)
    ranks = range(first, first + 6) if seed % 2 else rng.sample(range(12), 6)
    return counts_of(rng.sample([card for card in DECK if card >> 2 in ranks], 16))


LONG = ["A23456789TJQK333", "JJQQKKAA23456789", "333444555QQKKAAA", "3333444455556666"]


@pytest.mark.parametrize("hand", [*map(parse_ranks, LONG), *map(crowded, range(24))])
def test_plays_are_complete(hand):
    """Against brute force over everything that can be taken from a hand."""
    brute = {counts for counts in itertools.product(*(range(held + 1) for held in hand)) if parse(counts)}
    plays = legal_plays(hand, None)
    assert len(plays) == len(brute)
    assert {play.counts for play in plays} == brute


def test_answers_are_the_plays_that_beat():
    rng = random.Random(3)
    for _ in range(60):
        hand, other = counts_of(rng.sample(DECK, 16)), counts_of(rng.sample(DECK, 10))
        table = rng.choice(legal_plays(other, None)).shape
        want = {play.counts for play in legal_plays(hand, None) if beats(play.shape, table)}
        assert {play.counts for play in legal_plays(hand, table)} == want


def test_hints_offer_bombs_last():
    """GP-11: cheapest first."""
    plays = legal_plays(parse_ranks("4555567AA"), shape("3"))
    kinds = [play.shape.kind for play in plays]
    assert kinds[0] is ShapeKind.SINGLE
    assert plays[0].counts == parse_ranks("4")
    assert kinds[-1] in BOMBS


def offered(hand: str, table: str | None = None) -> list[str]:
    """The hints as texts, in their order."""
    plays = legal_plays(parse_ranks(hand), shape(table) if table else None)
    return ["".join(rank * used for rank, used in zip(RANKS, play.counts, strict=True)) for play in plays]


@pytest.mark.parametrize(
    ("hand", "table", "order"),
    [
        ("4445566", "33388", ["44455", "44466"]),  # of the same triple the lower pair
        ("44455566", "33388", ["44466", "44455", "55566", "44555"]),  # what tears no other set comes first
        ("345678", None, ["3", "4", "5", "6", "7", "8", "34567", "45678", "345678"]),
        ("444", None, ["444", "4", "44"]),
        ("AAA556", "2", ["AAA", "6AAA", "5AAA"]),
        ("33335", "2", ["3333", "33335"]),
    ],
)
def test_gp11_hints_come_cheapest_first(hand, table, order):
    """Low keys, then what tears fewer sets apart, then fewer cards, then low companions."""
    assert offered(hand, table) == order


def test_two_aces_may_be_a_pair_and_three_nothing_but_a_bomb():
    counts = parse_ranks("AAAKKK33")
    kinds = {(play.shape.kind, play.counts[ACE]) for play in legal_plays(counts, None)}
    assert (ShapeKind.PAIR, 2) in kinds
    assert (ShapeKind.TRIPLE_PAIR, 2) in kinds
    assert not [kind for kind, aces in kinds if aces == 3 and kind not in BOMBS]
