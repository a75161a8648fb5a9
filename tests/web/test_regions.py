"""The one renderer over whole hands: every state draws for every viewer, leanly, and leaks nothing."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from random import Random

import pytest
from django.utils.translation import override

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, PUBLIC, Event, Game, State
from games.engine.mahjong.view import EventKind, MahjongView, MeldKind
from games.presentation import regions
from games.table_facts import Progress, SeatClock, SeatFacts, TableFacts

PRESETS = ("sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan", "wanzhou", "wanzhou_xueliu")
ID = re.compile(r"<\w+ id=\"?([\w-]+)")


def facts_of(preset: str, state: State, players: int, number: int = 1) -> TableFacts:
    """Return a room of bots and one person around a state."""
    game = GAMES.of_preset(preset)
    over = game.outcome(state) is not None
    seats = tuple(
        SeatFacts(
            seat,
            "bot" if seat else "person",
            f"<{seat}>",
            0 if seat else 7,
            "normal",
            True,
            False,
            False,
            False,
            0,
        )
        for seat in range(players)
    )
    return TableFacts(
        number, "482913", 1, game.name, preset, "between" if over else "playing", True, number, 1, 0, state.version,
        state, "ab" * 32, "cd" * 32 if over else "", seats, (0,) * players,
    )  # fmt: skip


def hand_of(preset: str, seed: int, players: int = 4) -> Iterator[tuple[Game, State, tuple[Event, ...]]]:
    """Play a hand by random legal actions and yield each state with the events that led to it."""
    game = GAMES.of_preset(preset)
    rules = game.rules(preset, {"players": players})
    rng = Random(seed)
    state = game.new_hand(rules, game.deal_from_seed(rules, seed.to_bytes(32, "big"), ("",) * players, None))
    yield game, state, ()
    while prompts := game.prompts(state):
        wanted = [action for action in prompts[0].actions if action.do in {"hu", "gang", "peng"}]
        action = rng.choice(wanted or prompts[0].actions)
        state, events = game.apply(state, action)
        yield game, state, events


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_state_draws_for_every_viewer(preset: str, players: int) -> None:
    wanted = {
        f"{part}-{seat}" for part in ("plate", "river", "melds", "backs") for seat in range(players)
    } | {"center", "house", "promise", "now"}
    own = {"hand", "own-melds", "prompt", "waits", "fx", "announce", "alert", "notice", "sheet", "wishes"}
    own |= {f"clock-{seat}" for seat in range(players)}
    for language in ("zh-hans", "en"):
        regions.forget()
        for _, state, events in hand_of(preset, players, players):
            facts = facts_of(preset, state, players)
            public = regions.public(facts, language)
            assert set(public) == wanted
            with override(language):
                for viewer in (*range(players), PUBLIC):
                    progress = Progress(events)
                    private = regions.private(facts, viewer, (), progress, "stale")
                    assert set(private) == own
                    for name, html in {**public, **private}.items():
                        found = ID.match(html)
                        assert found is not None, html
                        assert found.group(1) == name


def test_names_are_escaped() -> None:
    _, state, _ = next(hand_of("sichuan_xuezhan", 1))
    facts = facts_of("sichuan_xuezhan", state, 4)
    html = "".join(regions.public(facts, "zh-hans").values())
    assert "&lt;0&gt;" in html
    assert "<0>" not in html


def test_an_action_costs_few_bytes() -> None:
    regions.forget()
    sent: dict[int, dict[str, str]] = {viewer: {} for viewer in range(4)}
    costs = []
    for _, state, events in hand_of("sichuan_xuezhan", 5):
        facts = facts_of("sichuan_xuezhan", state, 4)
        for viewer, held in sent.items():
            clocks = (SeatClock(0, "turn", 15_000, 20_000, 15_000),)
            fresh = {
                **regions.public(facts, "zh-hans"),
                **regions.private(facts, viewer, clocks, Progress(events)),
            }
            changed = [html for name, html in fresh.items() if held.get(name) != html]
            costs.append(len("".join(changed).encode()))
            held.update(fresh)
    assert statistics.median(costs) <= 3000


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_tiles_reach_nobody(preset: str) -> None:
    """A hidden tile changes no byte of anybody else's regions: swap two unseen tiles and compare."""
    for game, state, _ in hand_of(preset, 11):
        view = game.project(state, PUBLIC)
        assert isinstance(view, MahjongView)
        if view.outcome is not None:
            return
        shown = "".join(regions.public(facts_of(preset, state, 4), "zh-hans").values())
        faces = re.findall(r"\bt(\d[mpsz])\b", shown)
        lying = sum(
            len(seat.river) + min(len(seat.wins), 3) for seat in view.seats
        )  # the last three of a pile
        lying += view.wild != NONE  # named in the centre
        for meld in (meld for seat in view.seats for meld in seat.melds):
            known = sum(tile != NONE for tile in meld.tiles)  # none of a gang that lies face down
            lying += min(known, 2) if meld.kind is MeldKind.CONCEALED else known
        assert len(faces) == lying


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_swap_panel_names_who_gets_the_tiles(players: int) -> None:
    named: dict[int, str] = {}
    received: list[Event] = []
    for _, state, events in hand_of("chengdu_xuezhan", 3, players):
        facts = facts_of("chengdu_xuezhan", state, players)
        for viewer in range(players):
            prompt = regions.private(facts, viewer, (), None)["prompt"]
            if "swap_three" in prompt:
                named[viewer] = re.findall(r"换给&lt;(\d)&gt;", prompt)[0]
        received += [event for event in events if event.kind == EventKind.RECEIVE]
    assert len(received) == players
    assert named == {event.other: str(event.seat) for event in received}


def test_payments_are_announced_in_sum_and_in_good_english() -> None:
    """One line says what each payee got in all and what the listener lost; 你 takes the second person."""
    heard = set()
    for seed in range(6):
        for _, state, events in hand_of("sichuan_xuezhan", seed):
            facts = facts_of("sichuan_xuezhan", state, 4)
            with override("en"):
                said = regions.private(facts, 0, (), Progress(events))["announce"]
            heard.add(said)
            for payment in (event for event in events if event.kind == EventKind.PAID):
                gain = sum(row.amount for row in payment.rows if row.payee == 0)
                loss = sum(row.amount for row in payment.rows if row.payer == 0)
                if gain != loss:
                    assert f"You {'+' if gain > loss else '−'}{abs(gain - loss)}" in said
    assert any("You discard " in said for said in heard)
    assert not [said for said in heard if re.search(r"You (discards|wins|self-draws)", said)]


def test_an_onlooker_is_offered_a_seat_after_the_hand() -> None:
    *_, (_, state, _) = hand_of("sichuan_putong", 2)
    facts = facts_of("sichuan_putong", state, 4)
    assert 'formaction="/t/482913/sit/1"' in regions.private(facts, PUBLIC, (), None)["sheet"]
    assert "/sit/" not in regions.private(facts, 0, (), None)["sheet"]
