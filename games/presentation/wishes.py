"""The switches of the viewer's own seat: what is to be done for it in the hand in play. Nobody else is sent any of it."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.engine.core.contract import NONE, NOTHING, Game, View, Wished, Wishes
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, remembered
from mahjong_site.web.speech import gettext as _

EMPTY = "<div id=wishes></div>"

# The label of each toggle, what it does in a sentence, and the key that switches it together with Shift.
_TOGGLES = {
    "auto_hu": (gettext_noop("自动胡"), gettext_noop("能胡就胡；还能杠或碰的时候问你"), "H"),
    "auto_discard": (gettext_noop("摸啥打啥"), gettext_noop("不能胡也不能杠时，打出刚摸的牌；混儿不打"), "D"),
    "no_peng": (gettext_noop("不碰"), gettext_noop("只能碰的时候自动过"), "P"),
    "no_chi": (gettext_noop("不吃"), gettext_noop("只能吃的时候自动过"), "C"),
    "auto_pass": (gettext_noop("自动不出"), gettext_noop("没有管得上的牌时自动不出"), "N"),
    "auto_out": (gettext_noop("自动出完"), gettext_noop("剩下的牌能一手出完就出"), "O"),
}


def of(facts: TableFacts, viewer: int) -> Wishes:
    """Return what the viewer's own seat wishes; of a seat on autoplay, or where no hand is played, nothing."""
    playing = facts.phase == "playing" and viewer != NONE and not facts.seats[viewer].autoplay
    return facts.wishes[viewer] if playing and facts.wishes else Wishes()


def found(game: Game, view: View, wishes: Wishes) -> Wished:
    """Return what the viewer's wishes make of its open prompt."""
    return NOTHING if view.prompt is None or wishes == Wishes() else game.wished(view, view.prompt, wishes)


def region(facts: TableFacts, viewer: int, game: Game, wishes: Wishes, wished: Wished = NOTHING) -> str:
    """Return the switches; `data-auto` says that the open window is answered by one of them."""
    if facts.phase != "playing" or viewer == NONE or facts.seats[viewer].autoplay:
        return EMPTY
    on = tuple(name in wishes.on for name in game.toggles)
    return _region(game.toggles, on, auto=wished.action is not None)


@remembered(256)
def _region(toggles: tuple[str, ...], on: tuple[bool, ...], *, auto: bool) -> str:
    body = "".join(map(_switch, toggles, on))
    return element("div", body, id="wishes", role="group", aria_label=_("这一局自动做"), data_auto=auto)


def _switch(name: str, on: bool) -> str:
    label, told, key = _TOGGLES[name]
    own = attrs(
        name=name, value=int(not on), data_toggle=name, data_key=key, title=_(told), aria_keyshortcuts=f"Shift+{key}"
    )  # fmt: skip
    return f"<button form=f-toggle{own} aria-pressed={'true' if on else 'false'}>{escape(_(label))}</button>"


def keys(game: Game) -> tuple[tuple[str, str, str], ...]:
    """Return for the help the key, label and sentence of each toggle of the game."""
    return tuple((_TOGGLES[name][2], _(_TOGGLES[name][0]), _(_TOGGLES[name][1])) for name in game.toggles)
