"""How a deal can be checked, and the check itself: seed and nonces in, commitment and wall out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.engine.catalogue import GAMES
from games.engine.core.contract import Rules
from games.engine.core.deal import SEED_BYTES, commitment
from games.engine.core.errors import EngineError
from games.engine.core.records import hashes_fit, seeded_deal
from games.presentation import texts
from games.presentation.catalogue import presenter
from games.views import people
from games.views.answers import only

SEATS = 4
NONCE_LENGTH = 64
COMMITMENT_LENGTH = 64
_HEX = frozenset("0123456789abcdef")


class Asked(NamedTuple):
    """The form as it was filled in, and what is wrong with it by field."""

    preset: str = ""
    players: str = ""
    seed: str = ""
    nonces: tuple[str, ...] = ("",) * SEATS
    hashes: tuple[str, ...] = ("",) * SEATS
    first: str = ""
    commitment: str = ""
    errors: Mapping[str, str] = MappingProxyType({})


class Row(NamedTuple):
    """Tiles of the recomputed deal in words of its own."""

    title: str
    faces: str
    label: str


class Checked(NamedTuple):
    """The recomputed deal; `matches` is None where no commitment was given to compare with, `nonces_match` where no
    hash of a nonce was.
    """

    commitment: str
    matches: bool | None
    nonces_match: bool | None
    first: int
    chance: tuple[tuple[str, str], ...]
    hands: tuple[Row, ...]
    wall: Row


@only("GET")
def fairness(request: HttpRequest) -> HttpResponse:
    """Tell how a deal is bound and mixed, and recompute one where a seed was given."""
    asked = read(request.GET) if "seed" in request.GET else Asked(preset=people.presets()[0])
    checked = None if asked.errors or not asked.seed else recompute(asked)
    context = {
        "asked": asked,
        "seated_number": people.seated_number(request),
        "checked": checked,
        "presets": [(name, texts.preset(name)) for name in people.presets()],
        "nonces": [
            (_("座位%(seat)d") % {"seat": seat + 1}, nonce, left)
            for seat, (nonce, left) in enumerate(zip(asked.nonces, asked.hashes, strict=True))
        ],
        "seats": [str(seat) for seat in range(SEATS)],
        "numbers": [str(number) for number in range(SEATS, 1, -1)],
    }
    return render(request, "pages/fairness.html", context, status=400 if asked.errors else 200)


def read(query: QueryDict) -> Asked:
    """Read the form; whatever was typed comes back, with a sentence for each field that cannot be used."""
    asked = Asked(
        preset=query.get("preset", ""),
        players=query.get("players", "").strip(),
        seed="".join(query.get("seed", "").split()).lower(),
        nonces=_of_seats(query.getlist("nonce")),
        hashes=_of_seats(["".join(left.split()).lower() for left in query.getlist("hash")]),
        first=query.get("first", "").strip(),
        commitment="".join(query.get("commitment", "").split()).lower(),
    )
    return asked._replace(errors=_errors(asked))


def _of_seats(values: Sequence[str]) -> tuple[str, ...]:
    return (*values[:SEATS], *("",) * (SEATS - len(values)))


def _errors(asked: Asked) -> dict[str, str]:
    errors = {}
    if asked.preset not in people.presets():
        errors["preset"] = _("没有这种玩法。")
    elif _rules(asked) is None:
        errors["players"] = _("这种玩法没有这么多座位。")
    if not _is_hex(asked.seed, 2 * SEED_BYTES):
        errors["seed"] = _("种子是 64 个十六进制字符（0-9、a-f），现在有 %(count)d 个字符。") % {
            "count": len(asked.seed)
        }
    if any(len(nonce) > NONCE_LENGTH or not nonce.isprintable() for nonce in asked.nonces):
        errors["nonce"] = _("每个座位的随机数最多 64 个字符，不能有控制字符。")
    if not all(left == "" or _is_hex(left, COMMITMENT_LENGTH) for left in asked.hashes):
        errors["hash"] = _("随机数的指纹是 64 个十六进制字符，没有就空着。")
    if asked.first not in {"", *map(str, range(SEATS))}:
        errors["first"] = _("庄家是座位 1 到 4，或者留给骰子。")
    if asked.commitment and not _is_hex(asked.commitment, COMMITMENT_LENGTH):
        errors["commitment"] = _("指纹是 64 个十六进制字符。")
    return errors


def _rules(asked: Asked) -> Rules | None:
    """Return the rules of the hand, None where the preset has no such number of seats."""
    if asked.players not in {"", *map(str, range(SEATS + 1))}:
        return None
    try:
        overrides = {"players": int(asked.players)} if asked.players else {}
        return GAMES.of_preset(asked.preset).rules(asked.preset, overrides)
    except EngineError:
        return None


def _is_hex(text: str, length: int) -> bool:
    return len(text) == length and set(text) <= _HEX


def recompute(asked: Asked) -> Checked | None:
    """Deal again from what was published; None where the engine refuses what the form let through."""
    game, rules = GAMES.of_preset(asked.preset), _rules(asked)
    if rules is None:
        return None
    nonces = list(asked.nonces[: rules.players])
    try:
        deal = seeded_deal(game, rules, asked.seed, nonces, int(asked.first) if asked.first else None)
    except EngineError:
        return None
    found = commitment(bytes.fromhex(asked.seed))
    drawer = presenter(game.name)
    return Checked(
        commitment=found,
        matches=found == asked.commitment if asked.commitment else None,
        nonces_match=hashes_fit(nonces, asked.hashes[: rules.players]) if any(asked.hashes) else None,
        first=deal.first + 1,
        chance=tuple(drawer.chance(name, value) for name, value in deal.chance),
        hands=tuple(
            Row(_("座位%(seat)d") % {"seat": seat + 1}, *drawer.row(hand))
            for seat, hand in enumerate(deal.hands)
        ),
        wall=Row(_("牌墙，从下一张摸起"), *drawer.row(deal.wall)),
    )
