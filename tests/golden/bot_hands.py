"""Whole hands of bots as text: what every seat sees now and then, who is asked, what is done, what happens, who pays.

`manage.py regen_golden` rewrites them; a changed line is a change of the rules or of a policy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.bots import policy
from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, PUBLIC, Game, Outcome, State
from games.engine.mahjong.view import MahjongView, SeatView
from tests.golden.transcript import FOLDER, SEATS, event_line, prompt_line

BOTS = FOLDER / "bots"
VIEW_EVERY = 24  # actions between two looks at all views


class BotHand(NamedTuple):
    """One hand: a preset, the number of its deal and who plays."""

    preset: str
    number: int
    bots: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.preset}-{self.number}-{'-'.join(dict.fromkeys(self.bots))}"


HANDS = tuple(
    BotHand(preset, number, bots)
    for preset in ("sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan")
    for number, bots in ((1, ("normal",) * 4), (2, ("normal", "easy", "normal", "easy")))
)


def written(hand: BotHand) -> str:
    """Return the hand as text."""
    return "\n".join(_lines(hand)) + "\n"


def _lines(hand: BotHand) -> Iterator[str]:
    game = GAMES.of_preset(hand.preset)
    rules = game.presets[hand.preset]
    seed = hashlib.sha256(f"golden/{hand.preset}/{hand.number}".encode()).digest()
    rng = Random(seed)
    state = game.new_hand(rules, game.deal_from_seed(rules, seed, ("",) * rules.players, None))
    yield f"{hand.preset} seed {seed.hex()} bots {','.join(hand.bots)}"
    while prompts := game.prompts(state):
        if state.version % VIEW_EVERY == 0:
            yield from _views(game, state, rules.players)
        prompt = rng.choice(prompts)
        view = game.project(state, prompt.seat)
        action = policy(hand.bots[prompt.seat], game.name).choose(view, prompt, rng)
        asked = " ".join(prompt_line(each) for each in prompts)
        yield f"{state.version:3} [{asked}] {' '.join((SEATS[action.seat], *game.action_payload(action).values()))}"
        state, events = game.apply(state, action)
        yield from (f"      {event_line(game, event)}" for event in game.project_events(events, PUBLIC))
    yield from _views(game, state, rules.players)
    outcome = game.outcome(state)
    assert outcome is not None
    yield from _ledger(outcome)


def _views(game: Game, state: State, players: int) -> Iterator[str]:
    for viewer in (*range(players), PUBLIC):
        view = game.project(state, viewer)
        assert isinstance(view, MahjongView)
        yield (
            f"    {SEATS[viewer] if viewer != PUBLIC else 'public'} sees {view.phase} wall {view.wall_left}"
            + "".join(f" | {_seat(game, seat)}" for seat in view.seats)
        )


def _seat(game: Game, seat: SeatView) -> str:
    held = game.tiles_text(seat.hand) if seat.hand else str(seat.hand_size)
    drawn = "+" + game.tiles_text((seat.drawn,)) if seat.drawn != NONE else "+?" if seat.has_drawn else ""
    melds = "".join(f" {meld.kind}:{game.tiles_text(meld.tiles[:1])}" for meld in seat.melds)
    void = f" 缺{'mps'[seat.void]}" if seat.void != NONE else ""
    won = "".join(f" 胡{game.tiles_text((win.tile,))}" for win in seat.wins)
    return f"{SEATS[seat.seat]} {held}{drawn}{melds}{void}{won} {seat.points:+d}"


def _ledger(outcome: Outcome) -> Iterator[str]:
    for row in outcome.rows:
        moved = f" of {list(row.of)}" if row.of else ""
        yield f"  #{row.event} {SEATS[row.payer]}>{SEATS[row.payee]} {row.amount} {row.cause} {row.clause}{moved}"
    yield f"net {outcome.net} next {outcome.next_first} {outcome.reason}"
