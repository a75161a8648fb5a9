"""The quiet pages: the rules and the specimen of all tiles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.presentation import rules
from games.presentation.mahjong import fans
from games.views import people
from games.views.answers import only
from mahjong_site.web import errors


@only("GET")
def rule_book(request: HttpRequest) -> HttpResponse:
    """Show all clauses by chapter, and the fan table with examples."""
    context = {
        "books": rules.books(get_language() or ""),
        "fans": fans.table(),
        "seated_number": people.seated_number(request),
    }
    return render(request, "rules/book.html", context)


@only("GET")
def rule_page(request: HttpRequest, clause: str) -> HttpResponse:
    """Show one clause; ledger rows link here."""
    language = get_language() or ""
    page = rules.page(clause.upper(), language)
    if page is None:
        return errors.page(
            404, _("没有这一条规则"), _("规则的编号像 SC-13 这样。"), [errors.Way("/rules/", _("全部规则"))]
        )
    before, after = rules.around(page.clause, language)
    context = {"page": page, "before": before, "after": after, "seated_number": people.seated_number(request)}
    return render(request, "rules/page.html", context)


@only("GET")
def specimen(request: HttpRequest) -> HttpResponse:
    """Show every face, back and state."""
    return render(request, "specimen/specimen.html")
