"""The policies of 关牌: the lowest legal beat, fewest plays left, and fewest plays and cards with control and exact ends."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.bots.guanpai.control import can_be_beaten, minus, wins_after
from games.bots.guanpai.partition import fewest_plays
from games.engine.cards.guanpai.deck import COPIES, TWO, counts_of
from games.engine.cards.guanpai.plays import Play
from games.engine.cards.guanpai.shapes import BOMBS, Counts, ShapeKind, best
from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import Action, Prompt, View

_CARD = 0.15  # what a card left costs, in plays: the loser pays for each
_CONTROL = 0.3  # plays that a card saves which nothing beats
_BOMB = 1.2  # what spending a bomb costs, in plays
_PASS = 2.5  # what a pass costs the normal policy: the other seat lays on, and leads anew
_LAST = 3.0  # what it costs to be beaten by the last card of the other seat
_PASSING = 1.2  # what a pass costs the easy policy, in plays
_MIDDLE = 6  # the rank 9: cards up to it control nothing


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
    """Counts plays and cards left against its high cards, and takes every end that is won for certain.

    That a play may be beaten costs nothing: low cards are beaten now or later, so they go while high ones can wait.
    """

    def choose(self, view: View, prompt: Prompt, rng: Random) -> Action:
        if len(prompt.actions) == 1:
            return prompt.actions[0]
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
    """What is still to be laid after this choice, in plays; of equals the low key goes."""
    if play is None:
        return _burden(hand, unseen, size) + _PASS + (_LAST if size == 1 else 0), 0
    cost = _burden(minus(hand, play.counts), unseen, size)
    if play.shape.kind in BOMBS:
        cost += _BOMB
    if size == 1 and play.shape.kind is ShapeKind.SINGLE:
        cost += _LAST * sum(unseen[play.shape.key + 1 :]) / sum(unseen)
    return cost, play.shape.key


def _burden(hand: Counts, unseen: Counts, size: int) -> float:
    """Plays and cards to come, less what the high cards among them take back."""
    return fewest_plays(hand) + _CARD * sum(hand) - _CONTROL * _control(hand, unseen, size)


def _control(hand: Counts, unseen: Counts, size: int) -> float:
    """How many cards, two of a rank at most, the other seat probably cannot beat one by one."""
    lower = max(1 - size / max(sum(unseen), 1), 0.0)  # chance that an unseen card is not in the other hand
    found, higher = 0.0, 0
    for rank in range(TWO, _MIDDLE, -1):
        found += min(hand[rank], 2) * lower**higher
        higher += unseen[rank]
    return found


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
