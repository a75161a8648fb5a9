"""Static tables of 万州: honours, runs, 混儿 everywhere, locked hands and the fullest rivers of its 136 tiles."""

from __future__ import annotations

from collections.abc import Callable

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
)
from games.engine.core.records import Stakes
from games.engine.mahjong.hints import Wait
from games.engine.mahjong.tiles import parse_tiles
from games.engine.mahjong.view import MahjongView, Meld, MeldKind, Phase, SeatView
from games.table_facts import SeatClock, TableFacts
from tests.scenes.pieces import claim_prompt, facts, gang, peng, seat, turn_prompt, view
from tests.scenes.scenes import CLAIM, OTHER, TURN, Scene

GAME = "wanzhou"
PRESET, XUELIU = "wanzhou", "wanzhou_xueliu"
WILD = "5p"
HAND = "55p123m6677s1155z"
ROW = "1z9m1p7z3s2z9p1m8s4z6z5p9s2m7p3z1s8m6p2s5z"
JOIN = (SeatClock(0, "join", 3_600, 0, 5_000),)
FACE_DOWN = Meld(MeldKind.CONCEALED, (NONE,) * 4)


def _room(players: int = 4, preset: str = PRESET, **more: object) -> TableFacts:
    scores = (-12_800, 25_600, -6_400, -6_400)[:players]
    return facts(players, preset=preset, scores=scores, **more)._replace(game=GAME)  # type: ignore[arg-type]


def _table(
    seats: tuple[SeatView, ...], wild: str = WILD, preset: str = PRESET, **more: object
) -> MahjongView:
    made = view(seats, preset=preset, **more)  # type: ignore[arg-type]
    return made._replace(game=GAME, wild=parse_tiles(wild)[0])


def chi(own: str, claimed: str, source: int) -> Meld:
    """Return a run with `claimed` from `source`."""
    return Meld(MeldKind.CHI, (*parse_tiles(claimed), *parse_tiles(own)), source)


def _middle(hand: str = HAND, drawn: str = "7z", **own: object) -> tuple[SeatView, ...]:
    """Return four seats in the middle of a hand, a run and a face-down gang among them."""
    return (
        seat(0, hand=hand, drawn=drawn, river="9s1s7p4z9p2m8p", void=2, points=-100, **own),  # type: ignore[arg-type]
        seat(1, size=10, river="1m9m4s6m1z2s7s3s", melds=(chi("46s", "5s", 0),), void=0, points=-200),
        seat(2, size=7, river="3p8p9p5p6p2z1s", melds=(peng("7z", 1), FACE_DOWN), void=1, points=600),
        seat(3, river="2m1m4m9m6m3z5m", void=2, points=-300),
    )


def wz_playing() -> Scene:
    """Own turn: 混儿 first, void tiles last, honours between, what a timeout throws marked."""
    prompt = turn_prompt(HAND + "7z", default="7z", extra=(Action(0, "gang", (4,)), Action(0, "hu")))
    after: dict[int, tuple[Wait, ...]] = {33: (Wait(13, 2, 3, 800), Wait(27, 1, 3, 800), Wait(31, 2, 2, 400))}
    return Scene(_room(), _table(_middle(), prompt=prompt, offered=(3, "5m"), left=52), TURN, after=after)


def wz_claims() -> Scene:
    """Everything at once: three runs, 碰, 杠 and 胡 on one tile."""
    prompt = claim_prompt(
        ("pass", ""), ("chi", "34m"), ("chi", "46m"), ("chi", "67m"), ("peng", ""), ("gang", "5m"), ("hu", "")
    )
    seats = _middle("3455567m55p1155z", "")
    waits = (Wait(13, 2, 3, 800), Wait(27, 1, 3, 800), Wait(31, 2, 2, 400))
    table = _table(seats, phase=Phase.CLAIM, turn=3, offered=(3, "5m"), prompt=prompt, left=40)
    return Scene(_room(), table, CLAIM, waits)


def wz_chi() -> Scene:
    """Two runs to choose from."""
    prompt = claim_prompt(("pass", ""), ("chi", "34m"), ("chi", "46m"))
    table = _table(
        _middle("346m55p123m66s1155z"[:19], ""), phase=Phase.CLAIM, turn=3, offered=(3, "5m"), prompt=prompt
    )
    return Scene(_room(), table, CLAIM)


def wz_ding_que() -> Scene:
    """定缺 comes first here; 混儿 count in no suit."""
    actions = tuple(Action(0, "ding_que", (suit,)) for suit in (0, 1, 2))
    prompt = Prompt(0, PromptKind.CHOICE, Clock.DING_QUE, 0, actions, actions[2])
    seats = (seat(0, hand=HAND, drawn="7z"), *(seat(index) for index in (1, 2, 3)))
    table = _table(seats, phase=Phase.DING_QUE, turn=NONE, left=83, prompt=prompt, direction="clockwise")
    return Scene(_room(), table, (SeatClock(0, "ding_que", 7_000, 0, 10_000),))


def wz_swap_three() -> Scene:
    """换三张 of any suits; a 混儿 cannot be given."""
    options = tuple(
        Action(0, "swap_three", parse_tiles(tiles)) for tiles in ("6s17z", "1m7s5z", "123m", "66s1z")
    )
    prompt = Prompt(0, PromptKind.CHOICE, Clock.SWAP_THREE, 4, options, options[0])
    seats = (seat(0, hand=HAND, drawn="7z", void=2), *(seat(index, void=index - 1) for index in (1, 2, 3)))
    table = _table(seats, phase=Phase.SWAP_THREE, turn=NONE, left=83, prompt=prompt, direction="clockwise")
    return Scene(_room(), table, (SeatClock(0, "swap_three", 12_000, 0, 15_000),))


def wz_join() -> Scene:
    """参与刮风 on an exposed gang of another seat."""
    base = _middle(drawn="")
    seats = (
        *base[:2],
        base[2]._replace(
            melds=(*base[2].melds, Meld(MeldKind.EXPOSED, parse_tiles("6z") * 4, 3)), hand_size=4
        ),
        base[3],
    )
    prompt = claim_prompt(("join_wind", ""), ("pass", ""))
    table = _table(seats, phase=Phase.CLAIM, turn=2, offered=(3, "6z"), prompt=prompt)._replace(claimed=True)
    return Scene(_room(), table, JOIN)


def wz_rob() -> Scene:
    """An added gang may be robbed, or its wind joined; the own hand is seven tiles beside two melds."""
    prompt = claim_prompt(("hu", ""), ("join_wind", ""), ("pass", ""))
    own = (chi("23m", "1m", 3), peng("2z", 1))
    table = _table(
        _middle(hand="55p67m155z", drawn="", melds=own),
        phase=Phase.CLAIM,
        turn=2,
        offered=(2, "7z"),
        prompt=prompt,
    )
    return Scene(_room(), table._replace(robbing=True), CLAIM)


def _win(who: int, tile: str, source: int, order: int, fan: int = 4) -> Win:
    return Win(
        who, parse_tiles(tile)[0], source, order, (FanItem("ping_hu", fan, "WZ-13"),), fan, 100 << fan, ()
    )


def _locked(base: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    wins = [_win(0, "1z", 2, 1), _win(2, "3p", NONE, 2), _win(0, "5z", NONE, 3), _win(2, "6p", 1, 4)]
    wins += [_win(0, "1z", 3, 5), _win(2, "9p", 1, 6), _win(2, "3p", 3, 7), _win(2, "5p", NONE, 8)]
    wins += [_win(0, "5z", 1, 9), _win(1, "8p", 3, 10)]
    return tuple(
        item._replace(wins=tuple(win for win in wins if win.seat == item.seat), points=12_800)
        for item in base
    )


def wz_locked() -> Scene:
    """血流: winners play on with locked hands, what they won lies aside; here only the drawn tile may go."""
    throw = Action(0, "discard", (33,))
    prompt = Prompt(0, PromptKind.TURN, Clock.LOCKED, 41, (throw,), throw)
    waits = tuple(Wait(kind, 2, 3, 800) for kind in (0, 2, 3, 5, 6, 8, 13, 27, 31))
    table = _table(_locked(_middle()), preset=XUELIU, prompt=prompt, offered=(3, "5m"), left=14)
    return Scene(_room(preset=XUELIU), table, (), waits)


def wz_any_wait() -> Scene:
    """A locked hand that waits on everything wins by self-draw alone."""
    table = _table(
        _locked(_middle(drawn="")), preset=XUELIU, turn=2, phase=Phase.CLAIM, offered=(1, "3s"), left=9
    )
    waits = tuple(Wait(kind, 2, 3, 800) for kind in (*range(18), *range(27, 34)))
    return Scene(_room(preset=XUELIU), table, OTHER, waits, why=("self_draw_only", "WZ-11"))


def wz_rivers() -> Scene:
    """84 tiles in four rivers and two melds a seat, runs among them."""
    runs = (chi("23m", "1m", 3), chi("46s", "5s", 3))
    seats = (
        seat(0, hand="55p67s117z", drawn="8p", river=ROW, melds=(chi("23m", "1m", 3), gang("2z", 1)), void=0),
        seat(1, size=7, river=ROW, melds=(*runs[:1], FACE_DOWN), void=2),
        seat(2, size=7, river=ROW, melds=runs, void=1),
        seat(3, size=7, river=ROW, melds=(peng("1p", 1), gang("4z", 0)), void=1),
    )
    prompt = turn_prompt("55p67s117z8p", default="8p")
    return Scene(_room(), _table(seats, left=0, offered=(3, "5z"), prompt=prompt), TURN)


def wz_runs() -> Scene:
    """Four runs a seat: the widest that can lie beside a hand."""
    own = (chi("23m", "1m", 3), chi("46m", "5m", 3), chi("79p", "8p", 3), chi("12s", "3s", 3))
    seats = (
        seat(0, hand="5p", drawn="5p", river=ROW[:24], melds=own, void=NONE),
        *(seat(index, size=1, river=ROW[:24], melds=own, void=index - 1) for index in (1, 2, 3)),
    )
    prompt = turn_prompt("5p", default="5p", extra=(Action(0, "hu"),))
    return Scene(_room(), _table(seats, left=30, offered=(3, "9s"), prompt=prompt), TURN)


def wz_two_seats() -> Scene:
    """Two at the table near the end of the wall."""
    seats = (
        seat(0, hand=HAND, drawn="7z", river=ROW + ROW + ROW[:20], void=2),
        seat(1, river=ROW + ROW + ROW[:22], void=0),
    )
    prompt = turn_prompt(HAND + "7z", default="7z")
    return Scene(_room(2, kinds="pb"), _table(seats, left=4, offered=(1, "3s"), prompt=prompt), TURN)


def wz_three_seats() -> Scene:
    """Three at the table near the end of the wall."""
    seats = (
        seat(0, hand=HAND, drawn="7z", river=ROW + ROW[:20], void=2),
        seat(1, size=10, river=ROW + ROW[:20], melds=(chi("46s", "5s", 0),), void=0),
        seat(2, size=10, river=ROW + ROW[:20], melds=(FACE_DOWN,), void=1),
    )
    prompt = turn_prompt(HAND + "7z", default="7z")
    return Scene(_room(3, kinds="pbb"), _table(seats, left=3, offered=(2, "4z"), prompt=prompt), TURN)


def _groups(*texts: str) -> tuple[tuple[int, ...], ...]:
    return tuple(parse_tiles(text) for text in texts)


def wz_result() -> Scene:
    """The account: a capped self-draw after a joined gang, another win of 血流, a pig."""
    first = Win(
        0, parse_tiles("9p")[0], NONE, 1,
        (
            FanItem("peng_peng_hu", 2, "WZ-13"), FanItem("hun_er_diao", 1, "WZ-16"), FanItem("zi_mo", 3, "WZ-17"),
            FanItem("gang_shang_hua", 1, "WZ-17"), FanItem("jiu_jiu_gui_yi", 2, "WZ-18"),
        ),
        8, 25_600, _groups("1111z", "999m", "9s5p9s", "777z", "9p5p"),
    )  # fmt: skip
    second = Win(
        2, parse_tiles("3m")[0], 3, 2, (FanItem("ji_ben_hu", 1, "WZ-13"),), 1, 200,
        _groups("123m", "5p56m", "777p", "111z", "22p"), cut=(1,),
    )  # fmt: skip
    rows = (
        LedgerRow(3, 0, 200, Cause.GANG_EXPOSED, "WZ-21", 1, tile=27),
        LedgerRow(0, 1, 50, Cause.JOIN_WIND, "WZ-22", 1, tile=27),
        LedgerRow(1, 0, 25_600, Cause.SELF_DRAW, "WZ-19", 2, fan=8),
        LedgerRow(2, 0, 25_600, Cause.SELF_DRAW, "WZ-19", 2, fan=8),
        LedgerRow(3, 0, 25_600, Cause.SELF_DRAW, "WZ-19", 2, fan=8),
        LedgerRow(1, 0, 100, Cause.JOIN_WIND, "WZ-22", 2),
        LedgerRow(3, 2, 200, Cause.DISCARD_WIN, "WZ-19", 3, fan=1),
        LedgerRow(3, 0, 1_600, Cause.HUA_ZHU, "WZ-23", 4),
    )
    net = [0, 0, 0, 0]
    for row in rows:
        net[row.payer] -= row.amount
        net[row.payee] += row.amount
    hands = _groups("999m99s55p77z", "123m46s77p1155z8s", "1255p567p111z", "1m4m7m2p5p8p3s6s9s1z2z7z7s")
    outcome = Outcome(rows, tuple(net), (first, second), hands, 0, "wall")
    base = _middle()
    seats = tuple(item._replace(points=net[item.seat]) for item in base)
    table = _table(seats, preset=XUELIU, phase=Phase.OVER, turn=NONE, left=0, outcome=outcome)
    return Scene(_room(preset=XUELIU, phase="between")._replace(seed="5e" * 32), table)


def wz_limit() -> Scene:
    """The same account where points move coins: the income limit cuts a win, a payer runs short, the house takes its fee."""
    scene = wz_result()
    stakes = Stakes((12_000, 60_000, 3_000, 90_000), 1, 20)
    return scene._replace(facts=scene.facts._replace(stakes=stakes))


WANZHOU_SCENES: dict[str, Callable[[], Scene]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        wz_playing, wz_claims, wz_chi, wz_ding_que, wz_swap_three, wz_join, wz_rob, wz_locked, wz_any_wait, wz_rivers,
        wz_runs, wz_two_seats, wz_three_seats, wz_result, wz_limit,
    )
}  # fmt: skip
