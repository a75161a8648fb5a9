"""From ledger rows in points to coins: the coefficient, limited wins, short payers, returned rows and the fee.

Rules: LD-05, LD-06 and WZ-20.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from games.engine.core.seats import distance


class PointRow(Protocol):
    """The part of a ledger row that coins depend on; amounts in points."""

    @property
    def payer(self) -> int: ...
    @property
    def payee(self) -> int: ...
    @property
    def amount(self) -> int: ...
    @property
    def event(self) -> int: ...
    @property
    def of(self) -> tuple[int, ...]: ...


class CoinResult(NamedTuple):
    """`net` coins per seat, fee included; `house` what the house took; `paid` coins of each row.

    `fees` are the fees really paid per seat. sum(net) + house is always zero. `asked` is what each row comes to in
    full, `due` what is left of it by the limit of WZ-20; a row pays less than is due where its payer runs short (LD-06).
    """

    net: tuple[int, ...]
    house: int
    paid: tuple[int, ...]
    fees: tuple[int, ...]
    asked: tuple[int, ...] = ()
    due: tuple[int, ...] = ()


def settle_coins(
    rows: Sequence[PointRow],
    coins: Sequence[int],
    *,
    coefficient: int,
    fee: int,
    limited: Collection[int] = (),
) -> CoinResult:
    """Settle a hand's ledger in coins.

    `coins` are the balances at the start of the hand per seat, `coefficient` is N (coins a point), `fee` is A.
    A loser pays no more than it has; rows of one event share a shortage pro rata and cannot spend what the event
    brings; a row that returns or moves others moves at most what those really paid; the fee comes last (LD-06).
    `limited` are the indices of win rows whose winner gets no more than it has, or had at the start (WZ-20).
    """
    if min(coins, default=0) < 0 or coefficient < 0 or fee < 0:
        raise ValueError("coins, coefficient and fee are never negative")
    balance = list(coins)
    paid, asked, owed = [0] * len(rows), [0] * len(rows), [0] * len(rows)
    for _, numbered in groupby(enumerate(rows), key=lambda item: item[1].event):
        event = list(numbered)
        due = {index: _due(row, coefficient, paid) for index, row in event}
        for index, coins_asked in due.items():
            asked[index] = coins_asked
        if limited:
            _limit([(index, row) for index, row in event if index in limited], due, coins, balance)
        for index, coins_due in due.items():
            owed[index] = coins_due
        for payer in {row.payer for _, row in event}:
            own = [(index, row) for index, row in event if row.payer == payer]
            _pay(payer, own, due, balance[payer], paid, len(coins))
        for index, row in event:
            balance[row.payer] -= paid[index]
            balance[row.payee] += paid[index]
    fees = tuple(min(fee, left) for left in balance)
    net = tuple(left - taken - start for left, taken, start in zip(balance, fees, coins, strict=True))
    return CoinResult(net, sum(fees), tuple(paid), fees, tuple(asked), tuple(owed))


def _due(row: PointRow, coefficient: int, paid: Sequence[int]) -> int:
    """What a row asks for in coins; one that returns or moves others at most what those really paid."""
    full = row.amount * coefficient
    return min(full, sum(paid[index] for index in row.of)) if row.of else full


def _limit(
    rows: Sequence[tuple[int, PointRow]], due: dict[int, int], coins: Sequence[int], balance: Sequence[int]
) -> None:
    """Cut what each win of one event asks for to what its winner has now or had at the start, rounded down."""
    for winner in {row.payee for _, row in rows}:
        own = [index for index, row in rows if row.payee == winner]
        total, most = sum(due[index] for index in own), max(coins[winner], balance[winner])
        if total > most:
            for index in own:
                due[index] = due[index] * most // total


def _pay(
    payer: int,
    own: Sequence[tuple[int, PointRow]],
    due: dict[int, int],
    available: int,
    paid: list[int],
    players: int,
) -> None:
    """Pay one payer's rows of one event: in full, or pro rata rounded down with the odd coins to the nearest."""
    total = sum(due[index] for index, _ in own)
    if total <= available:
        for index, _ in own:
            paid[index] = due[index]
        return
    for index, _ in own:
        paid[index] = due[index] * available // total
    odd = available - sum(paid[index] for index, _ in own)
    nearest = sorted(own, key=lambda item: (distance(payer, item[1].payee, players), item[0]))
    for index, _ in nearest:
        if odd and paid[index] < due[index]:
            paid[index] += 1
            odd -= 1
