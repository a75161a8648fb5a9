"""A finished hand of one's own: its account as a page, its record as a file, and its deal to be checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import guests
from accounts.models import User
from games.engine.core.records import FORMAT
from games.models import Hand, HandResult, HandStatus, ResultKind
from games.presentation import regions
from games.services import play
from games.services.tables import BOT_NAMES
from games.table_facts import SeatFacts, TableFacts
from games.views.answers import only
from games.views.tables import page_context
from mahjong_site.web import errors
from mahjong_site.web.answers import View

OVER = (HandStatus.FINISHED, HandStatus.SETTLED)
_MAX_NUMBER = 1_000_000


class Played(NamedTuple):
    """A finished hand and the seat where the person who asks sat in it."""

    hand: Hand
    seat: int


def played_by(user: User | None, number: str, hand: int) -> Played | None:
    """Return the newest finished hand with these numbers that `user` played; nobody else's, none in play."""
    if user is None or not 0 < hand < _MAX_NUMBER:
        return None
    rows = Hand.objects.select_related("room").filter(room__number=number, number=hand, status__in=OVER)
    for row in rows.order_by("-pk"):
        for seat, player in enumerate(row.players):
            if player["user"] == user.pk:
                return Played(row, seat)
    return None


def for_players(view: Callable[[HttpRequest, Played], HttpResponse]) -> View:
    """Let a view answer about a finished hand those who sat there; everybody else hears that there is none."""

    @never_cache
    @only("GET")
    @wraps(view)
    def answered(request: HttpRequest, number: str, hand: int) -> HttpResponse:
        played = played_by(guests.person(request), number, hand)
        if played is None:
            line = _("没有这一局，或者它还没打完，或者你没有坐在那张桌上。")
            return errors.page(404, _("没有这一局"), line)
        return view(request, played)

    return answered


@for_players
def result(request: HttpRequest, played: Played) -> HttpResponse:
    """Show the account of a finished hand over its last table."""
    hand = played.hand
    loaded = play.load(hand.pk)
    if loaded is None:
        file = errors.Way(f"/t/{hand.room.number}/hand/{hand.number}/record.json", _("下载牌谱"))
        return errors.page(410, _("这一局画不出来了"), _("它是按旧规则打的。牌谱还在，可以下载。"), [file])
    facts = _facts(hand)._replace(state=loaded.state)
    public = regions.public(facts, get_language() or "")
    shown = {**public, **regions.private(facts, played.seat, (), None)}
    context = page_context(facts, played.seat, shown, live=False)
    return render(request, "table/table.html", context)


@for_players
def record(request: HttpRequest, played: Played) -> HttpResponse:
    """Send the record of a finished hand (docs/records.md) as a file."""
    hand = played.hand
    response = JsonResponse(as_record(hand))
    response["Content-Disposition"] = f'attachment; filename="{hand.room.number}-{hand.number}.json"'
    return response


@for_players
def check(request: HttpRequest, played: Played) -> HttpResponse:
    """Open the fairness page with everything of this hand filled in."""
    hand = played.hand
    fields = [("preset", hand.preset), ("seed", bytes(hand.seed).hex()), ("commitment", hand.commitment)]
    fields += [("nonce", nonce) for nonce in hand.nonces]
    fields += [("hash", left) for left in hand.nonce_hashes]
    if "players" in hand.overrides:
        fields.append(("players", str(hand.overrides["players"])))
    if hand.first is not None:
        fields.append(("first", str(hand.first)))
    return HttpResponseRedirect(f"/fairness/?{urlencode(fields)}#check")


def as_record(hand: Hand) -> dict[str, object]:
    """Return a finished hand in the format `table-record/1`; it replays to the same net."""
    found: dict[str, object] = {
        "format": FORMAT,
        "engine_version": hand.engine_version,
        "game": hand.game,
        "preset": hand.preset,
        "rules": hand.overrides,
        "seed": bytes(hand.seed).hex(),
        "nonces": hand.nonces,
        "actions": [{"seat": row.seat, **row.payload} for row in hand.actions.order_by("seq")],
    }
    if hand.nonce_hashes:
        found["nonce_hashes"] = hand.nonce_hashes
    if hand.first is not None:
        found["dealer"] = hand.first
    if hand.outcome:
        found["net"] = hand.outcome["net"]
    return found


def _facts(hand: Hand) -> TableFacts:
    """Return the facts of a table as they were when `hand` ended; the room may have gone on since."""
    before = _totals_before(hand)
    return TableFacts(
        room_id=-hand.pk,  # a key of its own in the renderer's cache
        number=hand.room.number,
        room_version=int(hand.status == HandStatus.SETTLED),  # settling may change what is shown
        game=hand.game,
        preset=hand.preset,
        phase="closed",
        quick=hand.room.quick,
        hand_id=hand.pk,
        hand_number=hand.number,
        hands_total=0,
        hand_version=hand.version,
        state=None,
        commitment="",
        promised=hand.commitment,
        seed=bytes(hand.seed).hex(),
        seats=_seats(hand, before),
        previous=before,
    )


def _seats(hand: Hand, before: Sequence[int]) -> tuple[SeatFacts, ...]:
    """Return who played, with the totals after the hand."""
    net: Sequence[int] = hand.outcome["net"] if hand.outcome else (0,) * len(hand.players)
    names = {user.pk: user.name for user in User.objects.filter(pk__in=[p["user"] for p in hand.players])}
    return tuple(
        SeatFacts(
            seat=seat,
            kind="bot" if player["user"] is None else "person",
            name=BOT_NAMES[seat] if player["user"] is None else names.get(player["user"], "?"),
            user_id=player["user"] or 0,
            level=player["level"],
            connected=True,
            autoplay=False,
            hosted=False,
            ready=False,
            score=before[seat] + net[seat],
        )
        for seat, player in enumerate(hand.players)
    )


def _totals_before(hand: Hand) -> tuple[int, ...]:
    """Return what each seat's player had won in this room before the hand."""
    rows = HandResult.objects.filter(
        room_id=hand.room_id, kind=ResultKind.POINTS, hand__number__lt=hand.number
    )
    people_sums = dict(rows.exclude(user=None).order_by().values_list("user").annotate(Sum("points")))
    bot_sums = dict(rows.filter(user=None).order_by().values_list("seat").annotate(Sum("points")))
    return tuple(
        bot_sums.get(seat, 0) if player["user"] is None else people_sums.get(player["user"], 0)
        for seat, player in enumerate(hand.players)
    )
