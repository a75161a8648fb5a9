"""A finished hand as a file, for whoever wants to check or keep it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games.engine.core.records import FORMAT
from games.models import Hand, HandStatus


@require_safe
def record(request: HttpRequest, number: str, hand: int) -> JsonResponse:
    """Send the record (DESIGN 7) of a finished hand of the newest room with this number."""
    played = (
        Hand.objects.filter(
            room__number=number, number=hand, status__in=(HandStatus.FINISHED, HandStatus.SETTLED)
        )
        .order_by("-pk")
        .first()
    )
    if played is None:
        raise Http404
    response = JsonResponse(_as_record(played))
    response["Content-Disposition"] = f'attachment; filename="{number}-{hand}.json"'
    return response


def _as_record(hand: Hand) -> dict[str, object]:
    record: dict[str, object] = {
        "format": FORMAT,
        "engine_version": hand.engine_version,
        "game": hand.game,
        "preset": hand.preset,
        "rules": hand.overrides,
        "seed": bytes(hand.seed).hex(),
        "nonces": hand.nonces,
        "actions": [{"seat": row.seat, **row.payload} for row in hand.actions.order_by("seq")],
    }
    if hand.first is not None:
        record["dealer"] = hand.first
    return record
