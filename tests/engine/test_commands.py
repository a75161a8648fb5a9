"""`manage.py score`, `replay` and `verify` as other programs call them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine.core.deal import commitment, nonce_hash

VECTORS = Path(__file__).parent / "vectors"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


def answers(out: io.StringIO) -> list[str]:
    return out.getvalue().removesuffix("\n").split("\n")


@pytest.fixture
def run(monkeypatch):
    def call(*args: str, stdin: str = "") -> tuple[list[str], int]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        out = io.StringIO()
        try:
            call_command(*args, stdout=out)
        except SystemExit as end:
            return answers(out), int(end.code or 0)
        return answers(out), 0

    return call


def test_score_answers_every_line(run):
    cases = lines("score_sichuan.jsonl") + lines("combo.jsonl")[:3]
    answers, status = run("score", "--json", stdin="\n".join(map(json.dumps, cases)))
    assert status == 0
    assert [json.loads(line).get("id") for line in answers] == [case["id"] for case in cases]
    assert json.loads(answers[0]) == {"id": "S01", "base": "ping_hu", "roots": 0, "fan": 1, "points": 6}
    assert json.loads(answers[28]) == {"id": "S29", "fan": None}
    assert json.loads(answers[44])["error"]["code"] == "impossible_hand"


def test_score_survives_spoilt_lines(run):
    spoilt = [
        "{",
        "[]",
        "3",
        '{"id": 7}',
        '{"id": 8, "game": "go"}',
        '{"id": 9, "game": ["sichuan"]}',
        "\ufeff{}",
        "[" * 5000,
    ]
    good = '{"id": "x", "game": "sichuan", "hand": "111222444m33399p"}'
    answers, status = run("score", "--json", stdin="\n".join([*spoilt, "", good]))
    assert status == 0
    assert all("code" in json.loads(line)["error"] for line in answers[:-1])
    assert len(answers) == len(spoilt) + 1
    assert json.loads(answers[-1])["points"] == 12


def test_replay_of_json_lines(run):
    cases = lines("hands_sichuan.jsonl")[:5]
    spoilt = json.loads(json.dumps(cases[0]["record"]))
    spoilt["actions"][17] = {"seat": 0, "do": "hu"}
    texts = [json.dumps({"id": case["id"], **case["record"]}) for case in cases]
    answers, status = run("replay", "-", "--json", stdin="\n".join(texts))
    assert status == 0
    assert [json.loads(line)["net"] for line in answers] == [case["net"] for case in cases]
    answers, status = run(
        "replay", "-", "--json", stdin="\n".join([json.dumps(spoilt), "nonsense", texts[1]])
    )
    assert status == 2
    first, second, third = map(json.loads, answers)
    assert (first["error"]["index"], first["error"]["code"]) == (17, "not_your_turn")
    assert second["error"]["code"] == "bad_record"
    assert third["finished"] is True


def test_replay_of_files(run, tmp_path):
    case = next(c for c in lines("coins.jsonl") if "record" in c)
    record = case["record"] | {key: case[key] for key in ("coins", "coefficient", "fee")}
    (tmp_path / "one.json").write_text(json.dumps(record, indent=2))
    answers, status = run("replay", str(tmp_path / "one.json"), "--json")
    answer = json.loads(answers[0])
    assert status == 0
    assert (answer["coins_net"], answer["house"]) == (case["coins_net"], case["house"])
    row = answer["ledger"][0]
    assert {"payer", "payee", "amount", "cause", "clause"} <= set(row)
    answers, status = run("replay", str(tmp_path / "none.json"))
    assert status == 2
    assert "bad_record" in answers[0]


def record_text(**changes) -> str:
    return json.dumps(lines("hands_sichuan.jsonl")[0]["record"] | changes)


@pytest.mark.parametrize("command", [("replay", "-"), ("score",)])
def test_hostile_lines_cost_one_error_each(run, command):
    """No line ends the run, and every answer is JSON that any UTF-8 stream takes."""
    hostile = [
        '{"id": NaN}',
        '{"id": 1e999}',
        '{"id": [1]}',
        '{"id": "\\ud800"}',
        '{"\\udfff": 1, "format": "table-record/1"}',
        '{"id": 1, "id": 2}',
        '{"id": ' + "7" * 5000 + "}",
        '{"id": "a\u2028b", "game": "go"}',
        record_text(rules={"\ud800": 1}),
        record_text(wall="\ud800"),
        record_text(coins=[10**4000] * 4, coefficient=10**4000),
        '{"x": ' * 5000,
    ]
    for args in ((*command, "--json"), command):
        answers, status = run(*args, stdin="\n".join(hostile))
        assert status == (2 if command[0] == "replay" else 0)
        assert "\n".join(answers).encode()
        if "--json" in args:
            codes = [json.loads(line, parse_constant=pytest.fail)["error"]["code"] for line in answers]
            assert len(codes) == len(hostile)


def test_files_of_any_shape(run, tmp_path):
    """A byte order mark and U+2028 do no harm; what cannot be read is one error a file, not one a line."""
    texts = {
        "mark.json": "\ufeff" + record_text(),
        "separator.jsonl": record_text(id="a\u2028b") + "\n" + record_text(id="c"),
        "broken.json": json.dumps(json.loads(record_text()), indent=2).replace('"wall"', "wall"),
        "empty.json": "\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    answers, status = run("replay", *(str(tmp_path / name) for name in texts), "--json")
    assert status == 2
    found = [json.loads(line) for line in answers]
    assert ["error" in answer for answer in found] == [False, False, False, True, True]


def test_dice_of_other_programs_are_not_read(run):
    answers, status = run("replay", "-", "--json", stdin=record_text(chance={"dice": [3, 4]}))
    assert status == 0
    answers, status = run("replay", "-", "--json", stdin=record_text(chance={"swap_direction": [3]}))
    assert (status, json.loads(answers[0])["error"]["code"]) == (2, "bad_record")


def test_score_of_files(run, tmp_path):
    line = '{"id": %d, "game": "sichuan", "hand": "111222444m33399p"}\n'
    (tmp_path / "one.jsonl").write_text(line % 1 + line % 2)
    answers, _ = run("score", str(tmp_path / "one.jsonl"), "-", "--json", stdin=line % 3)
    assert [json.loads(answer)["id"] for answer in answers] == [1, 2, 3]


def test_verify(run):
    seed = "ab" * 32
    args = ("verify", "--preset", "chengdu_xuezhan", "--seed", seed, "--json")
    right = commitment(bytes.fromhex(seed))
    answers, status = run(*args, "--nonces", "a", "", "c", "d", "--commitment", right)
    found = json.loads(answers[0])
    assert (status, found["commitment"], found["matches"]) == (0, right, True)
    assert len(found["hands"]) == 4
    assert run(*args, "--commitment", "00")[1] == 1
    left = [nonce_hash("a"), "", nonce_hash("withheld"), nonce_hash("d")]
    answers, status = run(*args, "--nonces", "a", "", "", "d", "--nonce-hashes", *left)
    assert (status, json.loads(answers[0])["nonces_match"]) == (0, True)
    answers, status = run(*args, "--nonces", "a", "", "c", "d", "--nonce-hashes", *left)
    assert (status, json.loads(answers[0])["nonces_match"]) == (1, False)
    for hashes in (left[:3], ["zz", *left[1:]]):
        assert run(*args, "--nonces", "a", "", "", "d", "--nonce-hashes", *hashes)[1] == 2
    for wrong in (("--nonces", "a"), ("--first", "7"), ("--rules", "{"), ("--rules", '{"x": 1}')):
        answers, status = run(*args, *wrong)
        assert status == 2
        assert "error" in json.loads(answers[0])


def test_people_may_read_it(run):
    answers, _ = run("score", stdin='{"id": "S02", "game": "sichuan", "hand": "111222444m33399p"}')
    assert answers == ["S02: base=dui_dui_hu roots=0 fan=2 points=12"]
    answers, _ = run("replay", "-", stdin=json.dumps(lines("hands_sichuan.jsonl")[0]["record"]))
    assert answers[0] == "net -6 +6 +0 +0"
    assert any("SC-23" in line for line in answers)
    answers, _ = run("score", stdin=json.dumps({"id": "a\nb", "game": "go\x1b[2J\r\n" + "o" * 999}))
    assert len(answers) == 1  # whatever it is called, an error is one line
    assert answers[0].startswith("a\\nb: unknown_game (go\\x1b[2J\\r\\nooo")
    assert len(answers[0]) < 350
