"""Plates and clocks: what is drawn of a seat in every game."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.contract import NONE
from games.table_facts import SeatClock, SeatFacts, TableFacts
from mahjong_site.web.html import element, escape, remembered, signed
from mahjong_site.web.speech import gettext as _


def players(facts: TableFacts, viewer: int = NONE) -> tuple[str, ...]:
    """Return what the player of each seat in this hand is called, whoever sits there by now; the viewer is 你."""
    names = [player.name for player in facts.players] or [seat.name for seat in facts.seats]
    return tuple(_("你") if seat == viewer else name for seat, name in enumerate(names))


def is_new(facts: TableFacts, seat: int) -> bool:
    """Return whether somebody took the seat, or left it, after the hand that is shown was over."""
    if seat == NONE or not facts.players or facts.phase == "playing":
        return False
    return facts.players[seat].user_id != facts.seats[seat].user_id


def before(facts: TableFacts, seat: int) -> int:
    """Return a player's total before this hand; the hand's own points are in the view, settled or not."""
    return facts.previous[seat] if facts.previous else 0


def score(facts: TableFacts, seat: int, points: int) -> int:
    """Return the total on a seat's plate, of whoever sits there, after `points` of this hand."""
    return facts.seats[seat].score if is_new(facts, seat) else before(facts, seat) + points


class Plate(NamedTuple):
    """A seat's plate. `marks` is HTML the game adds (dealer, void suit, win seals); `points` are the hand's so far."""

    facts: SeatFacts
    number: str
    score: int
    marks: str = ""
    out: bool = False
    sits: bool = False
    readying: bool = False


def plates(facts: TableFacts) -> dict[str, str]:
    """Return the plates of a table without a hand."""
    free = facts.phase in {"open", "between"}
    return {
        f"plate-{seat.seat}": plate(
            Plate(seat, facts.number, seat.score, sits=free, readying=facts.phase == "between")
        )
        for seat in facts.seats
    }


@remembered(512)
def plate(model: Plate) -> str:
    """Return the plate's element, ready to be shown to anyone."""
    seat = model.facts
    sit = _sit_button(model) if model.sits and seat.kind in {"bot", "empty"} else ""
    if seat.kind == "empty":
        body = "<span class=av></span>" + element("b", escape(_("空位")), class_="name") + sit
        return _plate_element(model, body, "plate empty")
    initial = escape(seat.name[:1])
    body = (
        f"<span class=av aria-hidden=true>{initial}</span><b class=name><span>{escape(seat.name)}</span></b>"
        f"<span class=score>{signed(model.score)}</span>{model.marks}{_state(model)}{sit}"
    )
    return _plate_element(model, body, "plate out" if model.out else "plate")


def _plate_element(model: Plate, body: str, classes: str) -> str:
    seat = model.facts
    return element(
        "div", body, id=f"plate-{seat.seat}", class_=classes, data_seat=seat.seat, data_kind=seat.kind
    )


def _state(model: Plate) -> str:
    """Return the badges of a seat: autoplay, a bot in a leaver's place, gone, ready."""
    seat, badges = model.facts, ""
    if seat.hosted:
        badges += element("span", escape(_("代打")), class_="badge")
    elif seat.autoplay:
        badges += element("span", escape(_("托管")), class_="badge")
    if model.readying and seat.ready and seat.kind == "person":
        badges += element("span", escape(_("准备好了")), class_="badge ok")
    if seat.kind == "bot":
        badges += element("i", element("span", escape(_("机器人")), class_="sr"), class_="robot")
    elif seat.kind == "person":
        word = _("在线") if seat.connected else _("离线")
        badges += element(
            "i", element("span", escape(word), class_="sr"), class_="dot" if seat.connected else "dot off"
        )
    return badges


def _sit_button(model: Plate) -> str:
    """Return the button that takes this seat; CSS shows it only to those who sit nowhere at this table."""
    return element(
        "button",
        escape(_("坐下")),
        class_="sit",
        form="f-sit",
        formaction=f"/t/{model.number}/sit/{model.facts.seat}",
        name="version",
        value=model.facts.version,
        data_sit=model.facts.seat,
    )


def clocks(facts: TableFacts, viewer: int, running: tuple[SeatClock, ...]) -> dict[str, str]:
    """Return each seat's clock. Only a turn is public: any other clock would tell who was asked or has answered."""
    shown = {clock.seat: clock for clock in running if clock.kind == "turn" or clock.seat == viewer}
    return {f"clock-{seat.seat}": _clock(seat.seat, shown.get(seat.seat)) for seat in facts.seats}


def _clock(seat: int, clock: SeatClock | None) -> str:
    if clock is None:
        return f"<span id=clock-{seat} class=clock data-seat={seat}></span>"
    return (
        f"<span id=clock-{seat} class=clock data-seat={seat} data-kind={clock.kind} data-left={clock.left_ms} "
        f"data-bank={clock.bank_ms} data-total={clock.total_ms}></span>"
    )


def result_word(points: int) -> str:
    """Return one word for a seat's hand."""
    if points > 0:
        return _("赢")
    return _("输") if points else _("平")
