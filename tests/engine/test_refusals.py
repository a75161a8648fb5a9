"""Why an action is refused: each wrong action at a mahjong table has a reason of its own, and changes nothing."""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from games.engine.core.contract import Action
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong.tiles import parse_tiles
from tests.engine.positions import JUNK, SEATS, Table, table_at

PLAIN = "123456789m1123p"  # waits on 1p and 4p
ELSE = "2468m13579s2468p"  # wins and claims little


def own_turn() -> Table:
    return table_at("1111m5555p678p59s", JUNK, JUNK, JUNK, drawn="9p", voids="mspp")


def forced_turn() -> Table:
    return table_at("111123456m5599p", JUNK, drawn="5p", wall_left=3)


def forced_claim() -> Table:
    return table_at(JUNK, PLAIN, drawn="1p", wall_left=3).play("A discard 1p")


def claim() -> Table:
    return table_at(PLAIN, ELSE, turn="B", drawn="1p").play("B discard 1p")


def locked_claim() -> Table:
    table = table_at(PLAIN, ELSE, JUNK, turn="B", drawn="4p", wall="1p", pass_lock=True)
    return table.play("B discard 4p", "A pass", "C discard 1p")


def locked_elsewhere() -> Table:
    """A has declined a win and may peng 8m, which it does not wait for."""
    table = table_at("12345688m23789p", ELSE, JUNK, turn="B", drawn="1p", wall="8m", pass_lock=True)
    return table.play("B discard 1p", "A pass", "C discard 8m")


def short_wall() -> Table:
    return table_at("123456789p999s1m", JUNK, drawn="8s", wall_left=1)


def other_void() -> Table:
    return table_at("5555m555567p159s", JUNK, drawn="9p", voids="ms")


def last_claim() -> Table:
    table = table_at("111m2345678s249p", JUNK, turn="B", drawn="1m", wall_left=0)
    return table.play("B discard 1m")


def empty_wall() -> Table:
    return table_at("123456789p999s1m", JUNK, drawn="9s", wall_left=0)


def choosing() -> Table:
    game = GAMES.game("sichuan")
    made = game.rules("chengdu_xuezhan", {})
    return Table(game, game.new_hand(made, game.deal_from_seed(made, b"s" * 32, ("",) * 4, 0)))  # type: ignore[arg-type]


def chi() -> Table:
    table = table_at(JUNK, "2356m79s1234556z", JUNK, preset="wanzhou", drawn="4m", voids="ppp")
    return table.play("A discard 4m")


def locked_hand() -> Table:
    table = table_at(
        "111333555m2s", JUNK, JUNK, melds={"A": "peng 7s from B"}, turn="C", drawn="2s", voids="ppp",
        wall="9s6z5z", preset="wanzhou_xueliu",
    )  # fmt: skip
    return table.play("C discard 2s", "A hu", "B discard 9s", "rest pass", "C discard 6z", "rest pass")


@pytest.mark.parametrize(
    ("position", "action", "tiles", "code"),
    [
        (own_turn, "B discard", "1s", Code.NOT_YOUR_TURN),
        (own_turn, "A peng", "", Code.NOT_OFFERED),
        (own_turn, "A pass", "", Code.NOT_OFFERED),
        (own_turn, "A ding_que", "", Code.NOT_OFFERED),
        (own_turn, "A hu", "", Code.NO_WIN),
        (own_turn, "A discard", "", Code.NO_SUCH_TILE),
        (own_turn, "A discard", "2m", Code.NO_SUCH_TILE),
        (own_turn, "A discard", "5s", Code.VOID_FIRST),
        (own_turn, "A gang", "1m", Code.VOID_TILE),
        (own_turn, "A gang", "9s", Code.NO_GANG),
        (own_turn, "A gang", "", Code.NO_GANG),
        (empty_wall, "A gang", "9s", Code.WALL_EMPTY),
        (last_claim, "A gang", "1m", Code.WALL_EMPTY),
        (last_claim, "A hu", "", Code.NO_WIN),
        (last_claim, "A peng", "1m", Code.BAD_ARGUMENT),
        (forced_turn, "A discard", "5p", Code.MUST_HU),
        (forced_turn, "A gang", "1m", Code.MUST_HU),
        (forced_turn, "A chi", "1m2m", Code.NOT_OFFERED),
        (forced_claim, "B pass", "", Code.MUST_HU),
        (forced_claim, "B peng", "", Code.MUST_HU),
        (claim, "A gang", "1p", Code.NO_GANG),
        (claim, "A discard", "1p", Code.NOT_OFFERED),
        (locked_claim, "A hu", "", Code.WIN_LOCKED),
        (locked_elsewhere, "A hu", "", Code.NO_WIN),
        (short_wall, "A gang", "9s", Code.NO_GANG),
        (other_void, "A gang", "5m", Code.VOID_TILE),
        (choosing, "A discard", "1m", Code.NOT_OFFERED),
        (choosing, "A hu", "", Code.NOT_OFFERED),
        (choosing, "A gang", "1m", Code.NOT_OFFERED),
        (chi, "B chi", "36m", Code.WRONG_SHAPE),
        (chi, "B chi", "78m", Code.NO_SUCH_TILE),
        (chi, "B chi", "22m", Code.NO_SUCH_TILE),
        (locked_hand, "A discard", "1m", Code.NOT_OFFERED),
        (locked_hand, "A discard", "9m", Code.NO_SUCH_TILE),
    ],
)
def test_each_wrong_action_has_its_reason(position, action, tiles, code):
    table = position()
    seat, verb = action.split()
    with pytest.raises(RuleViolation) as refused:
        table.game.apply(table.state, Action(SEATS.index(seat), verb, parse_tiles(tiles) if tiles else ()))
    assert refused.value.code is code


@pytest.mark.parametrize("kind", [-1, 34, 99])
def test_what_is_no_tile_is_a_bad_argument(kind):
    table = own_turn()
    with pytest.raises(RuleViolation) as refused:
        table.game.apply(table.state, Action(0, "discard", (kind,)))
    assert refused.value.code is Code.BAD_ARGUMENT
    with pytest.raises(RuleViolation) as refused:
        table.game.apply(table.state, Action(0, "discard", (33,)))
    assert refused.value.code is Code.NO_SUCH_TILE
