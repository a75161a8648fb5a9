"""Who pays whom in 四川麻将: wins, gangs, the empty wall and escapes (SC-13, SC-20 to SC-26)."""

from __future__ import annotations

from games.engine.core.contract import NONE, Cause, LedgerRow, Win
from games.engine.core.seats import after
from games.engine.mahjong.packed import ONE, counts, kinds, suits
from games.engine.mahjong.sichuan import fan
from games.engine.mahjong.sichuan.hand import waits_of
from games.engine.mahjong.sichuan.rules import SichuanRules
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.view import Meld, MeldKind

_GANGS = {
    MeldKind.EXPOSED: Cause.GANG_EXPOSED,
    MeldKind.ADDED: Cause.GANG_ADDED,
    MeldKind.CONCEALED: Cause.GANG_CONCEALED,
}


def win_rows(rules: SichuanRules, draft: Draft, wins: tuple[Win, ...]) -> tuple[LedgerRow, ...]:
    """Return one row a win and payer, then the moved gang income of 杠上炮 (SC-13, SC-09, SC-21)."""
    event = draft.next_event()
    first = wins[0]
    if first.source == NONE:
        payers = [seat for seat in after(first.seat, len(draft.seats)) if not draft.seats[seat].out]
        return tuple(_win_row(first, payer, Cause.SELF_DRAW, "SC-13", event) for payer in payers)
    cause, clause = (Cause.ROB_GANG, "SC-09") if first.robbed else (Cause.DISCARD_WIN, "SC-13")
    rows = [_win_row(win, win.source, cause, clause, event) for win in wins]
    if draft.gang and not first.robbed:
        income = sum(draft.rows[index].amount for index in draft.gang)
        rows += [
            LedgerRow(
                first.source, win.seat, income, Cause.GANG_TRANSFER, "SC-21", event, draft.gang, 0, win.tile
            )
            for win in wins
            if income
        ]
    return tuple(rows)


def gang_rows(rules: SichuanRules, draft: Draft, seat: int, meld: Meld) -> tuple[LedgerRow, ...]:
    """Return one row a payer of a gang (SC-20)."""
    units = {
        MeldKind.EXPOSED: rules.exposed_units,
        MeldKind.ADDED: rules.added_units,
        MeldKind.CONCEALED: rules.concealed_units,
    }[meld.kind]
    if meld.kind is MeldKind.EXPOSED:
        payers = [meld.source]
    else:
        payers = [other for other in after(seat, len(draft.seats)) if not draft.seats[other].out]
    hidden = rules.hide_concealed_gang and meld.kind is MeldKind.CONCEALED  # the ledger is open to all
    event, amount, tile = draft.next_event(), units * rules.base, NONE if hidden else meld.tiles[0]
    cause = _GANGS[meld.kind]
    return tuple(
        LedgerRow(payer, seat, amount, cause, "SC-20", event, (), 0, tile) for payer in payers if amount
    )


def wall_rows(rules: SichuanRules, draft: Draft) -> tuple[tuple[LedgerRow, ...], ...]:
    """Return 花猪, 大叫 and 退税, three events in this order (SC-22 to SC-24); empty ones are left out."""
    playing = draft.playing()
    pigs = {seat for seat in playing if _is_pig(rules, draft.seats[seat])}
    best = {seat: best_wait(rules, draft.seats[seat]) for seat in playing if seat not in pigs}
    ready = {seat: found for seat, found in best.items() if found}
    groups = []
    event = draft.next_event()
    for rows in (
        _pig_rows(rules, draft, pigs),
        _call_rows([seat for seat in best if seat not in ready], ready),
        _refund_rows(draft, [seat for seat in playing if seat not in ready]),
    ):
        if rows:
            groups.append(tuple(row._replace(event=event) for row in rows))
            event += 1
    return tuple(groups)


def escape_rows(rules: SichuanRules, draft: Draft, seat: int) -> tuple[LedgerRow, ...]:
    """Return what an escape costs: flat, or near the end of the wall the 大叫 values if they are more (SC-25, SC-26)."""
    event = draft.next_event()
    others = [other for other in after(seat, len(draft.seats)) if not draft.seats[other].out]
    flat = rules.escape_units * rules.base
    if draft.wall_left <= rules.late_escape:
        calls = {other: _best_call(rules, draft.seats[other]) for other in others}
        owed = {other: call for other, call in calls.items() if call}
        if sum(call[0] for call in owed.values()) > flat * len(others):
            return tuple(
                LedgerRow(seat, other, amount, Cause.ESCAPE, "SC-26", event, (), value, tile)
                for other, (amount, value, tile) in owed.items()
            )
    return tuple(LedgerRow(seat, other, flat, Cause.ESCAPE, "SC-25", event) for other in others if flat)


def best_wait(rules: SichuanRules, at: Seat) -> tuple[int, int, int] | None:
    """Return (points, fan, tile) of the dearest tile `at` waits on, None if it is not ready (SC-23)."""
    found = None
    for tile in ready_tiles(at):
        price = fan.bill(rules, at.hand + ONE[tile], at.melds)
        if price is not None and (found is None or price.points > found[0]):
            found = (price.points, price.fan, tile)
    return found


def ready_tiles(at: Seat) -> list[int]:
    """Return the tiles that would complete a 3n+1 hand and are not four-fold in its own hand and melds."""
    waits = waits_of(at)
    own = counts(at.hand)
    melded = [tile for meld in at.melds for tile in meld.tiles]
    return [tile for tile in range(27) if waits >> tile & 1 and own[tile] + melded.count(tile) < 4]


def _win_row(win: Win, payer: int, cause: Cause, clause: str, event: int) -> LedgerRow:
    return LedgerRow(payer, win.seat, win.points, cause, clause, event, (), win.fan, win.tile)


def _is_pig(rules: SichuanRules, at: Seat) -> bool:
    held = suits(at.hand)
    if rules.ding_que:
        return bool(held >> at.void & 1)
    return held | at.open_suits == 0b111


def _pig_rows(rules: SichuanRules, draft: Draft, pigs: set[int]) -> list[LedgerRow]:
    amount = rules.pig_units * rules.base
    rows = []
    for pig in sorted(pigs):
        for seat, at in enumerate(draft.seats):
            if seat not in pigs and amount and (rules.pig_pays_winners or not at.out):
                rows.append(LedgerRow(pig, seat, amount, Cause.HUA_ZHU, "SC-22", 0))
    return rows


def _call_rows(unready: list[int], ready: dict[int, tuple[int, int, int]]) -> list[LedgerRow]:
    return [
        LedgerRow(seat, other, amount, Cause.DA_JIAO, "SC-23", 0, (), value, tile)
        for seat in unready
        for other, (amount, value, tile) in ready.items()
    ]


def _refund_rows(draft: Draft, unready: list[int]) -> list[LedgerRow]:
    """Return what unready seats give back: gang rows not moved by a transfer, except to seats that left (SC-24)."""
    moved = {index for row in draft.rows if row.cause is Cause.GANG_TRANSFER for index in row.of}
    gangs = set(_GANGS.values())
    return [
        LedgerRow(row.payee, row.payer, row.amount, Cause.GANG_REFUND, "SC-24", 0, (index,), 0, row.tile)
        for index, row in enumerate(draft.rows)
        if row.cause in gangs
        and row.payee in unready
        and index not in moved
        and not draft.seats[row.payer].left
    ]


def _best_call(rules: SichuanRules, at: Seat) -> tuple[int, int, int] | None:
    """Return the best 大叫 of a seat that may still have to throw: its best discard counts (SC-26)."""
    if sum(counts(at.hand)) % 3 == 1:
        return best_wait(rules, at)
    calls = [best_wait(rules, at._replace(hand=at.hand - ONE[tile])) for tile in kinds(at.hand)]
    return max((call for call in calls if call), default=None, key=lambda call: call[0])
