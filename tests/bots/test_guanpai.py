"""The ladder of the policies of 关牌, and the moves that nobody may miss."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from games.bots import policies, policy
from games.bots.trials import Series, duel, interval, play_deals
from games.engine.cards.guanpai.deck import DECK, parse_cards
from games.engine.cards.guanpai.game import GAME
from games.engine.cards.guanpai.shapes import Shape, ShapeKind
from games.engine.cards.guanpai.state import State


def differences(first: str, second: str, deals: int) -> list[float]:
    series = Series("guanpai", "{}", 2024, duel(first, second, 2))
    return [
        result.points[first] - result.points[second]
        for result in play_deals(series, range(deals), lambda: 0.0)
    ]


def end_of_hand(own: str, size: int) -> State:
    """Seat 0 leads with these cards against a seat that holds `size` of all that is unseen."""
    held = tuple(sorted(parse_cards(own)))
    rest = tuple(card for card in DECK if card not in held)
    return State(GAME.rules("guanpai", {}), 9, (held, rest[:size]), rest[size:], 0, None, ((1, ()),), None)


def test_they_are_asked_for_by_name() -> None:
    assert policies("guanpai") == ("random", "lowest", "easy", "normal")


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_normal_beats_easy_and_easy_beats_chance() -> None:
    found = interval(differences("normal", "easy", 150))
    assert found is not None
    assert found[1] > 0
    assert fmean(differences("easy", "random", 30)) > 5
    assert fmean(differences("normal", "lowest", 40)) > 2


def test_normal_takes_an_end_that_is_won() -> None:
    for own, laid in (("3S3H3C4S4H", "33344"), ("ASAHAC4D7C", "AAA")):  # out at once; three aces, then out
        view = GAME.project(end_of_hand(own, 8), 0)
        assert view.prompt is not None
        chosen = policy("normal", "guanpai").choose(view, view.prompt, random.Random(1))
        assert chosen.do == "play"
        ranks = "".join(GAME.tiles_text((card,))[0] for card in chosen.args)
        assert ranks.replace("4", "").replace("7", "") == laid.replace("4", "")
        assert len(chosen.args) == len(laid) if laid == "33344" else 4


def laid(own: str, size: int) -> str:
    """The ranks that normal leads from these cards."""
    view = GAME.project(end_of_hand(own, size), 0)
    assert view.prompt is not None
    chosen = policy("normal", "guanpai").choose(view, view.prompt, random.Random(1))
    return "".join(GAME.tiles_text((card,))[0] for card in chosen.args)


def test_normal_leads_low_and_keeps_what_nothing_beats() -> None:
    """The aces could keep the lead; they can take it back as well, and the 4 is only ever laid from the lead."""
    assert laid("4S6D8HTSQHASAH", 9) == "4"


def test_normal_lays_much_at_once() -> None:
    """The loser pays for every card, 40 for fifteen of sixteen: the long play goes before a low single."""
    assert laid("3S4H4C5D5S6H6C7D7S9H9CJDQSKHKDAS", 16) == "44556677"


def test_normal_gives_the_last_card_nothing_to_beat() -> None:
    """Against one card a pair cannot be beaten, and of singles the highest goes first."""
    assert laid("4S6D6HTSTHQS", 1) in ("66", "TT")
    assert laid("4S6D8HTSQS", 1) == "Q"


def test_normal_does_not_pass_with_all_its_cards() -> None:
    """To beat the run leaves the hand no worse in plays; sixteen cards left are paid at 50."""
    own = tuple(sorted(parse_cards("3C5S5H5D6S6C7D8H9DTSTDJHJDQSQHAC")))
    run = parse_cards("7S8C9HTCJC")
    rest = tuple(card for card in DECK if card not in own and card not in run)
    table = (1, run, Shape(ShapeKind.RUN, 5, 11))
    state = State(GAME.rules("guanpai", {}), 1, (own, rest[:11]), rest[11:], 0, table, ((1, run),), None)
    view = GAME.project(state, 0)
    assert view.prompt is not None
    assert policy("normal", "guanpai").choose(view, view.prompt, random.Random(1)).do == "play"
