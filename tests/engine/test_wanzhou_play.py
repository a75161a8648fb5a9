"""Who may do what in 万州: choices, chi, 混儿, winds, void tiles, joins and locked hands, from stated positions."""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, PUBLIC, Action, Clock
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from games.engine.mahjong.view import Phase
from tests.engine.positions import JUNK, SEATS, Table, table_at

GAME = GAMES.game("wanzhou")
RUNS = "123456789m2355s"  # waits on 1s and 4s


def at(*hands: str, **position) -> Table:
    return table_at(*hands, **{"preset": "wanzhou", "voids": "pppp"[: len(hands)], **position})


def refused(table: Table, step: str) -> Code:
    with pytest.raises(RuleViolation) as refusal:
        table.play(step)
    return refusal.value.code


def actions(table: Table, who: str) -> set[str]:
    """What a seat may do, as "peng" or "chi 46s"."""
    seat = SEATS.index(who)
    return {
        f"{action.do} {format_tiles(action.args)}".strip()
        for prompt in table.state.prompts
        if prompt.seat == seat
        for action in prompt.actions
    }


# 定缺 and 换三张


def fresh(seed: int = 7, **rules: object) -> Table:
    made = GAME.rules("wanzhou", rules)
    deal = GAME.deal_from_seed(made, seed.to_bytes(32), ("",) * made.players, 0)
    return Table(GAME, GAME.new_hand(made, deal))


def test_void_suits_come_before_the_swap():
    """WZ-03; a swap knows the voids, which opened together."""
    table = fresh()
    assert table.state.phase is Phase.DING_QUE
    assert GAME.project(table.state, PUBLIC).wild == table.state.wild != NONE  # 混儿 is shown before
    table.play("A ding_que m", "C ding_que s", "B ding_que m")
    assert {seat.void for seat in GAME.project(table.state, 3).seats} == {NONE}
    table.play("D ding_que p")
    assert [seat.void for seat in GAME.project(table.state, PUBLIC).seats] == [0, 0, 2, 1]
    assert table.state.phase is Phase.SWAP_THREE
    assert refused(table, "A ding_que p") in (Code.NOT_OFFERED, Code.BAD_ARGUMENT)


def test_a_void_suit_nobody_chose_is_the_shortest_without_wilds():
    """WZ-04: 混儿 never count as void tiles."""
    for seed in range(60):
        state = fresh(seed).state
        for prompt in state.prompts:
            held = [tile for tile in unpack(state.seats[prompt.seat].hand) if tile != state.wild]
            sizes = [sum(tile // 9 == suit for tile in held) for suit in range(3)]
            chosen = prompt.default.args[0]
            assert sizes[chosen] == min(sizes)
            earlier = {0: (), 1: (0, 2), 2: (0,)}[chosen]  # ties 万<条<筒
            assert all(sizes[suit] > sizes[chosen] for suit in earlier)


def chosen(table: Table) -> Table:
    while table.state.phase is Phase.DING_QUE:
        table.state = GAME.apply(table.state, table.state.prompts[0].default).state
    return table


def test_three_tiles_of_any_suits_are_swapped_but_no_wild():
    """WZ-05, WZ-07; with `swap_same_suit` honours are one group."""
    mixed = alike = 0
    for seed in range(20):
        for same in (False, True):
            state = chosen(fresh(seed, swap_same_suit=same)).state
            for prompt in state.prompts:
                for action in prompt.actions:
                    assert state.wild not in action.args
                    groups = {tile // 9 for tile in action.args}
                    mixed += len(groups) > 1
                    alike += groups == {3}
                    assert not same or len(groups) == 1
                assert prompt.default in prompt.actions
    assert mixed
    assert alike


@pytest.mark.parametrize(("direction", "step"), [("counter", 1), ("clockwise", 3), ("across", 2)])
def test_the_swap_goes_in_the_announced_direction(direction, step):
    seed = next(n for n in range(50) if fresh(n).state.swap_direction == direction)
    state = chosen(fresh(seed)).state
    given = {prompt.seat: prompt.default.args for prompt in state.prompts}
    while state.phase is Phase.SWAP_THREE:
        state = GAME.apply(state, state.prompts[-1].default).state
    for seat, tiles in given.items():
        assert GAME.project(state, (seat + step) % 4).swap_received == tiles


# Chi, peng and what may not be claimed


def test_only_the_next_seat_may_chi_and_peng_comes_first():
    """WZ-08."""
    table = at(JUNK, "2356m79s1234556z", JUNK, "44m2789s1112345z", drawn="4m")
    table.play("A discard 4m")
    assert actions(table, "B") == {"chi 23m", "chi 35m", "chi 56m", "pass"}
    assert actions(table, "C") == set()
    assert actions(table, "D") == {"peng", "pass"}
    table.play("B chi 35m")
    assert table.state.prompts[0].seat == 3  # 碰 first
    table.play("D pass")
    assert table.state.seats[1].melds[0].tiles == parse_tiles("435m")
    assert table.state.seats[0].river == ()
    assert table.asked("B") == {"discard"}  # neither gang nor win after a claim
    assert table.events[-1].kind == "chi"


def test_a_peng_goes_before_a_chi():
    table = at(JUNK, "2356m79s1234556z", JUNK, "44m2789s1112345z", drawn="4m")
    table.play("A discard 4m", "D peng")
    assert table.turn == "D"


def test_a_chi_crosses_no_suit_and_takes_no_honours():
    table = at(JUNK, "128m12p1289s1234z", JUNK, JUNK, drawn="9m", voids="ssss")
    assert table.play("A discard 9m").turn == "B"
    table = at(JUNK, "128m12p1289s1234z", JUNK, JUNK, drawn="2z", voids="ssss")
    assert table.play("A discard 2z").turn == "B"


def test_a_void_tile_makes_no_meld_and_no_win():
    """WZ-06; in turn: a win with a void tile in hand, one on a void tile, and what is neither."""
    table = at(JUNK, "123456m456p11z23s", JUNK, JUNK, drawn="4s")
    assert table.play("A discard 4s").asked("B") == {"chi", "pass"}
    table = at(JUNK, "123456m456s11z23p", JUNK, JUNK, drawn="4p")
    assert table.play("A discard 4p").turn == "B"
    table = at(JUNK, "147m258s1122334z", "444p147m258s1122z", JUNK, drawn="4p")
    assert table.play("A discard 4p").turn == "B"
    table = at(JUNK, "123456m456s11z23s", JUNK, JUNK, drawn="4s")
    assert "hu" in table.play("A discard 4s").asked("B")


def test_a_wild_is_claimed_for_a_win_alone_and_as_the_tile_it_shows():
    """WZ-07; B could chi it and D peng it if it were no 混儿."""
    table = at(JUNK, "36m3577799s1466z", RUNS, "147m24458s56677z", drawn="4s", wild="4s")
    table.play("A discard 4s")
    assert actions(table, "B") == actions(table, "D") == set()
    assert actions(table, "C") == {"hu", "pass"}
    table.play("C hu")
    assert table.rows == ["A>C 200 discard_win WZ-19 1番"]


def test_a_drawn_wild_completes_whatever_waits():
    table = at(RUNS, JUNK, JUNK, JUNK, drawn="5z", wild="5z")
    assert "hu" in table.asked("A")
    table.play("A hu")
    assert [item.name for item in table.state.outcome.wins[0].items] == ["men_qing", "zi_mo"]


@pytest.mark.parametrize(("wild", "offered"), [("3m", set()), ("9p", {"chi 23m", "chi 35m", "pass"})])
def test_a_chi_takes_no_wild_from_the_hand(wild, offered):
    table = at(JUNK, "235m79s12345677z", JUNK, JUNK, drawn="4m", wild=wild)
    table.play("A discard 4m")
    assert table.state.phase is (Phase.CLAIM if offered else Phase.TURN)
    assert not offered or actions(table, "B") == offered


def test_void_tiles_need_not_go_first_unless_the_room_wants_it():
    hand = "147m258s12p1p1122z"
    assert len(at(hand, JUNK, JUNK, JUNK, drawn="9m").state.prompts[0].actions) == 11
    strict = at(hand, JUNK, JUNK, JUNK, drawn="9m", void_first=True, wild="2p")
    assert actions(strict, "A") == {"discard 1p"}  # 混儿 are no void tiles
    assert refused(strict, "A discard 9m") is Code.VOID_FIRST
    assert strict.state.prompts[0].default == Action(0, "discard", (parse_tile("1p"),))


# Gangs


def test_four_wilds_are_a_concealed_gang_of_any_kind():
    """WZ-07, WZ-10: a void suit and the round do not matter, and nobody else learns the kind."""
    table = at("147m258s111p1122z", JUNK, JUNK, JUNK, drawn="1p", wild="1p")
    table.play("A gang 1p")
    assert table.rows == [f"{payer}>A 200 gang_concealed WZ-21" for payer in "BCD"]
    assert GAME.project(table.state, 1).seats[0].melds[0].tiles == (NONE,) * 4
    assert {row.tile for row in table.state.rows} == {NONE}
    winds = at("147m258s111z5566z", JUNK, JUNK, JUNK, drawn="1z", wild="1z")
    winds.play("A gang 1z")
    assert winds.state.seats[0].melds[0].kind == "concealed"


def test_a_gang_of_the_void_suit_is_refused():
    table = at("147m258s111p1122z", JUNK, JUNK, JUNK, drawn="1p")
    assert refused(table, "A gang 1p") is Code.VOID_TILE


def test_concealed_gangs_are_offered_before_added_ones():
    """WZ-10."""
    table = at("9999s1m234s55z", JUNK, JUNK, JUNK, drawn="5z", melds={"A": "peng 1m from B"})
    offered = [action.args[0] for action in table.state.prompts[0].actions if action.do == "gang"]
    assert [format_tiles((tile,)) for tile in offered] == ["9s", "1m"]


@pytest.mark.parametrize(("thrown", "verbs"), [(0, {"gang", "peng", "pass"}), (1, {"peng", "pass"})])
def test_the_first_round_lasts_until_the_claims_on_the_last_first_discard(thrown, verbs):
    """WZ-10: only A had not discarded yet, or nobody."""
    table = at("147m258s3344556z", "147m258s1115566z", JUNK, JUNK, drawn="1z")
    first = table.state.seats[0]._replace(thrown=thrown)
    table.state = table.state._replace(seats=(first, *table.state.seats[1:]))
    assert table.play("A discard 1z").asked("B") == verbs


def test_after_the_first_round_a_drawn_wind_makes_no_gang():
    table = at("147m258s3344556z", "147m258s1115566z", JUNK, JUNK, drawn="9s", wall="1z")
    table.play("A discard 9s", "rest pass")
    assert table.turn == "B"
    assert table.asked("B") == {"discard"}


def test_winds_laid_open_before_any_discard_wait_for_the_joins():
    table = at("111z258s147m5566z", JUNK, JUNK, JUNK, drawn="1z", thrown=False)
    table.play("A gang 1z")
    assert table.state.prompts[0].clock is Clock.JOIN
    assert GAME.project(table.state, 2).seats[0].melds[0].tiles == parse_tiles("1111z")
    table.play("D join_wind", "B pass", "C pass")
    assert table.rows[-1] == "A>D 50 join_wind WZ-22"
    assert table.deltas == (250, -100, -100, -50)
    assert table.turn == "A"


def test_without_the_option_nobody_is_asked_to_join():
    table = at("111m258s147s5566z", JUNK, JUNK, JUNK, turn="B", drawn="1m", join_wind=False)
    table.play("B discard 1m", "A gang 1m")
    assert table.turn == "A"
    assert table.rows == ["B>A 200 gang_exposed WZ-21"]


def test_two_seats_have_nobody_to_join_an_exposed_gang():
    table = at("111m258s147s5566z", JUNK, turn="B", drawn="1m").play("B discard 1m", "A gang 1m")
    assert (table.turn, table.rows) == ("A", ["B>A 200 gang_exposed WZ-21"])


def test_an_added_gang_is_joined_and_paid_when_the_window_has_closed():
    """WZ-22: nobody learns who joined before; rows of the gang and its joins are one event."""
    table = at("123789m4557s", JUNK, JUNK, JUNK, melds={"A": "peng 2s from B"}, drawn="2s", tail="9s")
    table.play("A gang 2s", "D join_wind", "B join_wind")
    assert table.rows == []
    table.play("C pass")
    assert table.rows == [f"{p}>A 100 gang_added WZ-21" for p in "BCD"] + ["A>B 50 join_wind WZ-22", "A>D 50 join_wind WZ-22"]  # fmt: skip
    assert len({row.event for row in table.state.rows}) == 1


def test_who_joined_an_earlier_gang_owes_nothing():
    """WZ-22: only that gang's own replacement counts."""
    table = at(
        "111m23s55s567m999s", JUNK, JUNK, JUNK, turn="B", drawn="1m", tail="9s4s",
    )  # fmt: skip
    table.play("B discard 1m", "A gang 1m", "C join_wind", "D pass", "A gang 9s", "A hu")
    assert [row for row in table.rows if "join_wind" in row] == ["A>C 50 join_wind WZ-22"]


def test_a_robbed_gang_stays_a_peng_and_the_seat_after_the_robber_draws():
    """WZ-09."""
    table = at(
        "123789m4557s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s",
        preset="wanzhou_xueliu",
    )  # fmt: skip
    table.play("A gang 2s", "C hu")
    assert table.turn == "D"
    assert len(unpack(table.state.seats[0].hand)) == 10
    assert table.state.seats[2].wins[0].robbed


# The end of the wall


def test_the_last_discard_may_be_claimed_but_not_ganged():
    """WZ-11."""
    table = at(JUNK, "11123m258s14566z", JUNK, JUNK, drawn="1m", wall_left=0)
    table.play("A discard 1m")
    assert actions(table, "B") == {"peng", "chi 23m", "pass"}
    table.play("B pass")
    assert table.over == "wall"


def test_a_wild_of_the_void_suit_makes_no_pig():
    """WZ-23."""
    hands = "12346789m2489s1p", "123m456789s1234z", "123m456789s1234z", "1234567z147m258s"
    table = at(*hands, drawn="5z", wall_left=0, wild="1p").play("A discard 5z")
    assert (table.over, table.rows) == ("wall", [])


def test_pigs_do_not_pay_each_other_but_pay_every_winner():
    """WZ-23; A has won, B and D hold 筒."""
    table = at(
        "111333555m2s", "147m258s1p112233z", "258m147s4455667z", JUNK, melds={"A": "peng 7s from B"},
        turn="D", drawn="2s", wall="9s", wall_left=1, preset="wanzhou_xueliu",
    )  # fmt: skip
    table.play("D discard 2s", "A hu", "B discard 9s", "rest pass")
    assert table.rows[1:] == [f"{pig}>{other} 1600 hua_zhu WZ-23" for pig in "BD" for other in "AC"]
    assert table.state.outcome.next_first == 0  # 血流: the first winner deals


# 血流成河


def locked(
    wall: str, hand: str = "111333555m2s", melds: str = "peng 7s from B", tile: str = "2s", **position
) -> Table:
    """A has won `tile` thrown by D and its hand is locked; A draws the first tile of `wall`."""
    table = at(
        hand, JUNK, JUNK, JUNK, melds={"A": "peng 7s from B"}, turn="D", drawn=tile, wall="9s6z7z" + wall,
        preset="wanzhou_xueliu",
    )  # fmt: skip
    table.play(f"D discard {tile}", "A hu", "B discard 9s", "rest pass")
    table.play("C discard 6z", "rest pass")
    return table.play("D discard 7z", "rest pass")


def test_a_locked_hand_throws_what_it_draws():
    table = locked("5z")
    assert table.turn == "A"
    assert actions(table, "A") == {"discard 5z"}
    assert table.state.prompts[0].clock is Clock.LOCKED
    assert refused(table, "A discard 1m") is Code.NOT_OFFERED


def test_a_win_of_a_locked_hand_may_be_declined_and_the_tile_goes():
    table = locked("2s")
    assert actions(table, "A") == {"hu", "discard 2s"}
    assert table.state.prompts[0].clock is Clock.TURN
    table.play("A discard 2s")
    assert table.state.seats[0].river[-1] == parse_tile("2s")


def test_a_locked_hand_gangs_only_where_its_waits_stay_the_same():
    """WZ-11: the fourth 1m leaves the wait on 2s alone; out of 11123m it takes the wait on 9s."""
    table = locked("1m")
    assert actions(table, "A") == {"gang 1m", "discard 1m"}
    table.play("A gang 1m")
    assert table.rows[-3:] == [f"{payer}>A 200 gang_concealed WZ-21" for payer in "BCD"]
    bound = locked("1m", hand="11123m55599s", tile="4m")
    assert actions(bound, "A") == {"hu", "discard 1m"}


@pytest.mark.parametrize(("tile", "verbs"), [("1m", {"gang", "pass"}), ("4m", None), ("2s", {"hu", "pass"})])
def test_a_locked_hand_makes_no_peng_or_chi_but_an_exposed_gang(tile, verbs):
    """WZ-11; 4m would fit between 3m and 5m."""
    table = at(
        "111333555m2s", JUNK, JUNK, JUNK, melds={"A": "peng 7s from B"}, turn="D", drawn="2s",
        wall="9s6z" + tile, preset="wanzhou_xueliu",
    )  # fmt: skip
    table.play("D discard 2s", "A hu", "B discard 9s", "rest pass", "C discard 6z", f"D discard {tile}")
    assert (table.asked("A") if table.state.phase is Phase.CLAIM else None) == verbs


@pytest.mark.parametrize("only", [True, False])
def test_a_hand_waiting_on_everything_wins_by_its_own_draw_alone(only):
    """WZ-11 `any_wait_self_draw_only`."""
    table = at(
        "123456789m234s5z", JUNK, JUNK, JUNK, turn="D", drawn="8s", preset="wanzhou_xueliu", wild="5z",
        wall="1z6z7z2z", any_wait_self_draw_only=only,
    )  # fmt: skip
    table.play("D discard 8s", "A hu", "B discard 1z")
    assert ("hu" in table.asked("A")) != only
    view = GAME.project(table.state, 0)
    assert (GAME.why_no_win(view, parse_tile("1z")) == ("self_draw_only", "WZ-11")) == only
    table.play("rest pass", "C discard 6z", "rest pass", "D discard 7z", "rest pass")
    assert table.asked("A") == {"hu", "discard"}  # 2z, drawn


def test_the_tile_of_a_dealt_win_is_the_one_its_reading_takes():
    """WZ-11, WZ-16: 混儿吊 needs a winning tile, here 7s, and this one is laid aside."""
    table = at(
        "123456789m234s7s5z", JUNK, JUNK, JUNK, preset="wanzhou_xueliu", wild="5z", dealer="A", thrown=False
    )
    table.play("A hu")
    win = table.state.seats[0].wins[0]
    assert [item.name for item in win.items][:2] == ["hun_er_diao", "men_qing"]
    assert win.tile == parse_tile("7s")
    assert win.source == NONE
    assert format_tiles(unpack(table.state.seats[0].hand)) == "123456789m234s5z"
    assert table.state.seats[0].waits == (1 << 34) - 1 - (0x1FF << 9)  # everything but its void
    assert table.turn == "B"


def test_a_dealt_hand_that_any_tile_wins_lays_its_highest_aside():
    table = at("123456789m23455s", JUNK, JUNK, JUNK, dealer="A", thrown=False).play("A hu")
    assert table.state.outcome.wins[0].tile == parse_tile("5s")


# Default answers and leaving


def test_a_timeout_throws_the_drawn_tile_and_never_a_wild():
    """WZ-25."""
    assert at(JUNK, JUNK, JUNK, JUNK, drawn="9m").state.prompts[0].default == Action(0, "discard", (8,))
    drawn = at("147m258s1122334z", JUNK, JUNK, JUNK, drawn="5z", wild="5z").state.prompts[0].default
    assert drawn.do == "discard"
    assert drawn.args != (31,)
    claimed = at(JUNK, "5m44m2789s1112345z"[2:], JUNK, JUNK, drawn="4m", wild="2s").play(
        "A discard 4m", "B peng"
    )
    assert claimed.state.prompts[0].default.args != (parse_tile("2s"),)


def test_a_leaver_is_played_on_by_a_bot():
    """LD-09: nothing ends and nothing is paid."""
    table = at(JUNK, JUNK, JUNK, JUNK, drawn="9m").play("C leave")
    assert (table.over, table.rows, table.turn) == ("", [], "A")
    assert table.events[-1].kind == "leave"


# What a seat is told


def test_a_seat_is_told_why_it_may_not_win():
    """WZ-06: 4s completes the shape, a void tile forbids it."""
    view = GAME.project(at("123456m456p11z23s", JUNK, JUNK, JUNK, turn="B", drawn="9m").state, 0)
    assert GAME.why_no_win(view, parse_tile("4s")) == ("void_tiles", "WZ-06")
    assert GAME.why_no_win(view, parse_tile("9m")) is None  # no shape at all
    clean = GAME.project(at(RUNS, JUNK, JUNK, JUNK, turn="B", drawn="9m").state, 0)
    assert GAME.why_no_win(clean, parse_tile("4s")) is None


def test_a_seat_sees_its_waits_with_their_price_and_the_wild_among_them():
    view = GAME.project(at("123456789m2344s", JUNK, JUNK, JUNK, turn="B", drawn="9m", wild="5z").state, 0)
    assert {format_tiles((wait.tile,)): (wait.fan, wait.points) for wait in GAME.waits_of(view)} == {
        "1s": (1, 200),
        "4s": (1, 200),
        "5z": (1, 200),
    }


def test_no_other_seat_learns_a_concealed_gang_or_a_winning_hand_before_the_end():
    table = locked("1m").play("A gang 1m")
    for viewer in (PUBLIC, 1, 2, 3):
        seat = GAME.project(table.state, viewer).seats[0]
        assert seat.hand == ()
        assert seat.melds[-1].tiles == (NONE,) * 4
        assert seat.wins[0].groups == ()
        told = GAME.project_events(tuple(table.events), viewer)
        assert all(set(event.tiles) == {NONE} for event in told if event.kind == "gang")
