"""LD-05 and LD-06: ledger rows in coins, against the shared vectors and as laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.core.coins import settle_coins

VECTORS = [
    json.loads(line) for line in (Path(__file__).parent / "vectors" / "coins.jsonl").read_text().splitlines()
]


class Row(NamedTuple):
    payer: int
    payee: int
    amount: int
    event: int
    of: tuple[int, ...] = ()


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_vector(case):
    rows = [Row(r["payer"], r["payee"], r["amount"], r["event"], tuple(r["of"])) for r in case["ledger"]]
    result = settle_coins(rows, case["coins"], coefficient=case["coefficient"], fee=case["fee"])
    assert list(result.net) == case["coins_net"]
    assert result.house == case["house"]


@st.composite
def ledgers(draw):
    players = draw(st.integers(2, 4))
    rows: list[Row] = []
    event = 0
    for index in range(draw(st.integers(0, 8))):
        event += draw(st.integers(0, 1))
        payer = draw(st.integers(0, players - 1))
        payee = (payer + draw(st.integers(1, players - 1))) % players
        of = tuple(sorted(draw(st.sets(st.integers(0, index - 1), max_size=2)))) if index else ()
        rows.append(Row(payer, payee, draw(st.integers(0, 500)), event, of))
    coins = draw(st.lists(st.integers(0, 3000), min_size=players, max_size=players))
    return rows, coins


@given(ledgers(), st.integers(0, 20), st.integers(0, 700))
def test_laws(table, coefficient, fee):
    rows, coins = table
    result = settle_coins(rows, coins, coefficient=coefficient, fee=fee)
    assert sum(result.net) + result.house == 0
    assert all(start + change >= 0 for start, change in zip(coins, result.net, strict=True))
    for row, paid in zip(rows, result.paid, strict=True):
        assert 0 <= paid <= row.amount * coefficient
        if row.of:
            assert paid <= sum(result.paid[index] for index in row.of)


def test_rich_table_pays_every_point():
    """T20: N=200, A=400, 18 from each of three."""
    rows = [Row(seat, 0, 18, 1) for seat in (1, 2, 3)]
    result = settle_coins(rows, [100_000] * 4, coefficient=200, fee=400)
    assert result.net == (10_400, -4_000, -4_000, -4_000)
    assert result.house == 1_600


def test_short_loser_pays_what_it_has_and_no_fee():
    """T21: 1000 coins against 24 points."""
    result = settle_coins([Row(1, 0, 24, 1)], [9_000, 1_000, 9_000, 9_000], coefficient=200, fee=400)
    assert result.net == (600, -1_000, -400, -400)


def test_two_winners_share_a_short_payer():
    """T23: 3000 coins, 1200 and 4800 owed: 600 and 2400."""
    rows = [Row(1, 0, 6, 1), Row(1, 2, 24, 1)]
    result = settle_coins(rows, [9_000, 3_000, 9_000, 9_000], coefficient=200, fee=400)
    assert result.net == (200, -3_000, 2_000, -400)


@pytest.mark.parametrize(
    ("coins", "asked", "due", "net"),
    [
        ([100, 900, 900, 900], [50, 50, 50], [33, 33, 33], (99, -33, -33, -33)),
        ([150, 900, 900, 900], [50, 50, 50], [50, 50, 50], (150, -50, -50, -50)),
        ([100, 20, 900, 900], [50, 50, 50], [33, 33, 33], (86, -20, -33, -33)),
        ([0, 900, 900, 900], [50, 50, 50], [0, 0, 0], (0, 0, 0, 0)),
    ],
)
def test_a_limited_win_brings_what_its_winner_had(coins, asked, due, net):
    """WZ-20: cut pro rata and rounded down, then LD-06; nobody makes up for a short payer."""
    rows = [Row(seat, 0, 50, 1) for seat in (1, 2, 3)]
    result = settle_coins(rows, coins, coefficient=1, fee=0, limited={0, 1, 2})
    assert (list(result.asked), list(result.due), result.net) == (asked, due, net)
    assert [-paid for paid in result.paid] == list(net[1:])


def test_the_limit_is_what_one_has_now_or_had_at_the_start():
    """WZ-20: income of an earlier event counts, a loss does not; other rows are not limited."""
    won = [Row(1, 0, 60, 1), Row(1, 0, 500, 2)]
    assert settle_coins(won, [100, 900], coefficient=1, fee=0, limited={1}).paid == (60, 160)
    lost = [Row(0, 1, 60, 1), Row(1, 0, 500, 2)]
    assert settle_coins(lost, [100, 900], coefficient=1, fee=0, limited={1}).paid == (60, 100)
    apart = [Row(1, 0, 500, 1), Row(1, 0, 70, 1)]
    assert settle_coins(apart, [100, 900], coefficient=1, fee=0, limited={0}).paid == (100, 70)
    assert settle_coins(apart, [100, 900], coefficient=1, fee=0).paid == (500, 70)


def test_odd_coins_go_to_the_nearest_that_is_owed_them_then_to_the_earlier_row():
    """LD-06: B pays what it has; who is owed nothing gets no odd coin."""
    rows = [Row(1, 0, 500, 1), Row(1, 0, 70, 1)]
    assert settle_coins(rows, [0, 101], coefficient=1, fee=0).paid == (89, 12)
    rows = [Row(1, 2, 0, 1), Row(1, 3, 5, 1), Row(1, 0, 5, 1)]
    assert settle_coins(rows, [0, 9, 0, 0], coefficient=1, fee=0).paid == (0, 5, 4)


def test_what_was_asked_for_and_what_was_due():
    rows = [Row(1, 0, 6, 1), Row(0, 1, 9, 2, (0,)), Row(1, 0, 4, 3)]
    result = settle_coins(rows, [50, 40], coefficient=10, fee=5)
    assert result.asked == result.due == (60, 40, 40)
    assert result.paid == (40, 40, 40)
    assert (result.net, result.fees, result.house) == ((35, -40), (5, 0), 5)


@pytest.mark.parametrize("free", [{"coefficient": 0, "fee": 0}, {"coefficient": 1, "fee": 0}])
def test_nothing_is_negative_where_there_is_nothing(free):
    assert settle_coins([], [0, 0], **free).net == (0, 0)
    assert settle_coins([], [], **free).net == ()


@pytest.mark.parametrize("bad", [{"coefficient": -1, "fee": 0}, {"coefficient": 0, "fee": -1}])
def test_negative_settings_are_refused(bad):
    with pytest.raises(ValueError, match="never negative"):
        settle_coins([], [1, 0], **bad)


def test_negative_numbers_are_refused():
    with pytest.raises(ValueError, match="never negative"):
        settle_coins([], [-1, 0], coefficient=1, fee=0)
