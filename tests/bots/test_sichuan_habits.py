"""What would spoil the evening with a 四川 bot: hands thrown backwards, pigs by choice."""

from __future__ import annotations

import random

import pytest

from games.bots import policy
from games.bots.selfplay import Seated, Table, play_hand
from games.bots.trials import deal_seed
from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, Action
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.tiles import parse_tile
from tests.bots.habits import Habits, Throw, note, sets_back, throws
from tests.engine.positions import JUNK, table_at

SICHUAN = GAMES.of_preset("sichuan_xuezhan")
RULES = SICHUAN.presets["sichuan_xuezhan"]


def hands(name: str, number: int, rules=RULES):
    """Whole hands of one policy on fixed deals."""
    for deal_number in range(number):
        dealt = SICHUAN.deal_from_seed(rules, deal_seed(77, deal_number), ("",) * 4, None)
        seats = tuple(Seated(policy(name, "sichuan"), []) for _ in range(4))
        yield dealt, play_hand(SICHUAN, rules, dealt, Table(seats, random.Random(deal_number), lambda: 0.0))


def thrown(name: str, table) -> str:
    view = SICHUAN.project(table.state, 0)
    action: Action = policy(name, "sichuan").choose(view, view.prompt, random.Random(1))
    return " ".join(SICHUAN.action_payload(action).values())


def test_a_set_is_not_broken_for_more_ways_to_go_on() -> None:
    """Two tiles are missing, few kinds help: to throw 8p and keep the dead 46s would make it three."""
    table = table_at("34678m1237889p4s", JUNK, JUNK, JUNK, drawn="6s", wall_left=40)
    assert sets_back(Throw(0, table.state.seats[0], parse_tile("8p")))
    assert thrown("normal", table) in ("discard 4s", "discard 6s")


def test_a_dearer_plan_is_worth_a_step_back() -> None:
    """Eleven of one suit early in the hand: 清一色 pays four times as much as the nearer 平胡 with 456p."""
    table = table_at("33335558899m45p", JUNK, JUNK, JUNK, drawn="6p", wall_left=52)
    assert sets_back(Throw(0, table.state.seats[0], parse_tile("4p")))
    assert thrown("normal", table)[-1] == "p"


def test_normal_seldom_sets_its_hand_back() -> None:
    habits = Habits()
    for dealt, played in hands("normal", 12):
        note([habits] * 4, SICHUAN, RULES, dealt, played)
    assert habits.throws > 500
    assert habits.back <= 0.05 * habits.throws


@pytest.mark.parametrize("ding_que", [False, True])
def test_easy_keeps_no_third_suit_while_it_can_throw_one(ding_que: bool) -> None:
    """Every throw of a hand in three suits is of the void, or of the shortest suit without a meld."""
    rules = SICHUAN.rules("sichuan_xuezhan", {"ding_que": ding_que})
    habits = Habits()
    for dealt, played in hands("easy", 15, rules):
        note([habits] * 4, SICHUAN, rules, dealt, played)
        for throw in throws(SICHUAN, rules, dealt, played):
            seat = throw.before
            suits = [tile // 9 for tile in unpack(seat.hand)]
            melded = {meld.tiles[0] // 9 for meld in seat.melds}
            if len(melded | set(suits)) < 3:
                continue
            if seat.void != NONE:
                assert throw.tile // 9 == seat.void
            else:
                fewest = min(suits.count(suit) for suit in range(3) if suit not in melded)
                assert suits.count(throw.tile // 9) == fewest
    assert habits.pigs <= 1
