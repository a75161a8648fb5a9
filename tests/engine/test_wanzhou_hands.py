"""The shared whole hands of 万州, replayed to their points, and records of its own deals (WZ-01 to WZ-07)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from games.engine.catalogue import GAMES
from games.engine.core.errors import Code, EngineError, RecordError
from games.engine.core.records import dump, parse_record, replay
from games.engine.mahjong.tiles import parse_tiles

HANDS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "hands_wanzhou.jsonl").read_text().splitlines()
]
GAME = GAMES.game("wanzhou")
SEED = bytes(range(32))


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["id"])
def test_shared_hand(case):
    result = replay(parse_record(case["record"], GAMES))
    assert result.finished
    assert list(result.net) == case["net"]


@pytest.mark.parametrize("case", HANDS[::12], ids=lambda case: case["id"])
def test_a_replayed_hand_is_written_as_it_was_read(case):
    record = parse_record(case["record"], GAMES)
    first = replay(record)
    again = replay(parse_record(dump(GAME, record.rules, record.deal, first.actions), GAMES))
    assert (again.state, again.rows) == (first.state, first.rows)


@pytest.mark.parametrize(("players", "left"), [(4, 83), (3, 96), (2, 109)])
def test_a_deal_holds_all_tiles(players, left):
    rules = GAME.rules("wanzhou", {"players": players})
    for luck in range(30):
        deal = GAME.deal_from_seed(rules, luck.to_bytes(32), ("",) * players, None)
        assert len(deal.wall) == left
        assert [len(hand) for hand in deal.hands] == [13 + (seat == deal.first) for seat in range(players)]
        every = Counter(tile for tiles in (*deal.hands, deal.wall) for tile in tiles)
        assert set(every.values()) == {4}
        assert len(every) == 34
        winds = parse_tiles(deal.extra("winds"))
        assert sorted(winds) == list(range(27, 27 + players))
        assert winds[deal.first] == 27  # who draws 东 deals
        assert deal.extra("wild")
        assert deal.extra("swap_direction") in ("counter", "clockwise", "across")[: 2 if players == 3 else 3]


def test_a_known_dealer_draws_no_winds_and_changes_nothing_else():
    rules = GAME.presets["wanzhou"]
    drawn = GAME.deal_from_seed(rules, SEED, ("",) * 4, None)
    known = GAME.deal_from_seed(rules, SEED, ("",) * 4, drawn.first)
    assert known == drawn._replace(chance=drawn.chance[1:])


def test_every_kind_may_be_the_wild_and_rules_may_have_none():
    rules = GAME.presets["wanzhou"]
    kinds = {GAME.deal_from_seed(rules, luck.to_bytes(32), ("",) * 4, 0).extra("wild") for luck in range(400)}
    assert len(kinds) == 34
    none = GAME.rules("wanzhou", {"wild": False})
    assert GAME.deal_from_seed(none, SEED, ("",) * 4, 0).extra("wild") == ""


def record(**changes):
    rules = GAME.presets["wanzhou"]
    return {**dump(GAME, rules, GAME.deal_from_seed(rules, SEED, ("",) * 4, 0), ()), **changes}


@pytest.mark.parametrize(
    ("chance", "code"),
    [
        ({"swap_direction": "across"}, Code.BAD_RECORD),  # no 混儿
        ({"swap_direction": "across", "wild": "0m"}, Code.BAD_RECORD),
        ({"swap_direction": "across", "wild": "12m"}, Code.BAD_RECORD),
        ({"swap_direction": "up", "wild": "1m"}, Code.BAD_RECORD),
        ({"wild": "1m"}, Code.BAD_RECORD),
        ({"swap_direction": "across", "wild": "1m", "dice": "11"}, Code.BAD_RECORD),
    ],
)
def test_chance_that_no_deal_can_have_is_refused(chance, code):
    with pytest.raises(RecordError) as refused:
        parse_record(record(chance=chance), GAMES)
    assert refused.value.code is code


def test_a_wild_without_the_rule_and_tiles_of_another_game_are_refused():
    with pytest.raises(EngineError):
        parse_record(record(rules={"wild": False}), GAMES)
    with pytest.raises(RecordError):
        parse_record(record(wall="1m"), GAMES)


def test_a_record_in_coins_limits_a_win():
    """WZ-20: a winner who brought 100 coins gets 100, whatever the points say."""
    case = next(case for case in HANDS if case["record"]["preset"] == "wanzhou" and max(case["net"]) > 50_000)
    winner = case["net"].index(max(case["net"]))
    coins = [100 if seat == winner else 1_000_000 for seat in range(len(case["net"]))]
    result = replay(parse_record({**case["record"], "coins": coins, "coefficient": 1, "fee": 0}, GAMES))
    assert result.net == tuple(case["net"])
    assert sum(result.coins_net) == result.house == 0
    assert {row.cause for row in result.rows} <= {
        "self_draw",
        "gang_exposed",
        "gang_added",
        "gang_concealed",
        "join_wind",
    }
    gangs = sum(row.amount for row in result.rows if row.cause != "self_draw" and row.payee == winner)
    paid = sum(row.amount for row in result.rows if row.cause != "self_draw" and row.payer == winner)
    most = 100 + gangs - paid
    assert 0 < result.coins_net[winner] <= most + gangs - paid
    assert most + gangs - paid - result.coins_net[winner] < len(coins)
