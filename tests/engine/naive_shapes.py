"""Plain searches over all shapes, sharing nothing with the tables: the judges of test_shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

SETS: tuple[tuple[int, int, int], ...] = (
    *((kind, kind, kind) for kind in range(34)),
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
)
Reading = tuple[tuple[int, int], tuple[tuple[tuple[int, ...], int], ...]]
"""((pair, its wilds), ((the three kinds of a set, its wilds), ...) sorted)."""


def complete(counts: Sequence[int], wilds: int) -> bool:
    """Whether all tiles and wilds together are sets and one pair."""
    sets, rest = divmod(sum(counts) + wilds, 3)
    return rest == 2 and _covered(list(counts), wilds, sets, 1)


def _covered(counts: list[int], wilds: int, sets: int, pairs: int) -> bool:
    lowest = next((kind for kind, count in enumerate(counts) if count), None)
    if lowest is None:
        return wilds == 3 * sets + 2 * pairs
    blocks = [block for block in SETS if lowest in block] if sets else []
    for block in blocks + ([(lowest, lowest)] if pairs else []):
        rest = counts.copy()
        wanted = 0
        for kind in block:
            if rest[kind]:
                rest[kind] -= 1
            else:
                wanted += 1
        is_set = len(block) == 3
        if wanted <= wilds and _covered(rest, wilds - wanted, sets - is_set, pairs - (not is_set)):
            return True
    return False


def missing(counts: Sequence[int], wilds: int, sets: int) -> int:
    """Least plain tiles to draw for `sets` sets and a pair: wilds fill gaps and alone go beyond four of a kind."""
    useful = [block for block in SETS if any(kind < len(counts) and counts[kind] for kind in block)]
    blocks: list[tuple[int, ...]] = [*useful, ()]  # (): a set of kinds not held, three tiles
    pairs = [(kind, kind) for kind, count in enumerate(counts) if count] + [()]
    best = [3 * sets + 2]

    def search(chosen: int, start: int, left: list[int], used: list[int], cost: int) -> None:
        excess = sum(count - 4 for count in used if count > 4)
        if excess > wilds or cost >= best[0]:
            return
        if chosen == sets:
            best[0] = cost
            return
        for at in range(start, len(blocks)):
            block = blocks[at]
            now, taken = left.copy(), used.copy()
            more = 0 if block else 3
            for kind in block:
                taken[kind] += 1
                more += now[kind] <= 0
                now[kind] -= 1
            search(chosen + 1, at, now, taken, cost + more)

    padded = [*counts, *([0] * (34 - len(counts)))]
    for pair in pairs:
        left, used = padded.copy(), [0] * 34
        cost = 0 if pair else 2
        for kind in pair:
            used[kind] += 1
            cost += left[kind] <= 0
            left[kind] -= 1
        search(0, 0, left, used, cost)
    return max(best[0] - wilds, 0)


def seven_pairs_missing(counts: Sequence[int], wilds: int) -> int:
    """Least plain tiles to draw for seven pairs, four alike being two: tries 0, 2, 4 or, with wilds, 6 of each kind."""
    best: dict[int, int] = {0: 0}
    for count in counts:
        grown: dict[int, int] = {}
        for made, cost in best.items():
            for more in range(4 if wilds else 3):
                total = cost + max(0, 2 * more - count)
                if made + more <= 7:
                    grown[made + more] = min(total, grown.get(made + more, 99))
        best = grown
    return max(best[7] - wilds, 0)


def readings(counts: Sequence[int], wilds: int) -> set[Reading]:
    """Every reading: all shapes the wilds suffice for, all ways to hand the tiles out to their places."""
    sets, rest = divmod(sum(counts) + wilds, 3)
    found: set[Reading] = set()
    if rest != 2:
        return found
    padded = [*counts, *([0] * (34 - len(counts)))]
    playable = [block for block in SETS if max(block) < len(counts)]
    for pair in range(len(counts)):
        for chosen in _shapes_within(padded, wilds, playable, sets, pair):
            found.update(_handed_out(padded, ((pair, pair), *chosen)))
    return found


def _shapes_within(
    counts: list[int], wilds: int, playable: list[tuple[int, int, int]], sets: int, pair: int
) -> Iterator[tuple[tuple[int, int, int], ...]]:
    near = [block for block in playable if sum(counts[kind] == 0 for kind in set(block)) <= wilds]
    for chosen in combinations_with_replacement(near, sets):
        used = [0] * 34
        for block in ((pair, pair), *chosen):
            for kind in block:
                used[kind] += 1
        if all(want >= held for want, held in zip(used, counts, strict=True)):
            yield chosen


def _handed_out(counts: list[int], blocks: tuple[tuple[int, ...], ...]) -> Iterator[Reading]:
    """All ways to say which places of the blocks are wild: per kind as many plain ones as are held."""
    places = [sorted(set(product((False, True), repeat=len(block)))) for block in blocks]

    def assign(at: int, left: list[int], wild: tuple[int, ...]) -> Iterator[Reading]:
        if at == len(blocks):
            if not any(left):
                sets = sorted(zip(blocks[1:], wild[1:], strict=True))
                yield (blocks[0][0], wild[0]), tuple(sets)
            return
        for choice in places[at]:
            rest = left.copy()
            for kind, plain in zip(blocks[at], choice, strict=True):
                rest[kind] -= plain
            if min(rest) >= 0:
                yield from assign(at + 1, rest, (*wild, len(choice) - sum(choice)))

    yield from assign(0, counts.copy(), ())
