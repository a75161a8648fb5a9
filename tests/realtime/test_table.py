"""A table's socket over the real services: coming, acting, being refused, coming again, watching."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from games.engine.core.contract import Prompt, PromptKind
from games.engine.core.deal import nonce_hash
from games.models import Action, Room, Seat
from games.realtime.codes import CloseCode
from games.realtime.table import FRAME_BURST
from games.services import play, rooms
from games.services.moments import now_ms
from tests.realtime.tabs import Tab, Table, ids, person, set_up_room

pytestmark = pytest.mark.django_db(transaction=True)


def notice(tab: Tab) -> str:
    return tab.regions["notice"].attributes.get("data-code", "")


async def actions(table: Table) -> int:
    return await sync_to_async(Action.objects.filter(hand__room_id=table.room_id).count)()


async def choose_voids(table: Table, tabs: list[Tab]) -> None:
    """Everybody answers 定缺, so that the first turn is open."""
    for seat, tab in enumerate(tabs):
        await table.act_default(seat, tab)
        await tab.settle(0.05)
    await asyncio.gather(*(tab.settle() for tab in tabs))


async def four(table: Table) -> list[Tab]:
    return [await table.tab(seat) for seat in range(4)]


# --- coming


async def test_a_page_is_full_when_it_opens(table: Table):
    tab = await table.tab(0)
    expected = {f"{kind}-{seat}" for kind in ("plate", "river", "clock") for seat in range(4)}
    expected |= {f"{kind}-{seat}" for kind in ("melds", "backs") for seat in (1, 2, 3)}
    expected |= {
        "center",
        "hand",
        "own-melds",
        "prompt",
        "waits",
        "fx",
        "announce",
        "alert",
        "notice",
        "sheet",
    }
    assert expected <= set(tab.regions)
    assert len(tab.frames) == 1
    assert tab.regions["fx"].children == ()
    assert sum(tab.regions["hand"].faces.values()) in (13, 14)


async def test_nobody_without_a_session_comes_in(table: Table):
    stranger = Tab(table.number, "")
    assert (await stranger.open()).code == CloseCode.LOGIN
    forged = Tab(table.number, "qpg_session=00000000000000000000000000000000")
    assert (await forged.open()).code == CloseCode.LOGIN


async def test_a_table_that_does_not_exist_is_closed_for_good(table: Table):
    _, cookie = await sync_to_async(person)("客")
    assert (await Tab("999999", cookie).open()).code == CloseCode.NO_TABLE
    assert (await Tab("%00'--", cookie).open()).code == CloseCode.NO_TABLE


async def test_each_socket_speaks_its_own_language(table: Table):
    _, cookie = await sync_to_async(person)("Guest", "en")
    english = Tab(table.number, cookie)
    table.tabs.append(await english.open())
    chinese = await table.watcher()
    assert chinese.regions["center"].html != english.regions["center"].html
    browser = Tab(table.number, (await sync_to_async(person)("x", ""))[1], "fr;q=0.9, en-GB;q=0.8, zh")
    table.tabs.append(await browser.open())
    assert browser.regions["center"].html == chinese.regions["center"].html  # zh is wanted more than en-GB


async def test_a_socket_speaks_the_language_of_its_page(table: Table):
    """Whatever the person, a cookie or the browser's list would say: a tab that was opened before a switch stays as it is."""
    _, cookie = await sync_to_async(person)("Guest", "en")
    chinese = await table.watcher()
    page = Tab(table.number, cookie, "en", "zh-hans")
    table.tabs.append(await page.open())
    assert page.regions["center"].html == chinese.regions["center"].html
    english = Tab(table.number, cookie, page_language="tlh")
    table.tabs.append(await english.open())
    assert english.regions["center"].html != chinese.regions["center"].html


# --- acting


async def test_a_move_reaches_every_tab_and_only_what_changed(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    seat = (await table.prompts())[0].seat
    mover = tabs[seat]
    await mover.settle()
    await table.act_default(seat, mover)
    got = await asyncio.gather(*(tab.settle() for tab in tabs))
    for viewer, elements in enumerate(got):
        names = ids(elements)
        assert f"river-{seat}" in names
        left = (seat + 1) % 4
        assert not {f"river-{left}", f"plate-{left}", "own-melds", "sheet"} & set(names)
        assert f"melds-{viewer}" not in names
        assert f"backs-{viewer}" not in names
        kinds = [child.get("data-kind") for e in elements if e.id == "fx" for child in e.children]
        assert "discard" in kinds


async def test_a_secret_answer_is_heard_by_nobody_else(table: Table):
    tabs = await four(table)
    frames = [len(tab.frames) for tab in tabs]
    await table.act_default(2, tabs[2])
    mine = await tabs[2].settle()
    await asyncio.gather(*(tab.settle(1.6) for tab in tabs))  # a tick comes by as well
    assert "prompt" in ids(mine)
    assert [len(tab.frames) for index, tab in enumerate(tabs) if index != 2] == [
        count for index, count in enumerate(frames) if index != 2
    ]


TWO_MAY_CLAIM = bytes([84]) * 32  # where all do what a timeout would, one may 碰 what another may 胡


def play_to_two_claims(room: Room) -> tuple[Prompt, ...]:
    """Do what a timeout would, in time, until two seats are asked about one tile."""
    people = dict(Seat.objects.filter(room=room).values_list("index", "user_id"))
    while True:
        table = play.load(room.hand_id).table
        first = table.prompts[0]
        if len(table.prompts) > 1 and first.kind is PromptKind.CLAIM:
            return table.prompts
        payload = table.game.action_payload(first.default)
        user = people[first.seat]
        play.submit(room.hand_id, seat=first.seat, payload=payload, window=first.window, user_id=user)


@pytest.mark.parametrize("do", ["peng", "pass"])
async def test_a_claim_that_waits_for_another_is_heard_by_nobody_else(transactional_db: None, do: str):
    """Nobody learns that somebody was asked or has answered: not from a frame, a version or a clock (R16)."""
    slow = dict.fromkeys(("turn", "claim"), 60_000)
    room = await sync_to_async(set_up_room)(seed=TWO_MAY_CLAIM, clocks=slow)
    table = Table(room)
    prompts = await sync_to_async(play_to_two_claims)(room)
    claim = next(action for prompt in prompts for action in prompt.actions if action.do == "peng")
    answer = next(p for p in prompts if p.seat == claim.seat)
    tabs = [*await four(table), await table.watcher()]
    frames = [len(tab.frames) for tab in tabs]
    before = (await table.loaded()).version
    payload = table.payload(next(action for action in answer.actions if action.do == do))
    await tabs[claim.seat].act(answer.window, payload)
    mine = await tabs[claim.seat].settle()
    await asyncio.gather(*(tab.settle(1.6) for tab in tabs))  # a tick comes by as well
    after = await table.loaded()
    assert (after.version, len(after.table.prompts)) == (before + 1, 1), "the other claim is still awaited"
    assert "prompt" in ids(mine)
    heard = [len(tab.frames) - count for tab, count in zip(tabs, frames, strict=True)]
    assert [count for viewer, count in enumerate(heard) if viewer != claim.seat] == [0, 0, 0, 0]
    await table.close()


async def test_two_tabs_of_one_person_show_the_same(table: Table):
    first, second = await table.tab(0), await table.tab(0)
    await table.act_default(0, first)
    await asyncio.gather(first.settle(), second.settle())
    assert first.regions["prompt"].html == second.regions["prompt"].html
    assert first.regions["hand"].html == second.regions["hand"].html


async def test_a_repeated_click_is_applied_once_and_met_with_silence(table: Table):
    tab = await table.tab(0)
    prompt = next(prompt for prompt in await table.prompts() if prompt.seat == 0)
    payload = table.payload(prompt.default)
    name = await tab.act(prompt.window, payload)
    await tab.settle()
    frames = len(tab.frames)
    for _ in range(3):
        await tab.act(prompt.window, payload, name)
    await tab.settle(0.5)
    assert len(tab.frames) == frames
    assert await actions(table) == 1


async def test_a_double_click_under_two_names_is_stale_the_second_time(table: Table):
    tab = await table.tab(0)
    prompt = next(prompt for prompt in await table.prompts() if prompt.seat == 0)
    await tab.act(prompt.window, table.payload(prompt.default))
    await tab.act(prompt.window, table.payload(prompt.default))
    await tab.settle()
    assert await actions(table) == 1
    assert notice(tab) == "window_closed"


# --- being refused


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"type": "act", "window": "999", "do": "discard", "tile": "1m"}, "window_closed"),
        ({"type": "act", "window": "0", "do": "draw"}, "unknown_action"),
        ({"type": "act", "window": "0", "do": "deal"}, "unknown_action"),
        ({"type": "act", "window": "0", "do": "hu"}, None),
        ({"type": "act", "window": "0", "do": "discard", "tile": "1m"}, None),
        ({"type": "act", "window": "0", "do": "ding_que"}, None),
        ({"type": "act", "window": "0", "do": "ding_que", "suit": "p", "seat": "1"}, "bad_request"),
        ({"type": "act", "window": "0", "do": "ding_que", "suit": "p", "hand": "77"}, "stale"),
        ({"type": "back", "hand": "77"}, "stale"),
        ({"type": "leave", "hand": "0"}, "stale"),
        ({"type": "expire", "window": "0"}, "bad_request"),
        ({"type": "sit", "seat": "1", "version": "1"}, "bad_request"),
        ({"type": "ready", "number": "2"}, "hand_running"),
        ({"type": "ready", "number": "1"}, "stale"),
    ],
)
async def test_what_may_not_be_is_refused_to_its_sender_alone(table: Table, frame, code):
    mover, other = await table.tab(0), await table.tab(1)
    quiet = len(other.frames)
    await mover.ask(frame["type"], **{key: value for key, value in frame.items() if key != "type"})
    answer = ids(await mover.settle())
    assert {"hand", "prompt", "center", "notice"} <= set(answer)  # a reason, and the whole table
    assert notice(mover) == code if code else notice(mover)
    assert mover.regions["fx"].children == ()
    await other.settle(0.3)
    assert len(other.frames) == quiet
    assert await actions(table) == 0


async def test_a_hidden_tile_cannot_be_thrown(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    prompt = (await table.prompts())[0]
    own = tabs[prompt.seat]
    before = await actions(table)
    held = own.regions["hand"].faces
    foreign = next(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) if f"{rank}{suit}" not in held)
    await own.act(prompt.window, {"do": "discard", "tile": foreign})
    await own.settle()
    assert notice(own)
    assert await actions(table) == before


async def test_nobody_acts_for_another_seat(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    prompt = (await table.prompts())[0]
    before = await actions(table)
    intruder = tabs[(prompt.seat + 1) % 4]
    await intruder.act(prompt.window, table.payload(prompt.default))
    await intruder.settle()
    assert notice(intruder) == "window_closed"
    watcher = await table.watcher()
    await watcher.act(prompt.window, table.payload(prompt.default))
    await watcher.settle()
    assert notice(watcher) == "not_seated"
    assert await actions(table) == before


async def test_malformed_frames_are_strikes_and_five_close_the_socket(table: Table):
    tab = await table.tab(0)
    for text in ("{", "[]", '{"type":"act"}', "x" * 9000):
        await tab.say(text)
        await tab.settle(0.2)
    assert tab.code is None
    assert notice(tab) == "bad_request"
    await tab.say('{"type":"cut","code":"4403"}')
    await tab.settle()
    assert tab.code == CloseCode.HOSTILE


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "act", "window": "0", "id": "a", "do": "ding_que", "suit": "p"},
        {"type": "toggle", "name": "auto_hu", "on": "1", "hand": "7"},
        {"type": "ready", "nonce": "mine"},
        {"type": "back"},
        {"type": "leave"},
    ],
)
async def test_a_page_from_before_an_update_is_told_so_and_is_not_hostile(
    table: Table, frame: dict[str, str]
):
    tab = await table.tab(0)
    for _ in range(7):  # more than a hostile socket survives
        await tab.say(frame)
        answer = ids(await tab.settle(0.1, first=2))
    assert tab.code is None
    assert notice(tab) == "old_page"
    assert {"hand", "prompt", "now"} <= set(answer)
    seat = await sync_to_async(Seat.objects.get)(room_id=table.room_id, index=0)
    assert (seat.user_id is not None, await actions(table)) == (True, 0)


async def test_the_page_of_hand_1_answers_nothing_in_hand_2(transactional_db: None):
    """An open tab whose frame was under way when the next hand was dealt, with a window of the same number."""
    room = await sync_to_async(set_up_room)(people=1)
    table = Table(room)
    tab = await table.tab(0)
    first, window = tab.hand, tab.regions["prompt"].attributes["data-window"]
    await sync_to_async(play.void_broken)(room.hand_id, "test", now_ms())
    await tab.settle(first=3)
    await tab.ask("ready")
    await tab.settle(1, first=3)
    assert (tab.hand != first, tab.regions["prompt"].attributes["data-window"]) == (True, window)
    for kind, fields in (
        ("act", {"window": window, "do": "ding_que", "suit": "p"}),
        ("toggle", {"window": window, "name": "auto_hu", "on": "1"}),
        ("back", {}),
        ("leave", {}),
    ):
        await tab.ask(kind, hand=first, **fields)
        await tab.settle(first=3)
        assert notice(tab) == "stale", kind
    assert tab.regions["hand"].faces, "still seated"
    assert await actions(table) == 0
    await table.close()


async def test_a_repeat_of_what_is_no_move_is_done_once_and_met_with_silence(table: Table):
    tab = await table.tab(0)
    window = tab.regions["prompt"].attributes["data-window"]
    on = {"window": window, "name": "auto_hu", "on": "1"}
    for kind, fields in (("toggle", on), ("leave", {})):
        name = await tab.ask(kind, **fields)
        await tab.settle(first=3)
        frames = len(tab.frames)
        await tab.ask(kind, name, **fields)
        await tab.settle(0.5)
        assert all('id="beat"' in frame for frame in tab.frames[frames:]), kind
        assert notice(tab) == ""


async def test_a_flood_is_dropped_and_then_closed(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.realtime.table.FRAME_RATE", 0.001)
    tab = await table.tab(0)
    for _ in range(80):
        await tab.ask("back")
    await tab.settle()
    assert tab.code == CloseCode.FLOOD


async def test_a_click_that_came_too_fast_is_told_so_once(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "games.realtime.table.FRAME_RATE", 0.001
    )  # none passes later, however slow the machine
    tab = await table.tab(0)
    for _ in range(FRAME_BURST + 10):  # 20 too many close
        await tab.ask("back")
    await tab.settle()
    assert tab.code is None
    assert notice(tab) == "rate"
    assert len(tab.frames) == 2  # the page, and one answer
    assert await actions(table) == 0


async def test_a_session_that_ended_is_told_at_the_next_frame(table: Table):
    tab = await table.tab(0)
    await sync_to_async(Session.objects.all().delete)()
    await tab.ask("back")
    await tab.settle()
    assert tab.code == CloseCode.LOGIN


async def test_a_changed_password_ends_the_socket_too(table: Table):
    tab = await table.tab(0)
    user = await sync_to_async(lambda: Seat.objects.get(room_id=table.room_id, index=0).user)()
    user.set_unusable_password()  # another hash, made at once
    await sync_to_async(user.save)()
    await tab.ask("back")
    await tab.settle()
    assert tab.code == CloseCode.LOGIN


async def test_a_banned_person_is_told_at_the_next_frame(table: Table):
    tab = await table.tab(0)
    await sync_to_async(get_user_model().objects.update)(is_active=False)
    await tab.ask("back")
    await tab.settle()
    assert tab.code == CloseCode.BANNED


async def test_of_seven_sockets_the_oldest_is_closed(table: Table):
    tabs = [await table.tab(0) for _ in range(7)]
    await asyncio.gather(*(tab.settle(0.4) for tab in tabs))
    assert [tab.code for tab in tabs] == [CloseCode.TOO_MANY] + [None] * 6
    other = await table.tab(1)
    assert other.code is None


# --- coming again, watching


async def test_a_page_that_comes_again_is_full_and_still(table: Table):
    first = await table.tab(0)
    await table.act_default(0, first)
    await first.settle()
    await first.close()
    again = await table.tab(0)
    assert again.regions["fx"].children == ()
    assert again.regions["prompt"].html == first.regions["prompt"].html
    assert again.regions["hand"].html == first.regions["hand"].html


async def test_a_watcher_sees_the_public_table_only(table: Table):
    tabs = await four(table)
    await choose_voids(table, tabs)
    watcher = await table.watcher()
    assert not watcher.regions["hand"].faces
    assert not watcher.regions["prompt"].faces
    assert {f"backs-{seat}" for seat in range(4)} <= set(watcher.regions)
    assert all(not watcher.regions[f"backs-{seat}"].faces for seat in range(4))


async def test_a_person_who_stands_up_is_shown_the_public_table(transactional_db):
    table = Table(await sync_to_async(set_up_room)(people=2))
    tab = await table.tab(0)
    assert tab.regions["hand"].faces
    await tab.ask("leave")
    await tab.settle()
    assert not tab.regions["hand"].faces
    assert "backs-0" in tab.regions
    await table.close()


async def test_taking_the_seat_back_ends_autoplay(table: Table):
    await sync_to_async(Seat.objects.filter(room_id=table.room_id, index=0).update)(autoplay=True, strikes=3)
    tab = await table.tab(0)
    await tab.ask("back")
    await tab.settle()
    seat = await sync_to_async(Seat.objects.get)(room_id=table.room_id, index=0)
    assert not seat.autoplay
    assert "plate-0" in ids(await tab.settle()) or "托管" not in tab.regions["plate-0"].html


async def test_readiness_travels_with_its_nonce(table: Table):
    tab = await table.tab(0)
    hand = await table.loaded()
    await sync_to_async(play.void_broken)(hand.hand_id, "test", now_ms())
    await sync_to_async(Seat.objects.filter(room_id=table.room_id, index=0).update)(
        nonce_hash=nonce_hash("mine")
    )
    await tab.settle()
    await tab.ask("ready", nonce="mine", hash=nonce_hash("next"))
    await tab.settle(1.5)
    seat = await sync_to_async(Seat.objects.get)(room_id=table.room_id, index=0)
    assert (seat.ready, seat.nonce, seat.next_hash) == (True, "mine", nonce_hash("next"))


async def test_leaving_frees_the_account_for_another_table(table: Table):
    tab = await table.tab(0)
    user = await sync_to_async(lambda: Seat.objects.get(room_id=table.room_id, index=0).user)()
    await tab.ask("leave")
    await tab.settle()
    assert await sync_to_async(rooms.seated_room)(user) is None
