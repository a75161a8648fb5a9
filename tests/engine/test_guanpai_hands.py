"""GP-01…GP-10: whole hands of 关牌, the shared records and positions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from games.engine.cards.guanpai.deck import DECK, first_leader, format_cards, parse_cards
from games.engine.cards.guanpai.game import GAME
from games.engine.core.contract import NONE, PUBLIC, Action, Clock, Deal, Game, PromptKind
from games.engine.core.errors import Code, EngineError, RuleViolation

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "hands_guanpai.jsonl").read_text().splitlines()
]


def table(zero: str, one: str, *, lead: int = 0, fill: bool = True, **rules):
    """A position: the cards that matter, each hand filled to sixteen with cards of the lowest ranks left.

    Without `fill` these are all the cards the seats hold.
    """
    if not fill:
        made = GAME.rules("guanpai", rules)
        hands = parse_cards(zero), parse_cards(one)
        rest = tuple(card for card in DECK if card not in hands[0] + hands[1])
        return GAME.new_hand(made, Deal(hands, rest, lead))
    hands = [list(parse_cards(zero)), list(parse_cards(one))]
    spare = [card for card in DECK if card not in hands[0] + hands[1]]
    for held in hands:
        while len(held) < 16:
            held.append(spare.pop(0))
    record = {"hands": [format_cards(held) for held in hands], "lead": lead}
    made = GAME.rules("guanpai", rules)
    return GAME.new_hand(made, GAME.deal_from_record(made, record))


def do(state, seat, verb, cards=""):
    return GAME.apply(state, Action(seat, verb, parse_cards(cards))).state


def refused(state, seat, verb, cards=""):
    with pytest.raises(RuleViolation) as caught:
        do(state, seat, verb, cards)
    return caught.value.code


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: case["id"])
def test_record_vector(case):
    record = case["record"]
    rules = GAME.rules(record["preset"], record["rules"])
    state = GAME.new_hand(rules, GAME.deal_from_record(rules, record))
    for payload in record["actions"]:
        fields = {key: value for key, value in payload.items() if key != "seat"}
        state = GAME.apply(state, GAME.parse_action(payload["seat"], fields)).state
    assert list(GAME.outcome(state).net) == case["net"]


def test_the_deck():
    """GP-01: 48 cards, no ♥2 ♦2 ♣2, no ♦A."""
    assert len(DECK) == 48
    for missing in ("2H", "2D", "2C", "AD"):
        with pytest.raises(EngineError):
            parse_cards(missing)


def test_the_lowest_spade_leads():
    """GP-02: ♠A counts above ♠K, ♠2 last of all; without spades hearts decide."""
    rules = GAME.rules("guanpai", {})
    for seed in range(60):
        deal = GAME.deal_from_seed(rules, bytes([seed]) * 32, ("", ""), None)
        spades = sorted(
            (card, seat) for seat, hand in enumerate(deal.hands) for card in hand if card % 4 == 0
        )
        assert spades[0][1] == deal.first
        assert len({card for hand in deal.hands for card in hand} | set(deal.wall)) == 48


@pytest.mark.parametrize(
    ("zero", "one", "leader"),
    [
        ("2S3H", "AS4H", 1),  # ♠A counts below ♠2
        ("KS2S", "ASAH", 0),
        ("4H3C", "3H3D", 1),  # no spade was dealt: hearts decide
        ("5D3C", "4C3D", 0),  # nor a heart: clubs
        ("4D6D", "5D3D", 1),
    ],
)
def test_gp02_who_leads_when_spades_are_missing(zero, one, leader):
    assert first_leader((parse_cards(zero), parse_cards(one))) == leader


def test_gp02_the_winner_leads_the_next_hand():
    outcome = GAME.outcome(do(table("3S3H3D4S4H", "9S", fill=False), 0, "play", "3S3H3D4S4H"))
    assert (outcome.next_first, outcome.reason) == (0, "out")
    assert outcome.net == (1, -1)


@pytest.mark.parametrize(
    ("must_beat", "played", "answer"),
    [(False, "4S", "pass"), (True, "4S", "5S"), (True, "2S", "pass"), (True, "4S4H", "5S5H")],
)
def test_gp10_a_timeout_passes_where_it_may_else_plays_the_cheapest_beat(must_beat, played, answer):
    start = table("4S4H2S", "5S5H6S9H9D9C", must_beat=must_beat, fill=False)
    (lead,) = GAME.prompts(start)
    assert lead.default == Action(0, "play", parse_cards("4S"))  # the lowest single
    (prompt,) = GAME.prompts(do(start, 0, "play", played))
    assert prompt.default == (
        Action(1, "pass") if answer == "pass" else Action(1, "play", parse_cards(answer))
    )


def test_what_a_seat_is_asked_and_sees():
    state = table("4S4H2S", "5S5H6S9H9D9C", fill=False)
    for version, (seat, action) in enumerate([(0, "play 4S"), (1, "pass"), (0, "play 4H")]):
        (prompt,) = GAME.prompts(state)
        assert prompt[:4] == (seat, PromptKind.TURN, Clock.TURN, version)
        for viewer in (0, 1, PUBLIC):
            view = GAME.project(state, viewer)
            assert (view.viewer, view.game, view.window, view.turn) == (viewer, "guanpai", version, seat)
            assert view.prompt == (prompt if viewer == seat else None)
            assert [(shown.seat, shown.points) for shown in view.seats] == [(0, 0), (1, 0)]
            assert (view.rules, view.played) == (state.rules, state.played)
            assert [shown.size for shown in view.seats] == [len(hand) for hand in state.hands]
        state = do(state, seat, *action.split())
    over = GAME.apply(state, Action(1, "leave")).state
    view = GAME.project(over, PUBLIC)
    assert (view.turn, view.window, view.prompt, view.outcome) == (NONE, 4, None, over.outcome)
    assert [seat.points for seat in view.seats] == [10, -10]
    assert over.outcome.wins == ()
    assert (over.outcome.rows[0].event, over.outcome.rows[0].of) == (1, ())
    assert over.outcome.hands == over.hands


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Action(0, "pass", parse_cards("3S")), Code.BAD_ARGUMENT),
        (Action(0, "play"), Code.NO_SUCH_TILE),
        (Action(2, "leave"), Code.BAD_ARGUMENT),
        (Action(-1, "leave"), Code.BAD_ARGUMENT),
        (Action(0, "leave", parse_cards("3S")), Code.BAD_ARGUMENT),
    ],
)
def test_malformed_actions_are_refused(action, code):
    with pytest.raises(RuleViolation) as caught:
        GAME.apply(table("3S", "4S"), action)
    assert caught.value.code is code


def test_nothing_is_done_after_the_end():
    over = do(table("3S", "4S"), 1, "leave")
    for seat, verb, cards in ((0, "play", "3S"), (0, "pass", ""), (0, "leave", "")):
        assert refused(over, seat, verb, cards) is Code.HAND_OVER
    assert GAME.prompts(over) == ()


def test_gp09_the_table_price_times_the_base():
    """Four cards left at base 5."""
    won = do(table("3S3H3D4S4H", "9S9H9D9C", base=5, fill=False), 0, "play", "3S3H3D4S4H")
    assert GAME.outcome(won).net == (20, -20)
    row = GAME.outcome(won).rows[0]
    assert (row.payer, row.payee, row.amount, row.cause, row.clause) == (1, 0, 20, "cards_left", "GP-09")


def test_gp01_the_cards_nobody_held_are_shown_at_the_end():
    state = table("3S", "4S")
    assert GAME.project(state, 0).unseen == ()
    over = GAME.project(do(state, 1, "leave"), PUBLIC)
    assert len(over.unseen) == 16
    assert all(len(seat.hand) == 16 for seat in over.seats)


def test_what_lies_on_the_table_and_who_passed():
    """Each seat's last cards of the trick, gone once somebody leads anew."""
    state = do(do(table("3S5S", "4S6S"), 0, "play", "3S"), 1, "play", "4S")
    assert [seat.last for seat in GAME.project(state, PUBLIC).seats] == [
        parse_cards("3S"),
        parse_cards("4S"),
    ]
    assert not any(seat.passed for seat in GAME.project(state, PUBLIC).seats)
    state = do(state, 0, "pass")
    view = GAME.project(state, PUBLIC)
    assert [seat.passed for seat in view.seats] == [True, False]
    assert [seat.last for seat in view.seats] == [parse_cards("3S"), parse_cards("4S")]
    state = do(state, 1, "play", "6S")
    assert [seat.last for seat in GAME.project(state, PUBLIC).seats] == [(), parse_cards("6S")]
    assert [play for play in state.played if play[1]] == [
        (0, parse_cards("3S")),
        (1, parse_cards("4S")),
        (1, parse_cards("6S")),
    ]


def test_events_tell_what_was_laid_and_who_pays():
    state = table("4S3S", "9S8S", fill=False)
    laid = GAME.apply(state, Action(0, "play", parse_cards("4S")))
    assert [(event.kind, event.seat, event.tiles, event.note) for event in laid.events] == [
        ("play", 0, parse_cards("4S"), "single")
    ]
    passed = GAME.apply(laid.state, Action(1, "pass"))
    assert [(event.kind, event.seat) for event in passed.events] == [("pass", 1)]
    out = GAME.apply(passed.state, Action(0, "play", parse_cards("3S")))
    assert [event.kind for event in out.events] == ["play", "paid", "show", "end"]
    assert out.events[1].rows == GAME.outcome(out.state).rows
    assert (out.events[2].seat, out.events[2].tiles) == (1, parse_cards("8S9S"))
    assert out.events[3].note == "out"
    fled = GAME.apply(laid.state, Action(0, "leave"))
    assert [event.kind for event in fled.events] == ["leave", "paid", "show", "show", "end"]
    assert (fled.events[0].seat, fled.events[-1].note) == (0, "escape")


def test_the_leader_may_not_pass_and_after_a_pass_the_other_leads():
    state = table("3S4S", "5S6S")
    assert refused(state, 0, "pass") is Code.MAY_NOT_PASS
    assert refused(state, 1, "play", "5S") is Code.NOT_YOUR_TURN
    state = do(state, 0, "play", "4S")
    assert GAME.project(state, 1).table == (0, parse_cards("4S"))
    state = do(state, 1, "pass")
    assert GAME.project(state, 0).table is None
    assert refused(state, 0, "pass") is Code.MAY_NOT_PASS


def test_must_beat_forces_bombs_too():
    """GP-03: with `must_beat` any legal beat has to be played."""
    state = do(table("2S3H", "KSKHKDKC", must_beat=True), 0, "play", "2S")
    assert refused(state, 1, "pass") is Code.MAY_NOT_PASS
    free = do(table("2S3H", "KSKHKDKC"), 0, "play", "2S")
    assert do(free, 1, "pass").turn == 0


def test_why_a_selection_is_no_play():
    """GP-11: each refusal has its own code."""
    state = do(table("5S5H3S4H", "6S6H6D9S"), 0, "play", "5S5H")
    assert refused(state, 1, "play", "6S9S") is Code.WRONG_SHAPE
    assert refused(state, 1, "play", "9S") is Code.DOES_NOT_BEAT
    assert refused(state, 1, "play", "5S5H") is Code.NO_SUCH_TILE
    assert refused(state, 1, "play", "6S6S") is Code.NO_SUCH_TILE
    assert refused(state, 1, "dance") is Code.UNKNOWN_ACTION
    do(state, 1, "play", "6S6H")


@pytest.mark.parametrize(("left", "points"), [(16, 50), (15, 40), (14, 30), (13, 13), (1, 1)])
def test_what_cards_left_cost(left, points):
    """GP-09."""
    from games.engine.cards.guanpai.state import points_for

    assert points_for(left) == points


@pytest.mark.parametrize(("played", "points"), [(0, 50), (2, 30), (8, 10)])
def test_leaving_costs_the_table_price_and_at_least_ten(played, points):
    """GP-10, also out of turn; a new opponent starts anew."""
    state = table("3S3H4S4H5S5H6S6H", "9S9H9D9C", base=3)
    if played:
        state = do(state, 0, "play", "3S3H4S4H5S5H6S6H"[: played * 2])
    outcome = GAME.outcome(do(state, 0, "leave"))
    assert outcome.net == (-points * 3, points * 3)
    assert outcome.next_first is None
    assert [row.clause for row in outcome.rows] == ["GP-10"]


def test_random_hands_obey_the_laws():
    """Conservation, zero sum, legality both ways, termination, and the same net again from the log."""
    rules = [GAME.rules("guanpai", {"must_beat": flag}) for flag in (False, True)]
    rng = random.Random(11)
    for number in range(60):
        made = rules[number % 2]
        deal = GAME.deal_from_seed(made, rng.randbytes(32), ("a", "b"), None)
        state, log = GAME.new_hand(made, deal), []
        while GAME.outcome(state) is None:
            (prompt,) = GAME.prompts(state)
            assert prompt.default in prompt.actions or prompt.default.do == "play"
            before = state
            for action in prompt.actions:
                GAME.apply(state, action)
            assert state == before
            log.append(rng.choice(prompt.actions))
            state = GAME.apply(state, log[-1]).state
            held = [card for hand in state.hands for card in hand]
            laid = [card for _, cards in state.played for card in cards]
            assert sorted(held + laid + list(state.unseen)) == list(DECK)
        assert sum(GAME.outcome(state).net) == 0
        again = GAME.new_hand(made, deal)
        for action in log:
            payload = GAME.action_payload(action)
            again = GAME.apply(again, GAME.parse_action(action.seat, payload)).state
        assert GAME.outcome(again) == GAME.outcome(state)


def test_the_other_hand_is_a_number():
    """No view or event of another viewer holds a card that was not played."""
    made = GAME.rules("guanpai", {})
    deal = GAME.deal_from_seed(made, b"\7" * 32, ("", ""), None)
    state = GAME.new_hand(made, deal)
    for viewer in (0, 1, PUBLIC):
        view = GAME.project(state, viewer)
        for seat in view.seats:
            assert bool(seat.hand) == (seat.seat == viewer)
        assert view.unseen == ()
        assert (view.prompt is not None) == (viewer == state.turn)


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"do": "play"},
        {"do": "play", "cards": 5},
        {"do": "play", "cards": "3X"},
        {"do": "pass", "cards": "3S"},
        {"do": "hu"},
        {"do": ["play"]},
        {"do": "play", "cards": "3S", "seat": "1"},
    ],
)
def test_bad_payloads_are_refused(payload):
    with pytest.raises(RuleViolation):
        GAME.parse_action(0, payload)


@pytest.mark.parametrize("rules", [{"base": 0}, {"base": True}, {"players": 3}, {"must_beat": 1}, {"fee": 3}])
def test_bad_rules_are_refused(rules):
    with pytest.raises(EngineError):
        GAME.rules("guanpai", rules)


def test_score_lines():
    assert GAME.score({"game": "guanpai", "cards": "33344"}) == {"shape": "triple_pair"}
    assert GAME.score({"game": "guanpai", "cards": "33345"}) == {"shape": None}
    assert GAME.score({"play": "AAA", "table": "KKKK"}) == {"beats": True}
    for bad in (
        {"cards": "3x"},
        {"cards": "33333"},
        {"play": "3"},
        {"play": "34", "table": "3"},
        {"cards": ""},
    ):
        with pytest.raises(EngineError):
            GAME.score(bad)


def test_it_keeps_the_contract():
    game: Game = GAME
    assert game.name == "guanpai"
