"""What a finished hand moved: its ledger rows in points, or, where points move coins, in coins after every cut.

The lines of an account and its totals both come from here, so that the totals are always the sum of the lines.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.coins import CoinResult, settle_coins
from games.engine.core.contract import Outcome, Rules
from games.engine.core.records import limited_rows
from games.table_facts import TableFacts

LIMIT, SHORT, FEE = "WZ-20", "LD-06", "LD-05"  # the clauses that cut a payment, and that of the fee


class Moved(NamedTuple):
    """What one row moved; where that is less than the `asked` amount, `clause` is the one that cut it last."""

    amount: int
    asked: int
    clause: str = ""


class Account(NamedTuple):
    """What each row moved, the fee each seat paid the house, and each seat's sum; `in_coins` says which unit it is."""

    rows: tuple[Moved, ...]
    fees: tuple[int, ...]
    net: tuple[int, ...]
    in_coins: bool = False


class Limit(NamedTuple):
    """How the income limit cut one win: what it asked for in all, and what was left of it."""

    asked: int
    due: int


def account(facts: TableFacts, rules: Rules, outcome: Outcome) -> tuple[Account, tuple[Limit | None, ...]]:
    """Return what the hand moved, and for each win in `outcome.wins` how it was limited, None where it was not."""
    if facts.stakes is None:
        rows = tuple(Moved(row.amount, row.amount) for row in outcome.rows)
        return Account(rows, (0,) * len(outcome.net), outcome.net), (None,) * len(outcome.wins)
    coins, coefficient, fee = facts.stakes
    limited = limited_rows(rules, outcome.rows)
    result = settle_coins(outcome.rows, coins, coefficient=coefficient, fee=fee, limited=limited)
    moved = tuple(map(_moved, result.paid, result.due, result.asked))
    return Account(moved, result.fees, result.net, True), _limits(outcome, limited, result)


def _moved(paid: int, due: int, asked: int) -> Moved:
    return Moved(paid, asked, SHORT if paid < due else LIMIT if due < asked else "")


def _limits(outcome: Outcome, limited: tuple[int, ...], result: CoinResult) -> tuple[Limit | None, ...]:
    """Return the limit of each win: its rows are those of the next event of wins that pay its seat."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index in limited:
        row = outcome.rows[index]
        groups.setdefault((row.event, row.payee), []).append(index)
    found: list[Limit | None] = []
    for win in sorted(outcome.wins, key=lambda win: win.order):
        key = next((key for key in groups if key[1] == win.seat), None)
        rows = groups.pop(key) if key is not None else []
        asked, due = sum(result.asked[index] for index in rows), sum(result.due[index] for index in rows)
        found.append(Limit(asked, due) if due < asked else None)
    return tuple(found)
