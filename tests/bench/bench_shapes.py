"""How fast hand shapes are answered, beside PyPI `mahjong`, and what the tables cost: `python -m tests.bench.bench_shapes`.

Both sides get the same lists of kinds. The peer is given a plain counting loop in front, which is quicker than its own
converter. Rounds alternate between the two; a row shows the median of the rounds. Before anything is timed, every answer is
compared with the peer's, whose rules lack only seven pairs with four alike.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mahjong.agari import Agari
from mahjong.shanten import Shanten

AIMS = {"win": 2.0, "waits": 20.0, "shanten": 20.0}
JUDGED_KINDS = 27
"""The aims are for the 108 tiles of 四川; rows for 34 kinds are information: honours make the peer give up sooner."""
IMPORT_MS, IMPORT_MB, WILD_FACTOR = 60.0, 10.0, 5.0
Hand = list[int]

_IMPORT = """
import collections, dataclasses, enum, functools, itertools, threading, time, typing
def mb():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6
    except OSError:
        return float("nan")
before, start = mb(), time.perf_counter()
from games.engine.mahjong import shapes
print((time.perf_counter() - start) * 1e3, mb() - before)
"""


def counted(hand: Sequence[int]) -> list[int]:
    counts = [0] * 34
    for kind in hand:
        counts[kind] += 1
    return counts


def peer_win(hand: Hand) -> bool:
    return bool(Agari.is_agari(counted(hand)))


def peer_waits(hand: Hand) -> tuple[int, ...]:
    counts = counted(hand)
    found = []
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            if Agari.is_agari(counts):
                found.append(kind)
            counts[kind] -= 1
    return tuple(found)


def peer_shanten(hand: Hand) -> int:
    return int(Shanten.calculate_shanten(counted(hand), use_kokushi=False))


def complete_hand(rng: random.Random, kinds: int) -> Hand:
    while True:
        hand = [rng.randrange(kinds)] * 2
        for _ in range(4):
            kind = rng.randrange(kinds)
            run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            hand += [kind, kind + 1, kind + 2] if run else [kind] * 3
        if max(counted(hand)) <= 4:
            rng.shuffle(hand)
            return hand


def near_hand(rng: random.Random, kinds: int) -> Hand:
    """A complete hand with one or two tiles replaced."""
    while True:
        hand = complete_hand(rng, kinds)
        for _ in range(rng.choice((1, 2))):
            hand[rng.randrange(14)] = rng.randrange(kinds)
        if max(counted(hand)) <= 4:
            return hand


def random_hand(rng: random.Random, kinds: int) -> Hand:
    return rng.sample([kind for kind in range(kinds) for _ in range(4)], 14)


MAKERS: dict[str, Callable[[random.Random, int], Hand]] = {
    "complete": complete_hand,
    "near": near_hand,
    "random": random_hand,
}


def per_second(ask: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """By CPU time: what else the machine does is no part of it."""
    start = time.process_time()
    for hand in hands:
        ask(hand)
    return len(hands) / (time.process_time() - start)


def check(ours: Any, hands: Sequence[Hand]) -> None:
    """Refuse to time answers that differ from the peer's."""
    for hand in hands:
        less, counts = hand[:13], counted(hand[:13])
        reached = {kind for kind in ours.waits(counts) if counts[kind] < 4}
        plain = {kind for kind in ours.waits(counts, seven_pairs=False) if counts[kind] < 4}
        distance = Shanten.calculate_shanten(counts, use_chiitoitsu=False, use_kokushi=False)
        same = plain <= set(peer_waits(less)) <= reached and (
            max(counts) > 2 or peer_shanten(less) == ours.shanten(counts)
        )
        same &= ours.shanten(counts, seven_pairs=False) == distance and ours.shanten_from_tiles(
            less
        ) == ours.shanten(counts)
        same &= ours.win_from_tiles(hand) == (peer_win(hand) or ours.is_seven_pairs(counted(hand)))
        if not same:
            raise AssertionError(f"the peer answers differently: {sorted(hand)}")


def compare(ours: Any, kinds: int, size: int, rounds: int) -> bool:
    """Print the rows of one tile set; whether every operation over all hands together meets its aim."""
    rng = random.Random(kinds)
    good = True
    hands = {name: [make(rng, kinds) for _ in range(size)] for name, make in MAKERS.items()}
    hands["all"] = [hand for some in zip(*hands.values(), strict=True) for hand in some]
    pairs = (
        ("win", ours.win_from_tiles, peer_win, 14),
        ("waits", ours.waits_from_tiles, peer_waits, 13),
        ("shanten", ours.shanten_from_tiles, peer_shanten, 13),
    )
    cold = {name: per_second(ask, [hand[:tiles] for hand in hands["all"]]) for name, ask, _, tiles in pairs}
    check(ours, hands["all"])
    for name, ask, peer, tiles in pairs:
        for mix, some in hands.items():
            lists = [hand[:tiles] for hand in some]
            found = [(per_second(ask, lists), per_second(peer, lists)) for _ in range(rounds)]
            mine = statistics.median(row[0] for row in found)
            theirs = statistics.median(row[1] for row in found)
            ratio = statistics.median(row[0] / row[1] for row in found)
            first = f"{cold[name]:>12,.0f}" if mix == "all" else " " * 12
            print(f"{kinds:>5}  {name:<8} {mix:<9} {mine:>12,.0f} {theirs:>12,.0f} {ratio:>8.1f} {first}")
            good &= mix != "all" or kinds != JUDGED_KINDS or ratio >= AIMS[name]
    return good


def compare_wilds(ours: Any, size: int, rounds: int) -> bool:
    """Print waits and shanten with 0-4 wilds; whether none costs more than the aim times no wilds."""
    rng = random.Random(5)
    hands = [make(rng, 34) for _ in range(size) for make in (near_hand, random_hand)]
    asked = {wilds: [(tuple(counted(hand[: 13 - wilds])), wilds) for hand in hands] for wilds in range(5)}
    good = True
    for name in ("waits", "shanten"):
        function = getattr(ours, name)
        cold = {wilds: per_second(lambda asking: function(*asking), asked[wilds]) for wilds in asked}  # noqa: B023
        rows = [
            [per_second(lambda asking: function(*asking), asked[wilds]) for wilds in asked]  # noqa: B023
            for _ in range(rounds)
        ]
        for wilds in asked:
            rate = statistics.median(row[wilds] for row in rows)
            cost = statistics.median(row[0] / row[wilds] for row in rows)
            print(f"{name:<8} {wilds} wilds {rate:>12,.0f} {cost:>8.2f} {cold[wilds]:>12,.0f}")
            good &= cost <= WILD_FACTOR
    return good


def measure_import(rounds: int) -> bool:
    """Print what importing the shapes costs in a fresh process; whether that meets the aim."""
    rows = []
    for _ in range(rounds):
        ran = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)
        rows.append([float(word) for word in ran.stdout.split()])
    took, grew = (statistics.median(column) for column in zip(*rows, strict=True))
    print(
        f"import and tables, fresh process: {took:.1f} ms, {grew:.1f} MB (aims {IMPORT_MS:.0f} ms, {IMPORT_MB:.0f} MB)"
    )
    return took <= IMPORT_MS and not grew > IMPORT_MB


def memory_mb() -> float:
    """Resident memory of this process; not a number where there is no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=400, help="hands of each sort (default 400)")
    parser.add_argument("--rounds", type=int, default=15, help="alternating rounds (default 15)")
    chosen = parser.parse_args()
    good = measure_import(7)
    before = memory_mb()
    from games.engine.mahjong import shapes  # here: its import is what was measured

    gc.disable()
    print(
        "\nanswers a CPU second from a list of kinds, median; cold: first pass over all hands, tables unfilled"
    )
    print(f"{'kinds':>5}  {'ask':<8} {'hands':<9} {'ours':>12} {'mahjong':>12} {'ratio':>8} {'cold':>12}")
    for kinds in (27, 34):
        good &= compare(shapes, kinds, chosen.hands, chosen.rounds)
    print("\nfrom counts, 34 kinds, near-complete and random hands; cost: times that of no wilds")
    print(f"{'ask':<8} {'':7} {'ours':>12} {'cost':>8} {'cold':>12}")
    good &= compare_wilds(shapes, chosen.hands, chosen.rounds)
    print(
        f"\nthis process now: {memory_mb() - before:.1f} MB more than before the import, all caches warm, peer included"
    )
    print("\nall aims met" if good else "\nAIM MISSED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
