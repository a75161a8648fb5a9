"""What a seat is told about its own hand: waits, waits after a discard, reasons."""

from __future__ import annotations

from games.engine.core.contract import PUBLIC
from games.engine.mahjong.hints import Wait, unseen
from games.engine.mahjong.sichuan.game import GAME
from tests.engine.positions import JUNK, table_at


def test_waits_count_what_the_seat_has_not_seen():
    table = table_at("123456789m1123p", "13579m13579s224p", JUNK, JUNK, turn="B", drawn="1p")
    table.play("B discard 1p", "A pass")
    view = GAME.project(table.state, 0)
    assert GAME.waits_of(view) == (Wait(9, 1, 1, 6), Wait(12, 4, 1, 6))  # two 1p held, one in the river
    assert GAME.waits_of(GAME.project(table.state, PUBLIC)) == ()
    assert GAME.waits_of(GAME.project(table.state, 1)) == ()


def test_waits_after_each_discard():
    table = table_at("123456789m1123p", JUNK, JUNK, JUNK, drawn="9p")
    view = GAME.project(table.state, 0)
    found = GAME.waits_after_discard(view)
    assert [wait.tile for wait in found[17]] == [9, 12]
    assert 0 not in found
    assert GAME.waits_after_discard(GAME.project(table.state, 1)) == {}


def test_a_tile_that_may_be_robbed_is_seen():
    table = table_at(
        "123456789m1146p", "13579m13579s", JUNK, JUNK, melds={"B": "peng 5p from C"}, turn="B", drawn="5p"
    )
    assert unseen(GAME.project(table.state, 0))[13] == 1
    table.play("B gang 5p")
    assert unseen(GAME.project(table.state, 0))[13] == 0


def test_a_tile_won_twice_is_seen_once():
    table = table_at("123456789m1146p", "2233445567899p", "234678m223344s6p", JUNK, turn="D", drawn="5p")
    table.play("D discard 5p", "A hu", "B hu")
    view = GAME.project(table.state, 2)
    assert unseen(view)[13] == 3


def test_a_tile_four_times_in_hand_and_melds_is_no_wait():
    """SC-23: the hand waits on 5p by shape, but its own gang holds all four."""
    table = table_at("12345699m46p", JUNK, JUNK, JUNK, melds={"A": "concealed 5p"}, turn="B", drawn="9s")
    assert table.state.seats[0].waits == 1 << 13
    assert GAME.waits_of(GAME.project(table.state, 0)) == ()
    table = table_at(
        "12345699m46p", "12345678s12379p", melds={"A": "concealed 5p"}, drawn="9m", wall_left=0, thrown=True
    )
    assert table.play("A discard 9m").rows == []
