"""What the toggles do and when they stand down, game by game; nothing but the seat's own view goes into it."""

from __future__ import annotations

import random

import pytest

from games.engine.cards.guanpai.deck import DECK, format_cards, parse_cards
from games.engine.cards.guanpai.game import GAME as CARDS
from games.engine.catalogue import GAMES
from games.engine.core.contract import NOTHING, PUBLIC, Action, Deal, Wishes
from games.engine.core.errors import Code, RuleViolation
from games.engine.mahjong.tiles import parse_tile
from tests.engine.positions import JUNK, SEATS, Table, table_at

READY = "123456789m1123p"  # waits on 1p and 4p
PAIRS = "123456m11p44p789p"  # waits on 1p and 4p, of which it holds pairs
KAN = "1379m555p123579s"
WILD = {"preset": "wanzhou"}


def thrown(tile: str, hand: str, by: str = "C", **position) -> Table:
    """A is asked about a tile that another seat has just thrown; it may chi only what D throws."""
    return table_at(hand, JUNK, JUNK, JUNK, turn=by, drawn=tile, **position).play(f"{by} discard {tile}")


def drawn(tile: str, hand: str, **position) -> Table:
    return table_at(hand, JUNK, JUNK, JUNK, drawn=tile, **position)


def spoken(table: Table, *names: str, armed: str = "", who: str = "A") -> str:
    """What the wishes say: "hu", "discard 5p", a reason, or "" for nothing."""
    seat = SEATS.index(who)
    view = table.game.project(table.state, seat)
    assert view.prompt is not None, "nobody asks this seat"
    action = Action(seat, "discard", (parse_tile(armed),)) if armed else None
    found = table.game.wished(view, view.prompt, Wishes(frozenset(names), action))
    if found.action is None:
        return found.why or ""
    assert found.action in view.prompt.actions
    assert found.why is None
    return " ".join(table.game.action_payload(found.action).values())


@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "wanzhou"])
class TestBothMahjongGames:
    def test_a_win_on_a_discard_is_taken(self, preset):
        table = thrown("4p", READY, preset=preset)
        assert spoken(table, "auto_hu") == "hu"
        assert spoken(table, "auto_discard", "no_peng", armed="1m") == ""

    def test_a_win_that_may_also_be_claimed_is_asked_about_unless_the_claim_is_waived(self, preset):
        table = thrown("4p", PAIRS, preset=preset)
        assert table.asked("A") == {"hu", "peng", "pass"}
        assert spoken(table, "auto_hu") == "wish_hu_or_else"
        assert spoken(table, "auto_hu", "no_peng") == "hu"

    def test_a_win_is_never_declined(self, preset):
        table = thrown("4p", PAIRS, preset=preset)
        assert spoken(table, "no_peng") == "wish_hu"
        assert spoken(table, "no_peng", "auto_discard", armed="1p") == "wish_hu"
        assert spoken(table) == ""

    def test_a_self_drawn_win_is_taken_and_not_thrown_away(self, preset):
        table = drawn("4p", READY, preset=preset)
        assert spoken(table, "auto_hu") == "hu"
        assert spoken(table, "auto_hu", "auto_discard", armed="9m") == "hu"
        assert spoken(table, "auto_discard") == "wish_hu"
        assert spoken(table, armed="9m") == "wish_hu"
        assert spoken(table, "no_peng") == ""

    def test_a_win_beside_a_gang_is_asked_about(self, preset):
        table = drawn("1m", "23456789m55p", melds={"A": "peng 1m from B"}, preset=preset)
        assert table.asked("A") == {"hu", "gang", "discard"}
        assert spoken(table, "auto_hu") == "wish_hu_or_else"

    def test_no_peng_declines_a_peng_and_nothing_else(self, preset):
        assert spoken(thrown("5p", "1379m55p1234579s", preset=preset), "no_peng") == "pass"
        gang = thrown("5p", KAN, preset=preset)
        assert gang.asked("A") == {"gang", "peng", "pass"}
        assert spoken(gang, "no_peng") == "wish_gang"
        assert spoken(gang, "auto_hu", "auto_discard") == ""

    def test_the_drawn_tile_goes(self, preset):
        table = drawn("9s", KAN, preset=preset)
        assert spoken(table, "auto_discard") == "discard 9s"
        assert spoken(table, "no_peng", "auto_hu") == ""

    def test_an_armed_tile_goes_before_the_drawn_one(self, preset):
        table = drawn("9s", KAN, preset=preset)
        assert spoken(table, "auto_discard", armed="1m") == "discard 1m"
        assert spoken(table, armed="9s") == "discard 9s"
        assert spoken(table, "auto_discard", armed="8m") == "wish_not_held"

    def test_a_gang_in_hand_is_asked_about(self, preset):
        table = drawn("5p", KAN, preset=preset)
        assert spoken(table, "auto_discard") == "wish_gang"
        assert spoken(table, armed="1m") == "wish_gang"

    def test_after_a_claim_there_is_no_drawn_tile_to_throw(self, preset):
        table = thrown("5p", "1379m55p1234579s", preset=preset).play("A peng")
        assert spoken(table, "auto_discard") == "wish_no_draw"
        assert spoken(table, armed="1m") == "wish_no_draw"

    def test_what_may_be_armed(self, preset):
        table = drawn("9s", KAN, preset=preset)
        view = table.game.project(table.state, 0)
        for tile, code in (("1m", None), ("9s", None), ("8m", Code.NO_SUCH_TILE)):
            action = Action(0, "discard", (parse_tile(tile),))
            if code is None:
                table.game.check_armed(view, action)
                continue
            with pytest.raises(RuleViolation) as caught:
                table.game.check_armed(view, action)
            assert caught.value.code is code
        with pytest.raises(RuleViolation):
            table.game.check_armed(view, Action(0, "hu"))


def test_void_tiles_go_first():
    position = {"voids": "spmm", "preset": "sichuan_xuezhan"}
    hand = "1123456789m159s"
    assert spoken(drawn("9s", hand, **position), "auto_discard") == "discard 9s"
    held = drawn("2m", hand, **position)
    assert spoken(held, "auto_discard") == "wish_void_first"
    assert spoken(held, armed="1m") == "wish_void_first"
    assert spoken(held, armed="1s") == "discard 1s"
    last = drawn("2m", "1123456789m555s", **position)  # only one kind may go
    assert spoken(last, "auto_discard") == "discard 5s"


def test_a_forced_win_needs_no_wish():
    table = drawn("4p", READY, wall_left=2)
    assert table.asked("A") == {"hu"}
    assert spoken(table, "auto_hu", "auto_discard") == ""


def test_a_drawn_wild_tile_is_never_thrown_by_itself():
    table = drawn("9s", KAN, wild="9s", **WILD)
    assert spoken(table, "auto_discard") == "wish_wild"
    assert spoken(table, armed="9s") == "discard 9s"  # somebody wanted it so


def test_chi_is_waived_apart_from_peng():
    table = thrown("5p", "1379m4655p12357s", by="D", **WILD)
    assert table.asked("A") == {"peng", "chi", "pass"}
    assert spoken(table, "no_peng") == "wish_claim"
    assert spoken(table, "no_chi") == "wish_claim"
    assert spoken(table, "no_chi", "no_peng") == "pass"


def test_a_wind_to_join_is_a_choice():
    table = table_at("13579m137p13579s", KAN, JUNK, JUNK, turn="D", drawn="5p", **WILD)
    table.play("D discard 5p", "B gang 5p")
    assert table.asked("A") == {"join_wind", "pass"}
    assert spoken(table, "no_peng", "no_chi", "auto_hu", "auto_discard") == ""


def test_a_locked_hand_has_nothing_to_arm():
    table = drawn("4p", READY, preset="wanzhou_xueliu").play("A hu")
    view = table.game.project(table.state, 0)
    with pytest.raises(RuleViolation):
        table.game.check_armed(view, Action(0, "discard", (0,)))


# 关牌


def cards(own: str, lead: int = 0, *, theirs: str = ""):
    """A hand in which seat 0 holds `own` and seat 1 has laid `theirs` (or nothing)."""
    held, laid = parse_cards(own), parse_cards(theirs)
    rest = [card for card in DECK if card not in {*held, *laid}]
    fill = 16 - len(held)
    deal = Deal(((*held, *rest[:fill]), (*laid, *rest[fill : fill + 16 - len(laid)])), (), lead)
    state = CARDS.new_hand(CARDS.rules("guanpai", {}), deal)._replace(
        hands=(tuple(sorted(held)), deal.hands[1])
    )
    if laid:
        state = CARDS.apply(state._replace(turn=1), Action(1, "play", laid)).state
    return state


def said(state, *names: str, armed: str = "") -> str:
    view = CARDS.project(state, 0)
    action = Action(0, "play", parse_cards(armed)) if armed else None
    found = CARDS.wished(view, view.prompt, Wishes(frozenset(names), action))
    if found.action is None:
        return found.why or ""
    CARDS.apply(state, found.action)
    return found.action.do + format_cards(found.action.args)


def test_cards_pass_where_nothing_beats_and_only_there():
    assert said(cards("3S4H6C", theirs="KS"), "auto_pass") == "pass"
    assert said(cards("3S4HAC", theirs="KS"), "auto_pass") == ""
    assert said(cards("3S4H6C"), "auto_pass") == ""
    assert said(cards("3S4H6C", theirs="KS")) == ""


def test_cards_go_out_in_one_play():
    assert said(cards("5S5H", theirs="4S4H"), "auto_out") == "play5S5H"
    assert said(cards("5S5H6C", theirs="4S4H"), "auto_out") == ""
    assert said(cards("3S4H5C6D7S"), "auto_out", "auto_pass") == "play3S4H5C6D7S"


def test_armed_cards_are_laid_where_they_beat():
    assert said(cards("5S5C6C9D", theirs="4S4H"), armed="5C5S") == "play5C5S"
    assert said(cards("5S5C6C9D", theirs="7S7H"), armed="5C5S") == "wish_does_not_beat"
    assert said(cards("5S5C6C9D", theirs="7S7H"), "auto_pass", armed="5C5S") == "wish_does_not_beat"
    assert said(cards("5S5C6C9D"), armed="6C") == "play6C"
    assert said(cards("5S5C6C9D"), armed="6D") == "wish_not_held"
    assert said(cards("9D9S", theirs="4S"), armed="9D") == "play9D"
    assert said(cards("9D9S"), armed="9D") == "wish_may_go_out"
    assert said(cards("9D9S"), "auto_out", armed="9D") == "play9S9D"


@pytest.mark.parametrize(
    ("armed", "code"),
    [("6C6D", Code.NO_SUCH_TILE), ("6C9D", Code.WRONG_SHAPE), ("6C6C", Code.NO_SUCH_TILE), ("5S5C", None)],
)
def test_which_cards_may_be_armed(armed, code):
    view = CARDS.project(cards("5S5C6C9D", lead=1), 0)
    action = Action(0, "play", parse_cards(armed))
    if code is None:
        CARDS.check_armed(view, action)
    else:
        with pytest.raises(RuleViolation) as caught:
            CARDS.check_armed(view, action)
        assert caught.value.code is code


# All games


@pytest.mark.parametrize("preset", ["chengdu_xuezhan", "wanzhou_xueliu", "guanpai"])
def test_in_whole_hands_wishes_are_legal_and_know_only_their_own_view(preset):
    """Whatever is wished, it is an offered action, never declines a win, and follows from the view alone."""
    game = GAMES.of_preset(preset)
    rules, rng = game.rules(preset, {}), random.Random(7)
    acted = 0
    for seed in range(2):
        state = game.new_hand(
            rules, game.deal_from_seed(rules, bytes([seed]) * 32, ("",) * rules.players, None)
        )
        while prompts := game.prompts(state):
            prompt = rng.choice(prompts)
            view = game.project(state, prompt.seat)
            wishes = Wishes(frozenset(name for name in game.toggles if rng.random() < 0.7))
            found = game.wished(view, prompt, wishes)
            assert found == game.wished(view, prompt, wishes)
            verbs = {action.do for action in prompt.actions}
            if found.action is not None:
                acted += 1
                assert found.action in prompt.actions
                assert found.action.do == "hu" or "hu" not in verbs
            assert game.wished(view, prompt, Wishes()) == NOTHING
            state = game.apply(state, found.action or rng.choice(prompt.actions)).state
    assert acted > 5
    assert game.project(state, PUBLIC).prompt is None
