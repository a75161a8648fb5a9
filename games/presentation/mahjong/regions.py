"""HTML of the regions that every viewer of a mahjong table sees alike."""

from __future__ import annotations

from functools import lru_cache

from games.engine.core.contract import NONE
from games.engine.mahjong.view import MahjongView, MeldKind, SeatView
from games.presentation import seats as plates
from games.presentation import texts
from games.presentation.contract import Regions
from games.presentation.mahjong import build, models, names, tiles
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, glyph, remembered, spoken, worded
from mahjong_site.web.speech import gettext as _

_WIND_GLYPHS = ("dong", "nan", "xi", "bei")


def public(facts: TableFacts, view: MahjongView) -> Regions:
    """Return plates, rivers, melds, backs and the centre."""
    regions: Regions = {}
    who = plates.players(facts)
    for seat in view.seats:
        index = seat.seat
        regions[f"plate-{index}"] = plates.plate(_plate(facts, view, seat))
        regions[f"river-{index}"] = river(build.river(view, seat, who[index]))
        regions[f"melds-{index}"] = melds(build.melds(view, seat, who[index]), f"melds-{index}")
        regions[f"backs-{index}"] = backs(build.backs(view, seat, who[index]))
    regions["center"] = center(facts, view, who)
    return regions


def _plate(facts: TableFacts, view: MahjongView, seat: SeatView) -> plates.Plate:
    over = view.outcome is not None
    times = ""
    if seat.wins:
        alone = len(seat.wins) == 1 and (seat.out or over)
        times = str(seat.wins[0].order) if alone else f"×{len(seat.wins)}"
    locked = bool(seat.wins) and not (seat.out or over)
    marks = _marks(seat.seat == view.dealer, seat.void, times, locked, seat.left)
    fact = facts.seats[seat.seat]
    score = plates.score(facts, seat.seat, view.outcome.net[seat.seat] if view.outcome else seat.points)
    free = facts.phase in {"open", "between"}
    return plates.Plate(
        fact, facts.number, score, marks, seat.out and not over, free, facts.phase == "between"
    )


@remembered(512)
def _marks(dealer: bool, void: int, times: str, locked: bool, left: bool) -> str:
    """Return what lies on a plate: dealer, void suit, the seal with its number or how often it won, lock, gone."""
    marks = ""
    if dealer:
        marks += element("em", glyph("zhuang"), class_="mark dealer", role="img", aria_label=_("庄家"))
    if void != NONE:
        suit = tiles.letter(void)
        label = _("定缺%(suit)s") % {"suit": tiles.suit_name(void)}
        shown = tiles.suit_glyph(void)
        marks += element("em", shown, class_=f"mark void-{suit}", role="img", aria_label=label)
    if times:
        marks += element("em", (glyph("hu"), spoken(_("胡")), f"<sub>{times}</sub>"), class_="seal")
    if locked:
        marks += element("i", spoken(_("手牌已锁住")), class_="lock")
    if left:
        marks += element("span", escape(_("已离开")), class_="badge")
    return marks


@remembered(512)
def river(model: models.River) -> str:
    """Return a river: one picture whose label lists its tiles."""
    faces = [tiles.face(tile) for tile in model.tiles]
    if not faces:
        faces = [glyph(_WIND_GLYPHS[model.wind % 4])]
    if model.last:
        faces[-1] = tiles.face(model.tiles[-1], "last")
    label = _("%(name)s打过的牌：%(tiles)s") % {
        "name": model.owner,
        "tiles": tiles.listed(model.tiles) or _("还没有"),
    }
    return element(
        "div", faces, id=f"river-{model.seat}", class_="river", data_seat=model.seat,
        data_wind=model.wind, role="img", aria_label=label,
    )  # fmt: skip


@remembered(512)
def melds(model: models.Melds, region: str) -> str:
    """Return the melds of a seat under the id `region`."""
    said = [f"{names.meld(face.kind)} {_named(face)}" for face in model.melds]
    label = _("%(name)s的碰杠：%(melds)s") % {"name": model.owner, "melds": _("、").join(said)}
    role = {"role": "img", "aria_label": label} if said else {}
    return element(
        "div", (_meld(face) for face in model.melds), id=region, class_="melds", data_seat=model.seat, **role
    )


def _named(face: models.MeldFace) -> str:
    """Return the kind of a meld, or all tiles of a run."""
    return tiles.listed(sorted(face.tiles)) if face.kind == MeldKind.CHI else tiles.name(max(face.tiles))


def _meld(face: models.MeldFace) -> str:
    pieces = [
        tiles.face(tile, "turned") if place == face.turned else tiles.face(tile)
        for place, tile in enumerate(face.tiles)
    ]
    more = attrs(data_run=tiles.numbers(face.tiles) if face.kind == MeldKind.CHI else None)
    return f"<span class=meld data-kind={face.kind} data-n={len(face.tiles)}{more}>{''.join(pieces)}</span>"


@remembered(512)
def backs(model: models.Backs) -> str:
    """Return the concealed tiles of a seat: backs, or faces once the hand is over."""
    if model.shown:
        body = tiles.row(model.shown, "flat")
        label = _("%(name)s的手牌：%(tiles)s") % {"name": model.owner, "tiles": tiles.listed(model.shown)}
    else:
        back = tiles.face(NONE, "flat" if model.flat else "stand")
        last = tiles.face(NONE, "stand drawn") if model.drawn else ""
        body = back * (model.size - bool(model.drawn)) + last
        label = _("%(name)s有%(count)d张手牌") % {"name": model.owner, "count": model.size}
    body += tiles.won(model.won, "flat")
    return element(
        "div", body, id=f"backs-{model.seat}", class_="backs out" if model.flat else "backs",
        data_seat=model.seat, data_n=model.size, role="img", aria_label=label,
    )  # fmt: skip


def center(facts: TableFacts, view: MahjongView, who: tuple[str, ...]) -> str:
    """Return the middle of the table: tiles left, whose turn, which hand."""
    total = f"/{facts.hands_total}" if facts.hands_total else ""
    title = texts.preset(facts.preset)
    number = _("第%(number)s局") % {"number": f"{facts.hand_number}{total}"}
    turn = ""
    if view.outcome is None:
        status = _status(view, who)
        if view.turn != NONE:
            turn = f"<i class=arrow data-seat={view.turn}></i>"
    else:
        status = names.ending(view.outcome.reason)
    swap, left = _swap_line(view), _("剩")
    wild, code = "", tiles.code(view.wild) if view.wild != NONE else None
    if code:
        shown = tiles.face(view.wild) + spoken(tiles.name(view.wild))
        wild = f"<p class=wild>{worded('small', _('混儿'))} {shown}</p>"
    return (
        f"<div id=center class=center{attrs(data_turn=view.turn if view.turn != NONE else None)} "
        f"data-left={view.wall_left}{attrs(data_wild=code)}>"
        f"<p class=what><b>{escape(title)}</b> <span>{escape(number)}</span></p>"
        f"<p class=left>{worded('small', left)} <b>{view.wall_left}</b></p>"
        f"{wild}<p class=who{attrs(data_you=_('轮到你') if turn else None)}>{escape(status)}</p>{swap}{turn}{_walls(view.wall_left)}</div>"
    )


@lru_cache(maxsize=256)
def _walls(tiles_left: int) -> str:
    """Return the walls as decoration: stacks of two left on each side, taken away turn by turn from the dealer's."""
    left = (tiles_left + 1) // 2
    full = [14, 13, 14, 13]
    gone, sides = sum(full) - left, []
    for size in full:
        taken = min(size, max(gone, 0))
        gone -= taken
        sides.append(size - taken)
    shown = "".join(f"<i style=--n:{size}></i>" for size in sides)
    return f"<span class=walls aria-hidden=true>{shown}</span>"


def _status(view: MahjongView, who: tuple[str, ...]) -> str:
    choice = build.choosing(view)
    if choice == "ding_que":
        return _("定缺中")
    if choice == "swap_three":
        return _("换三张")
    if view.turn != NONE:
        return _("轮到%(name)s") % {"name": who[view.turn]}
    return _("看谁要牌")


def _swap_line(view: MahjongView) -> str:
    if not view.swap_direction or view.outcome is not None or view.offered is not None:
        return ""
    return element("p", escape(names.direction(view.swap_direction)), class_="swap")
