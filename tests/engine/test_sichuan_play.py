"""四川麻将 at the table: who may do what, claims, gangs, locks, ends and leaving, clause by clause."""

from __future__ import annotations

import pytest

from games.engine.core.contract import NONE, PUBLIC, Action, Clock, Deal
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong import suggest
from games.engine.mahjong.packed import pack
from games.engine.mahjong.sichuan.game import GAME
from games.engine.mahjong.tiles import parse_tiles
from games.engine.mahjong.view import MeldKind, Phase
from tests.engine.positions import JUNK, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p, 平胡
PURE = "2233445567899p"  # waits on 2p, 5p and 9p, 清一色
PAIR = "1379m55p1234579s"  # may peng 5p and wins nothing
KANCHAN = "123456789m1146p"  # waits on 5p


def refused(table, step) -> Code:
    before = table.state
    with pytest.raises(RuleViolation) as caught:
        table.play(step)
    assert table.state is before
    return caught.value.code


def dealt(preset="sichuan_xuezhan", seed=1, first=0, **rules):
    made = GAME.rules(preset, rules)
    deal = GAME.deal_from_seed(made, bytes([seed]) * 32, ("",) * made.players, first)
    return GAME.new_hand(made, deal), deal


# Set-up


@pytest.mark.parametrize(("players", "wall"), [(2, 81), (3, 68), (4, 55)])
def test_sc01_the_dealer_has_fourteen_the_others_thirteen(players, wall):
    state, deal = dealt(players=players, first=1)
    assert [len(hand) for hand in deal.hands] == [14 if seat == 1 else 13 for seat in range(players)]
    assert state.wall_left == wall
    assert sorted(tile for hand in (*deal.hands, deal.wall) for tile in hand) == sorted([*range(27)] * 4)


def test_sc03_three_suits_do_not_win():
    table = table_at("123456m123p5599s", JUNK, JUNK, JUNK, turn="D", drawn="9s", wall="1p").play(
        "D discard 9s"
    )
    assert "hu" not in table.asked("A")
    view = GAME.project(table.state, 0)
    assert GAME.why_no_win(view, 26) == ("three_suits", "SC-03")


def test_sc04_voids_are_chosen_in_secret_and_opened_together():
    state, _ = dealt("sichuan_xuezhan", ding_que=True)
    assert state.phase is Phase.DING_QUE
    state = GAME.apply(state, Action(2, "ding_que", (1,))).state
    for viewer in (PUBLIC, 0, 1, 2, 3):
        view = GAME.project(state, viewer)
        assert {seat.void for seat in view.seats} == {NONE}
        assert (view.prompt is None) is (viewer in (PUBLIC, 2))
    for seat in (0, 1):
        state = GAME.apply(state, Action(seat, "ding_que", (0,))).state
    last = GAME.apply(state, Action(3, "ding_que", (2,)))
    assert [event.kind for event in last.events] == ["voids"]
    assert last.events[0].tiles == (0, 0, 1, 2)
    assert last.state.phase is Phase.TURN


@pytest.mark.parametrize(("hand", "suit"), [("1234m123p123s", 2), ("123p123s", 0), ("112m1p11s", 1)])
def test_sc04_timeout_takes_the_shortest_suit_ties_wan_tiao_tong(hand, suit):
    assert suggest.void_suit(pack(parse_tiles(hand))) == suit


def test_sc04_void_tiles_must_go_first():
    table = table_at("1123456789m159s", JUNK, JUNK, JUNK, voids="spmm", drawn="2m")
    assert {action.args[0] // 9 for action in table.state.prompts[0].actions} == {2}
    assert refused(table, "A discard 1m") is Code.VOID_FIRST


def test_sc04_no_peng_of_the_void_suit():
    table = table_at("11m34557799p122s", JUNK, JUNK, JUNK, turn="D", drawn="1m", voids="mppm")
    assert table.play("D discard 1m").state.phase is Phase.TURN  # nobody was asked


def test_sc04_no_gang_of_the_void_suit_but_of_others_while_void_tiles_are_held():
    table = table_at("1111m5555p678p59s", JUNK, JUNK, JUNK, voids="mspp", drawn="9p")
    assert {a.args[0] for a in table.state.prompts[0].actions if a.do == "gang"} == {13}
    assert refused(table, "A gang 1m") is Code.VOID_TILE


def test_sc05_swap_moves_tiles_the_announced_way():
    for direction, step in (("counter", 1), ("clockwise", 3), ("across", 2)):
        made = GAME.rules("chengdu_xuezhan", {})
        deal = GAME.deal_from_seed(made, b"s" * 32, ("",) * 4, 0)
        state = GAME.new_hand(made, deal._replace(chance=(("swap_direction", direction),)))
        for seat in range(4):
            assert GAME.project(state, seat).swap_direction == direction
            prompt = next(prompt for prompt in GAME.prompts(state) if prompt.seat == seat)
            step_taken = GAME.apply(state, prompt.default)
            state = step_taken.state
        assert [event.kind for event in step_taken.events[:1]] == ["swap"]
        for seat in range(4):
            view = GAME.project(state, seat)
            assert view.swap_direction == direction
            assert view.swap_given == GAME.project(state, (seat + step) % 4).swap_received
            assert view.seats[seat].hand_size == (14 if seat == 0 else 13)


def test_sc05_only_three_of_one_suit_may_be_given():
    made = GAME.rules("chengdu_xuezhan", {})
    state = GAME.new_hand(made, GAME.deal_from_seed(made, b"s" * 32, ("",) * 4, 0))
    prompt = GAME.prompts(state)[0]
    assert all(len({tile // 9 for tile in action.args}) == 1 for action in prompt.actions)
    hand = GAME.project(state, 0).seats[0].hand
    mixed = tuple(sorted((hand[0], hand[1], hand[-1])))
    with pytest.raises(RuleViolation) as caught:
        GAME.apply(state, Action(0, "swap_three", mixed))
    assert caught.value.code is Code.WRONG_SHAPE


@pytest.mark.parametrize(
    ("steps", "expected"),
    [(("B discard 1p", "A hu"), 1), (("B discard 9s", "C discard 8s"), None)],
)
def test_sc06_putong_next_dealer_after_a_discard_win_is_the_discarder(steps, expected):
    table = table_at(
        PLAIN, JUNK, JUNK, JUNK, turn="B", drawn=steps[0][-2:], preset="sichuan_putong", wall="8s"
    )
    table.play(*steps)
    outcome = table.state.outcome
    assert (outcome.next_first if outcome else None) == expected


def test_sc06_putong_a_self_draw_winner_deals_and_an_empty_wall_keeps_the_dealer():
    won = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", preset="sichuan_putong").play("A hu")
    assert won.state.outcome.next_first == 0
    out = table_at(JUNK, JUNK, JUNK, JUNK, drawn="9s", preset="sichuan_putong", wall_left=0, dealer="C")
    assert out.play("A discard 9s").state.outcome.next_first == 2
    fled = table_at(JUNK, JUNK, JUNK, JUNK, drawn="9s", preset="sichuan_putong").play("B leave")
    assert fled.state.outcome.next_first is None
    xuezhan = table_at(PLAIN, JUNK, drawn="1p").play("A hu")
    assert xuezhan.state.outcome.next_first is None


# Claims


def test_sc07_a_peng_waits_for_every_possible_win_and_loses_to_it():
    table = table_at(KANCHAN, PAIR, JUNK, JUNK, turn="D", drawn="5p")
    table.play("D discard 5p", "B peng")
    assert table.state.phase is Phase.CLAIM
    table.play("A hu")
    assert [row[:3] for row in table.rows] == ["D>A"]
    assert table.state.seats[1].melds == ()


def test_sc07_a_window_closes_when_nothing_pending_can_change_it():
    """Once the only possible winner has answered, a pending peng no longer matters."""
    table = table_at(KANCHAN, PAIR, JUNK, JUNK, turn="D", drawn="5p")
    table.play("D discard 5p", "A hu")
    assert table.rows == ["D>A 6 discard_win SC-13 1番"]
    assert table.state.phase is Phase.TURN


def test_sc07_all_possible_winners_are_waited_for():
    table = table_at(KANCHAN, PURE, JUNK, JUNK, turn="D", drawn="5p")
    table.play("D discard 5p", "A hu")
    assert table.state.phase is Phase.CLAIM
    assert table.rows == []
    assert table.play("B pass").rows == ["D>A 6 discard_win SC-13 1番"]


def test_sc07_nobody_sees_who_was_asked_or_what_was_answered():
    table = table_at(KANCHAN, PURE, JUNK, JUNK, turn="D", drawn="5p").play("D discard 5p")
    before = [GAME.project(table.state, viewer) for viewer in (PUBLIC, 2, 3)]
    asked = [GAME.project(table.state, viewer).prompt for viewer in range(4)]
    assert [prompt is not None for prompt in asked] == [True, True, False, False]
    table.events.clear()
    table.play("A hu")
    assert table.events == []
    after = [GAME.project(table.state, viewer) for viewer in (PUBLIC, 2, 3)]
    assert after == before


def test_sc07_the_numbers_of_windows_do_not_say_whether_anybody_was_asked():
    """C sees D throw and A draw, whether A let 5p go by or could not have claimed it."""
    numbers = []
    for hand in (KANCHAN, JUNK):
        table = table_at(hand, JUNK, JUNK, JUNK, turn="D", drawn="5p").play("D discard 5p")
        if table.asked("A") == {"hu", "pass"}:
            table.play("A pass")
        assert table.state.phase is Phase.TURN
        numbers.append(table.state.prompts[0].window)
        assert GAME.project(table.state, 2).window == numbers[0]
    assert numbers[0] == numbers[1]


# Gangs


def test_sc08_after_a_peng_neither_gang_nor_self_draw():
    table = table_at("1234444789p119m", JUNK, JUNK, JUNK, turn="D", drawn="1m")
    table.play("D discard 1m", "A peng")
    assert table.asked("A") == {"discard"}
    assert refused(table, "A gang 4p") is Code.NO_GANG
    assert refused(table, "A hu") is Code.NO_WIN


def test_sc08_all_three_gangs_draw_from_the_tail():
    table = table_at("999p12345m55m777p", JUNK, JUNK, JUNK, drawn="9p", tail="3s4s", wall="8s")
    table.play("A gang 9p")
    assert table.state.seats[0].melds[0].kind is MeldKind.CONCEALED
    assert table.state.drawn == 20  # 3s, the very last tile
    assert [event.note for event in table.events if event.kind == "draw"] == ["tail"]


def test_sc08_concealed_gangs_lie_open_unless_hidden():
    for hidden in (False, True):
        table = table_at("999p12345m55m777p", JUNK, JUNK, JUNK, drawn="9p", hide_concealed_gang=hidden)
        table.play("A gang 9p")
        own, other = GAME.project(table.state, 0), GAME.project(table.state, 1)
        assert own.seats[0].melds[0].tiles == (17,) * 4
        assert other.seats[0].melds[0].tiles == ((NONE,) * 4 if hidden else (17,) * 4)
        seen = GAME.project_events(tuple(table.events), 1)
        gang = next(event for event in seen if event.kind == "gang")
        assert gang.tiles == ((NONE,) * 4 if hidden else (17,) * 4)
        assert gang.note == "concealed"
        assert any(row.tile == 17 for row in other.rows) is not hidden


def test_sc10_a_forced_self_draw_leaves_no_other_action():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", wall_left=3)
    assert [a.do for a in table.state.prompts[0].actions] == ["hu"]
    assert table.state.prompts[0].clock is Clock.FORCED
    assert "discard" in table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", wall_left=4).asked("A")
    assert "discard" in table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", wall_left=0, forced_last=0).asked("A")


def test_sc11_a_discard_at_an_empty_wall_may_be_won_or_peng_ed_but_never_gang_ed():
    table = table_at("111m2345678s249p", JUNK, JUNK, JUNK, turn="D", drawn="1m", wall_left=0)
    assert table.play("D discard 1m").asked("A") == {"peng", "pass"}


def test_sc11_a_winners_hand_stays_hidden():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p").play("B discard 1p", "A hu")
    view = GAME.project(table.state, 2)
    assert view.seats[0].hand == ()
    assert [(win.tile, win.groups) for win in view.seats[0].wins] == [(9, ())]
    hu = next(event for event in GAME.project_events(tuple(table.events), 2) if event.kind == "hu")
    assert hu.win.groups == ()
    assert GAME.project(table.state, 0).seats[0].wins[0].groups


def test_sc12_a_declined_win_bars_from_discards_until_the_next_draw():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", pass_lock=True, wall="4p8s9s4p")
    table.play("B discard 1p", "A pass", "C discard 4p")
    assert table.asked("A") == set()
    assert GAME.project(table.state, 0).win_locked
    assert GAME.why_no_win(GAME.project(table.state, 0), 12) == ("pass_lock", "SC-12")
    table.play("D discard 8s", "A discard 9s", "B discard 4p")
    assert "hu" in table.asked("A")


def test_sc12_a_declined_self_draw_locks_and_never_bars_one():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", pass_lock=True, wall="4p")
    table.play("A discard 1p", "B discard 4p")
    assert table.asked("A") == set()
    free = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", pass_lock=False, wall="4p")
    assert "hu" in free.play("A discard 1p", "B discard 4p").asked("A")


def test_sc18_heaven_is_the_dealt_fourteen():
    hands = ("123456789m11123p", "147m258p369s1379m", "147m258p369s1379s", "147m258p369s1379p")
    dealt = tuple(parse_tiles(hand) for hand in hands)
    used = [tile for hand in dealt for tile in hand]
    wall = tuple(kind for kind in range(27) for _ in range(4 - used.count(kind)))
    state = GAME.new_hand(GAME.rules("sichuan_xuezhan", {}), Deal(dealt, wall, 0))
    won = GAME.apply(state, Action(0, "hu")).state
    assert [item.name for item in won.seats[0].wins[0].items] == ["tian_hu"]
    assert won.net == (576, -192, -192, -192)
    declined = GAME.apply(state, Action(0, "discard", (11,))).state
    assert declined.turn == 1


def test_sc18_earth_needs_no_meld_and_no_discard():
    fresh = table_at("2233445567899p", JUNK, JUNK, JUNK, drawn="5p", thrown=False).play("A hu")
    assert fresh.state.seats[0].wins[0].items[0].name == "di_hu"
    later = table_at("2233445567899p", JUNK, JUNK, JUNK, drawn="5p").play("A hu")
    assert later.state.seats[0].wins[0].items[0].name == "qing_yi_se"


def test_sc21_only_the_last_gang_of_a_chain_moves():
    table = table_at(
        "999p888p123456m5p", "123m345678s2299s", JUNK, JUNK, drawn="9p", tail="8p2s", wall_left=30
    )
    table.play("A gang 9p", "A gang 8p", "A discard 2s", "B hu")
    assert table.rows[-1] == "A>B 36 gang_transfer SC-21"
    assert table.state.rows[-1].of == (3, 4, 5)


def test_sc21_a_robbed_gang_ends_the_chain():
    table = table_at(
        "999p123456m5p", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="9p", tail="2s"
    )
    table.play("A gang 9p", "A gang 2s", "C hu")
    assert table.rows[-1] == "A>C 6 rob_gang SC-09 1番"


def test_sc22_a_pig_may_owe_the_winners_too():
    table = table_at(JUNK, PLAIN, JUNK, JUNK, drawn="9s", wall_left=0, won="D", pig_pays_winners=True)
    table.play("A discard 9s")
    assert table.rows == [
        "A>B 96 hua_zhu SC-22",
        "A>D 96 hua_zhu SC-22",
        "C>B 96 hua_zhu SC-22",
        "C>D 96 hua_zhu SC-22",
    ]


def test_sc22_with_ding_que_a_void_tile_makes_a_pig():
    table = table_at("123456789m1123p", "12345678m13579s", drawn="9s", voids="sp", wall_left=0)
    assert table.play("A discard 9s").rows == ["B>A 6 da_jiao SC-23 1番"]
    table = table_at("123456789m1123p", "12345678m13579s", drawn="9s", voids="ss", wall_left=0)
    assert table.play("A discard 9s").rows == ["B>A 96 hua_zhu SC-22"]


def test_sc19_the_cap_holds_for_wins_and_calls():
    table = table_at("1111333355779p", JUNK, JUNK, JUNK, turn="D", drawn="9p", fan_cap=3)
    assert table.play("D discard 9p", "A hu").rows == ["D>A 24 discard_win SC-13 3番"]
    call = table_at("1111333355779p", "12345678m13579s", drawn="9s", wall_left=0, fan_cap=3)
    assert call.play("A discard 9s").rows == ["B>A 24 da_jiao SC-23 3番"]


# Leaving


def test_sc25_an_escape_in_a_claim_window_waits_for_the_draw():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall="9s").play("B discard 1p", "D leave")
    assert table.over == ""
    assert GAME.leave_action(table.state, 3) is None
    assert not GAME.project(table.state, 0).seats[3].left
    table.play("A pass")
    assert table.over == "escape"
    assert table.rows == [f"D>{other} 96 escape SC-25" for other in "ABC"]
    assert table.state.wall_left == 39


def test_sc25_a_leaver_declines_what_it_was_offered():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p").play("B discard 1p", "A leave")
    assert table.rows == [f"A>{other} 96 escape SC-25" for other in "BCD"]


def test_sc25_a_forced_win_of_the_leaver_stands():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall_left=2, wall="9s")
    table.play("B discard 1p", "A leave")
    assert table.rows == ["B>A 6 discard_win SC-13 1番"]
    assert table.state.seats[0].left
    assert table.over == ""


def test_sc25_a_forced_self_draw_comes_before_an_escape():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p", wall_left=3, wall="9s").play("D leave")
    assert table.over == ""
    table.play("A hu")
    assert table.rows == [f"{payer}>A 6 self_draw SC-13 1番" for payer in "BCD"] + [
        f"D>{other} 96 escape SC-25" for other in "BC"
    ]


def test_sc25_a_hand_that_ends_first_knows_no_escape():
    table = table_at(PLAIN, JUNK, turn="B", drawn="1p").play("B discard 1p", "B leave", "A hu")
    assert table.rows == ["B>A 6 discard_win SC-13 1番"]
    assert table.over == "wins"


def test_sc25_who_wins_by_force_while_leaving_is_a_winner_who_left_before_the_empty_wall():
    """What the seats that are not ready give back does not reach it (SC-24)."""
    pig = "777s258m147p2368s"
    table = table_at(PLAIN, pig, JUNK, JUNK, turn="B", drawn="7s", wall="1p", tail="9s", wall_left=2)
    table.play("B gang 7s", "B discard 9s", "C discard 1p", "A leave")
    assert table.over == "wall"
    assert "C>A 6 discard_win SC-13 1番" in table.rows
    assert [row for row in table.rows if "gang_refund" in row] == [
        f"B>{other} 12 gang_refund SC-24" for other in "CD"
    ]


def test_sc25_an_empty_wall_after_the_window_is_no_escape():
    table = table_at(JUNK, "11p258m147s258s99m", JUNK, JUNK, drawn="1p", wall_left=0)
    table.play("A discard 1p", "D leave", "B pass")
    assert table.over == "wall"
    assert not any("escape" in row for row in table.rows)
    assert not table.state.seats[3].left


def test_sc25_only_the_first_escape_of_a_hand_counts():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p", wall="9s")
    table.play("B discard 1p", "D leave", "C leave", "A pass")
    assert table.rows == [f"D>{other} 96 escape SC-25" for other in "ABC"]
    assert [seat.left for seat in table.state.seats] == [False, False, False, True]


@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "chengdu_xuezhan"])
def test_sc25_an_escape_before_play_takes_effect_at_once(preset):
    state, _ = dealt(preset)
    outcome = GAME.apply(state, Action(1, "leave")).state.outcome
    assert outcome.net == (96, -288, 96, 96)
    assert outcome.reason == "escape"


def test_sc27_a_winner_leaves_and_play_goes_on():
    table = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p").play("B discard 1p", "A hu", "A leave")
    assert table.over == ""
    assert table.state.seats[0].left
    assert refused(table, "A leave") is Code.MAY_NOT_LEAVE


def test_sc28_with_a_bot_nobody_escapes():
    table = table_at(JUNK, JUNK, drawn="9s", on_leave="bot").play("B leave", "B leave")
    assert table.over == ""
    assert table.rows == []
    assert table.state.prompts[0].window == 0


# Defaults


def test_sc29_defaults():
    won = table_at(PLAIN, JUNK, JUNK, JUNK, drawn="1p")
    assert won.state.prompts[0].default.do == "hu"
    thrown = table_at(JUNK, JUNK, JUNK, JUNK, drawn="9s")
    assert thrown.state.prompts[0].default == Action(0, "discard", (26,))
    void = table_at("123456789m1123p", JUNK, JUNK, JUNK, drawn="9s", voids="pmmm")
    assert void.state.prompts[0].default.args[0] // 9 == 1
    offered = table_at(PLAIN, JUNK, JUNK, JUNK, turn="B", drawn="1p").play("B discard 1p")
    assert offered.state.prompts[0].default.do == "hu"
    meld = table_at(PAIR, JUNK, JUNK, JUNK, turn="D", drawn="5p").play("D discard 5p")
    assert meld.state.prompts[0].default.do == "pass"
    meld.play("A peng")
    assert meld.state.prompts[0].default.do == "discard"


# Refusals


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("B discard 1m", Code.NOT_YOUR_TURN),
        ("A discard 8z", Code.BAD_ARGUMENT),
        ("A peng", Code.NOT_OFFERED),
        ("A pass", Code.NOT_OFFERED),
        ("A hu", Code.NO_WIN),
        ("A gang 1m", Code.NO_GANG),
        ("A ding_que m", Code.NOT_OFFERED),
        ("A swap_three 123m", Code.NOT_OFFERED),
    ],
)
def test_what_is_not_legal_is_refused_with_its_reason(step, code):
    assert refused(table_at(JUNK, JUNK, JUNK, JUNK, drawn="9s"), step) is code
