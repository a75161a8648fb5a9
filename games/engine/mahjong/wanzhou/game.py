"""九九山城麻将万州版 as one game object: the shared phases with the 万州 rules plugged in."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.contract import NONE, Win
from games.engine.mahjong import actions, wishes
from games.engine.mahjong.game import MahjongGame
from games.engine.mahjong.packed import ONE
from games.engine.mahjong.rules import MahjongRules
from games.engine.mahjong.state import Draft, Seat
from games.engine.mahjong.view import MeldKind, Phase
from games.engine.mahjong.wanzhou import asking, dealing, fan, hand, settlement
from games.engine.mahjong.wanzhou.rules import PRESETS, WanzhouRules
from games.engine.mahjong.wanzhou.score import score


class WanzhouGame(MahjongGame[WanzhouRules]):
    """The game `wanzhou` with its two presets."""

    name = "wanzhou"
    verbs = frozenset(
        (
            actions.DISCARD,
            actions.CHI,
            actions.PENG,
            actions.GANG,
            actions.HU,
            actions.PASS,
            actions.DING_QUE,
            actions.SWAP_THREE,
            actions.JOIN_WIND,
            actions.LEAVE,
        )
    )
    toggles = (wishes.NO_CHI, wishes.NO_PENG, wishes.AUTO_HU, wishes.AUTO_DISCARD)

    rule_set = WanzhouRules
    presets = PRESETS
    asking = asking
    dealing = dealing
    settlement = settlement

    def score(self, line: Mapping[str, object]) -> dict[str, object]:
        return score(line)

    # The points where games differ (see `Variant`).

    def choice_order(self, rules: MahjongRules) -> tuple[Phase, ...]:
        return (Phase.DING_QUE, Phase.SWAP_THREE)

    def four_in_hand(self, draft: Draft, tile: int) -> MeldKind:
        """Four winds are laid open; four 混儿 never are (WZ-07, WZ-10)."""
        return MeldKind.EXPOSED if tile in asking.WINDS and tile != draft.wild else MeldKind.CONCEALED

    def waits(self, rules: MahjongRules, seat: Seat, wild: int = NONE) -> int:
        return hand.waits_of(seat.hand, len(seat.melds), seat.void, wild)

    def price(self, rules: MahjongRules, seat: Seat, tile: int, wild: int = NONE) -> tuple[int, int]:
        complete = fan.complete(seat.hand + ONE[tile], seat.melds, wild, tile, self_draw=tile == wild)
        bill = fan.bill(self.own(rules), complete, self_draw=False)
        return (bill.fan, bill.points) if bill else (0, 0)

    def forbids_win(
        self, rules: MahjongRules, seat: Seat, tile: int, wild: int, *, drawn: bool
    ) -> tuple[str, str] | None:
        if hand.waits_of(seat.hand, len(seat.melds), seat.void, wild) >> tile & 1:
            alone = not drawn and asking.wins_by_draw_alone(
                self.own(rules), seat._replace(waits=self.waits(rules, seat, wild))
            )
            return ("self_draw_only", "WZ-11") if alone else None
        by_shape = hand.waits_of(seat.hand, len(seat.melds), NONE, wild) >> tile & 1
        return ("void_tiles", "WZ-06") if by_shape and not (drawn and tile == wild) else None

    def win(self, draft: Draft, seat: int, tile: int, source: int) -> Win:
        at, rules, drawn = draft.seats[seat], self.own(draft.rules), source == NONE
        held = at.hand if drawn else at.hand + ONE[tile]
        complete = fan.complete(held, at.melds, draft.wild, tile, self_draw=drawn)
        added = fan.ADDED[1] * draft.robbing or fan.ADDED[0] * draft.replaced * drawn
        bill = fan.bill(rules, complete, self_draw=drawn, added=added)
        if bill is None:
            raise AssertionError("a win was offered on a hand that is none")
        if tile == NONE:
            tile = fan.winning_tile(complete, draft.wild, bill.reading)
        groups = fan.groups(complete, draft.wild, bill.reading)
        return Win(seat, tile, source, 0, bill.items, bill.fan, bill.points, groups, draft.robbing)

    def next_first(self, draft: Draft, reason: str) -> int | None:
        """The first winner deals, after an empty wall without one the dealer stays (WZ-02)."""
        wins = [win for at in draft.seats for win in at.wins]
        return min(wins, key=lambda win: win.order).seat if wins else draft.dealer


GAME = WanzhouGame()
