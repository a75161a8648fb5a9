"""The rows of a 四川 ledger to the last field: which event, which tile, which rows they move or return (SC-20 to SC-26)."""

from __future__ import annotations

from games.engine.core.contract import NONE
from games.engine.mahjong.tiles import parse_tile
from tests.engine.positions import JUNK, SEATS, Table, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p, 平胡 1番
READY = "456789m1112399s"  # waits on 1s with a root, 2番, and on 4s, 1番


def entries(table: Table) -> list[tuple[int, str, str, tuple[int, ...], int, int]]:
    """(event, cause, "payer>payee", rows it moves or returns, fan, tile) of every row."""
    return [
        (row.event, str(row.cause), f"{SEATS[row.payer]}>{SEATS[row.payee]}", row.of, row.fan, row.tile)
        for row in table.state.rows
    ]


def test_a_gang_a_shot_and_what_moves_with_it():
    table = table_at("999p1234567m268s", "123456789m1146s", JUNK, drawn="9p", tail="5s")
    table.play("A gang 9p", "A discard 5s", "B hu")
    nine, five = parse_tile("9p"), parse_tile("5s")
    assert entries(table) == [
        (1, "gang_concealed", "B>A", (), 0, nine),
        (1, "gang_concealed", "C>A", (), 0, nine),
        (2, "discard_win", "A>B", (), 2, five),
        (2, "gang_transfer", "A>B", (0, 1), 0, five),
    ]


def test_pigs_calls_and_refunds_are_three_events():
    """SC-22 to SC-24; of two waits of one price the lower tile is named, of two prices the dearer one."""
    table = table_at("9999p12345678m5p", PLAIN, READY, JUNK, drawn="3s", tail="2p", wall_left=1)
    table.play("A gang 9p", "A discard 2p")  # A keeps a 3s and is a pig like D
    nine = parse_tile("9p")
    assert entries(table)[:3] == [(1, "gang_concealed", f"{payer}>A", (), 0, nine) for payer in "BCD"]
    assert entries(table)[3:7] == [
        (2, "hua_zhu", f"{pig}>{other}", (), 0, NONE) for pig in "AD" for other in "BC"
    ]
    assert entries(table)[7:] == [
        (3, "gang_refund", f"A>{payer}", (index,), 0, nine) for index, payer in enumerate("BCD")
    ]
    calls = table_at("12345678m13579p", PLAIN, READY, drawn="9p", wall_left=0).play("A discard 9p")
    assert entries(calls) == [
        (1, "da_jiao", "A>B", (), 1, parse_tile("1p")),
        (1, "da_jiao", "A>C", (), 2, parse_tile("1s")),
    ]
    both = table_at("12345678m13579p", PLAIN, JUNK, drawn="9p", wall_left=0).play("A discard 9p")
    assert [entry[:3] for entry in entries(both)] == [
        (1, "hua_zhu", "C>A"),
        (1, "hua_zhu", "C>B"),
        (2, "da_jiao", "A>B"),
    ]


def test_a_wait_on_a_tile_held_four_times_in_hand_and_peng_is_none():
    """SC-23: the last 5p would be the pair, but it lies in the hand and the others in the peng."""
    melds = "peng 5p from B, peng 9m from B, peng 1m from B"
    table = table_at("234m5p", PLAIN, melds={"A": melds}, turn="B", drawn="9s", wall_left=0)
    assert table.play("B discard 9s").rows == ["A>B 6 da_jiao SC-23 1番"]


def test_rows_of_an_escape():
    """SC-25, SC-26: one event; calls that are not more than the flat sum are not paid."""
    flat = table_at(JUNK, JUNK, JUNK, drawn="9s").play("A leave")
    assert entries(flat) == [(1, "escape", f"A>{other}", (), 0, NONE) for other in "BC"]
    late = table_at(JUNK, "1111333355779p", drawn="9s", wall_left=4).play("A leave")
    assert entries(late) == [(1, "escape", "A>B", (), 7, parse_tile("9p"))]
    even = table_at(JUNK, "1111223355779p", "1111224466s779m", JUNK, drawn="9s", wall_left=4)
    assert even.play("A leave").rows == [f"A>{other} 96 escape SC-25" for other in "BCD"]
    melded = table_at(
        JUNK, "1112223335p", melds={"B": "peng 9p from A"}, drawn="9s", wall_left=4, escape_units=1
    )
    assert melded.play("A leave").rows == ["A>B 48 escape SC-26 4番"]
