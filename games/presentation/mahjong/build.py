"""From a mahjong view and the facts of a table to what is shown; decides everything but the HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.core.contract import NONE, Action, Prompt, PromptKind
from games.engine.core.seats import distance
from games.engine.mahjong.view import MahjongView, Meld, MeldKind, Phase, SeatView
from games.presentation.mahjong import models
from games.table_facts import TableFacts

_CLAIM_ORDER = ("chi", "peng", "gang", "hu")


def names(facts: TableFacts, viewer: int = NONE) -> tuple[str, ...]:
    """Return what each seat is called; the viewer is 你."""
    return tuple(_("你") if seat.seat == viewer else seat.name for seat in facts.seats)


def before(facts: TableFacts, seat: int) -> int:
    """Return a seat's total before this hand; the hand's own points are in the view, settled or not."""
    return facts.previous[seat] if facts.previous else 0


def river(view: MahjongView, seat: SeatView, owner: str) -> models.River:
    last = not view.claimed and not view.robbing and view.offered is not None and view.offered[0] == seat.seat
    wind = distance(view.dealer, seat.seat, len(view.seats))
    return models.River(seat.seat, owner, wind, seat.river, last and bool(seat.river))


def melds(view: MahjongView, seat: SeatView, owner: str) -> models.Melds:
    return models.Melds(
        seat.seat, owner, tuple(_meld(meld, seat.seat, len(view.seats)) for meld in seat.melds)
    )


def _meld(meld: Meld, owner: int, players: int) -> models.MeldFace:
    """Lay a meld: the claimed tile is turned toward its source; a concealed gang keeps two backs where it is known."""
    if meld.kind is MeldKind.CONCEALED or meld.source == NONE:
        if NONE in meld.tiles:
            return models.MeldFace(meld.kind, meld.tiles)
        return models.MeldFace(meld.kind, (NONE, *meld.tiles[1:-1], NONE))
    claimed, *own = meld.tiles
    steps = distance(owner, meld.source, players)  # 1: from the right, players - 1: from the left
    place = len(own) if steps == 1 else 0 if steps == players - 1 else 1
    own.insert(place, claimed)
    return models.MeldFace(meld.kind, tuple(own), place)


def backs(view: MahjongView, seat: SeatView, owner: str) -> models.Backs:
    won = tuple(win.tile for win in seat.wins)
    shown = view.outcome.hands[seat.seat] if view.outcome is not None else ()
    size = len(shown) if shown else seat.hand_size
    return models.Backs(seat.seat, owner, size, seat.has_drawn and not shown, tuple(shown), won, seat.out)


def hand(view: MahjongView, waits_after: Mapping[int, object] | None = None) -> models.Hand:
    """Return the viewer's hand, void suit last, the drawn tile apart, with what a press on each tile does.

    `waits_after` are the discards that leave the hand ready.
    """
    seat = view.seats[view.viewer]
    void = seat.void
    tiles = sorted(seat.hand, key=lambda tile: (void != NONE and tile // 9 == void, tile))
    rows = [(tile, False) for tile in tiles]
    if seat.drawn != NONE:
        rows.append((seat.drawn, True))
    press = _presses(view.prompt)
    picks = Counter(press.hints)
    ready = frozenset() if waits_after is None else frozenset(waits_after)
    shown = []
    for place, (tile, drawn) in enumerate(rows):
        hint = picks[tile] > 0 and (drawn or tile != seat.drawn or picks[tile] > 1)
        picks[tile] -= hint
        do = press.do if tile in press.allowed else ""
        why = "void_first" if press.do and not do else ""
        is_void = void != NONE and tile // 9 == void
        shown.append(models.HandTile(tile, place, do, press.window, why, drawn, is_void, hint, tile in ready))
    return models.Hand(tuple(shown), tuple(win.tile for win in seat.wins), seat.out)


class _Press:
    """What pressing a hand tile means under a prompt."""

    def __init__(self, do: str = "", window: int = 0) -> None:
        self.do = do
        self.window = window
        self.allowed: frozenset[int] = frozenset()
        self.hints: tuple[int, ...] = ()


def _presses(prompt: Prompt | None) -> _Press:
    if prompt is None:
        return _Press()
    discards = frozenset(action.args[0] for action in prompt.actions if action.do == "discard")
    if prompt.kind is PromptKind.CHOICE and prompt.default.do == "swap_three":
        press = _Press()
        press.hints = prompt.default.args
        return press
    if not discards:
        return _Press()
    press = _Press("discard", prompt.window)
    press.allowed = discards
    press.hints = prompt.default.args if prompt.default.do == "discard" else ()
    return press


def ask(view: MahjongView) -> models.Ask:
    """Return what the viewer must decide now."""
    prompt = view.prompt
    if prompt is None:
        return models.Ask("")
    if prompt.kind is PromptKind.CHOICE:
        return _choice(view, prompt)
    claims = _claims(view, prompt)
    kind = "claim" if prompt.kind is PromptKind.CLAIM else "turn"
    forced = len(prompt.actions) == 1 and prompt.actions[0].do == "hu"
    locks = bool(getattr(view.rules, "pass_lock", False))
    return models.Ask(kind, prompt.window, claims, forced=forced, costs_win=locks and _offers(prompt, "hu"))


def _offers(prompt: Prompt, do: str) -> bool:
    return any(action.do == do for action in prompt.actions)


def _claims(view: MahjongView, prompt: Prompt) -> tuple[models.Claim, ...]:
    """Return the buttons in their fixed order: 过 first and apart, 胡 last."""
    claims = [models.Claim("pass", NONE, action) for action in prompt.actions if action.do == "pass"]
    for do in _CLAIM_ORDER:
        claims += [
            models.Claim(do, _about(view, action), action) for action in prompt.actions if action.do == do
        ]
    return tuple(claims)


def _about(view: MahjongView, action: Action) -> int:
    """Return the tile an action is about: its own argument, the tile on offer or the drawn one."""
    if action.do == "gang" and action.args:
        return action.args[0]
    if view.prompt is not None and view.prompt.kind is PromptKind.CLAIM and view.offered is not None:
        return view.offered[1]
    return view.seats[action.seat].drawn


def _choice(view: MahjongView, prompt: Prompt) -> models.Ask:
    if prompt.default.do == "swap_three":
        to = swap_target(view.swap_direction, view.viewer, len(view.seats))
        return models.Ask("swap_three", prompt.window, swap=prompt.default.args, to=to)
    seat = view.seats[view.viewer]
    held = [tile for tile in (*seat.hand, seat.drawn) if tile != NONE]
    suits = tuple(
        models.SuitChoice(
            action.args[0],
            tuple(sorted(tile for tile in held if tile // 9 == action.args[0])),
            action == prompt.default,
        )
        for action in prompt.actions
        if action.do == "ding_que"
    )
    return models.Ask("ding_que", prompt.window, suits=suits, got=tuple(sorted(view.swap_received)))


def swap_target(direction: str, seat: int, players: int) -> int:
    """Return the seat that gets the tiles of `seat` in 换三张: the next one, the one before or the one across."""
    steps = {"counter": 1, "clockwise": players - 1, "across": players // 2}
    return (seat + steps[direction]) % players


def choosing(view: MahjongView) -> str:
    """Return the name of the common choice that is open ("ding_que", "swap_three" or "")."""
    return view.phase.value if view.phase in {Phase.DING_QUE, Phase.SWAP_THREE} else ""


def sheet(view: MahjongView, facts: TableFacts) -> models.Sheet | None:
    """Return the account of a finished hand, or None while it is played."""
    outcome = view.outcome
    if outcome is None:
        return None
    who = names(facts, view.viewer)
    bills = tuple(
        models.WinBill(win, who[win.seat], who[win.source] if win.source != NONE else "", win.items)
        for win in sorted(outcome.wins, key=lambda win: win.order)
    )
    payments = tuple(models.Payment(row, view.viewer in (row.payer, row.payee)) for row in outcome.rows)
    totals = tuple(
        models.Total(seat.seat, who[seat.seat], net, before(facts, seat.seat) + net)
        for seat, net in zip(facts.seats, outcome.net, strict=True)
    )
    mine = outcome.net[view.viewer] if view.viewer != NONE else None
    winners = {win.seat for win in outcome.wins}
    rest = tuple(
        models.Rest(seat.seat, who[seat.seat], tuple(meld.tiles for meld in seat.melds), tuple(shown))
        for seat, shown in zip(view.seats, outcome.hands, strict=True)
        if seat.seat not in winners and not seat.left
    )
    return models.Sheet(mine, outcome.reason, bills, rest, payments, totals)
