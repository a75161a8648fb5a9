"""Why cards are no play, and why a play does not beat another (GP-01, GP-05 to GP-08)."""

from __future__ import annotations

from operator import gt

from games.engine.cards.guanpai.deck import ACE, COPIES, KING, TWO
from games.engine.cards.guanpai.shapes import BOMBS, MIN_RUN, Counts, Shape, ShapeKind, beats, best

Why = tuple[str, str]
"""A reason's code and its clause."""
_ACE_BOMBS = (ShapeKind.ACE_BOMB, ShapeKind.ACE_BOMB_PLUS_ONE)


def why_no_shape(counts: Counts) -> Why | None:
    """Return why the rank counts are no legal play; None where they are one, or nothing at all."""
    if not sum(counts) or best(counts) is not None:
        return None
    if any(map(gt, counts, COPIES)):
        return "not_in_deck", "GP-01"
    held = [count for count in counts if count]
    if counts[ACE] == 3:
        return "aces_alone", "GP-08"
    if max(held) == 4:
        return "four_alike", "GP-05"
    if max(held) == 3:
        return _triples(counts)
    if len(set(held)) > 1:
        return "mixed", "GP-05"
    if max(held) == 2:
        return ("two_in_pairs", "GP-05") if counts[TWO] else ("pair_gap", "GP-05")
    return ("run_short", "GP-05") if len(held) < MIN_RUN else ("run_gap", "GP-06")


def why_not_beats(play: Shape, table: Shape) -> Why | None:
    """Return why `play` does not beat `table`, None where it does."""
    if beats(play, table):
        return None
    if table.kind in _ACE_BOMBS:
        return "nothing_beats_aces", "GP-08"
    if table.kind in BOMBS:
        if play.kind not in BOMBS:
            return "only_bombs", "GP-08"
        if play.kind != table.kind:
            return "bomb_kinds", "GP-08"
        return "lower", "GP-08"
    if play.kind != table.kind:
        return "other_shape", "GP-07"
    return ("other_length" if play.size != table.size else "lower"), "GP-07"


def _triples(counts: Counts) -> Why:
    triples = [rank for rank, count in enumerate(counts) if count == 3]
    pairs = [rank for rank, count in enumerate(counts) if count == 2]
    singles = [rank for rank, count in enumerate(counts) if count == 1]
    if singles:
        return "triple_single", "GP-05"
    if len(pairs) not in (0, len(triples)):
        return "wing_number", "GP-05"
    if triples[-1] - triples[0] != len(triples) - 1 or triples[-1] > KING:
        return "triple_gap", "GP-05"
    return "wing_gap", "GP-05"
