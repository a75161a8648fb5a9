"""The scenes themselves: what UI.md calls the worst cases, and the states a table can be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.engine.core.contract import (
    NONE,
    Action,
    Cause,
    Clock,
    FanItem,
    LedgerRow,
    Outcome,
    Prompt,
    PromptKind,
    Win,
    Wishes,
)
from games.engine.mahjong.hints import Wait
from games.engine.mahjong.tiles import parse_tiles
from games.engine.mahjong.view import MahjongView, Phase, SeatView
from games.table_facts import SeatClock, TableFacts
from tests.scenes.pieces import claim_prompt, facts, gang, peng, seat, turn_prompt, view

TURN = (SeatClock(0, "turn", 11_200, 20_000, 15_000),)
OTHER = (SeatClock(2, "turn", 9_000, 20_000, 15_000),)
CLAIM = (SeatClock(0, "claim", 6_000, 0, 8_000),)
HAND = "12345556m2235s"
WISHES = Wishes(frozenset({"auto_hu", "no_peng"}), Action(0, "discard", parse_tiles("6m")))
LONG = "9s1s7p4p9p2m8p1m4m3s6s7s2p1p5m9m3m6p"


class Scene(NamedTuple):
    """One static table. `view` None is a room without a hand; `link` overrides the state of the connection."""

    facts: TableFacts
    view: MahjongView | None
    clocks: tuple[SeatClock, ...] = ()
    waits: tuple[Wait, ...] = ()
    after: dict[int, tuple[Wait, ...]] = {}
    why: tuple[str, str] | None = None
    notice: str = ""
    link: str = ""


def _middle(hand: str = HAND, drawn: str = "8p", **own: object) -> tuple[SeatView, ...]:
    """Return four seats in the middle of a hand."""
    return (
        seat(0, hand=hand, drawn=drawn, river="9s1s7p4p9p2m8p", points=-24, **own),  # type: ignore[arg-type]
        seat(1, river="1m9m4s6m8m2s7s3s", points=-12),
        seat(2, size=10, river="3p8p9p1p6p5p1s", melds=(peng("2s", 1),), points=36),
        seat(3, river="2m1m4m9m6m3m5m"),
    )


def playing() -> Scene:
    """Own turn: the drawn tile apart, what a timeout throws marked."""
    prompt = turn_prompt("12345556m2235s8p", default="8p", extra=(Action(0, "gang", (4,)), Action(0, "hu")))
    after = {16: (Wait(18, 2, 3, 24), Wait(21, 1, 3, 24)), 22: (Wait(6, 2, 2, 12),)}
    return Scene(facts(), view(_middle(), prompt=prompt, offered=(3, "5m")), TURN, after=after)


def claims() -> Scene:
    """A 14-tile worth of hand with the whole claim bar open, two gangs among it, and the waits panel."""
    prompt = claim_prompt(("pass", ""), ("peng", ""), ("gang", "5m"), ("gang", "8m"), ("hu", ""))
    seats = (*_middle("1234555m2235s888m"[:17], "")[:1], *_middle()[1:])
    waits = (Wait(18, 2, 3, 24), Wait(21, 1, 3, 24), Wait(6, 2, 2, 12))
    table = view(seats, phase=Phase.CLAIM, turn=3, offered=(3, "5m"), prompt=prompt)
    return Scene(facts(), table, CLAIM, waits, why=("three_suits", "SC-03"))


def rivers() -> Scene:
    """56 tiles on the table, 28 of them in one river, four melds a seat, the own hand down to two tiles."""
    most = LONG + "1p9s8s6m7m4s2s5s5p3p"
    seats = (
        seat(0, hand="4m", drawn="9p", river="1m9s3p", melds=(peng("1s", 1), gang("2s"), peng("3s", 3), gang("4s", 2))),
        seat(1, size=1, river=most, melds=(peng("5s", 0), gang("6s", 0), gang("7s", 3), gang("8s"))),
        seat(2, size=1, river="1m2m3m4m5m6m7m8m9m1p2p3p4p5p", melds=tuple(gang(t, 1) for t in ("1p", "2p", "3p", "4p"))),
        seat(3, size=1, river="9p8p7p6p5p4p3p2p1p1m2m", melds=(gang("5p"), gang("6p"), gang("7p"), gang("8p"))),
    )  # fmt: skip
    return Scene(
        facts(), view(seats, left=1, offered=(1, "3p"), prompt=turn_prompt("4m9p", default="9p")), TURN
    )


def even_rivers() -> Scene:
    """56 tiles evenly in four rivers; a tile is armed and two toggles are on."""
    row = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p"
    seats = (
        seat(0, hand=HAND, drawn="8p", river=row, points=12),
        *(seat(index, river=row, points=-4) for index in (1, 2, 3)),
    )
    table = view(seats, left=0, turn=2, offered=(1, "5p"), prompt=None)
    return Scene(facts()._replace(wishes=(WISHES,)), table, OTHER, notice="not_your_turn")


def ding_que() -> Scene:
    """定缺: three suits to choose from."""
    hand = "1234m556p22358s9s"
    actions = tuple(Action(0, "ding_que", (suit,)) for suit in (0, 1, 2))
    prompt = Prompt(0, PromptKind.CHOICE, Clock.DING_QUE, 0, actions, actions[1])
    seats = (seat(0, hand=hand, drawn="3s"), *(seat(index) for index in (1, 2, 3)))
    table = view(seats, phase=Phase.DING_QUE, turn=NONE, left=55, prompt=prompt, preset="chengdu_xuezhan")
    clock = (SeatClock(0, "ding_que", 7_000, 0, 10_000),)
    return Scene(facts(preset="chengdu_xuezhan", scores=(0, 0, 0, 0)), table, clock)


def swap_three() -> Scene:
    """换三张: three tiles of one suit to pick in the hand."""
    hand = "1234m556p22358s9s"
    give = parse_tiles("556p")
    prompt = Prompt(
        0,
        PromptKind.CHOICE,
        Clock.SWAP_THREE,
        0,
        (Action(0, "swap_three", give),),
        Action(0, "swap_three", give),
    )
    seats = (seat(0, hand=hand, drawn="3s"), *(seat(index) for index in (1, 2, 3)))
    table = view(
        seats,
        phase=Phase.SWAP_THREE,
        turn=NONE,
        left=55,
        prompt=prompt,
        preset="chengdu_xuezhan",
        direction="across",
    )
    clock = (SeatClock(0, "swap_three", 12_000, 0, 15_000),)
    return Scene(facts(preset="chengdu_xuezhan", scores=(0, 0, 0, 0)), table, clock)  # fmt: skip


def void_first() -> Scene:
    """A void tile must go first: the others are struck through and say why."""
    prompt = turn_prompt("", allowed="258p", default="8p")
    seats = (
        seat(0, hand="12345m2258p235s7s", drawn="8p", void=1, river="9p1p"),
        *(item._replace(void=suit) for item, suit in zip(_middle()[1:], (0, 2, 0), strict=True)),
    )
    return Scene(facts(preset="chengdu_xuezhan"), view(seats, prompt=prompt, preset="chengdu_xuezhan"), TURN)


def waits() -> Scene:
    """The waits panel at its fullest, while somebody else thinks."""
    rows = tuple(Wait(tile, (4, 3, 1, 0, 2)[tile % 5], 3 + tile % 2, 24) for tile in range(9))
    seats = (seat(0, hand="1112345678999m", river="9s1s7p4p"), *_middle()[1:])
    return Scene(facts(auto=3, away=0), view(seats, turn=2, offered=(1, "3s")), OTHER, rows)


def autoplay() -> Scene:
    """The viewer is on autoplay and may come back."""
    return Scene(facts(auto=0), view(_middle(), turn=0, offered=(3, "5m")), TURN)


def _bill(winner: int, tile: str, source: int, order: int, groups: tuple[str, ...], *items: FanItem) -> Win:
    fan = sum(item.fan for item in items)
    made = tuple(parse_tiles(group) for group in groups)
    return Win(winner, parse_tiles(tile)[0], source, order, items, fan, 6 << (fan - 1), made)


def _wins() -> tuple[Win, ...]:
    return (
        _bill(2, "5m", 3, 1, ("123m", "345m", "567m", "99m", "222s"), FanItem("ping_hu", 1, "SC-14")),
        _bill(
            0, "3s", NONE, 2, ("11m", "22m", "55m", "5555m", "22s", "33s"),
            FanItem("long_qi_dui", 5, "SC-14"), FanItem("gang_shang_hua", 1, "SC-15"),
        ),
        _bill(
            1, "9m", 3, 3, ("111m", "999m", "222m", "777m", "55m"),
            FanItem("qing_dui", 4, "SC-14"), FanItem("gen", 1, "SC-16"), FanItem("gang_shang_pao", 1, "SC-15"),
        ),
    )  # fmt: skip


def winners() -> Scene:
    """血战 with two winners gone: their hands lie face down, the winning tile up."""
    first, second, _ = _wins()
    base = _middle()
    seats = (
        base[0],
        base[1]._replace(wins=(second._replace(seat=1),), out=True),
        base[2]._replace(wins=(first,), out=True),
        base[3],
    )
    return Scene(
        facts(),
        view(seats, turn=3, left=12, offered=(0, "8p")),
        (SeatClock(3, "turn", 14_000, 20_000, 15_000),),
    )


def result() -> Scene:
    """The sheet with three winners, gangs, a transfer and a refund."""
    wins = _wins()
    rows = (
        LedgerRow(1, 0, 12, Cause.GANG_CONCEALED, "SC-20", 1, tile=4),
        LedgerRow(2, 0, 12, Cause.GANG_CONCEALED, "SC-20", 1, tile=4),
        LedgerRow(3, 0, 12, Cause.GANG_CONCEALED, "SC-20", 1, tile=4),
        LedgerRow(3, 2, 6, Cause.DISCARD_WIN, "SC-13", 2, fan=1),
        LedgerRow(1, 0, 192, Cause.SELF_DRAW, "SC-13", 3, fan=6),
        LedgerRow(3, 0, 192, Cause.SELF_DRAW, "SC-13", 3, fan=6),
        LedgerRow(3, 1, 192, Cause.DISCARD_WIN, "SC-13", 4, fan=6),
        LedgerRow(3, 1, 12, Cause.GANG_TRANSFER, "SC-21", 4),
        LedgerRow(3, 1, 12, Cause.GANG_REFUND, "SC-24", 5),
    )
    hands = tuple(
        parse_tiles(text)
        for text in (
            "1122555522s33s5m"[:0] + "1122555m2233s",
            "11199922277m55m",
            "1233455699m",
            "1m4m7m2p5p8p3s6s9s1p2p7s7s",
        )
    )
    net = (408, 12, -6, -414)
    outcome = Outcome(rows, net, wins, hands, None, "wins")
    base = _middle()
    seats = tuple(
        base[index]._replace(wins=tuple(win for win in wins if win.seat == index), out=index != 3, points=net[index])
        for index in range(4)
    )  # fmt: skip
    table = view(seats, phase=Phase.OVER, turn=NONE, left=4, outcome=outcome)
    return Scene(facts(phase="between")._replace(seed="5e" * 32), table)


def empty_seats() -> Scene:
    """An open room: one person, free seats, no hand yet."""
    return Scene(
        facts(phase="open", kinds="pebe", scores=(0, 0, 0, 0))._replace(hand_id=0, hand_number=0), None
    )


def between() -> Scene:
    """Between hands without a result to show."""
    return Scene(facts(phase="between", scores=(36, -12, -12, -12))._replace(hand_id=0), None)


def spectator() -> Scene:
    """Somebody who sits nowhere looks on, between hands, and may take a seat."""
    return Scene(facts(phase="between", kinds="peeb")._replace(hand_id=0), None)


def watching() -> Scene:
    """Somebody who sits nowhere looks on in a hand."""
    seats = tuple(item._replace(hand=(), drawn=NONE) for item in _middle())
    return Scene(facts(), view(seats, viewer=NONE, turn=2, offered=(1, "3s")), OTHER)


def reconnect() -> Scene:
    """The line is cut: the banner stands, the table waits."""
    return playing()._replace(link="wait")


def two_seats() -> Scene:
    """Two at the table, 55 tiles in one river."""
    long = LONG * 3
    seats = (
        seat(0, hand=HAND, drawn="8p", river="1m2m3m4m5m6m7m8m9m1p2p3p4p"),
        seat(1, river=long + "1m", melds=(peng("2s", 0),), size=10),
    )
    prompt = turn_prompt("12345556m2235s8p", default="8p")
    return Scene(facts(2, scores=(12, -12)), view(seats, left=9, offered=(1, "1m"), prompt=prompt), TURN)


def three_seats() -> Scene:
    """Three at the table."""
    seats = (*_middle()[:2], seat(2, river=LONG, melds=(gang("9s"),), size=10))
    prompt = turn_prompt("12345556m2235s8p", default="8p", extra=(Action(0, "gang", (4,)),))
    return Scene(facts(3), view(seats, left=20, offered=(2, "6p"), prompt=prompt), TURN)


SCENES: dict[str, Callable[[], Scene]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        playing, claims, rivers, even_rivers, ding_que, swap_three, void_first, waits, autoplay, winners, result,
        empty_seats, between, spectator, watching, reconnect, two_seats, three_seats,
    )
}  # fmt: skip
