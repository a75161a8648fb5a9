"""States a position of a mahjong game and plays it on in a few words: seats are A, B, C, D."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest

from games.engine.catalogue import GAMES
from games.engine.core.contract import NONE, Event, LedgerRow, PromptKind
from games.engine.mahjong.game import MahjongGame
from games.engine.mahjong.packed import ONE, pack
from games.engine.mahjong.state import HandState, Seat
from games.engine.mahjong.tiles import parse_tile, parse_tiles
from games.engine.mahjong.transition.draw import open_turn
from games.engine.mahjong.view import Meld, MeldKind, Phase

SEATS = "ABCD"
JUNK = "junk"  # a hand of thirteen different kinds in three suits: it wins, pengs and gangs nothing
_ARGUMENT = {"ding_que": "suit", "swap_three": "tiles", "chi": "tiles"}


@dataclass
class Table:
    """A position being played. Steps are texts such as "B discard 5p", "A hu", "C leave".

    "rest pass" is what all who are still asked answer.
    """

    game: MahjongGame
    state: HandState
    events: list[Event] = field(default_factory=list)

    def play(self, *steps: str) -> Table:
        for step in steps:
            if step == "rest pass":
                asked = [prompt.seat for prompt in self.state.prompts if prompt.kind is PromptKind.CLAIM]
                self.play(*(f"{SEATS[seat]} pass" for seat in asked))
                continue
            who, verb, *rest = step.split()
            payload = {"do": verb}
            if rest:
                payload[_ARGUMENT.get(verb, "tile")] = rest[0]
            moved = self.game.apply(self.state, self.game.parse_action(SEATS.index(who), payload))
            self.state = moved.state
            self.events += moved.events
        return self

    def asked(self, who: str) -> set[str]:
        """The verbs open to a seat now."""
        seat = SEATS.index(who)
        return {
            action.do for prompt in self.state.prompts if prompt.seat == seat for action in prompt.actions
        }

    @property
    def rows(self) -> list[str]:
        """The ledger as "B>A 6 discard_win SC-13 1番"; the fan only where a row has one."""
        return [_row(row) for row in self.state.rows]

    @property
    def deltas(self) -> tuple[int, ...]:
        assert sum(self.state.net) == 0
        return self.state.net

    @property
    def turn(self) -> str:
        return SEATS[self.state.turn] if self.state.turn != NONE else ""

    @property
    def over(self) -> str:
        """Why the hand ended, "" while it is in play."""
        return self.state.outcome.reason if self.state.outcome else ""


def table_at(
    *hands: str,
    turn: str = "A",
    drawn: str = "",
    melds: dict[str, str] | None = None,
    won: str = "",
    voids: str = "",
    wall: str = "",
    tail: str = "",
    wall_left: int = 40,
    dealer: str = "D",
    thrown: bool = True,
    preset: str = "sichuan_xuezhan",
    wild: str = "",
    **rules: object,
) -> Table:
    """Build a position in which `turn` has just drawn `drawn` (or may throw: `drawn` "").

    hands: concealed tiles without the drawn one, or JUNK. melds: "peng 5m from B, concealed 3s" per seat. won: seats
    that have won already. voids: one suit letter a seat. wall: the next tiles; tail: the last ones, the very
    last drawn first as replacement; the wall is filled up to `wall_left`. thrown: every seat has discarded before.
    """
    game = GAMES.of_preset(preset)
    assert isinstance(game, MahjongGame)
    plain = game.name == "sichuan"  # 108 tiles, no 混儿
    made = game.rules(
        preset,
        {"players": len(hands), **({"ding_que": bool(voids)} if plain else {"wild": bool(wild)}), **rules},
    )
    laid = [_melds((melds or {}).get(who, "")) for who in SEATS[: len(hands)]]
    pool = Counter(dict.fromkeys(range(27 if plain else 34), 4))
    fixed = [tile for hand in hands if hand != JUNK for tile in parse_tiles(hand)]
    fixed += [tile for group in laid for meld in group for tile in meld.tiles]
    fixed += parse_tiles(wall) + parse_tiles(tail) + parse_tiles(drawn)
    pool.subtract(fixed)
    assert min(pool.values()) >= 0, "a position uses a tile five times"
    held = [
        _junk(pool, 13 - 3 * len(laid[i])) if hand == JUNK else parse_tiles(hand)
        for i, hand in enumerate(hands)
    ]
    on_turn = SEATS.index(turn)
    for seat, tiles in enumerate(held):
        short = seat == on_turn and not drawn
        assert len(tiles) + 3 * len(laid[seat]) == 13 + short, f"{SEATS[seat]} holds {len(tiles)}"
    seats = [
        _seat(tiles, melds, NONE if not voids else "mps".index(voids[seat]), SEATS[seat] in won, thrown)
        for seat, (tiles, melds) in enumerate(zip(held, laid, strict=True))
    ]
    filler = sorted(pool.elements(), key=lambda kind: (kind * 7 % 27, kind))
    missing = wall_left - len(parse_tiles(wall)) - len(parse_tiles(tail))
    assert 0 <= missing <= len(filler), "the wall cannot have that many tiles"
    tiles = (*parse_tiles(wall), *filler[:missing], *reversed(parse_tiles(tail)))
    seats_at = on_turn, SEATS.index(dealer)
    return _open(game, made, seats, tiles, *seats_at, drawn=_tile(drawn), wild=_tile(wild))


def _open(
    game: MahjongGame, made, seats: list[Seat], wall: tuple[int, ...], turn: int, dealer: int, *, drawn: int, wild: int
) -> Table:  # fmt: skip
    for place, seat in enumerate(seats):
        if place != turn or drawn != NONE:
            seats[place] = seat._replace(waits=game.waits(made, seat, wild))
    if drawn != NONE:
        seats[turn] = seats[turn]._replace(hand=seats[turn].hand + ONE[drawn])
    nothing = ((),) * len(seats)
    state = HandState(
        rules=made, phase=Phase.TURN, version=0, dealer=dealer, turn=turn, seats=tuple(seats), wall=wall, head=0,
        tail=len(wall), drawn=drawn, fresh=drawn != NONE or (turn == dealer and not seats[turn].thrown), replaced=False, gang=None, prompts=(), answers=(),
        offered=None, claimed=False, robbing=False, rows=(), net=(0,) * len(seats), swap_direction="", swapped=False,
        given=nothing, received=nothing, leaving=(), won=0, outcome=None, wild=wild,
    )  # fmt: skip
    draft = state.thaw()
    open_turn(game, draft)
    return Table(game, draft.freeze())


def _tile(text: str) -> int:
    return parse_tile(text) if text else NONE


def _seat(tiles: tuple[int, ...], melds: tuple[Meld, ...], void: int, out: bool, thrown: bool) -> Seat:
    suits = 0
    for meld in melds:
        suits |= 1 << meld.tiles[0] // 9
    return Seat(pack(tiles), melds, suits, void=void, out=out, thrown=int(thrown))


def _melds(text: str) -> tuple[Meld, ...]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        kind, tile, *source = part.split()
        giver = SEATS.index(source[1]) if source else NONE
        first = parse_tile(tile)
        tiles = (first, first + 1, first + 2) if kind == "chi" else (first,) * (3 if kind == "peng" else 4)
        found.append(Meld(MeldKind(kind), tiles, giver))
    return tuple(found)


def _junk(pool: Counter[int], size: int) -> tuple[int, ...]:
    suits = [
        sorted((kind for kind in range(9 * s, 9 * s + 9) if pool[kind]), key=lambda kind: -pool[kind])
        for s in range(3)
    ]
    order = [kind for row in zip_longest(*suits) for kind in row if kind is not None]
    tiles = tuple(order[:size])
    assert len(tiles) == size
    pool.subtract(tiles)
    return tiles


def _row(row: LedgerRow) -> str:
    fan = f" {row.fan}番" if row.fan else ""
    return f"{SEATS[row.payer]}>{SEATS[row.payee]} {row.amount} {row.cause} {row.clause}{fan}"
