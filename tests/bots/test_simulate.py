"""`manage.py simulate`: both forms of docs/records.md, clear errors, and a broken invariant that can be seen again."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from games.bots.trials import Failure, Series, deal_seed, duel, interval, play_deals, rotations
from games.engine.catalogue import GAMES
from games.engine.core.contract import Transition
from games.engine.core.records import parse_record, replay
from games.engine.mahjong.packed import ONE


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    call_command("simulate", *arguments)
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def steady(answer: dict) -> dict:
    """The answer without what depends on the machine."""
    policies = [
        {key: value for key, value in policy.items() if not key.startswith("ms_")}
        for policy in answer.get("policies", [])
    ]
    return {key: value for key, value in answer.items() if not key.endswith("_per_s")} | {
        "policies": policies
    }


def test_points_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(
        capsys, "--preset", "chengdu_xuezhan", "--hands", "4", "--seed", "3", "--bots", "normal,easy,easy,random", "--json"
    )  # fmt: skip
    assert set(answer) == {"hands", "hands_per_s", "decisions_per_s", "policies"}
    assert answer["hands"] == 4
    assert [policy["name"] for policy in answer["policies"]] == ["normal", "easy", "random"]
    for policy in answer["policies"]:
        assert set(policy) == {"name", "mean_points", "ci95", "ms_per_decision", "ms_p99"}
        low, high = policy["ci95"]
        assert low <= policy["mean_points"] <= high
    weights = {"normal": 1, "easy": 2, "random": 1}
    assert abs(sum(weights[policy["name"]] * policy["mean_points"] for policy in answer["policies"])) < 0.01


def test_rotation_moves_every_policy_to_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert rotations(("a", "b", "b", "b")) == (
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    )
    assert rotations(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    answer = simulate(
        capsys, "--preset", "sichuan_putong", "--hands", "3", "--bots", "easy,random,random,random", "--rotate", "--json"
    )  # fmt: skip
    assert answer["hands"] == 12


def test_a_duel(capsys: pytest.CaptureFixture[str]) -> None:
    assert duel("a", "b", 4) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    arguments = ("--preset", "sichuan_xuezhan", "--hands", "8", "--seed", "5", "--json")
    answer = simulate(capsys, *arguments, "--duel", "easy,random")
    assert set(answer) == {"deals", "difference", "ci95"}
    assert answer["deals"] == 8
    assert answer["ci95"][0] < answer["difference"] < answer["ci95"][1]
    turned = simulate(capsys, *arguments, "--duel", "random,easy")
    assert turned["difference"] < 0 < answer["difference"]


def test_the_seed_decides_everything(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--preset", "chengdu_xuezhan", "--hands", "6", "--bots", "easy,random,easy,random", "--json")
    one = steady(simulate(capsys, *arguments, "--seed", "9"))
    assert one == steady(simulate(capsys, *arguments, "--seed", "9", "--jobs", "2"))
    assert one != steady(simulate(capsys, *arguments, "--seed", "10"))


def test_rules_players_and_replay(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(
        capsys, "--preset", "sichuan_xuezhan", "--hands", "5", "--bots", "random", "--players", "3", "--replay",
        "--rules", '{"ding_que": true, "swap_three": true}', "--json",
    )  # fmt: skip
    assert answer["hands"] == 5
    answer = simulate(capsys, "--preset", "guanpai", "--hands", "5", "--bots", "random", "--json")
    assert answer["hands"] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--hands", "0", "--bots", "easy"), "'0' is not a whole number from 1"),
        (("--hands", "many", "--bots", "easy"), "'many' is not a whole number from 1"),
        (("--hands", "9", "--jobs", "-1", "--bots", "easy"), "--jobs"),
        (("--hands", "9", "--seed", "x", "--bots", "easy"), "--seed"),
        (("--hands", "9"), "--bots"),
        (("--hands", "9", "--bots", "easy", "--duel", "easy,normal"), "not allowed with"),
        (("--hands", "9", "--bots", "genius"), "unknown_policy: 'genius'; sichuan has random, easy, normal"),
        (("--hands", "9", "--bots", "easy,,easy,easy"), "not a list of policies"),
        (("--hands", "9", "--bots", "easy,easy"), "2 policies for 4 seats"),
        (("--hands", "9", "--duel", "easy"), "two different policies"),
        (("--hands", "9", "--duel", "easy,easy"), "two different policies"),
        (("--hands", "9", "--duel", "easy,genius"), "genius"),
        (("--hands", "9", "--duel", "easy,normal", "--rotate"), "leave --rotate out"),
        (("--hands", "9", "--bots", "easy", "--players", "5"), "between 2 and 4"),
        (("--hands", "9", "--bots", "easy", "--rules", "[]"), "JSON object"),
        (("--hands", "9", "--bots", "easy", "--rules", "{"), "not JSON"),
        (("--hands", "9", "--bots", "easy", "--rules", '{"base": 0}'), "base: must be between"),
        (("--hands", "9", "--bots", "easy", "--rules", '{"bse": 1}'), "bse"),
        (("--hands", "9", "--bots", "easy", "--preset", "poker"), "unknown_preset: poker"),
    ],
)
def test_bad_input_is_a_clear_error(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command("simulate", "--preset", "sichuan_xuezhan", *arguments)
    assert message in str(error.value)


def test_a_broken_invariant_names_the_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rules object that loses a tile now and then: exit 2, the deal's seed, and a record that can be replayed."""
    game = GAMES.game("sichuan")
    honest = game.apply

    def careless(state, action):
        after, events = honest(state, action)
        if action.do == "discard" and after.version == 31:
            seats = list(after.seats)
            lost = next(tile for tile in range(27) if seats[0].hand >> 3 * tile & 7)
            seats[0] = seats[0]._replace(hand=seats[0].hand - ONE[lost])
            after = after._replace(seats=tuple(seats))
        return Transition(after, events)

    monkeypatch.setattr(type(game), "apply", staticmethod(careless))
    with pytest.raises(SystemExit) as exit_code:
        call_command("simulate", "--preset", "sichuan_xuezhan", "--hands", "20", "--bots", "random")
    assert exit_code.value.code == 2
    told = capsys.readouterr().err
    assert "a tile was lost or doubled" in told
    assert deal_seed(1, 0).hex() in told
    monkeypatch.undo()
    record = json.loads(told[told.index("record ") + 7 :])
    assert len(record["actions"]) == 31
    assert not replay(parse_record(record, GAMES)).finished


def test_a_payment_that_was_not_announced_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES.game("sichuan")
    honest = game.outcome

    def forgetful(state):
        outcome = honest(state)
        return outcome and outcome._replace(rows=outcome.rows[1:])

    monkeypatch.setattr(type(game), "outcome", staticmethod(forgetful))
    series = Series("sichuan_xuezhan", "{}", 1, (("random",) * 4,))
    with pytest.raises(Failure, match="the ledger is not what was announced"):
        list(play_deals(series, range(20), lambda: 0.0))


def test_intervals_take_the_deal_as_the_unit() -> None:
    assert interval([1.0]) is None
    mean, low, high = interval([1.0, 3.0] * 50)
    assert mean == 2
    assert high - mean == pytest.approx(mean - low) == pytest.approx(1.959964 * 1.00504 / 10, rel=1e-3)


def test_deals_of_other_numbers_and_seeds_differ() -> None:
    seeds = {deal_seed(seed, number) for seed in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert all(len(seed) == 32 for seed in seeds)
