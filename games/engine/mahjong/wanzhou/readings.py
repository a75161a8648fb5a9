"""Every way in which a complete 万州 hand can be worth something (WZ-12 to WZ-16, WZ-18).

A candidate is the dearest reading with a given set of patterns; the dearest candidate is the hand. Wilds stand
for anything without a limit of four, so sets and pairs of wilds alone (`free`) may be whatever helps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import ONE, SUIT_BITS, SUIT_MASK, counts, kinds, size, suits
from games.engine.mahjong.tiles import ORPHANS
from games.engine.mahjong.view import Meld, MeldKind
from games.engine.mahjong.wanzhou.suits import PAIR, TRIPLET, Block, Part, Read, parts_of

WILD = -2  # the winning tile is a 混儿
FREE = -1  # first rank of a block of wilds alone
_GREEN = 1 << 3 * 32 | sum(1 << 3 * (18 + rank) for rank in (1, 2, 3, 5, 7))
_ALL_GREEN = 7 * _GREEN  # every digit a green kind can hold
_FA = 32
_WINDS, _DRAGONS = (27, 28, 29, 30), (31, 32, 33)
_ORPHAN_BITS = 7 * sum(ONE[kind] for kind in ORPHANS)
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_GATE_PAIRS = (1, 4, 7)  # only a second 2, 5 or 8 leaves sets when it pairs with the winning tile


class Complete(NamedTuple):
    """A complete hand: concealed tiles that are no wilds (packed), wilds, melds, and what may count as winning tile.

    `wins` are kinds, or WILD; several only for the dealt 14, the highest first (WZ-11, WZ-16).
    """

    plain: int
    wilds: int
    melds: tuple[Meld, ...]
    wins: tuple[int, ...]


class Reading(NamedTuple):
    """Patterns without 门清 and 平胡, triplets of nines, the winning tile (NONE: any), and the blocks.

    `blocks` are (shape, kind) of sets and pair, FREE ones being wilds alone; empty for the other shapes. `runs`:
    a hand without any triplet.
    """

    names: tuple[str, ...]
    nines: int
    win: int
    blocks: tuple[Block, ...]
    runs: bool = False


def readings(hand: Complete) -> Iterator[Reading]:
    """Yield for every set of patterns that the hand can show its reading with most triplets of nines.

    Where several tiles may be the winning one, readings come in the order of `wins`.
    """
    if not hand.melds:
        yield from _pairs(hand)
        yield from _orphans(hand)
        yield from _nine_gates(hand)
    yield from _standard(hand)


# Sets and a pair.


class _Body(NamedTuple):
    """What is left to arrange once the pair of a 混儿吊 (`single`) is laid aside."""

    plain: int
    wilds: int
    single: bool
    win: int


def _standard(hand: Complete) -> Iterator[Reading]:
    if _arrange(hand.plain, hand.wilds, Read.ANY, pair=True) is None:
        return
    yield from _body(hand, _Body(hand.plain, hand.wilds, False, NONE))
    for win in hand.wins:
        if win == WILD and hand.wilds >= 2:
            yield from _body(hand, _Body(hand.plain, hand.wilds - 2, True, win))
        elif win != WILD and hand.wilds:
            yield from _body(hand, _Body(hand.plain - ONE[win], hand.wilds - 1, True, win))


def _body(hand: Complete, body: _Body) -> Iterator[Reading]:
    melds = hand.melds
    gangs = sum(len(meld.tiles) == 4 for meld in melds)
    chis = sum(meld.kind is MeldKind.CHI for meld in melds)
    table = _Melded(
        ("hun_er_diao",) * body.single + ("si_gang",) * (gangs == 4),
        sum(meld.tiles[0] in (8, 17, 26) for meld in melds if meld.kind is not MeldKind.CHI),
        body.win,
        not chis and gangs < 4,
    )
    best = _of(body, Read.ANY)
    if best is None:
        return
    yield from _green(hand, body, table)
    yield from _honours(hand, body, table)
    if is_pure(
        hand
    ):  # 混儿 stand for tiles of the suit here, above also for honours, and never for both (WZ-16)
        table = table._replace(names=(*table.names, "qing_yi_se"))
    yield table.reading(best)
    triplets = _of(body, Read.TRIPLETS) if table.triplets else None
    if triplets is not None:
        yield table.reading(triplets, "peng_peng_hu")
    runs = _of(body, Read.RUNS) if chis == len(melds) else None
    if runs is not None:
        yield table.reading(runs, runs=True)


class _Melded(NamedTuple):
    """What melds and the pair of a 混儿吊 settle: patterns, triplets of nines, the winning tile, whether 碰碰胡 can be."""

    names: tuple[str, ...]
    nines: int
    win: int
    triplets: bool

    def reading(self, part: Part, *names: str, laid: tuple[Block, ...] = (), runs: bool = False) -> Reading:
        return Reading((*self.names, *names), self.nines + part.nines, self.win, laid + part.blocks, runs)


def _of(body: _Body, read: Read) -> Part | None:
    return _arrange(body.plain, body.wilds, read, pair=not body.single)


def _green(hand: Complete, body: _Body, table: _Melded) -> Iterator[Reading]:
    """绿一色: all green, 发 among the tiles or what a block of wilds alone stands for (WZ-14)."""
    if not _is_green(hand):
        return
    fa = body.plain >> 3 * _FA & 7 or body.win in (WILD, _FA) or any(m.tiles[0] == _FA for m in hand.melds)
    for read, names in ((Read.GREEN, ("lv_yi_se",)), (Read.TRIPLETS, ("lv_yi_se", "peng_peng_hu"))):
        if read is Read.GREEN or table.triplets:
            part = _arrange(body.plain, body.wilds, read, pair=not body.single, free=not fa)
            if part is not None:
                yield table.reading(part._replace(nines=0), *names)


def _honours(hand: Complete, body: _Body, table: _Melded) -> Iterator[Reading]:
    """大四喜 and 大三元: the triplets no meld holds are laid aside, and the rest is whatever it is."""
    for name, wanted in (("da_si_xi", _WINDS), ("da_san_yuan", _DRAGONS)):
        rest = _without_triplets(hand, body, wanted)
        if rest is None:
            continue
        left, laid = rest
        part = _of(left, Read.ANY)
        if part is not None:
            yield table.reading(part, name, laid=laid)
        part = _of(left, Read.TRIPLETS) if name == "da_san_yuan" and table.triplets else None
        if part is not None:
            yield table.reading(part, name, "peng_peng_hu", laid=laid)


def _without_triplets(
    hand: Complete, body: _Body, wanted: tuple[int, ...]
) -> tuple[_Body, tuple[Block, ...]] | None:
    """Lay triplets of the `wanted` kinds aside that no meld holds; None where wilds or sets do not suffice."""
    melded = {meld.tiles[0] for meld in hand.melds if meld.kind is not MeldKind.CHI}
    missing = [kind for kind in wanted if kind not in melded]
    plain, wilds = body.plain, body.wilds
    for kind in missing:
        own = min(3, plain >> 3 * kind & 7)
        plain -= own * ONE[kind]
        wilds -= 3 - own
    if wilds < 0 or len(missing) > 4 - len(hand.melds):
        return None
    return body._replace(plain=plain, wilds=wilds), tuple((TRIPLET, kind) for kind in missing)


def _arrange(plain: int, wilds: int, read: Read, *, pair: bool, free: bool = False) -> Part | None:
    """Return the arrangement into sets, and a pair if wanted, with most nines; `free` asks for a block of wilds alone."""
    best: Part | None = None
    for sets in range(2):
        for pairs in range(1 + pair):
            left = wilds - 3 * sets - 2 * pairs
            if left < 0 or (free and not sets and not pairs):
                continue
            part = _spread(plain, left, read, pair - pairs)
            if part is None:
                continue
            nines = part.nines + (sets if read in (Read.ANY, Read.TRIPLETS) else 0)
            if best is None or nines > best.nines:
                best = Part(nines, part.blocks + ((TRIPLET, FREE),) * sets + ((PAIR, FREE),) * pairs)
    return best


def _spread(plain: int, wilds: int, read: Read, pairs: int) -> Part | None:
    """Return the best way to give exactly `wilds` wilds to the suits, each of which then is sets, one with a pair."""
    states: dict[tuple[int, int], Part] = {(0, 0): Part(0, ())}
    for suit in range(4):
        key = plain >> SUIT_BITS * suit & SUIT_MASK
        if not key:
            continue
        number = size(key)
        grown: dict[tuple[int, int], Part] = {}
        for used, found in enumerate(parts_of(key, suit == 3, read, wilds)):
            if found is None:
                continue
            own_pair = (number + used) % 3 // 2
            moved = tuple((shape, 9 * suit + rank) for shape, rank in found.blocks)
            for (before, paired), part in states.items():
                state = (before + used, paired + own_pair)
                if state[0] > wilds or state[1] > pairs:
                    continue
                nines = part.nines + (found.nines if suit < 3 else 0)
                known = grown.get(state)
                if known is None or nines > known.nines:
                    grown[state] = Part(nines, part.blocks + moved)
        states = grown
    return states.get((wilds, pairs))


def is_pure(hand: Complete) -> bool:
    """Return whether all tiles that are no wilds are of one suit and none is an honour."""
    held = suits(hand.plain)
    for meld in hand.melds:
        held |= 1 << meld.tiles[0] // 9
    return held in (1, 2, 4)


def _is_green(hand: Complete) -> bool:
    if hand.plain & ~_ALL_GREEN:
        return False
    return all(_GREEN >> 3 * tile & 1 for meld in hand.melds for tile in meld.tiles)


# The shapes that are no sets.


def _pairs(hand: Complete) -> Iterator[Reading]:
    held = counts(hand.plain)
    odd = sum(count & 1 for count in held)
    if odd > hand.wilds:
        return
    spare = hand.wilds - odd >= 2
    name = "long_qi_dui" if spare or max(held) > 2 else "qi_dui"
    yield Reading((name,) + ("qing_yi_se",) * is_pure(hand), 0, NONE, ())
    if is_pure(hand) and max(held) < 3:
        ranks = [kind % 9 for kind in kinds(hand.plain)]
        if ranks[-1] - ranks[0] < 7:
            yield Reading(("lian_qi_dui",), 0, NONE, ())


def _orphans(hand: Complete) -> Iterator[Reading]:
    if hand.plain & ~_ORPHAN_BITS:
        return
    held = counts(hand.plain)
    if sum(count - 1 for count in held if count) <= 1:
        yield Reading(("shi_san_yao",), 0, NONE, ())


def _nine_gates(hand: Complete) -> Iterator[Reading]:
    if not is_pure(hand):
        return
    first = kinds(hand.plain)[0] // 9 * 9
    for win in hand.wins:
        before = counts(hand.plain - ONE[win] if win != WILD else hand.plain)[first : first + 9]
        if any(count > gate for count, gate in zip(before, _NINE_GATES, strict=True)):
            continue
        wilds = hand.wilds - (win == WILD)
        pairing = _GATE_PAIRS if win == WILD else (win - first,)
        single = wilds and any(rank in _GATE_PAIRS and not before[rank] for rank in pairing)
        names = ("jiu_lian_bao_deng",) + ("hun_er_diao",) * bool(single)
        yield Reading(names, 1, win, ())
