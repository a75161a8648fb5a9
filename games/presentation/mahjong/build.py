"""From a mahjong view and the facts of a table to what is shown; decides everything but the HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.codes import TableNote
from games.engine.core.contract import NONE, Action, Outcome, Prompt, PromptKind
from games.engine.core.errors import Code
from games.engine.core.seats import distance
from games.engine.mahjong.dealing import receiver_of
from games.engine.mahjong.view import MahjongView, Meld, MeldKind, Phase, SeatView
from games.presentation import coins, seats
from games.presentation.mahjong import models
from games.table_facts import TableFacts

_CLAIM_ORDER = ("join_wind", "chi", "peng", "gang", "hu")


def river(view: MahjongView, seat: SeatView, owner: str) -> models.River:
    """Return a seat's discards."""
    last = not view.claimed and not view.robbing and view.offered is not None and view.offered[0] == seat.seat
    wind = distance(view.dealer, seat.seat, len(view.seats))
    return models.River(seat.seat, owner, wind, seat.river, last and bool(seat.river))


def melds(view: MahjongView, seat: SeatView, owner: str) -> models.Melds:
    """Return a seat's melds as they lie."""
    return models.Melds(
        seat.seat, owner, tuple(_meld(meld, seat.seat, len(view.seats)) for meld in seat.melds)
    )


def _meld(meld: Meld, owner: int, players: int) -> models.MeldFace:
    """Lay a meld: the claimed tile is turned toward its source; a concealed gang keeps two backs where it is known."""
    if meld.source == NONE:
        if NONE in meld.tiles or meld.kind is not MeldKind.CONCEALED:
            return models.MeldFace(meld.kind, meld.tiles)
        return models.MeldFace(meld.kind, (NONE, *meld.tiles[1:-1], NONE))
    claimed, *own = meld.tiles
    steps = distance(owner, meld.source, players)  # 1: from the right, players - 1: from the left
    place = len(own) if steps == 1 else 0 if steps == players - 1 else 1
    own.insert(place, claimed)
    return models.MeldFace(meld.kind, tuple(own), place)


def backs(view: MahjongView, seat: SeatView, owner: str) -> models.Backs:
    """Return a seat's concealed tiles as everybody sees them."""
    won = tuple(win.tile for win in seat.wins)
    shown = view.outcome.hands[seat.seat] if view.outcome is not None else ()
    size = len(shown) if shown else seat.hand_size
    drawn = seat.has_drawn and not shown
    return models.Backs(seat.seat, owner, size, drawn, tuple(shown), won, seat.out or bool(won))


def held(view: MahjongView, ready: Iterable[int] = ()) -> models.Held:
    """Return what the viewer holds and may press; `ready` are the discards that leave the hand ready."""
    seat = view.seats[view.viewer]
    won = tuple(win.tile for win in seat.wins)
    press = _press(view.prompt, bool(won))
    away = view.swap_given if view.phase is Phase.SWAP_THREE else ()
    untouched = not (seat.river or seat.melds or view.outcome)
    return models.Held(
        seat.hand, seat.drawn, seat.void, view.wild, won, seat.out, press, frozenset(ready), away,
        view.swap_received if untouched else (),
    )  # fmt: skip


def hand(held: models.Held) -> models.Hand:
    """Return the hand laid out: 混儿 first, void suit last, the drawn tile apart, with what a press on each tile does."""
    tiles = sorted(held.tiles, key=lambda tile: (tile != held.wild, _is_void(held, tile), tile))
    rows = [(tile, False) for tile in tiles]
    if held.drawn != NONE:
        rows.append((held.drawn, True))
    press, picks = held.press, Counter(held.press.hints)
    leaving, came = Counter(held.away), Counter(held.got)
    shown: list[models.HandTile] = []
    for place, (tile, drawn) in enumerate(rows):
        hint = picks[tile] > 0 and (drawn or tile != held.drawn or picks[tile] > 1)
        picks[tile] -= hint
        away, got = leaving[tile] > 0, came[tile] > 0
        leaving[tile] -= away
        came[tile] -= got
        do = press.do if tile in press.allowed else ""
        armed = tile == press.armed and tile not in {other.tile for other in shown}
        why = press.why if press.why and tile not in press.allowed else ""
        shown.append(
            models.HandTile(
                tile, place, do, press.window, why, drawn, _is_void(held, tile), hint, tile in held.ready,
                tile == held.wild, away, got, press.arms, armed,
            )
        )  # fmt: skip
    return models.Hand(tuple(shown), held.won, held.out, bool(held.won) and not held.out)


def _is_void(held: models.Held, tile: int) -> bool:
    """Return whether a tile is of the viewer's void suit; a 混儿 never counts as such."""
    return held.void != NONE and tile // 9 == held.void and tile != held.wild


def may_arm(view: MahjongView) -> bool:
    """Return whether a press on a tile of the viewer's hand may arm it for the next turn."""
    own = view.seats[view.viewer]
    return view.phase in {Phase.TURN, Phase.CLAIM} and not (own.wins or own.out or view.outcome)


def _press(prompt: Prompt | None, locked: bool) -> models.Press:
    """Return what pressing a hand tile means under a prompt."""
    if prompt is None or prompt.kind is PromptKind.CLAIM:
        return models.Press()
    if prompt.kind is PromptKind.CHOICE and prompt.default.do == "swap_three":
        press = models.Press(hints=prompt.default.args)
        if _is_mixed(prompt):  # of one suit many tiles have no two companions, and any pick may start anew
            kept = frozenset(tile for action in prompt.actions for tile in action.args)
            return press._replace(why=TableNote.WILD_KEPT, allowed=kept)
        return press
    discards = frozenset(action.args[0] for action in prompt.actions if action.do == "discard")
    if not discards:
        return models.Press()
    hints = prompt.default.args if prompt.default.do == "discard" else ()
    return models.Press(
        "discard", prompt.window, TableNote.HAND_LOCKED if locked else Code.VOID_FIRST, discards, hints
    )


def ask(view: MahjongView) -> models.Ask:
    """Return what the viewer must decide now."""
    prompt = view.prompt
    if prompt is None:
        return _given(view)
    if prompt.kind is PromptKind.CHOICE:
        return _choice(view, prompt)
    claims = _claims(view, prompt)
    kind = "claim" if prompt.kind is PromptKind.CLAIM else "turn"
    forced = len(prompt.actions) == 1 and prompt.actions[0].do == "hu"
    locks = bool(getattr(view.rules, "pass_lock", False))
    return models.Ask(
        kind, prompt.window, claims, forced=forced, costs_win=locks and _offers(prompt, "hu"),
        locked=kind == "turn" and bool(view.seats[view.viewer].wins), wind=_wind(view, prompt),
    )  # fmt: skip


def _given(view: MahjongView) -> models.Ask:
    """Return that nothing is asked; while others choose what to swap, what the viewer gave."""
    if view.phase is not Phase.SWAP_THREE or not view.swap_given:
        return models.Ask("")
    to = receiver_of(view.viewer, len(view.seats), view.swap_direction)
    return models.Ask("", swap=view.swap_given, to=to)


def _wind(view: MahjongView, prompt: Prompt) -> models.Wind | None:
    """Return what joining the wind is about, None where it is not offered (WZ-22)."""
    if not _offers(prompt, "join_wind"):
        return None
    base = getattr(view.rules, "base", 0)
    gain = getattr(view.rules, "join_halves", 0) * base // 2
    ganger = view.offered[0] if view.robbing and view.offered is not None else view.turn
    return models.Wind(ganger, gain, getattr(view.rules, "join_units", 0) * base)


def _offers(prompt: Prompt, do: str) -> bool:
    return any(action.do == do for action in prompt.actions)


def _claims(view: MahjongView, prompt: Prompt) -> tuple[models.Claim, ...]:
    """Return the buttons in their fixed order: 过 first and apart, 胡 last."""
    claims = [models.Claim("pass", NONE, action) for action in prompt.actions if action.do == "pass"]
    for do in _CLAIM_ORDER:
        claims += [
            models.Claim(do, _about(view, action), action, _run(view, action))
            for action in prompt.actions
            if action.do == do
        ]
    return tuple(claims)


def _run(view: MahjongView, action: Action) -> tuple[int, ...]:
    """Return the run that a chi makes."""
    if action.do != "chi" or view.offered is None:
        return ()
    return tuple(sorted((view.offered[1], *action.args)))


def _about(view: MahjongView, action: Action) -> int:
    """Return the tile an action is about: its own argument, the tile on offer or of the gang, or the drawn one."""
    if action.do == "gang" and action.args:
        return action.args[0]
    if action.do == "join_wind" and not view.robbing:
        return view.seats[view.turn].melds[-1].tiles[0]
    if view.prompt is not None and view.prompt.kind is PromptKind.CLAIM and view.offered is not None:
        return view.offered[1]
    return view.seats[action.seat].drawn


def _choice(view: MahjongView, prompt: Prompt) -> models.Ask:
    if prompt.default.do == "swap_three":
        to = receiver_of(view.viewer, len(view.seats), view.swap_direction)
        mixed = _is_mixed(prompt)
        return models.Ask("swap_three", prompt.window, swap=prompt.default.args, to=to, mixed=mixed)
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


def _is_mixed(prompt: Prompt) -> bool:
    """Return whether the three tiles may be of several suits."""
    return any(len({tile // 9 for tile in action.args}) > 1 for action in prompt.actions)


def choosing(view: MahjongView) -> str:
    """Return the name of the common choice that is open ("ding_que", "swap_three" or "")."""
    return view.phase.value if view.phase in {Phase.DING_QUE, Phase.SWAP_THREE} else ""


def sheet(view: MahjongView, outcome: Outcome, facts: TableFacts) -> models.Sheet:
    """Return what the account of a finished hand says of its wins and of the other hands."""
    who = seats.players(facts, view.viewer)
    _account, limits = coins.account(facts, view.rules, outcome)
    unit = getattr(view.rules, "base", 0) if view.rules.limits_wins else 0  # where a point is a coin (WZ-24)
    bills = tuple(
        models.WinBill(
            win,
            who[win.seat],
            who[win.source] if win.source != NONE else "",
            win.items,
            unit,
            tuple((seat, who[seat]) for seat in win.cut),
            limit,
        )
        for win, limit in zip(sorted(outcome.wins, key=lambda win: win.order), limits, strict=True)
    )
    winners = {win.seat for win in outcome.wins}
    rest = tuple(
        models.Rest(seat.seat, who[seat.seat], tuple(meld.tiles for meld in seat.melds), tuple(shown))
        for seat, shown in zip(view.seats, outcome.hands, strict=True)
        if seat.seat not in winners and not seat.left
    )
    return models.Sheet(bills, rest)
