"""The check of a deal: the same tiles as the engine's, and helpful words for whatever is typed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.catalogue import GAMES
from games.engine.core.deal import commitment, nonce_hash
from games.engine.mahjong.tiles import parse_tiles
from games.presentation.mahjong import names, tiles
from tests.web.pages import Page, read

SEED = "3f" * 32
NONCES = ["a", "", "lots of it", "茶"]


def check(client: Client, status: int = 200, **fields: object) -> Page:
    query = {"preset": "sichuan_xuezhan", "seed": SEED, "nonce": NONCES, **fields}
    return read(client.get("/fairness/", query, headers={"accept-language": "zh-CN"}), status)


def rows(page: Page) -> list[str]:
    """Return the tiles of each row of the answer, in words."""
    return [own["aria-label"] for own in page.all("p", class_="row")]


@pytest.mark.parametrize("preset", ["sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan"])
@pytest.mark.parametrize("first", ["", "2"])
@pytest.mark.django_db
def test_it_recomputes_the_deal(client: Client, preset: str, first: str) -> None:
    game = GAMES.of_preset(preset)
    deal = game.deal_from_seed(
        game.rules(preset, {}), bytes.fromhex(SEED), tuple(NONCES), int(first) if first else None
    )
    page = check(client, preset=preset, first=first)
    assert commitment(bytes.fromhex(SEED)) in page.text
    assert rows(page) == [tiles.listed(hand) for hand in (*deal.hands, deal.wall)]


@pytest.mark.django_db
def test_fewer_seats_are_dealt_and_chance_is_told_in_words(client: Client) -> None:
    game = GAMES.game("wanzhou")
    rules = game.rules("wanzhou", {"players": 3})
    deal = game.deal_from_seed(rules, bytes.fromhex(SEED), tuple(NONCES[:3]), None)
    page = check(client, preset="wanzhou", players="3", nonce=NONCES[:3])
    assert rows(page) == [tiles.listed(hand) for hand in (*deal.hands, deal.wall)]
    told = dict(deal.chance)
    for name in ("wild", "winds"):
        assert tiles.listed(parse_tiles(told[name])) in page.text
    assert names.direction(told["swap_direction"]) in page.text
    assert "winds" not in page.text


@pytest.mark.django_db
def test_it_compares_with_the_promise(client: Client) -> None:
    right = commitment(bytes.fromhex(SEED))
    assert "指纹对得上" in check(client, commitment=f" {right.upper()} ").text
    assert "指纹对不上" in check(client, commitment="0" * 64).text
    page = check(client)
    assert "指纹对得上" not in page.text
    assert "指纹对不上" not in page.text


@pytest.mark.django_db
def test_it_compares_the_nonces_with_the_hashes_left_before(client: Client) -> None:
    right = [nonce_hash(nonce) if nonce else "" for nonce in NONCES]
    assert "随机数都对得上" in check(client, hash=right).text
    withheld = [right[0], nonce_hash("never sent"), *right[2:]]
    assert "随机数都对得上" in check(client, hash=withheld).text
    for wrong in ([nonce_hash("b"), *right[1:]], ["", *right[1:]]):
        assert "有随机数对不上" in check(client, hash=wrong).text
    assert "随机数都对得上" not in check(client).text


@pytest.mark.django_db
def test_another_nonce_is_another_wall(client: Client) -> None:
    assert rows(check(client)) != rows(check(client, nonce=["b", *NONCES[1:]]))


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"seed": "zz"}, ["seed"]),
        ({"seed": ""}, ["seed"]),
        ({"seed": SEED + "0"}, ["seed"]),
        ({"seed": "١" * 64}, ["seed"]),
        ({"preset": "nope"}, ["preset"]),
        ({"players": "5"}, ["players"]),
        ({"players": "-"}, ["players"]),
        ({"preset": "guanpai", "players": "3"}, ["players"]),
        ({"nonce": ["x" * 65]}, ["nonce"]),
        ({"nonce": ["a\0b"]}, ["nonce"]),
        ({"hash": ["zz"]}, ["hash"]),
        ({"first": "9"}, ["first"]),
        ({"first": "-1", "commitment": "short"}, ["first", "commitment"]),
    ],
)
@pytest.mark.django_db
def test_bad_input_is_explained_and_kept(client: Client, fields: dict[str, object], names: list[str]) -> None:
    page = check(client, 400, **fields)
    assert [link["href"] for link in page.all("a") if link["href"].startswith("#f-")] == [
        f"#f-{name}" for name in names
    ]
    assert rows(page) == []
    typed = {"seed": SEED, **fields}
    assert page.one("input", name="seed")["value"] == typed["seed"]
    for name in names:
        page.by_id(f"f-{name}")  # the link leads to the field


@pytest.mark.django_db
def test_what_is_typed_is_never_markup(client: Client) -> None:
    page = check(client, 400, seed='"><script>alert(1)</script>', commitment="<b>", nonce=["<i>"])
    assert not re.search(r"<script>|<b>[^<]*alert|value=<", page.html)
    assert page.one("input", name="seed")["value"] == '"><script>alert(1)</script>'


@pytest.mark.django_db
def test_the_page_without_a_question(client: Client) -> None:
    page = read(client.get("/fairness/"))
    assert page.one("form", class_="check")["method"] == "get"
    assert client.post("/fairness/").status_code == 405
