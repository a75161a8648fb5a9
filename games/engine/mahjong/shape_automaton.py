"""The automaton that finds how many tiles a suit misses for every number of sets, with or without a pair.

A suit's *vector* holds at `2 * sets + pair` the least number of missing tiles over all shapes of that many
sets and pairs. Suits with the same vectors and as many pairs are one *class*; the 405,350 suits of up to 14
tiles fall into 360. The automaton reads the counts rank by rank; its states are found on first use and
their number is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final

Vector = tuple[int, ...]

LIMITED, LEXICAL, SHAPE = 0, 1, 2
"""Three ways to count what is missing. LIMITED: never more than four of a kind. SHAPE: any number of a kind
(wilds stand for a fifth). LEXICAL: as SHAPE, times 16, plus the fewest tiles beyond four of a kind among
the shapes that miss least."""

INFINITE: Final = 255
_STATE: Final = {
    name: number
    for number, name in enumerate(
        (a, b, sets, pair)
        for a in range(3)
        for b in range(3)
        for sets in range(a + b, 5)
        for pair in range(2)
    )
}
"""Automaton states' slots: runs begun one rank ago, two ranks ago, sets begun so far, pairs. Three equal
runs are three triplets, so two of each are enough."""
_WIDTH: Final = len(_STATE)
_FINAL: Final = tuple(_STATE[0, 0, sets, pair] for sets in range(5) for pair in range(2))

_Move = tuple[int, int, int]


def _moves(runs: bool, triplets: int) -> tuple[_Move, ...]:
    """All (from slot, to slot, tiles of this rank) of one rank; `runs`: a run may begin here."""
    moves = []
    for (a, b, sets, pair), source in _STATE.items():
        for new in range(3 if runs else 1):
            for triplet in range(triplets + 1):
                for pairs in range(2 - pair):
                    target = _STATE.get((new, a, sets + new + triplet, pair + pairs))
                    if target is not None:
                        moves.append((source, target, a + b + new + 3 * triplet + 2 * pairs))
    return tuple(moves)


_LIMITED_MOVES: Final = tuple(tuple(m for m in _moves(runs, 1) if m[2] <= 4) for runs in (False, True))
_SHAPE_MOVES: Final = tuple(_moves(runs, 2) for runs in (False, True))


class Node:
    """One state of the automaton: the least missing so far for every slot, LIMITED first, then LEXICAL."""

    __slots__ = ("after", "costs")

    def __init__(self, costs: bytes) -> None:
        self.costs = costs
        self.after: list[Node | None] = [None] * 12
        """By 2 * count + (may a run begin); a count of 5 asks what a fifth tile would do."""


_NODE_LIMIT: Final = 4096
_nodes: dict[bytes, Node] = {}
START: Final = Node(bytes((0 if slot % _WIDTH == 0 else INFINITE) for slot in range(2 * _WIDTH)))


def _advance(node: Node, way: int) -> Node:
    """Read one rank: `way` as in `Node.after`. Costs about 25 µs, once per state and way."""
    count, runs = divmod(way, 2)
    costs = node.costs
    new = [INFINITE] * (2 * _WIDTH)
    for source, target, wanted in _LIMITED_MOVES[runs]:
        cost = costs[source] + (wanted - count if wanted > count else 0)
        if cost < new[target]:
            new[target] = cost
    for source, target, wanted in _SHAPE_MOVES[runs]:
        cost = costs[_WIDTH + source]
        if cost != INFINITE:
            cost += (16 * (wanted - count) if wanted > count else 0) + (wanted - 4 if wanted > 4 else 0)
            if cost < new[_WIDTH + target]:
                new[_WIDTH + target] = cost
    key = bytes(new)
    found = _nodes.get(key)
    if found is None:
        if len(_nodes) >= _NODE_LIMIT:
            _nodes.clear()
            START.after[:] = [None] * len(START.after)  # or what was found would live on behind it
        found = _nodes[key] = Node(key)
    node.after[way] = found
    return found


def walk(digits: Sequence[int], runs: bool, node: Node = START, rank: int = 0) -> Node:
    """Read the counts from `rank` on; runs begin at ranks 1-7 of a suit (`runs`), never among honours."""
    last_run = len(digits) - 3 if runs else -1
    for at in range(rank, len(digits)):
        node = step(node, digits[at], at <= last_run)
    return node


def step(node: Node, count: int, run_begins: bool) -> Node:
    """Read one rank."""
    way = 2 * count + run_begins
    return node.after[way] or _advance(node, way)


def vector_of(node: Node, way: int) -> Vector:
    """The vector of a suit read to its end, counted as LIMITED, LEXICAL or SHAPE."""
    costs = node.costs
    if way == LIMITED:
        return tuple(costs[slot] for slot in _FINAL)
    return tuple(costs[_WIDTH + slot] >> (4 if way == SHAPE else 0) for slot in _FINAL)


_class_of: dict[tuple[Vector, Vector, int], int] = {}
vectors: tuple[list[Vector], list[Vector], list[Vector]] = ([()], [()], [()])
"""By way of counting, then class. Class 0 is unused: it means "not known yet" in the tables."""
pairs_of: list[int] = [0]
"""By class: how many pairs, four alike being two."""
_lock = Lock()


def number_of(node: Node, pairs: int) -> int:
    """The class of a suit read to its end that holds so many pairs."""
    limited, lexical = vector_of(node, LIMITED), vector_of(node, LEXICAL)
    with _lock:
        number = _class_of.setdefault((limited, lexical, pairs), len(vectors[0]))
        if number == len(vectors[0]):
            vectors[SHAPE].append(vector_of(node, SHAPE))
            vectors[LEXICAL].append(lexical)
            vectors[LIMITED].append(limited)
            pairs_of.append(pairs)
    return number
