"""四川麻将 as one game object: the shared phases with the Sichuan rules plugged in."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import NONE, Win
from games.engine.mahjong import actions, packed, wishes
from games.engine.mahjong.game import MahjongGame
from games.engine.mahjong.rules import End, MahjongRules
from games.engine.mahjong.sichuan import asking, dealing, fan, grouping, hand, settlement
from games.engine.mahjong.sichuan.rules import PRESETS, SichuanRules
from games.engine.mahjong.sichuan.score import score
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.transition.draw import ESCAPE, WINS
from games.engine.mahjong.view import Phase


class SichuanGame(MahjongGame[SichuanRules]):
    """The game `sichuan` with its three presets."""

    name = "sichuan"
    verbs = frozenset(
        (
            actions.DISCARD,
            actions.PENG,
            actions.GANG,
            actions.HU,
            actions.PASS,
            actions.DING_QUE,
            actions.SWAP_THREE,
            actions.LEAVE,
        )
    )
    toggles = (wishes.NO_PENG, wishes.AUTO_HU, wishes.AUTO_DISCARD)

    rule_set = SichuanRules
    presets = PRESETS
    asking = asking
    dealing = dealing
    settlement = settlement

    def score(self, line: Mapping[str, object]) -> dict[str, object]:
        return score(line)

    # The points where games differ (see `Variant`).

    def choice_order(self, rules: MahjongRules) -> tuple[Phase, ...]:
        swap = (Phase.SWAP_THREE,) if self.own(rules).swap_three else ()
        return (*swap, Phase.DING_QUE) if self.own(rules).ding_que else swap

    def waits(self, rules: MahjongRules, seat: Seat, wild: int = NONE) -> int:
        return hand.waits_of(seat)

    def price(self, rules: MahjongRules, seat: Seat, tile: int, wild: int = NONE) -> tuple[int, int]:
        bill = fan.bill(self.own(rules), seat.hand + packed.ONE[tile], seat.melds)
        return (bill.fan, bill.points) if bill else (0, 0)

    def forbids_win(
        self, rules: MahjongRules, seat: Seat, tile: int, wild: int, *, drawn: bool
    ) -> tuple[str, str] | None:
        return hand.forbids_win(seat, tile)

    def win(self, draft: Draft, seat: int, tile: int, source: int) -> Win:
        at = draft.seats[seat]
        tile = tile if tile != NONE else packed.unpack(at.hand)[-1]
        complete = at.hand if source == NONE else at.hand + packed.ONE[tile]
        opening, added = _opening(draft, seat, source), _added(draft, source)
        bill = fan.bill(self.own(draft.rules), complete, at.melds, opening=opening, added=added)
        if bill is None:
            raise AssertionError("a win was offered on a hand that is none")
        groups = grouping.groups(complete, at.melds, bill.base)
        return Win(seat, tile, source, 0, bill.items, bill.fan, bill.points, groups, draft.robbing)

    def next_first(self, draft: Draft, reason: str) -> int | None:
        """普通场: the discarder, a self-draw's winner, or after an empty wall the dealer; else dice (SC-06)."""
        if draft.rules.end is not End.FIRST_WIN or reason == ESCAPE:
            return None
        if reason != WINS:
            return draft.dealer
        first = next(win for at in draft.seats for win in at.wins)
        return first.seat if first.source == NONE else first.source


def _opening(draft: Draft, seat: int, source: int) -> str:
    """Return "tian_hu", "di_hu" or "" (SC-18)."""
    at = draft.seats[seat]
    if source != NONE or at.melds or at.thrown:
        return ""
    return "tian_hu" if seat == draft.dealer else "di_hu"


def _added(draft: Draft, source: int) -> str:
    if source == NONE:
        return "gang_shang_hua" if draft.replaced else ""
    return "gang_shang_pao" if draft.gang is not None and not draft.robbing else ""


GAME = SichuanGame()
