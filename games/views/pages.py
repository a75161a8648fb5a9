"""The quiet pages: the rules and the specimen of all tiles."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.presentation import rules
from games.views.answers import only


@only("GET")
def rule_book(request: HttpRequest) -> HttpResponse:
    """List all clauses with their texts on one page."""
    return render(request, "rules/book.html", {"clauses": rules.book(get_language() or "")})


@only("GET")
def rule_page(request: HttpRequest, clause: str) -> HttpResponse:
    """Show one clause; ledger rows link here."""
    language = get_language() or ""
    page = rules.page(clause, language)
    if page is None:
        raise Http404
    book = rules.book(language)
    place = book.index(page)
    context = {
        "page": page,
        "before": book[place - 1] if place else None,
        "after": book[place + 1] if place + 1 < len(book) else None,
    }
    return render(request, "rules/page.html", context)


@only("GET")
def specimen(request: HttpRequest) -> HttpResponse:
    """Show every face, back and state."""
    return render(request, "specimen/specimen.html")
