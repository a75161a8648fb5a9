"""The policies of 关牌: the lowest legal beat, fewest plays left, and fewest plays with control and exact ends."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.bots.guanpai.control import can_be_beaten, minus, wins_after
from games.bots.guanpai.partition import fewest_plays
from games.engine.cards.guanpai.deck import COPIES, counts_of
from games.engine.cards.guanpai.plays import Play
from games.engine.cards.guanpai.shapes import BOMBS, Counts, best
from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import Action, Prompt, View

_LOST_LEAD = 0.55  # plays that losing the lead costs
_STRONG = 0.5  # plays that an unbeatable play in hand saves
_BOMB = 0.9  # what spending a bomb costs, in plays
_PASSING = 1.2  # what a pass costs the easy policy, in plays


class _Option(NamedTuple):
    action: Action
    play: Play | None  # None: pass


class LowestGuanpai:
    """Leads the lowest single and answers with the cheapest legal beat: the yardstick of the others."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        plays = [action for action in prompt.actions if action.do == "play"]
        if _own(view).table is None:
            return prompt.default
        return plays[0] if plays else prompt.default


class EasyGuanpai:
    """Lays what leaves the fewest plays, low cards first; passes rather than tear its hand apart."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        hand = _hand(_own(view))

        def cost(option: _Option) -> tuple[float, int]:
            if option.play is None:
                return fewest_plays(hand) + _PASSING, 0
            spent = 1 if option.play.shape.kind in BOMBS else 0
            return fewest_plays(minus(hand, option.play.counts)) + spent, option.play.shape.key

        return min(_options(prompt), key=cost).action


class NormalGuanpai:
    """Counts plays left and controls against all that is unseen, and takes every end that is won for certain."""

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        table = _own(view)
        hand, unseen = _hand(table), _unseen(table)
        size = table.seats[1 - table.viewer].size
        options = _options(prompt)
        for option in options:
            if option.play is not None and _wins_for_certain(option.play, hand, unseen, size):
                return option.action
        return min(options, key=lambda option: _cost(option.play, hand, unseen, size)).action


def _wins_for_certain(play: Play, hand: Counts, unseen: Counts, size: int) -> bool:
    if play.shape.size == sum(hand):
        return True
    return not can_be_beaten(play.shape, unseen, size) and wins_after(hand, play, unseen, size)


def _cost(play: Play | None, hand: Counts, unseen: Counts, size: int) -> tuple[float, int]:
    """Plays still to come after this choice, weighed by who leads then; low keys break ties."""
    if play is None:
        return _plays_to_come(hand, unseen, size) + _LOST_LEAD * (2.0 if size <= 2 else 1.0), 0
    cost = _plays_to_come(minus(hand, play.counts), unseen, size)
    if can_be_beaten(play.shape, unseen, size):
        cost += _LOST_LEAD * _answer_chance(play, unseen, size)
    if play.shape.kind in BOMBS:
        cost += _BOMB
    return cost, play.shape.key


def _plays_to_come(hand: Counts, unseen: Counts, size: int) -> float:
    return fewest_plays(hand) - _STRONG * _controls(hand, unseen, size)


def _controls(hand: Counts, unseen: Counts, size: int) -> int:
    """Singles and bombs in hand that nothing unseen beats."""
    highest = max((rank for rank in range(13) if unseen[rank]), default=-1)
    singles = sum(count for rank, count in enumerate(hand) if rank > highest and count < 3)
    bombs = sum(count == 4 for count in hand) + (hand[11] == 3)
    return min(singles, 2) + bombs


def _answer_chance(play: Play, unseen: Counts, size: int) -> float:
    """A rough chance that the other seat answers: more cards held of those unseen, fewer cards in the play."""
    share = size / max(sum(unseen), 1)
    return min(1.0, share * (2.0 if play.shape.size <= 2 else 1.2))


def _options(prompt: Prompt) -> list[_Option]:
    options = []
    for action in prompt.actions:
        if action.do != "play":
            options.append(_Option(action, None))
            continue
        counts = counts_of(action.args)
        shape = best(counts)
        if shape is not None:
            options.append(_Option(action, Play(counts, shape)))
    return options


def _hand(view: GuanpaiView) -> Counts:
    return counts_of(view.seats[view.viewer].hand)


def _unseen(view: GuanpaiView) -> Counts:
    laid = [card for _, cards in view.played for card in cards]
    return minus(minus(COPIES, _hand(view)), counts_of(laid))


def _own(view: View) -> GuanpaiView:
    if not isinstance(view, GuanpaiView):
        raise TypeError("not a view of guanpai")
    return view
