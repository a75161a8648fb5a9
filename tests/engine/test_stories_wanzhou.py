"""The 万州 settlement stories of the rulebook's ledgers, X01 to X12, each from a stated position; base 100."""

from __future__ import annotations

import pytest

from games.engine.core.coins import settle_coins
from games.engine.core.contract import PUBLIC
from games.engine.core.errors import Code, RuleViolation
from games.engine.core.records import limited_rows
from tests.engine.positions import JUNK, Table, table_at

RUNS = "123456789m2355s"  # waits on 1s and 4s: 平胡 1番
SAN_YUAN = "23m55s555666777z"  # waits on 1m and 4m: 大三元 8番


def at(*hands: str, **position) -> Table:
    return table_at(*hands, preset="wanzhou", **position)


def settled(table: Table, rows: list[str], deltas: tuple[int, ...]) -> None:
    assert table.rows == rows
    assert table.deltas == deltas


def in_coins(table: Table, coins: list[int]):
    rows = table.state.rows
    return settle_coins(rows, coins, coefficient=1, fee=0, limited=limited_rows(table.state.rules, rows))


def test_x01_a_discard_win_is_paid_by_the_discarder():
    table = at("1113335557799m", JUNK, JUNK, JUNK, turn="B", drawn="7m", voids="pppp")
    table.play("B discard 7m", "A hu")
    settled(table, ["B>A 3200 discard_win WZ-19 5番"], (3200, -3200, 0, 0))
    assert table.over == "wins"
    assert table.state.outcome.next_first == 0  # the winner deals


def test_x02_a_self_draw_is_paid_by_all():
    table = at(RUNS, JUNK, JUNK, JUNK, drawn="4s", voids="pppp").play("A hu")
    settled(table, [f"{payer}>A 400 self_draw WZ-19 2番" for payer in "BCD"], (1200, -400, -400, -400))


@pytest.mark.parametrize("order", [("D hu", "B hu"), ("B hu",)])
def test_x03_the_nearest_seat_alone_wins(order):
    table = at(JUNK, "123456789m2355s", JUNK, "123456789m1144s", drawn="4s", voids="pppp")
    assert table.play("A discard 4s").asked("D") >= {"hu"}
    table.play(*order)
    settled(table, ["A>B 200 discard_win WZ-19 1番"], (-200, 200, 0, 0))


@pytest.mark.parametrize("order", [("D hu", "B hu"), ("B hu",)])
def test_x03_only_the_seat_that_was_cut_learns_of_it(order):
    """A hand that goes on must not tell what the others waited for."""
    hands = (JUNK, "123456789m2355s", JUNK, "123456789m1144s")
    table = at(*hands, drawn="4s", voids="pppp", continue_after_win=True)
    table.play("A discard 4s", *order)
    for viewer, cut in ((PUBLIC, ()), (0, ()), (1, ()), (2, ()), (3, (3,))):
        events = table.game.project_events(tuple(table.events), viewer)
        assert [event.win.cut for event in events if event.win] == [cut]
        assert [win.cut for win in table.game.project(table.state, viewer).seats[1].wins] == [cut]


def test_x03_who_declines_lets_the_next_one_win():
    table = at(JUNK, "123456789m2355s", JUNK, "123456789m1144s", drawn="4s", voids="pppp")
    table.play("A discard 4s", "D hu", "B pass")
    settled(table, ["A>D 200 discard_win WZ-19 1番"], (-200, 0, 0, 200))


def test_x04_a_win_brings_at_most_what_its_winner_has():
    table = at(SAN_YUAN, JUNK, JUNK, JUNK, drawn="4m", voids="pppp").play("A hu")
    assert [row.amount for row in table.state.rows] == [25600] * 3
    assert in_coins(table, [12_000, 90_000, 90_000, 90_000]).net == (12_000, -4_000, -4_000, -4_000)


def test_x04_what_a_gang_brought_before_counts_as_its_own():
    table = at("333555777999m2s", JUNK, JUNK, JUNK, drawn="3m", tail="2s", voids="pppp", base=1000, fan_cap=4)
    table.play("A gang 3m", "A hu")
    assert [row.amount for row in table.state.rows] == [2000] * 3 + [16_000] * 3
    assert in_coins(table, [6_000, 90_000, 90_000, 90_000]).net == (18_000, -6_000, -6_000, -6_000)


def test_x05_a_short_payer_pays_what_it_has():
    table = at(SAN_YUAN, JUNK, JUNK, JUNK, turn="B", drawn="4m", voids="pppp")
    table.play("B discard 4m", "A hu")
    assert table.rows == ["B>A 25600 discard_win WZ-19 8番"]
    assert in_coins(table, [30_000, 9_000, 50_000, 50_000]).net == (9_000, -9_000, 0, 0)


def test_x06_a_concealed_gang_is_paid_by_all():
    table = at("1111m23557s1234z", JUNK, JUNK, JUNK, drawn="5z", voids="pppp")
    table.play("A gang 1m")
    settled(table, [f"{payer}>A 200 gang_concealed WZ-21" for payer in "BCD"], (600, -200, -200, -200))


def test_x07_who_joins_the_wind_of_an_exposed_gang_gets_half():
    table = at("111m235579s1234z", JUNK, JUNK, JUNK, turn="B", drawn="1m", tail="6z", voids="pppp")
    table.play("B discard 1m", "A gang 1m")
    assert table.asked("B") == set()  # the feeder may not
    assert table.asked("C") == table.asked("D") == {"join_wind", "pass"}
    table.play("C join_wind", "D pass", "A discard 6z")
    settled(table, ["B>A 200 gang_exposed WZ-21", "A>C 50 join_wind WZ-22"], (150, -200, 50, 0))


def test_x07_a_joiner_owes_the_gang_whose_replacement_wins():
    table = at("111m23s55s567m123s", JUNK, JUNK, JUNK, turn="B", drawn="1m", tail="4s", voids="pppp")
    table.play("B discard 1m", "A gang 1m", "D join_wind", "C pass", "A hu")
    rows = ["B>A 200 gang_exposed WZ-21", "A>D 50 join_wind WZ-22"]
    rows += [f"{payer}>A 800 self_draw WZ-19 3番" for payer in "BCD"]  # 基本胡 1, doubled, +1
    settled(table, [*rows, "D>A 100 join_wind WZ-22"], (2650, -1000, -800, -850))


def test_x09_a_robbed_gang_brings_nothing_and_voids_all_joins():
    table = at(
        "123789m4557s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s", voids="pppp"
    )  # fmt: skip
    table.play("A gang 2s")
    assert table.asked("C") == {"hu", "join_wind", "pass"}
    assert table.asked("B") == {"join_wind", "pass"}
    table.play("B join_wind", "C hu")
    settled(table, ["A>C 400 rob_gang WZ-09 2番"], (-400, 0, 400, 0))
    assert [meld.kind for meld in table.state.seats[0].melds] == ["peng"]


def test_x10_a_pig_pays_every_seat_that_is_none():
    hands = "12346789m1p2489s", "123m456789s1234z", "123m456789s1234z", "1234567z147m258s"
    table = at(*hands, drawn="5z", voids="pppp", wall_left=0)
    table.play("A discard 5z")
    settled(table, [f"A>{other} 1600 hua_zhu WZ-23" for other in "BCD"], (-4800, 1600, 1600, 1600))
    assert table.over == "wall"
    assert table.state.outcome.next_first == 3  # the dealer stays


def locked(wall: str, **position) -> Table:
    """X11 after its first win: B throws 2s to A, who waits on it alone with one open peng; B draws the first of `wall`."""
    table = table_at(
        "111333555m2s", JUNK, JUNK, JUNK, melds={"A": "peng 7s from B"}, turn="B", drawn="2s", voids="pppp",
        wall=wall, preset="wanzhou_xueliu", **position,
    )  # fmt: skip
    return table.play("B discard 2s", "A hu")


def test_x11_a_winner_plays_on_and_wins_again():
    table = locked("9s6z7z2s")
    assert table.rows == ["B>A 400 discard_win WZ-19 2番"]
    table.play("B discard 9s", "C discard 6z", "D discard 7z", "A hu")
    assert table.rows[1:] == [f"{payer}>A 1600 self_draw WZ-19 4番" for payer in "BCD"]
    assert (table.over, table.turn) == ("", "B")


def test_x12_four_winds_of_the_first_round_are_laid_open():
    table = at("1111z23557s123m7s", JUNK, JUNK, JUNK, drawn="7s", voids="pppp", thrown=False)
    table.play("A gang 1z")
    assert table.asked("B") == {"join_wind", "pass"}
    table.play("rest pass")
    settled(table, [f"{payer}>A 100 gang_added WZ-21" for payer in "BCD"], (300, -100, -100, -100))
    assert table.state.seats[0].melds[0].kind == "exposed"


def test_x12_after_the_first_round_winds_make_no_gang():
    table = at("1111z23557s123m7s", JUNK, JUNK, JUNK, drawn="7s", voids="pppp")
    with pytest.raises(RuleViolation) as refused:
        table.play("A gang 1z")
    assert refused.value.code is Code.NO_GANG
