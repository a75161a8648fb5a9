"""The due time of a seat as a pure function."""

from __future__ import annotations

import pytest

from games.engine.core.contract import Action, Clock, Prompt, PromptKind
from games.services.clockwork import Hands, Window, bank_spent, due_at, left_ms, missed_ms, think_ms
from games.services.options import Clocks, RoomOptions, parse_options

OPENED = 1_000_000


def prompt(clock: Clock, seat: int = 0) -> Prompt:
    answer = Action(seat, "pass")
    return Prompt(seat, PromptKind.TURN, clock, 7, (answer,), answer)


def window(**changes: object) -> Window:
    plain = Window(7, OPENED, Clocks(), (0, 0, 0, 0), (), b"secret", True, 1.0)
    return plain._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clock", "allowed"),
    [
        (Clock.DING_QUE, 10_000),
        (Clock.SWAP_THREE, 15_000),
        (Clock.TURN, 35_000),
        (Clock.CLAIM, 8_000),
        (Clock.FORCED, 2_000),
        (Clock.JOIN, 5_000),
        (Clock.LOCKED, 500),
    ],
)
def test_a_person_has_the_rooms_clock(clock: Clock, allowed: int) -> None:
    assert due_at(prompt(clock), Hands.PERSON, window()) == OPENED + allowed


def test_the_bank_is_for_turns_and_runs_out() -> None:
    spent = window(bank_used=(18_000, 0, 0, 0))
    assert due_at(prompt(Clock.TURN), Hands.PERSON, spent) == OPENED + 17_000
    assert due_at(prompt(Clock.CLAIM), Hands.PERSON, spent) == OPENED + 8_000
    assert due_at(prompt(Clock.TURN), Hands.PERSON, window(bank_used=(99_000, 0, 0, 0))) == OPENED + 15_000
    assert due_at(prompt(Clock.TURN, 1), Hands.PERSON, spent) == OPENED + 35_000


def test_the_bank_is_spent_after_the_base_time_only() -> None:
    clocks = Clocks()
    assert bank_spent(Clock.TURN, clocks, OPENED, OPENED + 14_000, ()) == 0
    assert bank_spent(Clock.TURN, clocks, OPENED, OPENED + 18_000, ()) == 3_000
    assert bank_spent(Clock.TURN, clocks, OPENED, OPENED + 18_000, [(OPENED, OPENED + 2_000)]) == 1_000
    assert bank_spent(Clock.CLAIM, clocks, OPENED, OPENED + 99_000, ()) == 0


def test_bots_think_a_human_while_and_everyone_computes_the_same() -> None:
    times = {think_ms(prompt(Clock.TURN), window(number=number)) for number in range(200)}
    assert min(times) >= 400
    assert max(times) <= 1_600
    assert len(times) > 100
    assert think_ms(prompt(Clock.TURN), window()) == think_ms(prompt(Clock.TURN), window())
    assert think_ms(prompt(Clock.TURN), window(secret=b"other")) != think_ms(prompt(Clock.TURN), window())
    assert (
        due_at(prompt(Clock.TURN), Hands.BOT, window())
        == OPENED + think_ms(prompt(Clock.TURN), window()) + 3_000
    )


def test_bots_hurry_when_nobody_watches() -> None:
    times = {think_ms(prompt(Clock.TURN), window(number=number, watched=False)) for number in range(200)}
    assert min(times) >= 150
    assert max(times) <= 300


def test_pace_scales_machines_and_never_people() -> None:
    fast = window(pace=0.1)
    assert think_ms(prompt(Clock.TURN), fast) <= 160
    assert due_at(prompt(Clock.TURN), Hands.AUTOPLAY, fast) == OPENED + 100
    assert due_at(prompt(Clock.FORCED), Hands.PERSON, fast) == OPENED + 200
    assert due_at(prompt(Clock.TURN), Hands.PERSON, fast) == OPENED + 35_000


def test_autoplay_answers_after_a_second_or_sooner() -> None:
    assert due_at(prompt(Clock.TURN), Hands.AUTOPLAY, window()) == OPENED + 1_000
    assert due_at(prompt(Clock.LOCKED), Hands.AUTOPLAY, window()) == OPENED + 500


def test_an_outage_gives_people_their_time_back_and_nobody_else() -> None:
    cut = window(outages=[(OPENED + 5_000, OPENED + 25_000)])
    assert due_at(prompt(Clock.CLAIM), Hands.PERSON, cut) == OPENED + 28_000
    assert due_at(prompt(Clock.CLAIM), Hands.AUTOPLAY, cut) == OPENED + 1_000
    before = window(outages=[(OPENED - 20_000, OPENED - 1)])
    assert due_at(prompt(Clock.CLAIM), Hands.PERSON, before) == OPENED + 8_000
    across = window(outages=[(OPENED - 20_000, OPENED + 4_000)])
    assert due_at(prompt(Clock.CLAIM), Hands.PERSON, across) == OPENED + 12_000


def test_overlapping_reports_of_one_outage_count_once() -> None:
    spans = [(2_000, 9_000), (1_000, 5_000), (3_000, 4_000), (20_000, 21_000)]
    assert missed_ms(spans, 0) == 9_000
    assert missed_ms(spans, 8_000) == 2_000
    assert missed_ms(spans, 0, 4_000) == 3_000
    assert missed_ms([], 0) == 0


def test_what_a_person_sees_of_a_clock() -> None:
    turn = prompt(Clock.TURN)
    assert left_ms(turn, window(), OPENED + 4_000) == (11_000, 20_000, 15_000)
    assert left_ms(turn, window(), OPENED + 20_000) == (0, 15_000, 15_000)
    assert left_ms(turn, window(), OPENED + 99_000) == (0, 0, 15_000)
    assert left_ms(prompt(Clock.CLAIM), window(), OPENED - 50) == (8_000, 0, 8_000)
    cut = window(outages=[(OPENED, OPENED + 10_000)])
    assert left_ms(turn, cut, OPENED + 12_000) == (13_000, 20_000, 15_000)


def test_options_ignore_what_they_do_not_understand() -> None:
    stored = {
        "clocks": {"turn": 30_000, "claim": "8", "bank": True, "foo": 1, "join": -1},
        "hands": 8,
        "x": 1,
    }
    assert parse_options(stored) == RoomOptions(clocks=Clocks(turn=30_000), hands=8)
    assert parse_options({"clocks": [], "hands": "8"}) == RoomOptions()
