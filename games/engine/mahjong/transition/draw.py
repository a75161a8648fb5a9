"""Drawing a tile, opening a turn, and the end of a hand."""

from __future__ import annotations

from games.engine.core.contract import NONE, Clock, Outcome
from games.engine.mahjong import events
from games.engine.mahjong.packed import unpack
from games.engine.mahjong.state import Draft
from games.engine.mahjong.variant import Variant
from games.engine.mahjong.view import Phase

WINS, WALL, ESCAPE = "wins", "wall", "escape"


def draw(variant: Variant, draft: Draft, seat: int, *, replacement: bool = False) -> None:
    """Let `seat` draw, from the tail after a gang; the hand ends where no tile is left (SC-11)."""
    if draft.head == draft.tail:
        end_by_wall(variant, draft)
        return
    if replacement:
        draft.tail -= 1
        tile = draft.wall[draft.tail]
        draft.events.append(events.REPLACEMENTS[seat][tile])
    else:
        tile = draft.wall[draft.head]
        draft.head += 1
        draft.gang = None
        draft.events.append(events.DRAWS[seat][tile])
    draft.seats[seat] = draft.seats[seat].drew(tile)
    draft.turn, draft.drawn, draft.fresh, draft.replaced = seat, tile, True, replacement
    open_turn(variant, draft)


def open_turn(variant: Variant, draft: Draft) -> None:
    """Ask the seat that has the turn; an escape that waited for this moment takes effect first.

    A forced self-draw comes before an escape (SC-25).
    """
    draft.phase = Phase.TURN
    draft.robbing = False
    prompt = variant.asking.turn_prompt(draft)
    draft.prompts = (prompt,)
    if draft.leaving and prompt.clock is not Clock.FORCED:
        escape(variant, draft, draft.leaving[0])


def escape(variant: Variant, draft: Draft, seat: int) -> None:
    """End the hand because `seat`, still playing, left the table (SC-25)."""
    draft.seats[seat] = draft.seats[seat]._replace(left=True)
    draft.events.append(events.leave(seat))
    draft.book(variant.escape_rows(draft, seat))
    end(variant, draft, ESCAPE)


def end_by_wall(variant: Variant, draft: Draft) -> None:
    """End the hand because a seat must draw and no tile is left."""
    for rows in variant.wall_rows(draft):
        draft.book(rows)
    end(variant, draft, WALL)


def end(variant: Variant, draft: Draft, reason: str) -> None:
    """Close the hand: show every hand and fix the outcome."""
    hands = tuple(unpack(at.hand) for at in draft.seats)
    draft.events.extend(events.show(seat, tiles) for seat, tiles in enumerate(hands))
    draft.events.append(events.end(reason))
    wins = sorted((win for at in draft.seats for win in at.wins), key=lambda win: win.order)
    draft.outcome = Outcome(
        draft.rows, draft.net, tuple(wins), hands, variant.next_first(draft, reason), reason
    )
    draft.phase, draft.prompts, draft.answers, draft.leaving = Phase.OVER, (), (), ()
    draft.turn, draft.fresh = NONE, False
