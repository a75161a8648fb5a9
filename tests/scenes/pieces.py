"""Short ways to write down a table by hand."""

from __future__ import annotations

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, Action, Clock, Outcome, Prompt, PromptKind, Win
from games.engine.mahjong.tiles import parse_tiles
from games.engine.mahjong.view import MahjongView, Meld, MeldKind, Phase, SeatView
from games.table_facts import SeatFacts, TableFacts

NAMES = ("沙坪坝小面", "南山老陈", "渝中阿明", "小雪")
PRESET = "sichuan_xuezhan"


def peng(tile: str, source: int) -> Meld:
    """Return an open triplet claimed from `source`."""
    return Meld(MeldKind.PENG, parse_tiles(tile) * 3, source)


def gang(tile: str, source: int = NONE) -> Meld:
    """Return a gang: concealed without a source, else exposed."""
    kind = MeldKind.CONCEALED if source == NONE else MeldKind.EXPOSED
    return Meld(kind, parse_tiles(tile) * 4, source)


def seat(
    index: int,
    *,
    hand: str = "",
    size: int = 13,
    drawn: str = "",
    river: str = "",
    melds: tuple[Meld, ...] = (),
    void: int = NONE,
    wins: tuple[Win, ...] = (),
    points: int = 0,
) -> SeatView:
    """Return one seat; `hand` and `drawn` only for the viewer's own."""
    held = tuple(sorted(parse_tiles(hand)))
    fresh = parse_tiles(drawn)[0] if drawn else NONE
    count = len(held) + bool(drawn) if hand else size
    return SeatView(
        index, held, count, fresh, bool(drawn) or size % 3 == 2, melds, parse_tiles(river), void, wins,
        bool(wins), False, points,
    )  # fmt: skip


def view(
    seats: tuple[SeatView, ...],
    *,
    viewer: int = 0,
    phase: Phase = Phase.TURN,
    turn: int = 0,
    left: int = 31,
    offered: tuple[int, str] | None = None,
    prompt: Prompt | None = None,
    outcome: Outcome | None = None,
    preset: str = PRESET,
    direction: str = "",
) -> MahjongView:
    """Return a whole table for one viewer."""
    offer = (offered[0], parse_tiles(offered[1])[0]) if offered else None
    rules = GAMES.of_preset(preset).rules(preset, {"players": len(seats)})
    return MahjongView(
        viewer, "sichuan", rules, phase, 41, 0, turn, left, seats, offer, False, False, direction, (), (), (),
        NONE, False, prompt, outcome,
    )  # fmt: skip


def turn_prompt(hand: str, *, extra: tuple[Action, ...] = (), allowed: str = "", default: str = "") -> Prompt:
    """Return an own-turn prompt of seat 0 that may discard `allowed` (all of `hand` by default)."""
    tiles = sorted(set(parse_tiles(allowed or hand)))
    throws = tuple(Action(0, "discard", (tile,)) for tile in tiles)
    fallback = Action(0, "discard", parse_tiles(default)) if default else throws[-1]
    return Prompt(0, PromptKind.TURN, Clock.TURN, 41, throws + extra, fallback)


def claim_prompt(*actions: tuple[str, str]) -> Prompt:
    """Return a claim prompt of seat 0; each action is a verb and the tile it names ("" for none)."""
    made = tuple(Action(0, do, parse_tiles(tile)) for do, tile in actions)
    return Prompt(0, PromptKind.CLAIM, Clock.CLAIM, 41, made, made[0])


def facts(
    players: int = 4,
    *,
    phase: str = "playing",
    preset: str = PRESET,
    kinds: str = "pbbb",
    scores: tuple[int, ...] = (-24, 36, -12, 0),
    away: int = NONE,
    auto: int = NONE,
) -> TableFacts:
    """Return a room; `kinds` is one letter a seat: p(erson), b(ot), e(mpty)."""
    words = {"p": "person", "b": "bot", "e": "empty"}
    seats = tuple(
        SeatFacts(
            index, words[kinds[index]], NAMES[index] if kinds[index] != "e" else "", 7 if kinds[index] == "p" else 0,
            "normal", index != away, index == auto, False, False, scores[index],
        )
        for index in range(players)
    )  # fmt: skip
    return TableFacts(
        1, "482913", 3, "sichuan", preset, phase, True, 5, 3, 0, 41, None, "9f2c" * 16,
        "", seats, scores,
    )  # fmt: skip
