"""How long it takes to score a 万州 win and to find the waits with 0-4 混儿, cold and warm: `python -m tests.bench.bench_wanzhou`.

Cold: the tables of suits are emptied before each hand. Exits with 1 where a win takes longer than the aim.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from games.engine.mahjong.packed import pack
from games.engine.mahjong.wanzhou import fan
from games.engine.mahjong.wanzhou.hand import waits_of
from games.engine.mahjong.wanzhou.suits import parts_of
from tests.engine.test_wanzhou_fan import RULES, WILD, as_meld, random_hand

AIM_MS = 3.0
HANDS = 400


def measured(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1e3


def line(name: str, wilds: int, times: list[float]) -> float:
    """Print median, 99th percentile and worst in ms; return the worst."""
    times.sort()
    print(
        f"{name:12} {wilds} wilds {times[len(times) // 2]:7.3f} {times[len(times) * 99 // 100]:7.3f} {times[-1]:7.3f}"
    )
    return times[-1]


def main() -> int:
    rng = random.Random(1)
    worst = 0.0
    print("ms                      median     p99   worst")
    for wilds in range(5):
        cold, warm, waits = [], [], []
        for _ in range(HANDS):
            plain, melds = random_hand(rng, wilds)
            held = [*plain, *[WILD] * wilds]
            if len(held) + 3 * len(melds) != 14:
                continue
            laid = tuple(map(as_meld, melds))
            hand = fan.complete(pack(held), laid, WILD, plain[0], self_draw=True)
            parts_of.cache_clear()
            cold.append(measured(lambda hand=hand: fan.bill(RULES, hand, self_draw=True)))  # type: ignore[misc]
            warm.append(measured(lambda hand=hand: fan.bill(RULES, hand, self_draw=True)))  # type: ignore[misc]
            ready = pack(held[1:])
            waits_of.cache_clear()
            waits.append(measured(lambda ready=ready, laid=laid: waits_of(ready, len(laid), 1, WILD)))  # type: ignore[misc]
        worst = max(worst, line("score, cold", wilds, cold), line("score, warm", wilds, warm))
        line("waits", wilds, waits)
    return int(worst > AIM_MS)


if __name__ == "__main__":
    sys.exit(main())
