"""Which of the events that a page missed is the echo of what a browser sent."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine.core.contract import PUBLIC, Action, Event
from games.models import Hand
from games.presentation import regions
from games.services import play, rooms, tables
from games.services.folding import CACHE, Answer, Table
from games.table_facts import Deed, Progress
from tests.realtime.html import read
from tests.services.support import PRESET, Clock, act_default, hand_of, play_until, table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand(alice: User, clock: Clock) -> Hand:
    """Alice on seat 0, the dealer, about to make her first discard."""
    room = rooms.quick_table(alice, "sichuan_xuezhan", clock.now)
    play_until(room, clock, lambda table: any(action.do == "discard" for action in _offered(table, 0)))
    return hand_of(room)


def _offered(table: Table, seat: int) -> tuple[Action, ...]:
    prompt = table.prompt(seat)
    return () if prompt is None else prompt.actions


def ids(hand: Hand, viewer: int, progress: Progress) -> list[tuple[str | None, str | None]]:
    """Return kind and id of the moves in a viewer's `#fx`."""
    html = regions.private(tables.facts(hand.room_id), viewer, (), progress)["fx"]
    return [(child.get("data-kind"), child.get("data-id")) for child in read(html)[0].children]


def test_a_discard_carries_its_id_to_its_own_seat_only(hand: Hand, alice: User, clock: Clock) -> None:
    before = table_of(hand).version
    assert act_default(hand, 0, alice, clock.now, client_id='a"<1').status == "applied"
    progress = play.events_since(hand.pk, before)
    assert progress.deeds == (Deed(0, 0, 'a"<1'),)
    assert progress.events[0].kind == "discard"
    shown = ids(hand, 0, progress)
    assert shown[0] == ("discard", 'a"<1')
    assert [own for _, own in shown[1:]] == [None] * (len(shown) - 1)
    for viewer in (1, 2, 3, PUBLIC):
        assert all(own is None for _, own in ids(hand, viewer, progress))


def test_another_process_reads_the_ids_from_the_log(hand: Hand, alice: User, clock: Clock) -> None:
    before = table_of(hand).version
    act_default(hand, 0, alice, clock.now, client_id="mine")
    CACHE.clear()
    assert play.load(hand.pk) is not None
    assert play.events_since(hand.pk, before).deeds == (Deed(0, 0, "mine"),)


def test_bots_and_clocks_have_none(hand: Hand, alice: User, clock: Clock) -> None:
    before = table_of(hand).version
    act_default(hand, 0, None, clock.now, actor="timer")
    play_until(hand.room, clock, lambda table: table.version > before + 6 or not table.prompts)
    assert play.events_since(hand.pk, before).deeds == ()


def test_answers_are_kept_while_their_window_is_open(alice: User, clock: Clock) -> None:
    hand = hand_of(rooms.quick_table(alice, PRESET, clock.now))
    first = table_of(hand).window
    act_default(hand, 0, alice, clock.now, client_id="swap")
    act_default(hand, 1, None, clock.now)
    assert [answer.client_id for answer in table_of(hand).answers[-1]] == ["swap", ""]
    act_default(hand, 2, None, clock.now)
    act_default(hand, 3, None, clock.now)
    assert table_of(hand).window != first
    act_default(hand, 0, alice, clock.now, client_id="void")
    assert [answer.client_id for answer in table_of(hand).answers[-1]] == ["void"]


def test_a_claim_that_waited_for_others_keeps_its_id() -> None:
    """Its events come with the last answer of the window, whoever gives that."""
    answers = (Answer(17, 0, "peng", "mine"), Answer(17, 2, "pass", "theirs"))
    events = (Event("peng", 0, (13,)), Event("discard", 2, (4,)))
    assert list(play._deeds(events, answers, 5)) == [Deed(5, 0, "mine")]
    assert list(play._deeds((Event("hu", 2, (13,)),), answers, 0)) == []  # somebody else's claim was stronger
