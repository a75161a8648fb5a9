"""The book of rules: every clause that is cited has its page, in both languages, and shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override

from games.engine.catalogue import GAMES
from games.engine.core.contract import Cause
from games.presentation import rules, texts
from games.presentation.catalogue import PRESENTERS
from games.presentation.mahjong import fans, names
from tests.support.stack import ROOT
from tests.web.pages import read

TEXTS = ROOT / "games" / "rules_text"
ENGINE = ROOT / "games" / "engine"
CLAUSE = re.compile(r"""["']((?:SC|WZ|GP|LD)-\d\d)["']""")


def cited() -> set[str]:
    """Return every clause that code of a shown game can put into a ledger row, a bill or a reason.

    They are the literals of the engine: of the core, of what the mahjong games share and of each shown game.
    """
    hidden = {"sichuan", "wanzhou", "guanpai"} - set(PRESENTERS)
    files = [path for path in ENGINE.rglob("*.py") if not hidden & set(path.parts)]
    return {clause for path in files for clause in CLAUSE.findall(path.read_text(encoding="utf-8"))}


def pages(language: str) -> set[str]:
    return {path.stem for path in (TEXTS / language).glob("*.md")}


def test_the_engine_cites_clauses_at_all() -> None:
    assert {"SC-13", "SC-20", "SC-22", "SC-23", "SC-24"} <= cited()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_cited_clause_has_its_page(language: str) -> None:
    assert cited() - pages(language) == set()


def test_both_languages_have_the_same_pages() -> None:
    assert pages("zh") == pages("en")


def test_every_page_is_in_one_chapter() -> None:
    listed = [clause for _, _, clauses in rules.CHAPTERS for clause in clauses]
    assert sorted(listed) == sorted(pages("zh"))


def test_every_cause_has_a_name() -> None:
    with override("zh-hans"):
        assert [cause for cause in Cause if texts.cause(cause) == cause.value] == []


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.django_db
def test_every_page_opens_with_its_neighbours(client: Client, language: str) -> None:
    book = [page for chapter in rules.book(language) for page in chapter.pages]
    for place, clause in enumerate(book):
        page = read(client.get(f"/rules/{clause.clause}/", headers={"accept-language": language}))
        assert clause.title in page.text
        assert len(page.all("a", rel="prev")) == (place > 0)
        assert len(page.all("a", rel="next")) == (place + 1 < len(book))


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_no_mark_of_the_text_files_is_left_in_the_pages(language: str) -> None:
    for chapter in rules.book(language):
        for page in chapter.pages:
            assert not re.search(r"\*\*|^#|^- |`", re.sub(r"<[^>]+>", "\n", page.body), re.M), page.clause
            assert page.title
            assert page.body


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_english_is_english(language: str) -> None:
    chinese = re.compile(r"[\u4e00-\u9fff]")
    for chapter in rules.book(language):
        for page in chapter.pages:
            letters = len(re.findall(r"[a-z]", page.body))
            signs = len(chinese.findall(page.body))
            assert (letters > 3 * signs) == (language == "en"), page.clause


@pytest.mark.django_db
def test_the_book_has_an_anchor_for_each_clause(client: Client) -> None:
    page = read(client.get("/rules/"))
    for clause in pages("zh"):
        page.by_id(clause)
        assert page.all("a", href=f"#{clause}")


@pytest.mark.parametrize(
    ("language", "games"),
    [
        ("zh-hans", ["四川麻将", "九九山城麻将", "关牌"]),
        ("en", ["Sichuan mahjong", "Wanzhou mahjong", "Guan Pai"]),
    ],
)
@pytest.mark.django_db
def test_every_game_has_its_book(client: Client, language: str, games: list[str]) -> None:
    assert [book.title for book in rules.books(language)] == games
    assert sum((book.chapters for book in rules.books(language)), ()) == rules.book(language)
    for address in ("/", "/rules/"):
        text = read(client.get(address, headers={"accept-language": language})).text
        assert [game for game in games if game not in text] == []
    page = read(client.get("/rules/WZ-05/", headers={"accept-language": language}))
    assert f"{games[1]} · WZ-05" in page.text


@pytest.mark.parametrize("clause", ["SC-99", "XX-01", "..", "SC-1", "sc-13%00", "SC-13.md"])
@pytest.mark.django_db
def test_an_unknown_clause_leads_to_the_book(client: Client, clause: str) -> None:
    assert read(client.get(f"/rules/{clause}/"), 404).all("a", href="/rules/")


@pytest.mark.django_db
def test_a_clause_in_small_letters_is_found(client: Client) -> None:
    read(client.get("/rules/sc-13/"))


def test_each_example_is_priced_as_its_pattern() -> None:
    game = GAMES.game("sichuan")
    for name in fans.EXAMPLES:
        groups = fans.example_groups(name)
        if groups:
            hand = game.tiles_text(tuple(sorted(tile for group in groups for tile in group)))
            priced = game.score({"game": "sichuan", "hand": hand})
            assert (priced["base"], priced["roots"]) == (name, 0)


def test_the_table_has_every_pattern_with_its_fan() -> None:
    with override("zh-hans"):
        rows = {row.name: row.fan for row in fans.table()}
        assert rows[names.fan("qing_long_qi_dui")] == 6
        assert rows[names.fan("ping_hu")] == 1
    assert len(rows) == len(fans.BASES) + 3


def test_the_planted_clause_is_missed(tmp_path: Path) -> None:
    assert CLAUSE.findall('row(clause="SC-77")') == ["SC-77"]
    assert "SC-77" not in pages("zh")
