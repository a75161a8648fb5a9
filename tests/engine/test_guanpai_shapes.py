"""GP-04…GP-08: shapes, comparison and the complete list of plays."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from games.engine.cards.guanpai.deck import ACE, DECK, counts_of, parse_ranks
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


@pytest.mark.parametrize("seed", range(40))
def test_plays_are_complete(seed):
    """Against brute force over every subset of a small hand."""
    rng = random.Random(seed)
    crowded = [card for card in DECK if card >> 2 in rng.sample(range(13), 5)]
    hand = tuple(rng.sample(crowded if seed % 2 else DECK, 11))
    brute = {
        counts_of(subset)
        for size in range(1, len(hand) + 1)
        for subset in itertools.combinations(hand, size)
        if parse(counts_of(subset))
    }
    plays = legal_plays(counts_of(hand), None)
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


def test_two_aces_may_be_a_pair_and_three_nothing_but_a_bomb():
    counts = parse_ranks("AAAKKK33")
    kinds = {(play.shape.kind, play.counts[ACE]) for play in legal_plays(counts, None)}
    assert (ShapeKind.PAIR, 2) in kinds
    assert (ShapeKind.TRIPLE_PAIR, 2) in kinds
    assert not [kind for kind, aces in kinds if aces == 3 and kind not in BOMBS]
