"""Static card tables: the widest plays, both ends of a hand and the states a prompt can be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.engine.cards.guanpai.deck import DECK, counts_of, parse_cards
from games.engine.cards.guanpai.game import GAME
from games.engine.cards.guanpai.shapes import best
from games.engine.cards.guanpai.state import State
from games.engine.core.contract import NONE, PUBLIC, Action, Wishes
from games.presentation import room, seats, wishes
from games.presentation.catalogue import presenter
from games.presentation.contract import Moment, Regions
from games.table_facts import SeatClock, TableFacts
from tests.scenes.pieces import facts as room_facts

OWN = (SeatClock(0, "turn", 11_200, 20_000, 15_000),)
THEIRS = (SeatClock(1, "turn", 9_000, 20_000, 15_000),)
FULL = "2SACKHQDQSJCTHTS9D8H8C7S6D5H4C3S"


class CardScene(NamedTuple):
    """One static card table; `state` None is a room without a hand."""

    facts: TableFacts
    state: State | None
    viewer: int = 0
    clocks: tuple[SeatClock, ...] = ()
    notice: str = ""
    link: str = ""

    def regions(self) -> Regions:
        """Return all regions of the page."""
        if self.state is None:
            return {
                **room.public(self.facts),
                **seats.clocks(self.facts, self.viewer, self.clocks),
                **room.private(self.facts, self.viewer),
                "notice": room.notice(self.notice),
            }
        drawer = presenter(self.facts.game)
        asked = wishes.of(self.facts, self.viewer)
        moment = Moment(self.clocks, None, self.notice, armed=asked.armed)
        return {
            **drawer.public(self.facts, GAME.project(self.state, PUBLIC)),
            **drawer.private(self.facts, GAME.project(self.state, self.viewer), moment),
            "wishes": wishes.region(self.facts, self.viewer, GAME, asked),
        }


def _facts(phase: str = "playing", kinds: str = "pb", auto: int = NONE) -> TableFacts:
    made = room_facts(2, phase=phase, preset="guanpai", kinds=kinds, scores=(-9, 9), auto=auto)
    return made._replace(game="guanpai")


def _state(
    own: str,
    size: int,
    *,
    theirs: str = "",
    mine: str = "",
    turn: int = 0,
    leads: bool = False,
    must_beat: bool = False,
) -> State:
    """Return a hand: the cards held, how many the other seat holds, and what each laid last."""
    held, laid, before = parse_cards(own), parse_cards(theirs), parse_cards(mine)
    rest = [card for card in DECK if card not in {*held, *laid, *before}]
    played = tuple((seat, cards) for seat, cards in ((0, before), (1, laid)) if cards)
    if turn == 1:
        played = played[::-1]
    table = None
    if played and not leads:
        seat, cards = played[-1]
        shape = best(counts_of(cards))
        assert shape is not None
        table = (seat, cards, shape)
    elif leads and played:
        played = (*played, (1 - turn, ()))
    return State(
        GAME.rules("guanpai", {"must_beat": must_beat}), 12, (tuple(sorted(held)), tuple(rest[:size])), tuple(rest[size:]), turn,
        table, played, None,
    )  # fmt: skip


def card_lead() -> CardScene:
    """The first lead: sixteen cards, nothing on the table."""
    return CardScene(_facts(), _state(FULL, 16), clocks=OWN)


def card_follow() -> CardScene:
    """A run to be beaten."""
    state = _state("2SACKHKDQSJCTHTS9D8H8C7S", 11, theirs="7H8S9STDJH", mine="3S4C5H6D7C")
    return CardScene(_facts(), state, clocks=OWN)


def card_long() -> CardScene:
    """The longest single run on the table, the other seat about to go out."""
    state = _state("2SACKHKDQSJCTHTS9D8H8C7S", 2, theirs="3S4H5D6S7D8D9STCJHQHKC")
    return CardScene(_facts(), state, clocks=OWN, notice="wrong_shape")


def card_plane() -> CardScene:
    """A plane with wings against one of one's own."""
    state = _state("2SACJHTHTS8D", 4, theirs="8S8H8C9S9H9CQSQHKSKH", mine="6S6H6C7S7H7C3S3H4S4H")
    return CardScene(_facts(), state, clocks=OWN)


def card_bomb() -> CardScene:
    """A bomb lies on the table and nothing in the hand beats it."""
    state = _state("2SACKHKDQSJCTHTS", 6, theirs="5S5H5C5D9S", mine="6S6H7S7H")
    return CardScene(_facts(), state, clocks=OWN)


def card_aces() -> CardScene:
    """The other seat thinks about three aces; two kings are armed for the own turn."""
    state = _state("KHKDQSJC", 9, mine="ASAHACTH", theirs="4S4H4C4D9C", turn=1)
    asked = Wishes(frozenset({"auto_pass"}), Action(0, "play", parse_cards("KHKD")))
    return CardScene(_facts()._replace(wishes=(asked, Wishes())), state, clocks=THEIRS)


def card_must_beat() -> CardScene:
    """有大必打: what can be beaten must be, so there is no 不出."""
    state = _state("2SACKHKDQSJCTHTS9D8H8C7S", 11, theirs="7H8S9STDJH", mine="3S4C5H6D7C", must_beat=True)
    return CardScene(_facts(), state, clocks=OWN)


def card_pass() -> CardScene:
    """The other seat passed: one leads anew with few cards left."""
    return CardScene(
        _facts(), _state("KHKDQSJC3D", 1, mine="ASAH", theirs="4S4H", leads=True), clocks=OWN, link="wait"
    )


def card_autoplay() -> CardScene:
    """The viewer is on autoplay and may come back."""
    return CardScene(_facts(auto=0), _state(FULL, 14, theirs="4S4H"), clocks=OWN)


def card_result() -> CardScene:
    """The other seat is out, fourteen cards are left."""
    state = _state(FULL[:28], 1, turn=1)
    last = Action(1, "play", state.hands[1])
    return CardScene(_facts("between")._replace(seed="5e" * 32), GAME.apply(state, last).state)  # type: ignore[arg-type]


def card_watch() -> CardScene:
    """Somebody who sits nowhere looks on."""
    state = _state(FULL, 16, theirs="4S4H", turn=0)
    return CardScene(_facts(kinds="bb"), state, viewer=PUBLIC, clocks=OWN)


def card_wait() -> CardScene:
    """A room without a hand."""
    return CardScene(_facts("open", "pe")._replace(hand_id=0, hand_number=0), None)


CARD_SCENES: dict[str, Callable[[], CardScene]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        card_lead, card_follow, card_long, card_plane, card_bomb, card_must_beat, card_aces, card_pass, card_autoplay, card_result,
        card_watch, card_wait,
    )
}  # fmt: skip
