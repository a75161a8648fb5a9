"""What is drawn of a room between hands, the same for every game."""

from __future__ import annotations

from games.engine.core.contract import NONE
from games.presentation import seats, texts
from games.presentation.contract import Regions
from games.table_facts import TableFacts
from mahjong_site.web.html import element, escape, remembered, worded
from mahjong_site.web.speech import gettext as _

EMPTY_SHEET = "<section id=sheet class=sheet hidden></section>"


def public(facts: TableFacts) -> Regions:
    """Return the public regions of a table without a hand: plates and the name of the rules on bare felt."""
    regions = seats.plates(facts)
    for seat in range(len(facts.seats)):
        regions[f"river-{seat}"] = f"<div id=river-{seat} class=river data-seat={seat}></div>"
        regions[f"melds-{seat}"] = f"<div id=melds-{seat} class=melds data-seat={seat}></div>"
        regions[f"backs-{seat}"] = f"<div id=backs-{seat} class=backs data-seat={seat}></div>"
    if facts.phase == "closed":
        line = _("这张桌已经收了")
    else:
        line = _("等人坐下") if facts.phase == "open" else _("等大家准备好")
    regions["center"] = (
        f'<div id=center class="center bare"><p class=what><b>{escape(texts.preset(facts.preset))}</b></p>'
        f"<p class=who>{escape(line)}</p></div>"
    )
    return regions


def private(facts: TableFacts, viewer: int) -> Regions:
    """Return the private regions of a table without a hand."""
    return {
        "hand": "<div id=hand class=hand></div>",
        "own-melds": "<div id=own-melds class=melds></div>",
        "waits": "<div id=waits class=waits></div>",
        "fx": "<div id=fx hidden></div>",
        "announce": "<span id=announce></span>",
        "alert": "<span id=alert></span>",
        "sheet": EMPTY_SHEET,
        "wishes": "<div id=wishes></div>",
        "prompt": element("div", buttons(facts, viewer), id="prompt", class_="prompt", data_kind="room"),
    }


@remembered(64)
def notice(code: str) -> str:
    """Return the line that says why an action was refused, or an empty one."""
    text = escape(texts.reason(code)) if code else ""
    return element("p", text, id="notice", class_="notice", data_code=code or None)


def now(facts: TableFacts) -> str:
    """Return what the page's forms and frames answer: the hand it shows, and the number of the coming one.

    `data-hash` is the number of the hand for which whoever sits down now leaves the hash of a nonce.
    """
    coming = facts.hand_number + 1
    fields = "".join(
        f"<input type=hidden form={form} name=hand value={facts.hand_id}>"
        for form in ("act", "f-toggle", "f-back", "f-leave")
    )
    fields += f"<input type=hidden form=f-ready name=number value={coming}>"
    return element(
        "div", fields, id="now", hidden=True, data_hand=facts.hand_id, data_hash=coming + facts.revealed
    )


def promise(facts: TableFacts) -> str:
    """Return the commitment to the seed that is still secret, of the hand in play or between hands the next one, and
    the hashes of the nonces that the seats have left for it.
    """
    title = _("这一局的指纹") if facts.phase == "playing" else _("下一局的指纹")
    body = f"{escape(title)} <code>{escape(facts.commitment)}</code>" if facts.commitment else ""
    for seat, left in enumerate(facts.nonce_hashes):
        if body and left:
            label = _("座位%(seat)d随机数的指纹") % {"seat": seat + 1}
            body += f"<br>{escape(label)} <code>{left}</code>"
    return element("p", body, id="promise", class_="promise")


def house(facts: TableFacts) -> str:
    """Return the line of the house to all its tables: a coming update, or nothing."""
    return element("p", escape(texts.drain(facts.drain)) if facts.drain else "", id="house")


def buttons(facts: TableFacts, viewer: int) -> str:
    """Return what a person may do between hands: be ready for the next one, or leave; an onlooker may sit down."""
    if facts.phase == "closed" or viewer == NONE:
        home = worded("a", _("回首页"), class_="wide plain", href="/")
        return element("div", home + _sit_down(facts), class_="choices")
    leave = worded("a", _("离开"), class_="wide plain", href=f"/t/{facts.number}/leave", data_open="leave")
    said = _others(facts, viewer)
    word = worded("p", said, class_="ask") if said else ""
    if facts.seats[viewer].ready:
        return f"{word}<div class=choices>{leave}</div>"
    start = escape(_("开始") if facts.hand_number == 0 else _("下一局"))
    return f"{word}<div class=choices>{leave}<button class=wide form=f-ready>{start}</button></div>"


def _others(facts: TableFacts, viewer: int) -> str:
    """Return whom the viewer waits for, or who waits for the viewer; nothing to one who decides alone."""
    others = [seat for seat in facts.seats if seat.kind == "person" and seat.seat != viewer]
    here = _("、").join(seat.name for seat in others if seat.ready)
    missing = _("、").join(seat.name for seat in others if not seat.ready)
    if facts.seats[viewer].ready and facts.drain:
        return _("准备好了，更新完就开始")
    if facts.seats[viewer].ready:
        return _("准备好了，等%(names)s") % {"names": missing} if missing else _("准备好了")
    if here:
        return _("%(names)s准备好了，时间到了也会开始") % {"names": here}
    return _("都准备好就开始") if others else ""


def _sit_down(facts: TableFacts) -> str:
    """Return the button that takes the first seat that may be taken, an empty one before a bot's."""
    free = [seat for kind in ("empty", "bot") for seat in facts.seats if seat.kind == kind]
    if facts.phase not in {"open", "between"} or not free:
        return ""
    place = f"/t/{facts.number}/sit/{free[0].seat}"
    return worded(
        "button", _("坐下"), class_="wide", form="f-sit", formaction=place, name="version", value=free[0].version
    )  # fmt: skip


def fairness(facts: TableFacts, viewer: int) -> str:
    """Return a finished hand's seed beside the commitment it was dealt under, the next hand's commitment, and, for
    its players, where to check and keep them.
    """
    shown = (
        (_("发牌前公布"), facts.promised),
        (_("种子"), facts.seed),
        (_("下一局的指纹"), facts.commitment),
    )
    rows = [
        f"<dt>{escape(label)}</dt><dd><code>{escape(value)}</code></dd>" for label, value in shown if value
    ]
    if viewer == NONE:
        return f"<footer class=fair><dl>{''.join(rows)}</dl></footer>"
    hand = f"/t/{facts.number}/hand/{facts.hand_number}"
    keep = worded("a", _("下载牌谱"), href=f"{hand}/record.json", download=True)
    check = worded("a", _("验证这一局"), href=f"{hand}/check", target="_blank", rel="noopener")
    return f"<footer class=fair><dl>{''.join(rows)}</dl><p>{keep}{check}</p></footer>"
