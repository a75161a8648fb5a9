"""The card sprites and their style sheet hold together, and the card table's regions say what they must and no more."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.http import QueryDict
from django.utils.translation import override

from games.engine.cards.guanpai.deck import DECK, counts_of, format_cards
from games.engine.cards.guanpai.shapes import ShapeKind
from games.engine.cards.guanpai.view import GuanpaiView
from games.engine.core.contract import PUBLIC
from games.intents import Act, Refusal, Toggle, decode_form
from games.presentation import regions
from games.presentation.guanpai import cards, own
from games.services import rooms
from games.table_facts import Progress
from tests.scenes.card_scenes import CARD_SCENES
from tests.web.conftest import Browser
from tests.web.test_regions import facts_of, hand_of
from tests.web.test_tiles_static import STATIC, SVG, load, parse, ratio

SPRITES = ("faces.svg", "faces-small.svg", "faces-four.svg", "faces-small-four.svg")
FACES = [f"c{cards.code(card)}" for card in DECK]
CSS = (STATIC / "css" / "cards.css").read_text(encoding="utf-8")
CODE = re.compile(r"\b[3-9TJQKA2][SHCD]\b")


def place_in_css(face: str) -> tuple[int, int]:
    """Return column and row of a face as the style sheet has them."""
    found = {"x": 0, "y": 0}
    for selectors, axis, value in re.findall(r"^  ([.\w, ]+) \{ --([xy]): (\d+); \}", CSS, re.M):
        if f".{face}" in selectors.split(", "):
            found[axis] = int(value)
    return found["x"], found["y"]


@pytest.mark.parametrize("name", SPRITES)
def test_sprite_has_every_card_where_the_css_looks(name: str) -> None:
    groups = {group.get("id"): group for group in parse(f"cards/{name}").findall(f"{SVG}g")}
    assert set(groups) == {*FACES, "cb"}
    for face in FACES:
        x, y = re.fullmatch(r"translate\((\d+) (\d+)\)", groups[face].get("transform", "")).groups()  # type: ignore[union-attr]
        assert (int(x) // 100, int(y) // 140) == place_in_css(face)
    drawn = {b"".join(map(ElementTree.tostring, groups[face])) for face in FACES}
    assert len(drawn) == len(FACES)


@pytest.mark.parametrize("name", SPRITES)
def test_sprite_is_self_contained_and_what_the_script_draws(name: str) -> None:
    root = parse(f"cards/{name}")
    ids = {element.get("id") for element in root.iter()}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {"text", "image", "foreignObject", "script", "style"}
        target = element.get("href")
        assert target is None or target.removeprefix("#") in ids
    art = load("build_cards")
    inks = art.FOUR_INKS if "four" in name else art.TWO_INKS
    assert (STATIC / "cards" / name).read_text(encoding="utf-8") == art.build(inks, small="small" in name)


def test_every_sprite_is_used() -> None:
    assert set(re.findall(r"url\(\"\.\./cards/([^\"]+)\"\)", CSS)) == set(SPRITES)


def test_inks_stand_out_and_differ() -> None:
    art = load("build_cards")
    for ink in {*art.TWO_INKS.values(), *art.FOUR_INKS.values()}:
        assert ratio(ink, "#f3e9d0") >= 4.5
    assert len(set(art.TWO_INKS.values())) == 2
    assert len(set(art.FOUR_INKS.values())) == 4


def test_every_shape_has_a_name() -> None:
    with override("zh-hans"):
        assert len({cards.shape_name(kind) for kind in ShapeKind}) == len(ShapeKind)


def test_plays_lie_as_they_are_read() -> None:
    def laid(text: str) -> list[str]:
        codes = {cards.code(card): card for card in DECK}
        found = [codes[text[at : at + 2]] for at in range(0, len(text), 2)]
        return [format_cards(part)[::2] for part in cards.laid(found)]

    assert laid("5H4S3S2SAC") == ["A2345"]
    assert laid("ACKSQHJDTS") == ["TJQKA"]
    assert laid("3S3H8S8H8C") == ["888", "33"]
    assert laid("5S5H5C5D9S") == ["5555", "9"]
    assert laid("4S4H3S3H9S9H9C8S8H8C") == ["888999", "3344"]


def test_whole_hands_draw_for_every_viewer_and_leak_nothing() -> None:
    largest = 0
    for seed in range(6):
        regions.forget()
        for game, state, events in hand_of("guanpai", seed, 2):
            facts = facts_of("guanpai", state, 2)
            shown = "".join(regions.public(facts, "zh-hans").values())
            for viewer in (PUBLIC, 0, 1):
                view = game.project(state, viewer)
                assert isinstance(view, GuanpaiView)
                private = regions.private(facts, viewer, (), Progress(events))
                seen = set(CODE.findall(re.sub(r"class=\"c c", '"', shown + "".join(private.values()))))
                known = {cards.code(card) for seat in view.seats for card in seat.hand}
                known |= {cards.code(card) for _, laid in view.played for card in laid}
                assert seen <= known
                largest = max(largest, len(private["prompt"].encode()))
    assert largest < 4096


def test_the_lists_of_plays_are_the_rules_own() -> None:
    for seed in range(8):
        for game, state, _ in hand_of("guanpai", seed, 2):
            asked = game.prompts(state)
            if not asked:
                break
            view = game.project(state, asked[0].seat)
            assert isinstance(view, GuanpaiView)
            plays, others = own.legal(view, asked[0])
            assert [play.counts for play in plays] == [
                counts_of(action.args) for action in asked[0].actions if action.do == "play"
            ]
            assert not {play.counts for play in plays} & {play.counts for play in others}
            if view.table is None:
                assert others == ()
            html = own.prompt(view, facts_of("guanpai", state, 2))
            sent = dict(re.findall(r'data-(plays|shapes|kinds)="?((?<=")[^"]*|[^ ">]*)', html))
            assert [len(code) - 1 for code in sent["plays"].split()] == [sum(play.counts) for play in plays]
            assert sum(map(len, sent.values())) < 3000


def test_marked_cards_go_with_the_pressed_button() -> None:
    def read(text: str) -> object:
        return decode_form("act", QueryDict(f"hand=5&window=3&id=a&{text}").lists())

    assert read("card=3S&card=3H&play=1") == Act(5, 3, "a", {"do": "play", "cards": "3S3H"})
    assert read("card=3S&pass=1") == Act(5, 3, "a", {"do": "pass"})
    assert read("play=3S") == Act(5, 3, "a", {"do": "play", "cards": "3S"})
    armed = {"do": "play", "cards": "3S3H"}
    assert read("card=3S&card=3H&arm=1") == Toggle(5, 3, "a", "armed", True, armed)
    assert isinstance(read("card=3S"), Refusal)
    assert isinstance(read("play=1&" + "&".join(["card=3S"] * 40)), Refusal)


@pytest.mark.parametrize("name", ["card-lead", "card-bomb"])
def test_what_may_be_done_is_what_is_offered(name: str) -> None:
    shown = CARD_SCENES[name]().regions()
    assert ("data-do=play" in shown["prompt"]) == (name == "card-lead")
    assert ("data-do=pass" in shown["prompt"]) == (name == "card-bomb")


def test_only_a_card_table_loads_what_cards_need(alice: Browser) -> None:
    tiles = alice.get(alice.post("/play", {"preset": "sichuan_xuezhan"}).url).text
    assert 'data-surface="tiles"' in tiles
    assert "cards.css" not in tiles
    assert "cards.js" not in tiles


def test_a_card_table_loads_cards_and_no_layout_of_tiles(alice: Browser) -> None:
    room = rooms.quick_table(alice.user, "guanpai")
    page = alice.get(f"/t/{room.number}/").text
    assert 'data-surface="cards"' in page
    assert "css/cards" in page
    assert "js/cards" in page
    assert "css/plane" not in page
    assert page.count("type=checkbox") == 16
