"""What a win does to the table: its order, its events, the river, who has left, and how play goes on (SC-07 to SC-11, SC-25)."""

from __future__ import annotations

import pytest

from games.engine.core.contract import NONE
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.tiles import parse_tile
from tests.engine.positions import JUNK, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p
KANCHAN = "123456789m1146p"  # waits on 5p
PURE = "2233445567899p"  # waits on 2p, 5p and 9p


def test_wins_are_numbered_in_the_order_of_the_turn_then_of_time():
    table = table_at(KANCHAN, PURE, JUNK, "111333555s2277m", turn="D", drawn="5p", wall="7m")
    table.play("D discard 5p", "B hu", "A hu")
    assert [seat.wins[0].order if seat.wins else 0 for seat in table.state.seats] == [1, 2, 0, 0]
    wins = [event for event in table.events if event.kind == "hu"]
    assert [(event.seat, event.tiles, event.other) for event in wins] == [
        (0, (parse_tile("5p"),), 3),
        (1, (parse_tile("5p"),), 3),
    ]
    assert table.turn == "C"
    assert table.state.seats[3].river == ()
    table.play("C discard 7m", "D hu")
    assert table.state.won == sum(1 << 3 * parse_tile(tile) for tile in ("5p", "7m"))
    assert [seat.wins[0].order if seat.wins else 0 for seat in table.state.seats] == [1, 2, 0, 3]
    assert [win.order for win in table.state.outcome.wins] == [1, 2, 3]


def test_a_discard_that_is_won_leaves_the_river_and_only_that():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="9s", wall="9p8s7s1p")
    table.play("B discard 9s", "C discard 9p", "D discard 8s", "A discard 7s", "B discard 1p", "A hu")
    assert table.state.seats[1].river == (parse_tile("9s"),)
    assert table.state.claimed
    assert table.state.won == 1 << 3 * parse_tile("1p")
    assert len(unpack(table.state.seats[0].hand)) == 13  # the winning tile belongs to no hand


def test_a_drawn_tile_is_laid_aside_too():
    table = table_at(PLAIN, JUNK, JUNK, drawn="1p").play("A hu")
    assert len(unpack(table.state.seats[0].hand)) == 13
    assert (table.state.seats[0].wins[0].source, table.state.claimed) == (NONE, False)
    assert table.turn == "B"


def test_a_robbery_names_the_tile_and_the_first_robber():
    hands = ("123456789p3s", JUNK, "123456789m1399s", "3455666778899s")
    table = table_at(*hands, melds={"A": "peng 2s from B"}, drawn="2s").play("A gang 2s", "D hu", "C hu")
    told = [event for event in table.events if event.kind in ("rob", "hu")]
    assert [(event.kind, event.seat, event.tiles, event.other) for event in told] == [
        ("rob", 2, (parse_tile("2s"),), 0),
        ("hu", 2, (parse_tile("2s"),), 0),
        ("hu", 3, (parse_tile("2s"),), 0),
    ]
    assert table.state.seats[0].river == ()
    assert all(win.robbed for seat in (2, 3) for win in table.state.seats[seat].wins)


def test_who_leaves_while_it_must_win_has_left_as_a_winner():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall_left=2, wall="9s")
    table.play("B discard 1p", "A leave")
    assert [event.seat for event in table.events if event.kind == "leave"] == [0]
    assert (table.state.seats[0].left, table.state.seats[0].out, table.state.leaving) == (True, True, ())
    stays = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p").play("B discard 1p", "A hu")
    assert not [event for event in stays.events if event.kind == "leave"]
    assert not stays.state.seats[0].left


@pytest.mark.parametrize(("preset", "over"), [("sichuan_putong", "wins"), ("sichuan_xuezhan", "")])
def test_the_first_win_ends_only_the_common_hand(preset, over):
    table = table_at(PLAIN, JUNK, JUNK, drawn="1p", preset=preset).play("A hu")
    assert table.over == over
    two = table_at(PLAIN, JUNK, drawn="1p", preset=preset).play("A hu")
    assert two.over == "wins"
