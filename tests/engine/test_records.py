"""Records: the shared hands, implied answers, round trips, seeds and refusals."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from games.engine.catalogue import GAMES
from games.engine.core.errors import Code, EngineError, RecordError
from games.engine.core.records import dump, overrides_of, parse_record, replay

VECTORS = Path(__file__).parent / "vectors"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


HANDS = lines("hands_sichuan.jsonl")
COINS = [case for case in lines("coins.jsonl") if case.get("record", {}).get("game") == "sichuan"]


def played(record: object):
    return replay(parse_record(record, GAMES))


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])
def test_shared_hand(case):
    result = played(case["record"])
    assert result.finished
    assert list(result.net) == case["net"]


@pytest.mark.parametrize("case", COINS, ids=lambda case: case["id"])
def test_shared_hand_in_coins(case):
    record = case["record"] | {key: case[key] for key in ("coins", "coefficient", "fee")}
    result = played(record)
    got = [(row.payer, row.payee, row.amount, list(row.of)) for row in result.rows]
    assert sorted(got) == sorted(
        (r["payer"], r["payee"], r["amount"], _of(case, r, result)) for r in case["ledger"]
    )
    assert list(result.coins_net) == case["coins_net"]
    assert result.house == case["house"]


def _of(case, row, result):
    """The vector numbers rows in its own order inside an event: translate to ours by what the rows say."""
    ours = [(r.payer, r.payee, r.amount, r.event) for r in result.rows]
    events = {
        number: place for place, number in enumerate(dict.fromkeys(r["event"] for r in case["ledger"]), 1)
    }
    keys = [(r["payer"], r["payee"], r["amount"], events[r["event"]]) for r in case["ledger"]]
    return sorted(ours.index(keys[index]) for index in row["of"])


@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan"])
def test_dump_and_replay_agree(preset):
    game = GAMES.of_preset(preset)
    rules = game.rules(preset, {"players": 3, "pass_lock": True, "fan_cap": 4})
    rng = random.Random(preset)
    for _ in range(20):
        deal = game.deal_from_seed(rules, rng.randbytes(32), ("a", "", "c"), None)
        state, actions = game.new_hand(rules, deal), []
        while prompts := game.prompts(state):
            actions.append(rng.choice(rng.choice(prompts).actions))
            state = game.apply(state, actions[-1]).state
        record = json.loads(json.dumps(dump(game, rules, deal, actions)))
        assert record["rules"] == {"players": 3, "pass_lock": True, "fan_cap": 4}
        result = played(record)
        assert result.state == state
        assert list(result.actions) == actions


def test_a_seed_stands_for_the_deal():
    seed, nonces = "ab" * 32, ["x", "y", "", "z"]
    game = GAMES.of_preset("chengdu_xuezhan")
    rules = game.presets["chengdu_xuezhan"]
    deal = game.deal_from_seed(rules, bytes.fromhex(seed), tuple(nonces), None)
    header = {"format": "table-record/1", "game": "sichuan", "preset": "chengdu_xuezhan", "actions": []}
    assert parse_record({**header, "seed": seed, "nonces": nonces}, GAMES).deal == deal
    assert parse_record({**header, **game.deal_to_record(deal)}, GAMES).deal == deal
    with pytest.raises(RecordError):
        parse_record({**header, "seed": seed, "hands": []}, GAMES)


def test_the_end_of_a_record_takes_the_offered_win():
    """SC-29: what is left unanswered at the end is answered by default, 胡 where it is offered."""
    case = next(
        c
        for c in HANDS
        if c["record"]["actions"][-1]["do"] == "discard" and played(c["record"]).actions[-1].do == "hu"
    )
    assert played(case["record"]).finished


def test_a_later_action_closes_the_window_by_default():
    """Of 235 shared hands most leave passes out; those written and those implied are all in the replay."""
    for case in HANDS[:20]:
        written = case["record"]["actions"]
        result = played(case["record"])
        implied = len(result.actions) - len(written)
        if implied and written[-1]["do"] != "hu":
            passes = [action for action in result.actions if action.do in ("pass", "hu")]
            assert len(passes) == implied + sum(action["do"] in ("pass", "hu") for action in written)
            return
    raise AssertionError("no shared hand leaves a claim unanswered")


@pytest.mark.parametrize(
    ("change", "index", "code"),
    [
        ({"do": "discard", "tile": "9z"}, 4, Code.BAD_ARGUMENT),
        ({"do": "discard", "tile": "1p"}, 4, Code.NO_SUCH_TILE),
        ({"do": "discard", "tile": "1m", "seat": 1}, 4, Code.NOT_YOUR_TURN),
        ({"do": "hu"}, 4, Code.NO_WIN),
        ({"do": "gang", "tile": "2m"}, 4, Code.NO_GANG),
        ({"do": "gang", "tile": "9s"}, 4, Code.VOID_TILE),
        ({"do": "pass"}, 4, Code.NOT_OFFERED),
        ({"do": "fly"}, 4, Code.UNKNOWN_ACTION),
        ({"do": "chi", "tiles": "46s"}, 4, Code.UNKNOWN_ACTION),
        ({"do": "hu", "tile": "5p"}, 4, Code.BAD_ARGUMENT),
        ({"do": "discard", "tile": 5}, 4, Code.BAD_ARGUMENT),
        ({"do": "discard", "tile": "8m"}, 4, Code.VOID_FIRST),
        ({"seat": 9, "do": "hu"}, 4, Code.BAD_ARGUMENT),
        ({"seat": True, "do": "hu"}, 4, Code.BAD_ARGUMENT),
        ({"seat": 3, "do": None}, 4, Code.UNKNOWN_ACTION),
    ],
)
def test_an_illegal_action_is_named_by_its_index(change, index, code):
    record = json.loads(json.dumps(HANDS[0]["record"]))
    record["actions"][index] = {"seat": 3} | change
    with pytest.raises(RecordError) as refused:
        played(record)
    assert (refused.value.index, refused.value.code) == (index, code)


def test_an_action_after_the_end_is_refused():
    record = HANDS[0]["record"]
    extra = {**record, "actions": [*record["actions"], {"seat": 0, "do": "discard", "tile": "1m"}]}
    with pytest.raises(RecordError) as refused:
        played(extra)
    assert (refused.value.index, refused.value.code) == (len(record["actions"]), Code.HAND_OVER)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("format", "table-record/2", Code.BAD_RECORD),
        ("engine_version", 2, Code.BAD_RECORD),
        ("engine_version", True, Code.BAD_RECORD),
        ("game", "chess", Code.UNKNOWN_GAME),
        ("game", None, Code.BAD_RECORD),
        ("preset", "wanzhou", Code.UNKNOWN_PRESET),
        ("rules", {"no_such": 1}, Code.UNKNOWN_RULE),
        ("rules", {"players": 5}, Code.BAD_RULES),
        ("rules", {"fan_cap": "5"}, Code.BAD_RULES),
        ("rules", {"ding_que": 1}, Code.BAD_RULES),
        ("rules", {"on_leave": ["bot"]}, Code.BAD_RULES),
        ("rules", {"end": "xueliu"}, Code.BAD_RULES),
        ("rules", [], Code.BAD_RECORD),
        ("rules", {"swap_three": True}, Code.BAD_RECORD),
        ("dealer", 4, Code.BAD_RECORD),
        ("dealer", False, Code.BAD_RECORD),
        ("hands", ["1m"], Code.BAD_RECORD),
        ("hands", "1m", Code.BAD_RECORD),
        ("hands", [None] * 4, Code.BAD_RECORD),
        ("wall", "5", Code.BAD_NOTATION),
        ("wall", "1m1m1m1m1m", Code.BAD_RECORD),
        ("wall", None, Code.BAD_RECORD),
        ("chance", {"wild": "3p"}, Code.BAD_RECORD),
        ("actions", {}, Code.BAD_RECORD),
        ("coins", [1, 2], Code.BAD_RECORD),
        ("coins", [1, 2, 3, -4], Code.BAD_RECORD),
        ("coefficient", 2, Code.BAD_RECORD),
        ("seed", "00", Code.BAD_RECORD),
        ("weather", "fine", Code.BAD_RECORD),
    ],
)
def test_a_spoilt_header_is_refused(field, value, code):
    record = HANDS[0]["record"] | {field: value}
    with pytest.raises(EngineError) as refused:
        parse_record(record, GAMES)
    assert refused.value.code is code
    assert getattr(refused.value, "index", -1) == -1


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_no_object_is_no_record(value):
    with pytest.raises(RecordError):
        parse_record(value, GAMES)


def test_overrides_are_the_difference_to_the_preset():
    game = GAMES.of_preset("sichuan_putong")
    assert overrides_of(game, game.rules("sichuan_putong", {"fan_cap": None, "on_leave": "bot"})) == {
        "on_leave": "bot"
    }
