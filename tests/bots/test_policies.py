"""Policies: legal on every table, blind to hidden tiles, the same with the same luck, and sensible where it costs."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.bots import policies, policy
from games.bots.base import RandomPolicy
from games.bots.selfplay import Broken, Seated, play_hand
from games.bots.selfplay import Table as Seats
from games.engine.core.contract import Action
from games.engine.core.errors import Code, EngineError
from tests.engine.hidden import shuffled
from tests.engine.positions import JUNK, table_at
from tests.engine.walks import CASES, Table, deal, tables, walk

SICHUAN = CASES["sichuan"].game
NAMES = [(game, name) for game in CASES for name in policies(game)]
some = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def no_clock() -> float:
    return 0.0


def seats(game: str, names: tuple[str, ...], luck: int) -> Seats:
    return Seats(tuple(Seated(policy(name, game), []) for name in names), random.Random(luck), no_clock)


@settings(some, max_examples=40)
@given(tables(), st.data())
def test_any_mix_of_policies_plays_any_rules_to_the_end(table: Table, data: st.DataObject) -> None:
    """`play_hand` raises where a policy fails or chooses what is not offered."""
    names = data.draw(
        st.lists(
            st.sampled_from(policies(table.case.game.name)),
            min_size=table.rules.players,
            max_size=table.rules.players,
        )
    )
    played = play_hand(
        table.case.game, table.rules, table.deal, seats(table.case.game.name, tuple(names), table.luck)
    )
    assert sum(played.outcome.net) == 0


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_the_same_luck_is_the_same_hand(game: str, name: str) -> None:
    case = CASES[game]
    for preset, rules in case.game.presets.items():
        dealt = deal(case.game, rules, 77)
        one, two = (
            play_hand(case.game, rules, dealt, seats(game, (name,) * rules.players, 3)) for _ in range(2)
        )
        assert one == two, preset


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_hidden_tiles_change_no_choice(game: str, name: str) -> None:
    """A policy is handed a view; dealt anew behind it, the table gets the same answer."""
    case = CASES[game]
    compared = 0
    for luck, (preset, rules) in enumerate(case.game.presets.items()):
        rng = random.Random(f"{name}{preset}")
        for step in walk(Table(case, rules, deal(case.game, rules, luck), luck), style="bots"):
            prompt = step.prompts[0]
            other = shuffled(case.game, step.before, prompt.seat, rng)
            if other is None:
                continue
            choices = {
                policy(name, game).choose(case.game.project(state, prompt.seat), prompt, random.Random(1))
                for state in (step.before, other)
            }
            assert len(choices) == 1
            compared += 1
    assert compared > 10


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_a_choice_leaves_no_trace(game: str, name: str) -> None:
    """Policies keep nothing between decisions: asked again in any order they answer alike."""
    case = CASES[game]
    rules = next(iter(case.game.presets.values()))
    asked = [
        (case.game.project(step.before, prompt.seat), prompt)
        for step in walk(Table(case, rules, deal(case.game, rules, 4), 4))
        for prompt in step.prompts
    ]
    first = [policy(name, game).choose(view, prompt, random.Random(9)) for view, prompt in asked]
    again = [policy(name, game).choose(view, prompt, random.Random(9)) for view, prompt in reversed(asked)]
    assert first == again[::-1]


def test_unknown_names_are_clear_errors() -> None:
    with pytest.raises(EngineError) as unknown:
        policy("genius", "sichuan")
    assert unknown.value.code is Code.UNKNOWN_POLICY
    assert "easy" in unknown.value.detail
    with pytest.raises(EngineError) as unknown:
        policy("easy", "chess")
    assert unknown.value.code is Code.UNKNOWN_GAME
    assert policies("chess") == ()


class Failing:
    def choose(self, view, prompt, rng):
        raise ZeroDivisionError("a bug")


class Cheating:
    """Claims a win that is not there."""

    def choose(self, view, prompt, rng):
        return Action(prompt.seat, "hu")


class Foreign:
    """Answers for another seat."""

    def choose(self, view, prompt, rng):
        action = prompt.actions[0]
        return action._replace(seat=(action.seat + 1) % 4)


@pytest.mark.parametrize("bad", [Failing(), Cheating(), Foreign()], ids=lambda bad: type(bad).__name__)
def test_a_bad_policy_is_found_out(bad) -> None:
    rules = SICHUAN.presets["sichuan_xuezhan"]
    sitting = tuple(Seated(bad if seat == 0 else RandomPolicy(), []) for seat in range(4))
    with pytest.raises(Broken, match="the policy of seat 0"):
        play_hand(SICHUAN, rules, deal(SICHUAN, rules, 1), Seats(sitting, random.Random(1), no_clock))


def choose(name: str, state, who: str) -> Action:
    seat = "ABCD".index(who)
    view = SICHUAN.project(state, seat)
    assert view.prompt is not None
    return policy(name, "sichuan").choose(view, view.prompt, random.Random(1))


CLEVER = ("easy", "normal")


def answer(name: str, table, who: str = "A") -> str:
    return " ".join(SICHUAN.action_payload(choose(name, table.state, who)).values())


@pytest.mark.parametrize("name", CLEVER)
def test_a_win_is_taken(name: str) -> None:
    table = table_at("123m456m789m23p55p", JUNK, JUNK, JUNK, drawn="4p")
    assert answer(name, table) == "hu"


@pytest.mark.parametrize("name", CLEVER)
def test_the_odd_suit_goes_first(name: str) -> None:
    table = table_at("123m456m789m23p5p9s", JUNK, JUNK, JUNK, drawn="5p")
    assert answer(name, table) == "discard 9s"


@pytest.mark.parametrize("name", CLEVER)
def test_no_gang_of_the_third_suit_makes_itself_a_pig(name: str) -> None:
    """R14: two suits lie open; a gang of the third wins nothing and costs 花猪 for certain."""
    table = table_at("1111s234p", JUNK, JUNK, JUNK, drawn="9m", melds={"A": "peng 2m from B, peng 3p from B"})
    assert "gang" in table.asked("A")
    assert answer(name, table) != "gang 1s"


@pytest.mark.parametrize("name", CLEVER)
def test_no_peng_of_the_third_suit(name: str) -> None:
    melds = {"A": "peng 2m from B, peng 3p from B"}
    table = table_at("55s24p44m9p", JUNK, JUNK, JUNK, turn="B", drawn="5s", melds=melds).play("B discard 5s")
    assert "peng" in table.asked("A")
    assert answer(name, table) == "pass"


def test_a_gang_that_costs_a_dear_ready_hand_is_declined() -> None:
    """清龙七对 waits at 6 fan (192 from each): 36 for the gang would be its end."""
    table = table_at("1111m223344556m", JUNK, JUNK, JUNK, drawn="9p", wall_left=40)
    assert "gang" in table.asked("A")
    assert answer("normal", table) == "discard 9p"


def test_a_gang_that_costs_nothing_is_taken() -> None:
    table = table_at("1111m456m789m23p5p", JUNK, JUNK, JUNK, drawn="5p", wall_left=40)
    assert answer("normal", table) == "gang 1m"


def test_near_the_end_a_pig_sheds_its_third_suit() -> None:
    """One draw is left: the 96 to each rival weigh more than a nearer hand."""
    table = table_at("123m456m78m23p55p9s", JUNK, JUNK, JUNK, drawn="8m", wall_left=5)
    assert answer("normal", table) == "discard 9s"


@pytest.mark.parametrize("name", CLEVER)
def test_the_void_is_a_suit_one_can_spare(name: str) -> None:
    rules = SICHUAN.rules("sichuan_xuezhan", {"ding_que": True})
    for luck in range(30):
        state = SICHUAN.new_hand(rules, deal(SICHUAN, rules, luck))
        for seat in range(4):
            view = SICHUAN.project(state, seat)
            held = (*view.seats[seat].hand, view.seats[seat].drawn)
            counts = [sum(tile // 9 == suit for tile in held if tile >= 0) for suit in range(3)]
            chosen = policy(name, "sichuan").choose(view, view.prompt, random.Random(1)).args[0]
            assert counts[chosen] <= min(counts) + (2 if name == "normal" else 0)


def test_views_of_another_game_are_refused() -> None:
    with pytest.raises(TypeError):
        policy("easy", "sichuan").choose(SimpleNamespace(), SimpleNamespace(actions=(1, 2)), random.Random(1))
