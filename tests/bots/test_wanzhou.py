"""What the 万州 policies must never do, and what nobody may miss: 混儿, swaps, gangs, chis and winds."""

from __future__ import annotations

import random

import pytest

from games.bots import policy
from games.bots.base import Policy
from games.bots.selfplay import Seated, play_hand
from games.bots.selfplay import Table as Seats
from games.engine.catalogue import GAMES
from games.engine.core.contract import Action, Prompt, View
from games.engine.mahjong.game import MahjongGame
from games.engine.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from tests.engine.positions import JUNK, SEATS, Table, table_at

GAME = GAMES.game("wanzhou")
assert isinstance(GAME, MahjongGame)
LEVELS = ("easy", "normal")


def at(*hands: str, **position) -> Table:
    return table_at(*hands, **{"preset": "wanzhou", "voids": "pppp"[: len(hands)], **position})


def chosen(level: str, table: Table, who: str) -> str:
    """What a policy does with the prompt of a seat, as "discard 5m"."""
    seat = SEATS.index(who)
    view = GAME.project(table.state, seat)
    assert view.prompt is not None
    action = policy(level, "wanzhou").choose(view, view.prompt, random.Random(1))
    assert action in view.prompt.actions
    return f"{action.do} {format_tiles(action.args)}".strip()


class Watched:
    """A policy under watch; `kept` counts the turns on which a 混儿 was in hand and could have been thrown."""

    def __init__(self, inner: Policy) -> None:
        self.inner = inner
        self.kept = 0
        self.swaps = 0

    def choose(self, view: View, prompt: Prompt, rng: random.Random) -> Action:
        action = self.inner.choose(view, prompt, rng)
        wild = view.wild  # type: ignore[attr-defined]
        thrown = {one.args[0] for one in prompt.actions if one.do == "discard"}
        if wild in thrown and len(thrown) > 1:
            assert action != Action(prompt.seat, "discard", (wild,)), "a 混儿 was thrown away"
            self.kept += 1
        if action.do == "swap_three":
            assert wild not in action.args
            assert len(action.args) == 3
            self.swaps += 1
        return action


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", sorted(GAME.presets))
def test_whole_hands_are_legal_and_keep_every_wild(preset: str, players: int) -> None:
    """`play_hand` raises where a choice is not offered or a tile is lost."""
    rules = GAME.rules(preset, {"players": players})
    watched = [Watched(policy(level, "wanzhou")) for level in LEVELS]
    for seed in range(2):
        dealt = GAME.deal_from_seed(rules, (900 + seed).to_bytes(32), ("",) * players, 0)
        seats = tuple(Seated(watched[(seat + seed) % 2], []) for seat in range(players))
        played = play_hand(GAME, rules, dealt, Seats(seats, random.Random(seed), lambda: 0.0))
        assert sum(played.outcome.net) == 0
    assert sum(each.swaps for each in watched) == 2 * players
    assert sum(each.kept for each in watched) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_void_suit_goes_out_with_the_swap(level: str) -> None:
    rules = GAME.rules("wanzhou", {"players": 2})
    dealt = GAME.deal_from_seed(rules, (5).to_bytes(32), ("", ""), 0)
    hands = (parse_tiles("123456m456s999s2p5p"), parse_tiles("1122334455667z"))
    dealt = dealt._replace(hands=hands, chance=(("wild", "9p"), ("swap_direction", "counter")))
    table = Table(GAME, GAME.new_hand(rules, dealt)).play("A ding_que p", "B ding_que p")
    given = chosen(level, table, "A").removeprefix("swap_three ")
    assert {parse_tile("2p"), parse_tile("5p")} < set(parse_tiles(given))


@pytest.mark.parametrize("level", LEVELS)
def test_no_gang_breaks_a_dear_hand(level: str) -> None:
    """清一色 that waits on 1m; the fourth 3m is part of a run."""
    table = at("1333345678999m", JUNK, JUNK, JUNK, drawn="5z")
    assert "gang" in table.asked("A")
    assert not chosen(level, table, "A").startswith("gang")


@pytest.mark.parametrize("level", LEVELS)
def test_four_wilds_are_worth_more_than_their_gang(level: str) -> None:
    table = at("12345m7777s1256z", JUNK, JUNK, JUNK, drawn="9m", wild="7s")
    assert "gang" in table.asked("A")
    assert not chosen(level, table, "A").startswith("gang")


@pytest.mark.parametrize("level", LEVELS)
def test_a_gang_that_costs_nothing_is_laid(level: str) -> None:
    table = at("5555z78s2z", JUNK, JUNK, JUNK, drawn="9m", melds={"A": "peng 2s from B, peng 1m from D"})
    assert chosen(level, table, "A") == "gang 5z"


@pytest.mark.parametrize("level", LEVELS)
def test_a_ready_hand_is_not_opened_for_another_wait(level: str) -> None:
    table = at(JUNK, "123456789m23s55s", JUNK, JUNK, drawn="3m").play("A discard 3m")
    assert "chi" in table.asked("B")
    assert chosen(level, table, "B") == "pass"


@pytest.mark.parametrize("level", LEVELS)
def test_every_self_draw_is_taken(level: str) -> None:
    assert chosen(level, at("123456789m23s55s", JUNK, JUNK, JUNK, drawn="4s"), "A") == "hu"


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_that_plays_on_takes_every_win(level: str) -> None:
    """血流: there is nothing to wait for."""
    table = at(JUNK, "123456789m23s55s", JUNK, JUNK, drawn="4s", continue_after_win=True).play("A discard 4s")
    assert chosen(level, table, "B") == "hu"


@pytest.mark.parametrize(
    ("hand", "drawn", "spare"),
    [
        ("11134566m13478s", "9s", "1s"),
        ("345567789m79s35z", "6s", "3z 5z"),
        ("123555678m89s25z", "3s", "3s 2z 5z"),
    ],
)
def test_a_quick_hand_is_not_thrown_back_for_one_suit(hand: str, drawn: str, spare: str) -> None:
    """In the middle of a hand somebody wins within a few rounds: two or three tiles of a second suit are worth keeping."""
    table = at(hand, JUNK, JUNK, JUNK, drawn=drawn, wall_left=40)
    verb, tile = chosen("normal", table, "A").split()
    assert (verb, tile in spare.split()) == ("discard", True)


def test_normal_takes_a_cheap_win_from_a_discard() -> None:
    """An own draw would pay thrice and double, but the hand is over with the first win."""
    table = at(JUNK, "123456789m23s55s", JUNK, JUNK, drawn="4s", wall_left=70).play("A discard 4s")
    assert chosen("normal", table, "B") == "hu"


def test_normal_joins_the_wind_and_easy_does_not() -> None:
    """Half a base at once against one for a replacement that seldom wins (WZ-22)."""
    table = at("111m25m1479s1234z", JUNK, JUNK, JUNK, turn="B", drawn="1m")
    table.play("B discard 1m", "A gang 1m")
    assert table.asked("C") == {"join_wind", "pass"}
    assert chosen("normal", table, "C") == "join_wind"
    assert chosen("easy", table, "C") == "pass"


def test_easy_robs_a_gang_rather_than_join_it() -> None:
    table = at(
        "123789m4557s", JUNK, "123456789m1355s", JUNK, melds={"A": "peng 2s from B"}, drawn="2s",
    ).play("A gang 2s")  # fmt: skip
    assert table.asked("C") == {"hu", "join_wind", "pass"}
    assert chosen("easy", table, "C") == "hu"
