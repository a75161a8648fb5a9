"""The 48 cards of 关牌 and their notation (GP-01, GP-04).

A card is rank * 4 + suit; ranks ascend 3 4 … K A 2 as 0..12, suits are ♠♥♣♦ as 0..3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.core.errors import Code, EngineError

RANKS = "3456789TJQKA2"
SUITS = "SHCD"
KING, ACE, TWO = 10, 11, 12
HAND_SIZE = 16

DECK: tuple[int, ...] = tuple(
    rank * 4 + suit
    for rank in range(13)
    for suit in range(4)
    if not (rank == TWO and suit != 0) and not (rank == ACE and suit == 3)
)
_IN_DECK = frozenset(DECK)


def rank_of(card: int) -> int:
    """Return the rank 0..12 of a card (0 is a 3, 12 is the 2)."""
    return card >> 2


def counts_of(cards: Iterable[int]) -> tuple[int, ...]:
    """Return how many cards of each of the 13 ranks there are."""
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    return tuple(counts)


COPIES = counts_of(DECK)  # of each rank: four, but three aces and one 2


def parse_cards(text: object) -> tuple[int, ...]:
    """Read cards like "3S4H" in the written order; raises EngineError(BAD_NOTATION) for anything else."""
    if not isinstance(text, str) or len(text) % 2:
        raise EngineError(Code.BAD_NOTATION, f"cards: {text!r}")
    cards = []
    for at in range(0, len(text), 2):
        rank, suit = RANKS.find(text[at]), SUITS.find(text[at + 1])
        if rank < 0 or suit < 0 or rank * 4 + suit not in _IN_DECK:
            raise EngineError(Code.BAD_NOTATION, f"no such card: {text[at : at + 2]!r}")
        cards.append(rank * 4 + suit)
    return tuple(cards)


def format_cards(cards: Iterable[int]) -> str:
    """The inverse of `parse_cards`."""
    return "".join(RANKS[card >> 2] + SUITS[card & 3] for card in cards)


def parse_ranks(text: object) -> tuple[int, ...]:
    """Read cards without suits, like "33344", as rank counts; raises EngineError(BAD_NOTATION)."""
    if not isinstance(text, str) or not text:
        raise EngineError(Code.BAD_NOTATION, f"cards: {text!r}")
    counts = [0] * 13
    for letter in text:
        rank = RANKS.find(letter)
        if rank < 0:
            raise EngineError(Code.BAD_NOTATION, f"no such rank: {letter!r}")
        counts[rank] += 1
    return tuple(counts)


def take(hand: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """Return cards of the hand that make up the rank counts, the first suits held of each rank."""
    left = list(counts)
    taken = []
    for card in sorted(hand):
        if left[card >> 2]:
            left[card >> 2] -= 1
            taken.append(card)
    return tuple(taken)


def first_leader(hands: Sequence[Sequence[int]]) -> int:
    """Return the seat with the lowest spade dealt, else the lowest heart, club, diamond (GP-02)."""
    lowest = min((card & 3, card >> 2, seat) for seat, hand in enumerate(hands) for card in hand)
    return lowest[2]
