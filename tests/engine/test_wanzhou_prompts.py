"""What a 万州 seat is asked and what its ledger rows say, to the last field (WZ-04 to WZ-11, WZ-19 to WZ-23)."""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, Action, Clock, Prompt, PromptKind
from games.engine.mahjong import suggest as shared
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from games.engine.mahjong.wanzhou import suggest
from games.engine.mahjong.wanzhou.hand import split
from tests.engine.positions import JUNK, SEATS, Table, table_at

GAME = GAMES.game("wanzhou")
RUNS = "123456789m2355s"  # waits on 1s and 4s


def at(*hands: str, **position) -> Table:
    return table_at(*hands, **{"preset": "wanzhou", "voids": "pppp"[: len(hands)], **position})


def act(seat: int, verb: str, tiles: str = "") -> Action:
    return Action(seat, verb, parse_tiles(tiles) if tiles else ())


def asked(table: Table, seat: int) -> Prompt:
    return next(prompt for prompt in table.state.prompts if prompt.seat == seat)


def texts(prompt: Prompt) -> list[str]:
    return [" ".join(GAME.action_payload(action).values()) for action in prompt.actions]


def claim(table: Table, seat: int, clock: Clock, actions: tuple[Action, ...], default: Action) -> Prompt:
    return Prompt(seat, PromptKind.CLAIM, clock, table.state.window, actions, default)


@pytest.mark.parametrize("same", [False, True])
def test_choices_before_play(same):
    made = GAME.rules("wanzhou", {"swap_same_suit": same})
    state = GAME.new_hand(made, GAME.deal_from_seed(made, b"w" * 32, ("",) * 4, 0))
    for prompt in state.prompts:
        assert prompt[1:4] == (PromptKind.CHOICE, Clock.DING_QUE, state.window)
        assert texts(prompt) == ["ding_que m", "ding_que p", "ding_que s"]
        plain, _ = split(state.seats[prompt.seat].hand, state.wild)
        assert prompt.default == prompt.actions[shared.void_suit(plain)]
    for _ in range(4):
        state = GAME.apply(state, state.prompts[0].default).state
    for prompt in state.prompts:
        assert prompt[1:4] == (PromptKind.CHOICE, Clock.SWAP_THREE, state.window)
        seat = state.seats[prompt.seat]
        tiles = suggest.swap_three(seat.hand, seat.void, state.wild, same_suit=same)
        assert prompt.default == Action(prompt.seat, "swap_three", tiles)
        options = suggest.triples(seat.hand, state.wild, same_suit=same)
        assert [action.args for action in prompt.actions] == list(options)


def test_the_own_turn():
    """胡, then gangs, concealed ones first, then what may be thrown; of a peng only with its fourth tile."""
    melds = {"A": "peng 7m from B, peng 3m from B"}
    table = at("9999s3m12s", JUNK, JUNK, melds=melds, drawn="5z")
    prompt = asked(table, 0)
    assert prompt[:4] == (0, PromptKind.TURN, Clock.TURN, table.state.window)
    assert texts(prompt) == [
        "gang 9s",
        "gang 3m",
        *(f"discard {tile}" for tile in ("3m", "1s", "2s", "9s", "5z")),
    ]
    assert prompt.default == act(0, "discard", "5z")
    won = at(RUNS, JUNK, drawn="4s")
    assert texts(asked(won, 0))[0] == "hu"
    assert asked(won, 0).default == act(0, "hu")
    empty = at("9999s3m12s", JUNK, JUNK, melds=melds, drawn="5z", wall_left=0)
    assert not [text for text in texts(asked(empty, 0)) if "gang" in text]


def test_claims_on_a_discard():
    """胡 before 杠 before 碰 before 吃; a timeout wins, else it passes."""
    table = at(JUNK, "2356m444m79s1155z", JUNK, "258m147s1122334z", drawn="4m").play("A discard 4m")
    actions = (
        act(1, "gang", "4m"),
        act(1, "peng"),
        act(1, "chi", "23m"),
        act(1, "chi", "35m"),
        act(1, "chi", "56m"),
        act(1, "pass"),
    )
    assert table.state.prompts == (claim(table, 1, Clock.CLAIM, actions, act(1, "pass")),)
    wins = at(JUNK, "123456789m2355s", JUNK, drawn="4s").play("A discard 4s")
    assert texts(asked(wins, 1)) == ["hu", "chi 23s", "chi 35s", "pass"]
    assert asked(wins, 1).default == act(1, "hu")
    beyond = at(JUNK, JUNK, "2356m444m79s1155z", drawn="4m").play("A discard 4m")
    assert texts(asked(beyond, 2)) == ["gang 4m", "peng", "pass"]


@pytest.mark.parametrize("tile", ["1p", "5p", "9p"])
def test_no_tile_of_the_void_suit_makes_a_meld(tile):
    """WZ-06, whatever its rank; with another void it does."""
    hand = f"{tile[0] * 3}p13579s13567z"
    void = at("2468m13579s2244z", hand, turn="A", drawn=tile, voids="sp").play(f"A discard {tile}")
    assert void.turn == "B"
    free = at("2468m13579s2244z", hand, turn="A", drawn=tile, voids="sm").play(f"A discard {tile}")
    assert texts(asked(free, 1)) == [f"gang {tile}", "peng", "pass"]
    own = at(hand, "2468m13579s2244z", drawn=tile, voids="ps")
    assert not [text for text in texts(asked(own, 0)) if "gang" in text]


@pytest.mark.parametrize("tile", ["1z", "2z", "3z", "4z", "5z", "6z", "7z"])
def test_which_honours_make_a_gang_after_the_first_round(tile):
    """WZ-10: 中发白 at any time, the winds no more; and no honour makes a chi (WZ-08)."""
    others = "".join(rank for rank in "1234567" if rank != tile[0])[:4]
    table = at(JUNK, f"147m258s{tile[0] * 3}{others}z", JUNK, drawn=tile).play(f"A discard {tile}")
    assert texts(asked(table, 1)) == ["peng", "pass"] if tile < "5z" else [f"gang {tile}", "peng", "pass"]


@pytest.mark.parametrize(("own", "left"), [("23m", "5678m"), ("35m", "2678m"), ("56m", "2378m")])
def test_a_chi_takes_its_two_tiles_from_the_hand(own, left):
    table = at(JUNK, "235678m79s12345z", JUNK, drawn="4m").play("A discard 4m", f"B chi {own}")
    assert format_tiles(unpack(table.state.seats[1].hand)) == f"{left}79s12345z"
    assert (table.state.seats[1].melds[0].tiles, table.state.seats[1].melds[0].source) == (
        parse_tiles(f"4{own}"),
        0,
    )


@pytest.mark.parametrize("source", "BCD")
def test_a_nearer_seat_that_may_win_is_waited_for(source):
    """WZ-09: of those that answer 胡 the nearest to the discarder wins, whoever answers first."""
    hands = dict.fromkeys(SEATS, JUNK)
    first, second = (SEATS[(SEATS.index(source) + step) % 4] for step in (2, 3))
    hands[first], hands[second] = "123456789m2355s", "123456789m1144s"
    table = at(*hands.values(), turn=source, drawn="4s").play(f"{source} discard 4s", f"{second} hu")
    assert table.rows == []
    assert table.play(f"{first} hu").rows == [f"{source}>{first} 200 discard_win WZ-19 1番"]
    again = at(*hands.values(), turn=source, drawn="4s").play(f"{source} discard 4s", f"{first} hu")
    assert again.rows == table.rows  # the further one need not be waited for


@pytest.mark.parametrize(("tile", "own"), [("1p", "23p"), ("9p", "78p"), ("2s", "13s"), ("9m", "78m")])
def test_a_chi_in_every_suit(tile, own):
    void = "m" if tile[1] == "s" else "s"
    table = at(JUNK, f"{own}1234567z1239{void}", JUNK, drawn=tile, voids=void * 3)
    assert f"chi {own}" in texts(asked(table.play(f"A discard {tile}"), 1))


def test_after_a_claim_a_timeout_throws_what_the_engine_suggests():
    """WZ-25: a tile of the void suit, if there is one."""
    table = at(JUNK, "44m2789s3p112345z", JUNK, drawn="4m").play("A discard 4m", "B peng")
    seat = table.state.seats[1]
    assert asked(table, 1).default == Action(1, "discard", (suggest.discard(seat.hand, seat.void, NONE),))
    assert asked(table, 1).default == act(1, "discard", "3p")


def locked(hand: str, wall: str, melds: str = "peng 7s from B") -> Table:
    """A has won 2s thrown by C and draws the last tile of `wall`."""
    table = at(
        hand, JUNK, JUNK, melds={"A": melds}, turn="C", drawn="2s", wall="9s6z" + wall,
        preset="wanzhou_xueliu",
    )  # fmt: skip
    return table.play("C discard 2s", "A hu", "B discard 9s", "rest pass", "C discard 6z", "rest pass")


def test_a_locked_hand_gangs_with_the_tile_just_drawn_alone():
    """WZ-11: also to a peng; four alike that it held before stay where they are."""
    assert texts(asked(locked("111333555m2s", "7s"), 0)) == ["gang 7s", "discard 7s"]
    held = locked("111123m66s13s", "5z")
    assert texts(asked(held, 0)) == ["discard 5z"]


def test_robbing_and_joining():
    """Who may rob answers on the clock of claims, who may only join on its own; no answer is no join."""
    table = at("123789m4557s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s").play(
        "A gang 2s"
    )
    assert asked(table, 1) == claim(
        table, 1, Clock.JOIN, (act(1, "join_wind"), act(1, "pass")), act(1, "pass")
    )
    assert asked(table, 2) == claim(
        table, 2, Clock.CLAIM, (act(2, "hu"), act(2, "join_wind"), act(2, "pass")), act(2, "hu")
    )
    shown = at("111m235579s1234z", JUNK, JUNK, JUNK, turn="B", drawn="1m").play("B discard 1m", "A gang 1m")
    assert [prompt.seat for prompt in shown.state.prompts] == [2, 3]
    assert asked(shown, 3) == claim(
        shown, 3, Clock.JOIN, (act(3, "join_wind"), act(3, "pass")), act(3, "pass")
    )


def entries(table: Table) -> list[tuple[int, str, str, int, int, int]]:
    """(event, cause, "payer>payee", amount, fan, tile) of every row; no row moves or returns another."""
    assert all(row.of == () for row in table.state.rows)
    return [
        (row.event, str(row.cause), f"{SEATS[row.payer]}>{SEATS[row.payee]}", row.amount, row.fan, row.tile)
        for row in table.state.rows
    ]


def test_rows_of_gangs_joins_and_a_win_on_the_replacement():
    """A concealed gang tells nobody its tile; a gang and its joins are one event."""
    table = at("111m23s55s567m999s", JUNK, JUNK, JUNK, turn="B", drawn="1m", tail="9s4s", wild="5z")
    table.play("B discard 1m", "A gang 1m", "C join_wind", "D pass", "A gang 9s", "A hu")
    one, four = parse_tile("1m"), parse_tile("4s")
    assert entries(table) == [
        (1, "gang_exposed", "B>A", 200, 0, one),
        (1, "join_wind", "A>C", 50, 0, one),
        *((2, "gang_concealed", f"{payer}>A", 200, 0, NONE) for payer in "BCD"),
        *((3, "self_draw", f"{payer}>A", 1600, 4, four) for payer in "BCD"),
    ]


def test_rows_of_an_added_gang_and_of_what_a_joiner_owes():
    melds = {"A": "peng 2s from B"}
    table = at("123789m55s67s", JUNK, JUNK, melds=melds, drawn="2s", tail="8s", base=20)
    table.play("A gang 2s", "C join_wind", "B pass", "A hu")
    two, eight = parse_tile("2s"), parse_tile("8s")
    assert entries(table) == [
        (1, "gang_added", "B>A", 20, 0, two),
        (1, "gang_added", "C>A", 20, 0, two),
        (1, "join_wind", "A>C", 10, 0, two),
        (2, "self_draw", "B>A", 160, 3, eight),
        (2, "self_draw", "C>A", 160, 3, eight),
        (2, "join_wind", "C>A", 20, 0, NONE),
    ]


def test_a_joiner_owes_nothing_once_the_ganger_has_thrown():
    """WZ-22: only the replacement of that very gang counts."""
    table = at("123789m55s67s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s", tail="1z", wall="9s5s")
    table.play("A gang 2s", "B join_wind", "A discard 1z", "B discard 9s")
    assert table.asked("A") == {"hu", "discard"}
    table.play("A hu")
    assert [row for row in table.rows if "join_wind" in row] == ["A>B 50 join_wind WZ-22"]


def test_rows_of_the_empty_wall():
    hands = "12346789m1p2489s", "123m456789s1234z", "123m456789s1234z"
    table = at(*hands, drawn="5z", wall_left=0).play("A discard 5z")
    assert entries(table) == [(1, "hua_zhu", f"A>{other}", 1600, 0, NONE) for other in "BC"]
    free = at(*hands, drawn="5z", wall_left=0, pig_units=0).play("A discard 5z")
    assert (free.over, free.rows) == ("wall", [])
