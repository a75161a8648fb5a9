"""What a 四川 seat is asked, to the last field: kind, clock, window, actions in order and the default (SC-04 to SC-10)."""

from __future__ import annotations

import pytest

from games.engine.core.contract import Action, Clock, Prompt, PromptKind
from games.engine.mahjong import suggest
from games.engine.mahjong.sichuan.game import GAME
from games.engine.mahjong.tiles import parse_tile
from tests.engine.positions import JUNK, Table, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p
PASS, HU, PENG = "pass", "hu", "peng"


def act(seat: int, *words: str) -> Action:
    return Action(seat, words[0], tuple(parse_tile(tile) for tile in words[1:]))


def asked(table: Table, seat: int) -> Prompt:
    return next(prompt for prompt in table.state.prompts if prompt.seat == seat)


def texts(prompt: Prompt) -> list[str]:
    return [" ".join(GAME.action_payload(action).values()) for action in prompt.actions]


def test_the_own_turn():
    table = table_at("11235m99p", JUNK, melds={"A": "peng 5p from B, peng 4m from B"}, drawn="5p")
    prompt = asked(table, 0)
    assert prompt[:4] == (0, PromptKind.TURN, Clock.TURN, table.state.window)
    assert texts(prompt) == ["gang 5p", *(f"discard {tile}" for tile in ("1m", "2m", "3m", "5m", "5p", "9p"))]
    assert prompt.default == act(0, "discard", "5p")


def test_every_gang_there_is_in_order_of_its_tile():
    """A peng without its fourth tile makes none."""
    table = table_at("7777m5p9s2s", JUNK, melds={"A": "peng 9s from B, peng 5p from B"}, drawn="1s")
    assert [text for text in texts(asked(table, 0)) if "gang" in text] == ["gang 7m", "gang 5p", "gang 9s"]
    void = table_at(
        "7777m5p9s2s", JUNK, melds={"A": "peng 9s from B, peng 5p from B"}, drawn="1s", voids="mm"
    )
    assert [text for text in texts(asked(void, 0)) if "gang" in text] == ["gang 5p", "gang 9s"]
    assert [text for text in texts(asked(void, 0)) if "discard" in text] == ["discard 7m"]


def test_a_winning_turn_and_a_forced_one():
    free = table_at(PLAIN, JUNK, drawn="1p", wall_left=4)
    assert texts(asked(free, 0))[0] == "hu"
    assert asked(free, 0).default == act(0, HU)
    bound = table_at(PLAIN, JUNK, drawn="1p", wall_left=3)
    assert asked(bound, 0) == Prompt(
        0, PromptKind.TURN, Clock.FORCED, bound.state.window, (act(0, HU),), act(0, HU)
    )


def test_choices_before_play():
    made = GAME.rules("chengdu_xuezhan", {})
    state = GAME.new_hand(made, GAME.deal_from_seed(made, b"s" * 32, ("",) * 4, 0))
    for prompt in state.prompts:
        assert prompt[1:4] == (PromptKind.CHOICE, Clock.SWAP_THREE, state.window)
        assert prompt.default == Action(
            prompt.seat, "swap_three", suggest.swap_three(state.seats[prompt.seat].hand)
        )
    for _ in range(4):
        state = GAME.apply(state, state.prompts[0].default).state
    for prompt in state.prompts:
        assert prompt[1:4] == (PromptKind.CHOICE, Clock.DING_QUE, state.window)
        assert texts(prompt) == ["ding_que m", "ding_que p", "ding_que s"]
        assert prompt.default == prompt.actions[suggest.void_suit(state.seats[prompt.seat].hand)]


def test_claims_in_order_and_what_a_timeout_answers():
    """胡 before 杠 before 碰; without a win the default is 过."""
    melds = table_at("555p1379m123579s", JUNK, JUNK, turn="C", drawn="5p").play("C discard 5p")
    assert asked(melds, 0) == Prompt(
        0,
        PromptKind.CLAIM,
        Clock.CLAIM,
        melds.state.window,
        (act(0, "gang", "5p"), act(0, PENG), act(0, PASS)),
        act(0, PASS),
    )
    wins = table_at("123456789m5556p", JUNK, turn="B", drawn="5p").play("B discard 5p")
    assert texts(asked(wins, 0)) == ["gang 5p", "peng", "pass"]
    both = table_at("123456m5556777p", JUNK, turn="B", drawn="5p").play("B discard 5p")
    assert texts(asked(both, 0)) == ["hu", "gang 5p", "peng", "pass"]
    assert asked(both, 0).default == act(0, HU)


def test_who_must_win_is_asked_alone():
    """SC-10: another seat's peng of the tile could no longer matter."""
    table = table_at(JUNK, PLAIN, "44p1379m1235679s", JUNK, drawn="4p", wall_left=3).play("A discard 4p")
    assert table.state.prompts == (
        Prompt(1, PromptKind.CLAIM, Clock.FORCED, table.state.window, (act(1, HU),), act(1, HU)),
    )
    free = table_at(JUNK, PLAIN, "44p1379m1235679s", JUNK, drawn="4p", wall_left=4).play("A discard 4p")
    assert [prompt.seat for prompt in free.state.prompts] == [1, 2]


@pytest.mark.parametrize("tile", ["1p", "5p", "9p"])
def test_no_tile_of_the_void_suit_makes_a_meld(tile):
    """SC-04, whatever its rank; with another void it is."""
    hand, other = f"{tile[0] * 3}p13579m13579s", "2468p123456789s"
    void = table_at(hand, other, turn="B", drawn=tile, voids="pm").play(f"B discard {tile}")
    assert void.turn == "A"  # it just draws
    free = table_at(hand, other, turn="B", drawn=tile, voids="sm").play(f"B discard {tile}")
    assert texts(asked(free, 0)) == [f"gang {tile}", "peng", "pass"]
    own = table_at(hand, other, drawn=tile, voids="pm")
    assert not [text for text in texts(asked(own, 0)) if "gang" in text]


def test_a_timeout_throws_a_void_tile_just_drawn_else_the_least_of_the_suit():
    for tile in ("1s", "5s"):
        drawn = table_at("123456789m11p29s", JUNK, drawn=tile, voids="sm")
        assert asked(drawn, 0).default == act(0, "discard", tile)
    other = table_at("123456789m11p29s", JUNK, drawn="5p", voids="sm")
    assert asked(other, 0).default.args[0] // 9 == 2
    none = table_at("123456789m11p29p", JUNK, drawn="5p", voids="sm")
    assert len(asked(none, 0).actions) == 13
    assert asked(none, 0).default == act(0, "discard", "5p")
