"""HTML of what only one viewer sees of a card table: the hand, and the place where it decides."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.cards.guanpai.deck import RANKS, counts_of, rank_of
from games.engine.cards.guanpai.plays import Play, legal_plays
from games.engine.cards.guanpai.shapes import ShapeKind, best
from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import NONE, Action, Prompt
from games.presentation import seats, texts
from games.presentation.fields import window_fields
from games.presentation.guanpai import cards
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, worded
from mahjong_site.web.speech import gettext as _

_LETTERS = dict(zip(ShapeKind, "abcdefghijkl", strict=True))
_CLAUSES = {"wrong_shape": "GP-05", "does_not_beat": "GP-07"}
NO_HAND = "<div id=hand class=hand></div>"


def hand(view: GuanpaiView, armed: Action | None = None) -> str:
    """Return the viewer's cards, each a checkbox, from the highest down; `data-g` is the place by shapes.

    `armed` is the play that waits for its next turn.
    """
    held = view.seats[view.viewer].hand
    if not held:
        return NO_HAND
    ordered = sorted(held, key=lambda card: (rank_of(card), -(card & 3)), reverse=True)
    groups = {card: place for place, card in enumerate(cards.by_groups(held))}
    if view.outcome is not None:
        body = cards.row(ordered)
        label = _("你剩下：%(cards)s") % {"cards": cards.listed(ordered)}
        return element(
            "div", body, id="hand", class_="hand out", style=f"--n:{len(held)}", role="img", aria_label=label
        )
    late = view.prompt.default.args if view.prompt is not None else ()
    kept = armed.args if armed is not None else ()
    body = "".join(
        _card(card, place, groups[card], f"{' hint' * (card in late)}{' armed' * (card in kept)}")
        for place, card in enumerate(ordered)
    )
    return element(
        "div", body, id="hand", class_="hand", style=f"--n:{len(held)}", role="group", aria_label=_("手牌"),
        data_n=len(held),
    )  # fmt: skip


def _card(card: int, place: int, group: int, marks: str) -> str:
    code = cards.code(card)
    return (
        f'<input type=checkbox class="c c{code}{marks}" name=card value={code} autocomplete=off '
        f"data-r={place} data-g={group}{attrs(aria_label=cards.name(card))}>"
    )


def prompt(
    view: GuanpaiView, facts: TableFacts, armed: Action | None = None, auto: Action | None = None
) -> str:
    """Return the place above the hand: 不出, 提示, 出牌 in the own turn, else who is thinking.

    `armed` is the play that waits for the viewer's next turn, `auto` what the open one is about to be answered with.
    """
    viewer, ask = view.viewer, view.prompt
    if viewer == NONE or view.outcome is not None:
        return '<div id=prompt class="prompt"></div>'
    if facts.phase == "playing" and facts.seats[viewer].autoplay:
        line = worded("p", _("托管中，由系统代打"), class_="ask")
        back = worded("button", _("我回来了"), class_="wide", form="f-back")
        return element("div", line + back, id="prompt", class_="prompt", data_kind="autoplay", role="group")
    if ask is None:
        return _wait(seats.players(facts, viewer)[view.turn], armed)
    return _turn(view, ask, auto)


def _wait(who: str, armed: Action | None) -> str:
    """Return who is thinking, and the button that has the chosen cards laid as soon as it is the viewer's turn."""
    said = _("等%(name)s出牌，可以先选好") % {"name": who}
    button = worded("button", _("轮到就出"), class_="wide plain", name="arm", value="1", data_arm="play")
    if armed is not None:
        said = _("轮到就出%(shape)s") % {"shape": _named(armed)}
        button = worded("button", _("不预出了"), class_="wide plain", name="disarm", value="1", data_arm=True)
    line = worded("p", said, class_="ask")
    return element(
        "div", window_fields(None) + line + element("div", _sorter() + button, class_="choices"), id="prompt", class_="prompt",
        data_kind="wait", role="group", aria_label=_("你的选择"),
    )  # fmt: skip


def _named(action: Action) -> str:
    shape = best(counts_of(action.args))
    return cards.shape_name(shape.kind) if shape else ""


def _turn(view: GuanpaiView, ask: Prompt, auto: Action | None) -> str:
    table = view.table[1] if view.table is not None else None
    plays, others = legal(view, ask)
    passes = any(action.do == "pass" for action in ask.actions)
    window = attrs(data_window=ask.window)
    no = f'<button class="wide {"plain" if plays else "only"}" name=pass value=1 data-do=pass{window}>{escape(_("不出"))}</button>'
    hint = f'<button type=button class="wide plain" data-hint>{escape(_("提示"))}</button>'
    go = f"<button class=wide name=play value=1 data-do=play{window} data-cards>{escape(_('出牌'))}<small></small></button>"
    if auto is not None:
        ask_line = _("自动出%(shape)s") % {"shape": _named(auto)} if auto.args else _("自动不出")
    elif table is None:
        ask_line = _("轮到你领出")
    elif plays:
        shape = best(counts_of(table))
        ask_line = _("管上%(shape)s") if passes else _("有大必打：管上%(shape)s")
        ask_line %= {"shape": cards.shape_name(shape.kind) if shape else ""}
    else:
        ask_line = _("没有管得上的牌")
    lines = worded("p", ask_line, class_="ask", data_for="ask") + "".join(map(_reason, _CLAUSES))
    choices = _sorter() + (no if passes else "") + (hint + go if plays else "")
    kinds = {play.shape.kind for play in (*plays, *others)}
    return element(
        "div",
        f"{window_fields(ask.window)}{lines}<div class=choices>{choices}</div>",
        id="prompt", class_="prompt", data_kind="turn", data_window=ask.window, role="group",
        aria_label=_("你的选择"), data_plays=_coded(plays), data_shapes=_coded(others) or None,
        data_kinds=",".join(_LETTERS[kind] + cards.shape_name(kind) for kind in ShapeKind if kind in kinds),
    )  # fmt: skip


def legal(view: GuanpaiView, ask: Prompt) -> tuple[tuple[Play, ...], tuple[Play, ...]]:
    """Return what may be played now, cheapest first, and the shapes of the hand that do not beat the table."""
    counts = [counts_of(action.args) for action in ask.actions if action.do == "play"]
    plays = tuple(Play(held, shape) for held in counts if (shape := best(held)) is not None)
    allowed = set(counts)
    whole = counts_of(view.seats[view.viewer].hand)
    return plays, tuple(play for play in legal_plays(whole, None) if play.counts not in allowed)


def _coded(plays: Iterable[Play]) -> str:
    """Write plays as a letter for the shape and the ranks from the highest down: `d76543 b33`."""
    return " ".join(_LETTERS[play.shape.kind] + _ranks(play.counts) for play in plays)


def _ranks(counts: Iterable[int]) -> str:
    return "".join(letter * many for letter, many in zip(RANKS, counts, strict=True))[::-1]


def _reason(code: str) -> str:
    link = worded("a", _("规则"), href=f"/rules/{_CLAUSES[code]}/", target="_blank", rel="noopener")
    return f'<p class="ask no" data-for={code} hidden>{escape(texts.reason(code))} {link}</p>'


def _sorter() -> str:
    words = worded("span", _("按牌型"), class_="to-groups") + worded("span", _("按点数"), class_="to-ranks")
    return f'<button type=button class="sorter" data-sort>{words}</button>'
