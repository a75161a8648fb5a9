"""Addresses of the games' pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.views import calculator, fairness, home, moves, pages, records, tables

app_name = "games"
urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("play", home.play, name="play"),
    path("t/<number>/", tables.table, name="table"),
    path("t/<number>/act", moves.act, name="act"),
    path("t/<number>/toggle", moves.toggle, name="toggle"),
    path("t/<number>/ready", moves.ready, name="ready"),
    path("t/<number>/back", moves.back, name="back"),
    path("t/<number>/enter", moves.enter, name="enter"),
    path("t/<number>/sit/<int:seat>", moves.sit, name="sit"),
    path("t/<number>/share", moves.share, name="share"),
    path("t/<number>/leave", moves.leave, name="leave"),
    path("t/<number>/hand/<int:hand>/", records.result, name="hand"),
    path("t/<number>/hand/<int:hand>/check", records.check, name="check"),
    path("t/<number>/hand/<int:hand>/record.json", records.record, name="record"),
    path("rules/", pages.rule_book, name="rules"),
    path("rules/<clause>/", pages.rule_page, name="rule"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("fairness/", fairness.fairness, name="fairness"),
    path("specimen/", pages.specimen, name="specimen"),
]
