"""The 四川 settlement stories of the rulebook's ledgers, T01 to T18 and L1 to L5, each from a stated position."""

from __future__ import annotations

import pytest

from games.engine.core.contract import Clock
from games.engine.core.errors import Code, RuleViolation
from tests.engine.positions import JUNK, Table, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p, 平胡 1番
PURE = "2233445567899p"  # waits on 2p, 5p and 9p, 清一色 3番
TRIPLETS = "111333555m2277p"  # waits on 2p and 7p, 对对胡 2番
JIANG = "222555888m2225s"  # waits on 5s, 将对 4番


def settled(table: Table, rows: list[str], deltas: tuple[int, ...]) -> None:
    assert table.rows == rows
    assert table.deltas == deltas


def test_t01_a_discard_win_is_paid_by_the_discarder():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p")
    table.play("B discard 1p", "A hu")
    settled(table, ["B>A 6 discard_win SC-13 1番"], (6, -6, 0, 0))


def test_t02_one_discard_two_winners():
    table = table_at("123456789m1146p", PURE, JUNK, JUNK, turn="D", drawn="5p")
    table.play("D discard 5p", "B hu", "A hu")
    settled(table, ["D>A 6 discard_win SC-13 1番", "D>B 24 discard_win SC-13 3番"], (6, 24, 0, -30))
    assert table.turn == "C"  # play goes on after the last winner, counted from the discarder


def test_t03_a_self_draw_is_paid_by_all():
    table = table_at(TRIPLETS, JUNK, JUNK, JUNK, drawn="2p").play("A hu")
    rows = [f"{payer}>A 12 self_draw SC-13 2番" for payer in "BCD"]
    settled(table, rows, (36, -12, -12, -12))


def test_t04_who_has_won_does_not_pay():
    table = table_at(TRIPLETS, JUNK, JUNK, JUNK, drawn="2p", won="C").play("A hu")
    settled(table, ["B>A 12 self_draw SC-13 2番", "D>A 12 self_draw SC-13 2番"], (24, -12, 0, -12))


def test_t05_a_replacement_that_wins():
    table = table_at("123456m3455999p", JUNK, JUNK, JUNK, drawn="9p", tail="2p")
    table.play("A gang 9p", "A hu")
    gang = [f"{payer}>A 12 gang_concealed SC-20" for payer in "BCD"]
    settled(table, gang + [f"{payer}>A 12 self_draw SC-13 2番" for payer in "BCD"], (72, -24, -24, -24))


def test_t06_the_income_of_an_added_gang_moves_with_the_shot_after_it():
    table = table_at(
        "123456789p3s", "123m345678s2299s", JUNK, JUNK, melds={"A": "peng 9m from C"}, drawn="9m", tail="9s"
    )
    table.play("A gang 9m", "A discard 9s", "B hu")
    rows = [f"{payer}>A 6 gang_added SC-20" for payer in "BCD"]
    rows += ["A>B 12 discard_win SC-13 2番", "A>B 18 gang_transfer SC-21"]
    settled(table, rows, (-12, 24, -6, -6))


def test_t08_the_income_of_an_exposed_gang_goes_back_to_its_feeder():
    table = table_at("1112345p579m3s46s", "123m345678s2299s", JUNK, JUNK, turn="B", drawn="1p", tail="9s")
    table.play("B discard 1p", "A gang 1p", "A discard 9s", "B hu")
    rows = ["B>A 6 gang_exposed SC-20", "A>B 12 discard_win SC-13 2番", "A>B 6 gang_transfer SC-21"]
    settled(table, rows, (-12, 12, 0, 0))


def test_t09_a_robbed_gang_brings_nothing_and_its_owner_pays():
    table = table_at("123456789p3s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s")
    table.play("A gang 2s", "C hu")
    settled(table, ["A>C 6 rob_gang SC-09 1番"], (-6, 0, 6, 0))
    assert [meld.kind for meld in table.state.seats[0].melds] == ["peng"]
    assert table.turn == "D"  # the ganger does not discard


def test_t10_two_seats_rob_one_gang():
    table = table_at(
        "123456789p3s", JUNK, "123456789m1399s", "3455666778899s", melds={"A": "peng 2s from B"}, drawn="2s"
    )
    table.play("A gang 2s", "D hu", "C hu")
    settled(table, ["A>C 6 rob_gang SC-09 1番", "A>D 24 rob_gang SC-09 3番"], (-30, 0, 6, 24))
    assert table.turn == "A"


def test_t11_calls_and_refunds_when_the_wall_is_out():
    table = table_at(
        "1245789m136999s", PURE, PLAIN, "12345678m13579p", drawn="9s", tail="3m", wall_left=1
    )  # fmt: skip
    table.play("A gang 9s", "A discard 3m")
    rows = [f"{payer}>A 12 gang_concealed SC-20" for payer in "BCD"]
    rows += ["A>B 24 da_jiao SC-23 3番", "A>C 6 da_jiao SC-23 1番"]
    rows += ["D>B 24 da_jiao SC-23 3番", "D>C 6 da_jiao SC-23 1番"]
    rows += [f"A>{payer} 12 gang_refund SC-24" for payer in "BCD"]
    settled(table, rows, (-30, 48, 12, -30))
    assert table.over == "wall"


def test_t13_pigs_pay_every_seat_that_is_none():
    table = table_at(JUNK, JUNK, PLAIN, "12345678m13579p", drawn="9s", wall_left=0)
    table.play("A discard 9s")
    rows = [f"{pig}>{other} 96 hua_zhu SC-22" for pig in "AB" for other in "CD"]
    settled(table, [*rows, "D>C 6 da_jiao SC-23 1番"], (-192, -192, 198, 186))


def test_t14_an_escape_ends_the_hand():
    table = table_at(JUNK, PLAIN, "345678p3579s", JUNK, melds={"C": "peng 1s from D"}, drawn="1p", wall="1s")
    table.play("A discard 1p", "B hu", "C gang 1s", "A leave")
    rows = ["A>B 6 discard_win SC-13 1番", "D>C 6 gang_added SC-20", "A>C 6 gang_added SC-20"]
    rows += ["A>C 96 escape SC-25", "A>D 96 escape SC-25"]
    settled(table, rows, (-204, 6, 108, 90))
    assert table.over == "escape"


def test_t15a_a_late_escape_costs_the_flat_sum_where_it_is_more():
    table = table_at(JUNK, "1111223355779p", JIANG, JUNK, drawn="9s", wall_left=4).play("A leave")
    settled(table, [f"A>{other} 96 escape SC-25" for other in "BCD"], (-288, 96, 96, 96))


def test_t15b_a_late_escape_costs_the_calls_where_they_are_more():
    table = table_at(JUNK, "1111333355779p", JIANG, JUNK, drawn="9s", wall_left=4).play("A leave")
    settled(table, ["A>B 384 escape SC-26 7番", "A>C 48 escape SC-26 4番"], (-432, 384, 48, 0))


def test_t16_nothing_is_refunded_to_a_winner_who_left():
    table = table_at(
        "2233445567899s", PLAIN, "1245789m147999p", "123456789s1355m",
        turn="C", drawn="9p", wall="6p2p5s3p", tail="8p", wall_left=5,
    )  # fmt: skip
    table.play("C gang 9p", "C discard 8p", "D discard 6p", "A discard 2p", "B discard 5s", "A hu", "A leave")
    table.play("B discard 3p")
    rows = [f"{payer}>C 12 gang_concealed SC-20" for payer in "DAB"]
    rows += ["B>A 24 discard_win SC-13 3番", "C>B 6 da_jiao SC-23 1番", "C>D 6 da_jiao SC-23 1番"]
    settled(table, [*rows, "C>D 12 gang_refund SC-24", "C>B 12 gang_refund SC-24"], (12, -18, 0, 6))


def test_t18_a_hand_of_xuezhan_to_the_last_seat():
    table = table_at(PLAIN, JUNK, JIANG, "333666999p7788s", turn="B", drawn="4p", wall="9s5s1s8s")
    table.play("B discard 4p", "A hu", "B discard 9s", "C hu", "D discard 1s", "B discard 8s", "D hu")
    rows = ["B>A 6 discard_win SC-13 1番", "D>C 48 self_draw SC-13 4番", "B>C 48 self_draw SC-13 4番"]
    settled(table, [*rows, "B>D 12 discard_win SC-13 2番"], (6, -66, 96, -36))
    assert table.over == "wins"


# 最后四张


def test_l1_a_drawn_tile_of_the_last_four_must_win():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="D", drawn="9s", wall="1p", wall_left=4)
    table.play("D discard 9s")
    assert table.state.wall_left == 3
    assert table.asked("A") == {"hu"}
    assert table.state.prompts[0].clock is Clock.FORCED
    with pytest.raises(RuleViolation) as refused:
        table.play("A discard 1p")
    assert refused.value.code is Code.MUST_HU


def test_l2_a_discard_of_the_last_four_must_be_won():
    table = table_at(JUNK, PLAIN, JUNK, JUNK, turn="D", drawn="9s", wall="1p", wall_left=4)
    table.play("D discard 9s", "A discard 1p")
    assert table.asked("B") == {"hu"}
    assert table.state.prompts[0].clock is Clock.FORCED


def test_l3_the_fifth_last_tile_may_be_passed():
    table = table_at(JUNK, PLAIN, JUNK, JUNK, drawn="1p", wall_left=4).play("A discard 1p")
    assert table.asked("B") == {"hu", "peng", "pass"}
    assert table.play("B pass").turn == "B"


def test_l4_both_who_wait_must_win():
    table = table_at(JUNK, "123456789m1146p", PURE, JUNK, turn="D", drawn="9s", wall="5p", wall_left=4)
    table.play("D discard 9s", "A discard 5p")
    assert table.asked("B") == table.asked("C") == {"hu"}
    table.play("C hu", "B hu")
    settled(table, ["A>B 6 discard_win SC-13 1番", "A>C 24 discard_win SC-13 3番"], (-30, 6, 24, 0))


def test_l5_no_gang_without_a_wall_tile():
    table = table_at("123456789p999s1m", JUNK, JUNK, JUNK, drawn="9s", wall_left=0)
    assert table.asked("A") == {"discard"}
    with pytest.raises(RuleViolation) as refused:
        table.play("A gang 9s")
    assert refused.value.code is Code.WALL_EMPTY
