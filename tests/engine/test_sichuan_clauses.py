"""四川麻将 where its clauses meet: the points that whole hands and stories leave open."""

from __future__ import annotations

import pytest

from games.engine.core.contract import Action, Clock, Deal
from games.engine.mahjong import suggest
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan.game import GAME
from games.engine.mahjong.tiles import parse_tiles
from tests.engine.positions import JUNK, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p, 平胡 1番
PURE = "2233445567899p"  # waits on 2p, 5p and 9p, 清一色 3番


def swapping(direction: str, **rules: object):
    made = GAME.rules("chengdu_xuezhan", {"ding_que": False, **rules})
    deal = GAME.deal_from_seed(made, b"s" * 32, ("",) * made.players, 0)
    return GAME.new_hand(made, deal._replace(chance=(("swap_direction", direction),)))


@pytest.mark.parametrize("giver", "BCD")
def test_sc02_any_discarder_is_peng_ed_and_ganged_but_nobody_chis(giver):
    table = table_at("555p1379m123579s", JUNK, JUNK, JUNK, turn=giver, drawn="5p").play(f"{giver} discard 5p")
    assert table.asked("A") == {"peng", "gang", "pass"}
    after = table_at("46p13579m135799s", JUNK, JUNK, JUNK, turn="D", drawn="5p").play("D discard 5p")
    assert after.asked("A") == {"discard"}  # a run would need a chi: it just draws


@pytest.mark.parametrize("direction", ["counter", "clockwise", "across"])
def test_sc05_two_seats_swap_whatever_was_announced(direction):
    state = swapping(direction, players=2)
    given = [prompt.default.args for prompt in GAME.prompts(state)]
    for _ in range(2):
        state = GAME.apply(state, GAME.prompts(state)[0].default).state
    assert [GAME.project(state, seat).swap_received for seat in range(2)] == given[::-1]


def test_sc05_what_comes_shows_when_all_have_given_and_a_timeout_gives_what_the_engine_suggests():
    state = swapping("counter")
    dealer = GAME.project(state, 0).seats[0].hand
    assert len(dealer) == 14
    for prompt in GAME.prompts(state):
        assert prompt.clock is Clock.SWAP_THREE
        hand = GAME.project(state, prompt.seat).seats[prompt.seat].hand
        assert prompt.default.args == suggest.swap_three(pack(hand))
    for _ in range(3):
        state = GAME.apply(state, GAME.prompts(state)[0].default).state
        assert all(GAME.project(state, seat).swap_received == () for seat in range(4))
    state = GAME.apply(state, GAME.prompts(state)[0].default).state
    assert all(len(GAME.project(state, seat).swap_received) == 3 for seat in range(4))


def test_sc06_putong_who_is_robbed_of_a_gang_deals_next():
    table = table_at(
        "123456789p3s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s",
        preset="sichuan_putong", dealer="B",
    )  # fmt: skip
    assert table.play("A gang 2s", "C hu").state.outcome.next_first == 0


def test_sc08_the_dealt_fourteen_count_as_a_draw():
    hands = ("1111m123456789p1s", "147m258p369s2379m", "258m147p369s2379m", "369m258p147s2345s")
    dealt = tuple(map(parse_tiles, hands))
    used = [tile for hand in dealt for tile in hand]
    wall = tuple(kind for kind in range(27) for _ in range(4 - used.count(kind)))
    state = GAME.new_hand(GAME.rules("sichuan_xuezhan", {}), Deal(dealt, wall, 0))
    after = GAME.apply(state, Action(0, "gang", (0,))).state
    assert after.seats[0].melds[0].tiles == (0,) * 4
    assert (after.drawn, after.tail) == (wall[-1], len(wall) - 1)
    assert after.replaced


@pytest.mark.parametrize(("claim", "fives", "size"), [("peng", 1, 11), ("gang 5p", 0, 10)])
def test_sc08_what_a_claim_takes_from_hand_and_river(claim, fives, size):
    table = table_at("555p14m1357s2469s", JUNK, JUNK, JUNK, turn="D", drawn="9m", tail="9m", wall="8s8p7p5p")
    table.play("D discard 9m", "A discard 8s", "B discard 8p", "C discard 7p", "D discard 5p")
    assert not GAME.project(table.state, 1).claimed
    table.play(f"A {claim}")
    view = GAME.project(table.state, 0)
    assert view.claimed
    assert (view.seats[0].hand.count(13), len(view.seats[0].hand)) == (fives, size)
    assert view.seats[0].melds[0].source == 3
    assert view.seats[3].river == (8,)
    kind = "peng" if claim == "peng" else "gang"
    made = next(event for event in table.events if event.kind == kind)
    assert (made.seat, made.tiles[:3], made.other) == (0, (13,) * 3, 3)


@pytest.mark.parametrize(("tile", "one", "other"), [("9m", "p", "s"), ("1p", "m", "s"), ("1s", "m", "p")])
def test_sc03_the_suit_of_a_claimed_meld_counts(tile, one, other):
    """After the peng the hand waits on two suits by its shape, and may not."""
    pair = f"{tile[0] * 2}{tile[1]}"
    table = table_at(f"{pair}234567{one}23488{other}", JUNK, JUNK, turn="C", drawn=tile, wall=f"8{one}")
    table.play(f"C discard {tile}", "A peng", f"A discard 2{one}", f"B discard 8{one}")
    assert table.asked("A") == set()
    two = table_at(f"{pair}23456723488{one}", JUNK, JUNK, turn="C", drawn=tile, wall=f"8{one}")
    two.play(f"C discard {tile}", "A peng", f"A discard 2{one}", f"B discard 8{one}")
    assert "hu" in two.asked("A")


def test_sc08_after_a_peng_the_fourth_tile_waits_for_a_draw():
    table = table_at("55p14m13579s2468s", JUNK, JUNK, JUNK, turn="D", drawn="5p", wall="1p2p3p5p")
    table.play("D discard 5p", "A peng", "A discard 1m", "B discard 1p", "C discard 2p", "D discard 3p")
    assert table.asked("A") == {"discard", "gang"}
    assert table.play("A gang 5p").rows[0] == "B>A 6 gang_added SC-20"


@pytest.mark.parametrize("kind", ["concealed", "exposed"])
def test_sc09_only_an_added_gang_is_robbed(kind):
    """B waits on 5p with 平胡, yet the fourth 5p of a gang in hand, or of one it let pass, is not to be had."""
    kanchan = "123456789m1146p"
    if kind == "concealed":
        table = table_at("555p2468s13579s1s", kanchan, JUNK, JUNK, drawn="5p").play("A gang 5p")
    else:
        table = table_at("555p2468s13579s1s", kanchan, JUNK, JUNK, turn="D", drawn="5p")
        table.play("D discard 5p", "B pass", "A gang 5p")
    assert table.asked("B") == set()
    assert table.state.seats[0].melds[0].kind == kind


def test_sc10_a_robbed_tile_of_the_last_four_must_be_won_lock_or_not():
    hands = ("123456789p3s", JUNK, "123456789m1355s", JUNK)
    table = table_at(*hands, melds={"A": "peng 2s from B"}, drawn="2s", wall_left=3).play("A gang 2s")
    assert table.asked("C") == {"hu"}
    free = table_at(*hands, melds={"A": "peng 2s from B"}, drawn="2s", wall_left=4).play("A gang 2s")
    assert free.asked("C") == {"hu", "pass"}


def test_sc10_a_lock_does_not_save_from_the_last_four():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall="4p9s", wall_left=4, pass_lock=True)
    table.play("B discard 1p", "A pass", "C discard 4p")
    assert table.asked("A") == {"hu"}


def test_sc12_without_the_rule_a_declined_win_bars_nobody():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall="4p").play("B discard 1p", "A pass")
    assert not GAME.project(table.state, 0).win_locked
    assert "hu" in table.play("C discard 4p").asked("A")


def test_sc12_taking_a_peng_instead_of_a_win_locks_it():
    table = table_at("123456789m1155p", JUNK, JUNK, JUNK, turn="D", drawn="1p", pass_lock=True, wall="5p9s")
    table.play("D discard 1p", "A peng", "A discard 9m")
    assert GAME.project(table.state, 0).win_locked


def test_sc12_a_lock_bars_from_robbing_and_a_replacement_lifts_it():
    melds = {"C": "peng 4p from D"}
    table = table_at(
        PLAIN, JUNK, "2468s13579s2m", JUNK, melds=melds, turn="B", drawn="1p", pass_lock=True, wall="4p"
    )
    table.play("B discard 1p", "A pass", "C gang 4p")
    assert table.asked("A") == set()
    assert table.rows == [f"{payer}>C 6 gang_added SC-20" for payer in "DAB"]
    lifted = table_at(
        "123456789m111p3p", JUNK, JUNK, JUNK, turn="B", drawn="3p", pass_lock=True, wall="9s1p2s", tail="9s"
    )
    lifted.play("B discard 3p", "A pass")
    assert GAME.project(lifted.state, 0).win_locked
    lifted.play("C discard 9s", "D discard 1p", "A gang 1p")
    assert not GAME.project(lifted.state, 0).win_locked


def test_sc18_after_an_own_gang_it_is_neither_heaven_nor_earth():
    for dealer in "AD":
        table = table_at(
            "123456m3455999p", JUNK, JUNK, JUNK, drawn="9p", tail="2p", dealer=dealer, thrown=False
        )
        table.play("A gang 9p", "A hu")
        assert [item.name for item in table.state.seats[0].wins[0].items] == ["ping_hu", "gang_shang_hua"]


def test_sc18_what_others_claimed_before_leaves_earth_alone():
    table = table_at(PURE, "11m24689s13579s2m", JUNK, JUNK, turn="D", drawn="1m", wall="3m4m2p", thrown=False)
    table.play("D discard 1m", "B peng", "B discard 2m", "C discard 3m", "D discard 4m", "A hu")
    assert table.state.seats[0].wins[0].items[0].name == "di_hu"


def test_sc19_the_cap_leaves_gangs_pigs_and_the_flat_sum_alone_but_not_the_calls_of_an_escape():
    gang = table_at("9999p123m45678s5s", JUNK, JUNK, JUNK, drawn="1p", fan_cap=1).play("A gang 9p")
    assert gang.rows == [f"{payer}>A 12 gang_concealed SC-20" for payer in "BCD"]
    pig = table_at(JUNK, PLAIN, drawn="9s", wall_left=0, fan_cap=1).play("A discard 9s")
    assert pig.rows == ["A>B 96 hua_zhu SC-22"]
    flat = table_at(JUNK, JUNK, drawn="9s", fan_cap=1).play("A leave")
    assert flat.rows == ["A>B 96 escape SC-25"]
    late = table_at(JUNK, "1111333355779p", drawn="9s", wall_left=4, fan_cap=6).play("A leave")
    assert late.rows == ["A>B 192 escape SC-26 6番"]


def test_sc21_every_winner_of_the_shot_gets_a_full_share():
    hands = ("999p1234567m268s", "123456789m1146s", "2233445567899s", JUNK)
    table = table_at(*hands, drawn="9p", tail="5s")
    table.play("A gang 9p", "A discard 5s", "B hu", "C hu")
    assert table.rows[3:] == [
        "A>B 12 discard_win SC-13 2番",
        "A>C 48 discard_win SC-13 4番",
        "A>B 36 gang_transfer SC-21",
        "A>C 36 gang_transfer SC-21",
    ]
    assert {row.of for row in table.state.rows[5:]} == {(0, 1, 2)}


def test_sc24_a_pig_gives_back_what_its_gang_brought():
    table = table_at("9999p147m258p369s", PLAIN, drawn="6s", tail="9s", wall_left=1)
    table.play("A gang 9p", "A discard 9s")
    assert table.rows == [
        "B>A 12 gang_concealed SC-20",
        "A>B 96 hua_zhu SC-22",
        "A>B 12 gang_refund SC-24",
    ]


def test_sc24_a_moved_income_is_not_given_back_again():
    hands = ("999p12345678m35s", "123456789m1146s", "12345678m13579s")
    table = table_at(*hands, drawn="9p", tail="5s", wall_left=1).play("A gang 9p", "A discard 5s", "B hu")
    assert table.rows[2:] == [
        "A>B 12 discard_win SC-13 2番",
        "A>B 24 gang_transfer SC-21",
        "A>C 96 hua_zhu SC-22",
    ]
    assert table.over == "wall"


def test_sc26_who_has_yet_to_throw_is_ready_by_its_best_discard():
    table = table_at(JUNK, "1111333355779p", turn="B", drawn="9s", wall_left=4).play("A leave")
    assert table.rows == ["A>B 384 escape SC-26 7番"]


def test_sc27_a_winner_who_left_keeps_its_win_and_pays_nothing_more():
    table = table_at(PLAIN, JUNK, "999p2468s13579s1m", JUNK, turn="B", drawn="1p", wall="8s9p", wall_left=9)
    table.play("B discard 1p", "A hu", "A leave", "B discard 8s", "C gang 9p")
    rows = ["B>A 6 discard_win SC-13 1番", "D>C 12 gang_concealed SC-20", "B>C 12 gang_concealed SC-20"]
    assert table.rows == rows
    assert table.state.seats[0].left
    assert table.turn == "C"
