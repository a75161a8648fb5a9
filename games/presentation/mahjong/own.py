"""HTML of what only one viewer sees while a hand is played: the hand, the prompt and the waits."""

from __future__ import annotations

from games.codes import TableNote
from games.engine.core.contract import NONE
from games.engine.mahjong.tiles import format_tiles
from games.presentation import seats, texts
from games.presentation.fields import window_fields
from games.presentation.mahjong import build, models, names, tiles
from games.table_facts import TableFacts
from mahjong_site.web.html import attrs, element, escape, glyph, remembered, spoken, worded
from mahjong_site.web.speech import gettext as _
from mahjong_site.web.speech import language

_GLYPHS = {"pass": "guo", "chi": "chi", "peng": "peng", "gang": "gang", "hu": "hu", "join_wind": "guafeng"}
_MOST_WAITS = 9


NO_HAND = "<div id=hand class=hand></div>"  # of a viewer who sits nowhere


@remembered(512)
def hand(held: models.Held) -> str:
    """Return the viewer's hand, one button a tile and one tab stop."""
    model = build.hand(held)
    if not model.tiles:
        return NO_HAND
    stop = _tab_stop(model)
    body = "".join(_tile(tile, tile.place == stop) for tile in model.tiles)
    body += tiles.won(model.won)
    classes = "hand out" if model.out else "hand locked" if model.locked else "hand"
    return element(
        "div", body, id="hand", class_=classes, role="group",
        aria_label=_("手牌，已锁住") if model.locked else _("手牌"),
        data_n=len(model.tiles) + len(model.won),
    )  # fmt: skip


def _tab_stop(model: models.Hand) -> int:
    """Return the place that Tab reaches: the drawn tile, else what a timeout would throw, else the first."""
    drawn = [tile.place for tile in model.tiles if tile.drawn]
    hinted = [tile.place for tile in model.tiles if tile.hint]
    return next(iter(drawn + hinted), 0)


def _tile(tile: models.HandTile, stop: bool) -> str:
    code = tiles.code(tile.tile)
    classes = [f"t t{code}"]
    classes += [name for name in ("drawn", "void", "hint", "away", "got", "armed") if getattr(tile, name)]
    if tile.ready:
        classes.append("ting")
    if tile.why:
        classes.append("off")
    act = " type=button"
    if tile.do:
        act = f" name=discard value={code} data-do={tile.do} data-window={tile.window}"
    elif tile.arms:
        act = f" name={'disarm' if tile.armed else 'arm'} value={code}"
    said = _said(tile.tile, tile.wild, tile.drawn, tile.got, tile.armed, tile.why, stop)
    return (
        f'<button class="{" ".join(classes)}"{act} data-tile={code} data-place={tile.place}{said}></button>'
    )


@remembered(512)
def _said(kind: int, wild: bool, drawn: bool, got: bool, armed: bool, why: str, stop: bool) -> str:
    """Return the attributes that tell what a tile of the hand is and why it may not go."""
    label = tiles.name(kind)
    if wild:
        label = _("%(tile)s，混儿") % {"tile": label}
    if drawn:
        label = _("%(tile)s，刚摸的") % {"tile": label}
    if got:
        label = _("%(tile)s，换来的") % {"tile": label}
    if armed:
        label = _("%(tile)s，轮到你就打") % {"tile": label}
    return attrs(
        data_drawn=drawn, data_why=texts.reason(why) if why else None, aria_disabled="true" if why else None,
        tabindex=None if stop else "-1", aria_label=label,
    )  # fmt: skip


def prompt(model: models.Ask, facts: TableFacts, viewer: int, thrown: int = NONE) -> str:
    """Return the place above the hand where the viewer decides; it keeps its height when it is empty.

    `thrown` is the tile that is about to be thrown for it.
    """
    autoplay = viewer != NONE and facts.phase == "playing" and facts.seats[viewer].autoplay
    return _prompt(model, autoplay, thrown, seats.players(facts) if model.kind or model.swap else ())


@remembered(512)
def _prompt(model: models.Ask, autoplay: bool, thrown: int, who: tuple[str, ...]) -> str:
    body, kind = "", model.kind
    if autoplay:
        body, kind = _autoplay(), "autoplay"
    elif model.kind == "ding_que":
        body = _ding_que(model)
    elif model.kind == "swap_three":
        body = _swap_three(model, who[model.to])
    elif model.swap:
        body = _gave(model, who[model.to])
    elif model.claims:
        body = _claims(model, who)
    elif model.kind == "turn":
        line = texts.reason(TableNote.HAND_LOCKED) if model.locked else _("轮到你，打一张牌")
        if thrown != NONE:
            line = _("自动打%(tile)s") % {"tile": tiles.name(thrown)}
        body = element("p", escape(line), class_="ask")
    return element(
        "div", window_fields(model.window if model.kind else None) + body, id="prompt", class_="prompt", data_kind=kind or None,
        data_window=model.window if model.kind else None, role="group", aria_label=_("你的选择"),
    )  # fmt: skip


def _autoplay() -> str:
    line = worded("p", _("托管中，由系统代打"), class_="ask")
    return line + worded("button", _("我回来了"), class_="wide", form="f-back")


def _claims(model: models.Ask, who: tuple[str, ...]) -> str:
    line = ""
    if model.wind is not None:
        line = _wind(model.wind, who)
    elif model.forced:
        line = element("p", escape(texts.reason("must_hu")), class_="ask")
    elif model.kind == "turn" and not any(claim.do == "pass" for claim in model.claims):
        line = element("p", escape(_("轮到你")), class_="ask")
    return line + "".join(_claim(claim, model) for claim in model.claims)


def _wind(wind: models.Wind, who: tuple[str, ...]) -> str:
    """Return what joining the wind brings now and what it may cost (WZ-22)."""
    line = _("跟%(name)s的杠：先得 %(gain)d，若杠上开花付 %(owed)d") % {
        "name": who[wind.seat],
        "gain": wind.gain,
        "owed": wind.owed,
    }
    return worded("p", line, class_="ask wind")


def _claim(claim: models.Claim, model: models.Ask) -> str:
    """Return one round button; it names its tile or run, so that two gangs or chis can be told apart."""
    word = names.verb(claim.do)
    if claim.run:
        return _chi(claim, model.window, word)
    code = tiles.code(claim.tile) if claim.tile != NONE else ""
    cost = (
        _("过了这次胡，再摸一张牌之前不能胡别人打的牌。") if claim.do == "pass" and model.costs_win else None
    )
    label = f"{word} {tiles.name(claim.tile)}" if code else word
    face = tiles.face(claim.tile) if code else ""
    caption = "" if language().startswith("zh") else worded("span", word, class_="cap")
    own = attrs(
        name=claim.do, value=code if claim.action.args else "1", data_do=claim.do, data_window=model.window,
        data_tile=code if claim.action.args else None, data_cost=cost, aria_label=label,
    )  # fmt: skip
    return f'<button class="claim {claim.do}"{own}><b>{glyph(_GLYPHS[claim.do])}</b>{face}{caption}</button>'


def _chi(claim: models.Claim, window: int, word: str) -> str:
    """Return the button of one run, shown whole under its word, on phones by its numbers."""
    own = format_tiles(claim.action.args)
    named = attrs(
        name="chi", value=own, data_do="chi", data_window=window, data_tiles=own,
        aria_label=f"{word} {tiles.listed(claim.run)}",
    )  # fmt: skip
    faces = "".join(tiles.face(tile, "took" if tile == claim.tile else "") for tile in claim.run)
    caption = "" if language().startswith("zh") else worded("span", word, class_="cap")
    return f'<button class="claim chi"{named}><b>{glyph("chi")}</b><span class=run data-run={tiles.numbers(claim.run)}>{faces}</span>{caption}</button>'


def _ding_que(model: models.Ask) -> str:
    buttons = "".join(_suit(choice, model.window) for choice in model.suits)
    line = str(escape(_("定缺：选一门不要的牌")))
    if model.got:
        shown, came = tiles.row(model.got) + spoken(tiles.listed(model.got)), escape(_("换来"))
        line += f" <span class=due>{came} <span class=tiles>{shown}</span></span>"
    return f"<p class=ask>{line}</p><div class=suits>{buttons}</div>"


def _suit(choice: models.SuitChoice, window: int) -> str:
    letter, suit = tiles.letter(choice.suit), tiles.suit_name(choice.suit)
    count = _("%(count)d张") % {"count": len(choice.tiles)}
    hint = element("small", escape(_("超时选它")), class_="note") if choice.default else ""
    own = attrs(
        name="ding_que", value=letter, data_do="ding_que", data_window=window, data_suit=letter,
        aria_label=_("缺%(suit)s，%(count)s") % {"suit": suit, "count": count},
    )  # fmt: skip
    classes = f"suit void-{letter}{' pre' if choice.default else ''}"
    return f'<button class="{classes}"{own}><b>{tiles.suit_glyph(choice.suit)}</b><span>{escape(count)}</span>{hint}</button>'


def _swap_three(model: models.Ask, to: str) -> str:
    """Return the line that says what to pick, who gets it and what a timeout gives, and the one button."""
    picks = format_tiles(model.swap)
    shown = tiles.row(model.swap) + spoken(tiles.listed(model.swap))
    own = attrs(
        name="swap_three", value=picks, data_do="swap_three", data_window=model.window, data_tiles=picks,
        data_mixed=model.mixed,
    )  # fmt: skip
    ask = _("点任意三张牌，换给%(name)s") if model.mixed else _("点三张同一门的牌，换给%(name)s")
    how, late = escape(ask % {"name": to}), escape(_("超时换"))
    line = f"<p class=ask>{how} <span class=due>{late} <span class=tiles>{shown}</span></span></p>"
    labels = (_("换这三张"), _("还差两张"), _("还差一张"), _("换选好的三张"))
    return f"{line}<button class=wide{own}>{''.join(map(_when, labels, range(4)))}</button>"


def _gave(model: models.Ask, to: str) -> str:
    """Return the line that says what the viewer has given, while others still choose."""
    line = escape(_("换给%(name)s，等其他人选好") % {"name": to})
    shown = tiles.row(model.swap) + spoken(tiles.listed(model.swap))
    return f"<p class=ask><span class=due>{line} <span class=tiles>{shown}</span></span></p>"


def _when(label: str, picked: int) -> str:
    return worded("b", label, class_=f"when-{picked}")


@remembered(512)
def waits(model: models.Waits) -> str:
    """Return what the viewer waits for: the tile, copies left, fan; and why a complete shape may not win.

    While a discard is chosen there is a line per discard, shown by CSS for the lifted tile.
    """
    body, head = "", worded("b", _("听"), data_units=_("剩·番"))
    if model.now:
        body = element("p", (head, *_row(model.now)), class_="wait-line")
    for tile, rows in model.after:
        line = (head, *_row(rows))
        body += element("p", line, class_=f"wait-line for for-{tiles.code(tile)}")
    if model.after:
        body += element("p", escape(_("抬起带点的牌，看打出后听什么")), class_="wait-tip")
    if model.why:
        reason, clause = model.why
        link = worded("a", _("规则"), href=f"/rules/{clause}/", target="_blank", rel="noopener")
        body += f"<p class=no-win>{escape(texts.why_no_win(reason))} {link}</p>"
    if not body:
        return "<div id=waits class=waits></div>"
    return element(
        "div", body, id="waits", class_="waits", role="group", tabindex="0", aria_label=_("听的牌")
    )


def _row(rows: tuple[models.Wait, ...]) -> tuple[str, ...]:
    """Return each wait, or, where a hand waits on more than anybody reads, how many they are."""
    if len(rows) <= _MOST_WAITS:
        return tuple(map(_wait, rows))
    text = _("%(kinds)d种牌，共剩%(left)d张，%(fan)d番起") % {
        "kinds": len(rows),
        "left": sum(row.left for row in rows),
        "fan": min(row.fan for row in rows),
    }
    label = spoken(tiles.listed(row.tile for row in rows))
    return (f"<span class=wait><small>{escape(text)}</small>{label}</span>",)


def _wait(row: models.Wait) -> str:
    left, fan = _("剩%(left)d") % {"left": row.left}, _("%(fan)d番") % {"fan": row.fan}
    said = f"<small>{worded('span', left)}{worded('span', fan)}</small>"
    return (
        f"<span class=wait data-left={row.left} data-fan={row.fan}>"
        f"{tiles.face(row.tile)}{spoken(tiles.name(row.tile))}{said}</span>"
    )
