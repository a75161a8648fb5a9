"""The hand calculator: the numbers of `manage.py score`, addresses that lose nothing, and words for every refusal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from games.engine.cards.guanpai.shapes import ShapeKind
from games.engine.core.contract import NONE
from games.engine.mahjong.calculator import Reason
from games.engine.mahjong.tiles import parse_tiles
from games.management.commands.score import score
from games.management.lines import answered
from games.presentation import calculator as words
from games.presentation.guanpai import cards as card_names
from games.presentation.mahjong import names
from games.views.calculator import asked as desk
from games.views.calculator import cards, tiles
from tests.web.pages import Page, read

VECTORS = Path(__file__).parents[1] / "engine" / "vectors"
LETTERS = {"chi": "c", "peng": "p", "gang": "g"}


def vectors(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


SCORES = [*vectors("score_sichuan"), *vectors("score_wanzhou")]


def look(client: Client, address: str, status: int = 200) -> Page:
    return read(client.get(address, headers={"accept-language": "zh-CN"}), status)


def query_of(case: dict) -> str:
    """Return the address of the page for a line of `score`."""
    fields = {
        "game": case["game"],
        "hand": case["hand"],
        "melds": ",".join(LETTERS[meld["kind"]] + meld["tile"] for meld in case["melds"]),
        "ctx": "".join(case["context"]),
        "win": case.get("win") or "",
        "void": case.get("void") or "",
        "wild": case.get("wild") or "",
        "base": case.get("base", ""),
    }
    if case.get("self_draw") is not None:
        fields["draw"] = int(case["self_draw"])
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in fields.items() if value != ""})
    return f"/calculator/?{query.urlencode()}"


def bill(page: Page) -> list[tuple[str, int]]:
    """Return the lines of the bill, the cap left out."""
    found = re.findall(r'<tr><th scope="row">([^<]+)</th><td class="worth">\+?(\d+)</td>', page.html)
    return [(name, int(fan)) for name, fan in found]


@pytest.mark.django_db
@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["id"])
def test_the_page_says_what_score_says(client: Client, case: dict) -> None:
    told = answered(json.dumps({key: value for key, value in case.items() if key != "expect"}), score)
    page = look(client, query_of(case))
    answer = page.by_id("answer")
    if "error" in told:
        assert answer["data-tone"] == "no"
        assert "没有这样的牌" in page.text
        assert "不可能出现" not in page.text  # it always knows a better reason
        return
    if told["fan"] is None:
        assert answer["data-tone"] == "no"
        assert "不能胡" in page.text
        assert page.all("ul", class_="whys")
        return
    assert answer["data-tone"] == "win"
    assert re.findall(r"<b>(\d+)番</b><span class=\"points\">(\d+)分", page.html) == [
        (str(told["fan"]), str(told["points"]))
    ]
    lines = dict(bill(page))
    if "base" in told:
        assert names.fan(told["base"]) in lines
        assert lines.get("根", 0) == told["roots"]
    else:
        assert {names.fan(name) for name in told["patterns"]} <= set(lines)
        assert lines.get("九九归一", 0) == told["nines"]
        assert len(lines) == len(told["patterns"]) + sum(
            name in lines for name in ("自摸", "杠上花", "抢杠胡", "九九归一")
        )


@pytest.mark.django_db
@pytest.mark.parametrize("case", vectors("combo"), ids=lambda case: case["id"])
def test_cards_have_the_shape_that_score_says(client: Client, case: dict) -> None:
    told = answered(json.dumps({"game": "guanpai", "cards": case["cards"]}), score)
    page = look(client, f"/calculator/?game=guanpai&cards={case['cards']}")
    if told.get("shape"):
        assert f'<b class="shape">{card_names.shape_name(told["shape"])}</b>' in page.html
    else:
        assert '<b class="shape no">' in page.html
        assert page.all("p", class_="why")


@pytest.mark.django_db
@pytest.mark.parametrize("case", vectors("beats"), ids=lambda case: case["id"])
def test_plays_beat_what_score_says(client: Client, case: dict) -> None:
    told = answered(json.dumps({"game": "guanpai", "play": case["play"], "table": case["table"]}), score)
    page = look(client, f"/calculator/?game=guanpai&cards={case['play']}&table={case['table']}")
    if "error" not in told and "比一副牌还多" not in page.text:
        assert page.by_id("answer")["data-tone"] == ("win" if told["beats"] else "no")


@pytest.mark.django_db
def test_each_wait_leads_to_a_win_of_that_worth(client: Client) -> None:
    page = look(client, "/calculator/?hand=1112345678999m&draw=1")
    waits = [own for own in page.all("a") if own.get("id", "").startswith("wait-")]
    assert len(waits) == 9
    for own in waits:
        win = look(client, own["href"])
        fan = re.findall(r"<b>(\d+)番</b><span", win.html)
        assert fan == ["4" if own["id"] in ("wait-1m", "wait-9m") else "3"]
        assert "每家付" in win.text


@pytest.mark.django_db
def test_presses_add_and_take_back(client: Client) -> None:
    page = look(client, "/calculator/?hand=123m&as=p")
    page = look(client, page.by_id("add-5m")["href"])  # a peng of 五万
    assert page.by_id("meld-0")["aria-label"] == "拿走碰：五万、五万、五万"
    page = look(client, page.by_id("add-5m")["href"])  # the fourth
    assert "href" not in page.by_id("add-5m")
    assert dict(parse_qsl(urlsplit(page.by_id("hand-3")["href"]).query))["hand"] == "123m"
    page = look(client, page.by_id("meld-0")["href"])
    assert "melds" not in dict(parse_qsl(urlsplit(page.by_id("add-1m")["href"]).query))


@pytest.mark.django_db
def test_a_meld_takes_its_tiles_from_a_full_hand(client: Client) -> None:
    page = look(client, "/calculator/?hand=11122233344455m&as=p")
    query = dict(parse_qsl(urlsplit(page.by_id("add-1m")["href"]).query))
    assert (query["hand"], query["melds"]) == ("22233344455m", "p1m")
    assert "href" not in page.by_id("add-1s")


@pytest.mark.django_db
def test_the_last_tile_is_the_winning_one_until_it_goes(client: Client) -> None:
    page = look(client, look(client, "/calculator/?hand=1112345678999m").by_id("add-5m")["href"])
    assert page.by_id("hand-13")["class"].split() == ["t", "t5m", "won"]
    assert "win" not in dict(parse_qsl(urlsplit(page.by_id("hand-0")["href"]).query))


@pytest.mark.django_db
def test_a_circumstance_brings_its_way_to_win(client: Client) -> None:
    page = look(client, "/calculator/?hand=123456m11s&melds=g8m&win=1s")
    links = {own["href"] for own in page.all("a") if own.get("id", "").startswith("ctx-")}
    assert any("ctx=gang_shang_hua" in href and "draw=1" in href for href in links)
    assert any("ctx=qiang_gang_hu" in href and "draw=0" in href for href in links)
    page = look(client, "/calculator/?hand=123456m11s&melds=g8m&ctx=gang_shang_hua&draw=1")
    assert "ctx" not in page.by_id("draw-1")["href"]


@pytest.mark.django_db
def test_whatever_is_at_fault_can_be_taken_off(client: Client) -> None:
    page = look(client, "/calculator/?game=sichuan&hand=1z5m&melds=c1m&wild=2z&win=9p")
    assert page.by_id("answer")["data-tone"] == "no"
    for name in ("chip-1", "chip-1", "meld-0", "hand-1"):
        page = look(client, page.by_id(name)["href"])
    assert page.by_id("answer")["data-tone"] == "more"


ADDRESSES = (
    "game=sichuan&hand=123m5p&melds=p5m%2Cg8s%2Ce1p%2Ca2p&ctx=tian_hu&void=s&base=10&cap=5&as=e",
    "game=wanzhou&preset=wanzhou_xueliu&hand=19m7z&melds=c1m&win=7z&draw=0&wild=5z&zimo=plus_one&as=wild",
    "game=guanpai&cards=33344&table=5&as=table",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_comes_back_as_it_was(address: str) -> None:
    asked = desk.read(QueryDict(address))
    assert not asked.errors
    again = desk.address(asked)
    assert dict(parse_qsl(urlsplit(again).query)) == dict(parse_qsl(address))
    assert desk.read(QueryDict(urlsplit(again).query)) == asked


SPOILT = {
    "hand": ("hand=123m5x", "123m5x"),
    "melds": ("hand=1m&melds=p5m,q9", "p5m,q9"),
    "base": ("hand=1m&base=lots", "lots"),
    "cards": ("game=guanpai&cards=33X", "33X"),
    "ctx": ("hand=1m&ctx=hai_di", ""),
    "win": ("hand=1m&win=1m2m", ""),
    "void": ("hand=1m&void=z", ""),
    "draw": ("hand=1m&draw=yes", ""),
    "game": ("game=go&hand=1m", ""),
    "preset": ("preset=none&hand=1m", ""),
    "cap": ("game=wanzhou&hand=1m&cap=5", ""),
    "zimo": ("game=wanzhou&hand=1m&zimo=triple", ""),
}


@pytest.mark.django_db
@pytest.mark.parametrize("field", SPOILT)
def test_what_cannot_be_read_is_told_and_kept(client: Client, field: str) -> None:
    query, kept = SPOILT[field]
    page = look(client, f"/calculator/?{query}", 400)
    assert page.all("a", href=f"#f-{field}")
    assert page.by_id(f"f-{field}") is not None
    if kept:
        assert page.by_id(f"f-{field}")["value"] == kept
    if "hand=" in query and "game=guanpai" not in query:
        assert page.by_id("hand-0")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "hand=" + "1m" * 500,
        "hand=%00%F0%9F%80%87&melds=,,,&win=%E2%82%AC",
        "hand=123456789z0m",
        "melds=c9m,c1z,p9z",
        "game=guanpai&cards=" + "3" * 400,
        "base=" + "9" * 400,
        "base=-1",
        "base=%C2%B2",
        "cap=99999999999",
        "hand=11111111111111m",
        "game=sichuan&hand=1z&wild=1z&melds=c1m",
        "game=wanzhou&hand=12345567z19m19p19s&void=m&wild=1z&win=1z&ctx=qiang_gang_hu&draw=1",
        "game=guanpai&ctx=<script>&as=<b>",
        "as=table&melds=p1m,p2m,p3m,p4m,p5m,p6m",
    ],
)
def test_no_address_breaks_the_page(client: Client, query: str) -> None:
    response = client.get(f"/calculator/?{query}", headers={"accept-language": "zh-CN"})
    assert response.status_code in (200, 400)
    page = read(response, response.status_code)
    assert "<script>&" not in page.html


@pytest.mark.django_db
def test_a_script_gets_the_desk_alone(client: Client) -> None:
    response = client.get(
        "/calculator/", {"hand": "1m", "melds": "", "base": ""}, headers={"hx-request": "true"}
    )
    assert response["HX-Push-Url"] == "/calculator/?game=sichuan&hand=1m"
    assert "HX-Request" in response["Vary"]
    text = response.content.decode()
    assert text.startswith('<div id="desk"')
    assert "<h1" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("game", words.EXAMPLES)
def test_every_example_is_what_it_is_called(client: Client, game: str) -> None:
    for title, address in cards.examples(game):
        page = look(client, address)
        tone = page.by_id("answer")["data-tone"]
        match title:
            case "听什么":
                assert tone == "wait"
            case "为什么不能胡":
                assert tone == "no"
                assert page.all("ul", class_="whys")
            case _:
                assert title in (dict(bill(page)) if game in words.DESKS else page.text)


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_reason_has_its_words(language: str) -> None:
    with translation.override(language):
        for code in words._REASONS:
            assert "%" not in words.reason(Reason(code, "", tuple(parse_tiles("1m")), 2))
        for code in words._CARD_REASONS:
            assert words.card_reason(code)
        assert all(card_names.shape_name(kind) for kind in ShapeKind)


@pytest.mark.parametrize("game", words.DESKS)
def test_every_reason_of_a_game_has_words(game: str) -> None:
    known = {*words._REASONS, "cap", "points"}
    assert set(words.DESKS[game].clauses) <= known
    assert set(words.DESKS[game].contexts) <= set(names._FANS)


def test_every_game_of_the_house_has_a_desk() -> None:
    from games.engine.catalogue import GAMES

    assert desk.games() == tuple(game.name for game in GAMES)


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["/rules/", "/"])
def test_the_calculator_can_be_found(client: Client, where: str) -> None:
    assert look(client, where).all("a", href="/calculator/")


def test_a_desk_without_a_winning_tile_says_none() -> None:
    asked = desk.read(QueryDict("hand=1m"))
    assert asked.win == NONE
    assert tiles.without(asked, 0).hand == ()
