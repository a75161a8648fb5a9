"""HTML of the regions that every viewer of a card table sees alike."""

from __future__ import annotations

from games.engine.cards.guanpai.deck import counts_of
from games.engine.cards.guanpai.shapes import best
from games.engine.cards.guanpai.view import CardSeatView, GuanpaiView
from games.engine.core.contract import NONE
from games.presentation import seats as plates
from games.presentation import texts
from games.presentation.contract import Regions
from games.presentation.guanpai import cards
from games.table_facts import TableFacts
from mahjong_site.web.html import element, escape, remembered, spoken, worded
from mahjong_site.web.speech import gettext as _

_FEW = 3  # so few cards left are shown as a warning


def public(facts: TableFacts, view: GuanpaiView) -> Regions:
    """Return plates, last plays, backs and the centre."""
    who = plates.players(facts)
    found: Regions = {"center": center(facts, view, who)}
    for seat in view.seats:
        index = seat.seat
        found[f"plate-{index}"] = _plate(facts, view, seat)
        beat = view.table is not None and view.table[0] == index
        found[f"river-{index}"] = last_play(index, who[index], seat.last, seat.passed, beat)
        found[f"melds-{index}"] = f"<div id=melds-{index} class=melds data-seat={index}></div>"
        found[f"backs-{index}"] = backs(index, who[index], seat.size, seat.hand)
    return found


def _plate(facts: TableFacts, view: GuanpaiView, seat: CardSeatView) -> str:
    free = facts.phase in {"open", "between"}
    score = plates.score(facts, seat.seat, seat.points)
    return plates.plate(
        plates.Plate(
            facts.seats[seat.seat],
            facts.number,
            score,
            sits=free and view.outcome is not None,
            readying=facts.phase == "between",
        )
    )


@remembered(512)
def last_play(seat: int, owner: str, laid: tuple[int, ...], passed: bool, beat: bool) -> str:
    """Return what a seat laid last in this trick, with the name of its shape; `beat`: it is to be beaten now."""
    shape, body, label = None, "", _("%(name)s还没有出牌") % {"name": owner}
    if passed:
        shape, body = "pass", worded("b", _("不出"), class_="shape")
        label = _("%(name)s不出") % {"name": owner}
    elif laid:
        kind = best(counts_of(laid))
        shape = kind.kind.value if kind else None
        title = cards.shape_name(shape) if shape else ""
        sets = "".join(element("span", cards.row(part), class_="set") for part in cards.laid(laid))
        body = f"{worded('b', title, class_='shape')}<span class=cards>{sets}</span>"
        label = _("%(name)s出%(shape)s：%(cards)s") % {
            "name": owner,
            "shape": title,
            "cards": cards.listed(card for part in cards.laid(laid) for card in part),
        }
    return element(
        "div", body, id=f"river-{seat}", class_="river last" if beat else "river", data_seat=seat,
        data_shape=shape, style=f"--n:{len(laid)}" if laid and not passed else None, role="img", aria_label=label,
    )  # fmt: skip


@remembered(128)
def backs(seat: int, owner: str, size: int, shown: tuple[int, ...]) -> str:
    """Return the cards of a seat: their number and a fan of backs, or the faces once the hand is over."""
    if shown:
        body = cards.row(sorted(shown))
        label = _("%(name)s剩下：%(cards)s") % {"name": owner, "cards": cards.listed(sorted(shown))}
    else:
        middle = (size - 1) / 2
        fan = "".join(f'<i class="c cb" style=--k:{place - middle:g}></i>' for place in range(size))
        body = f"<span class=fan>{fan}</span>"
        label = _("%(name)s还有%(count)d张牌") % {"name": owner, "count": size}
    number = f"<b class=count>{size}</b>" if size else ""
    return element(
        "div", body + number, id=f"backs-{seat}", class_="backs shown" if shown else "backs", data_seat=seat,
        data_n=size, data_few=0 < size <= _FEW, style=f"--n:{size}", role="img", aria_label=label,
    )  # fmt: skip


def center(facts: TableFacts, view: GuanpaiView, who: tuple[str, ...]) -> str:
    """Return the middle of the table: which hand, and whose turn it is to lead or to beat."""
    total = f"/{facts.hands_total}" if facts.hands_total else ""
    number = _("第%(number)s局") % {"number": f"{facts.hand_number}{total}"}
    if view.outcome is not None:
        status = ending(view)
    elif view.table is None:
        status = _("%(name)s领出") % {"name": who[view.turn]}
    else:
        status = _("轮到%(name)s") % {"name": who[view.turn]}
    return element(
        "div",
        f"<p class=what><b>{escape(texts.preset(facts.preset))}</b> <span>{escape(number)}</span></p>"
        f"<p class=who>{escape(status)}</p>",
        id="center", class_="center", data_turn=view.turn if view.turn != NONE else None,
    )  # fmt: skip


def ending(view: GuanpaiView) -> str:
    """Return how a finished hand ended."""
    assert view.outcome is not None
    return _("有人离开，这一局结束") if view.outcome.reason == "escape" else _("出完了")


def bill(view: GuanpaiView, who: tuple[str, ...]) -> str:
    """Return who won and the cards the other seat was left with."""
    assert view.outcome is not None
    winner = max(range(2), key=lambda seat: view.outcome.net[seat])  # type: ignore[union-attr]
    left = tuple(sorted(view.outcome.hands[1 - winner]))
    line = _("%(name)s剩%(count)d张") % {"name": who[1 - winner], "count": len(left)}
    head = f"<h3><b data-seat={winner}>{escape(who[winner])}</b> {escape(_('赢'))} <span class=quiet>{escape(line)}</span></h3>"
    faces = element("div", cards.row(left), class_="left-cards", style=f"--n:{len(left)}", aria_hidden="true")
    return element("article", head + faces + spoken(cards.listed(left)), class_="bill", data_seat=winner)
