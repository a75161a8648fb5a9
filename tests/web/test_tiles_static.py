"""The tile sprites, their style sheet and the display glyphs hold together and pull in nothing from outside."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
FACES = [f"t{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"t{rank}z" for rank in range(1, 8)]
SPRITES = ["faces.svg", "faces-small.svg", "faces-contrast.svg", "faces-small-contrast.svg"]
DRAWINGS = [f"tiles/{name}" for name in SPRITES] + [
    "glyphs/glyphs.svg",
    "glyphs/glyphs-more.svg",
    "glyphs/mark.svg",
    "favicon.svg",
]
SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")


def load(name: str) -> ModuleType:
    """Import an authoring script of docs/art by its path."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "art" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def parse(path: str) -> ElementTree.Element:
    return ElementTree.fromstring((STATIC / path).read_text(encoding="utf-8"))


def cell_of(group: ElementTree.Element) -> tuple[int, int]:
    """Return column and row of a face from its place in the sprite."""
    x, y = re.fullmatch(r"translate\((\d+) (\d+)\)", group.get("transform", "")).groups()  # type: ignore[union-attr]
    return int(x) // 60, int(y) // 80


@pytest.mark.parametrize("path", DRAWINGS)
def test_drawing_is_self_contained(path: str) -> None:
    root = parse(path)
    ids = {element.get("id") for element in root.iter()} - {None}
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        assert tag not in {"text", "image", "foreignObject", "script", "style", "filter"}, (
            f"<{tag}> in {path}"
        )
        for name in HREFS:
            target = element.get(name)
            assert target is None or (target.startswith("#") and target[1:] in ids), f"{target} in {path}"
        for value in element.attrib.values():
            assert all(name in ids for name in re.findall(r"url\(#([^)]+)\)", value)), value
            assert not re.search(r"url\((?!#)|https?:|data:", value), value


@pytest.mark.parametrize("name", SPRITES)
def test_sprite_has_every_face_where_the_css_looks(name: str) -> None:
    css = (STATIC / "css" / "tiles.css").read_text(encoding="utf-8")
    root = parse(f"tiles/{name}")
    assert root.get("viewBox") == "0 0 540 320"
    groups = {group.get("id"): group for group in root.findall(f"{SVG}g")}
    for face in FACES:
        rule = re.search(
            rf"\.{face} \{{ --x: (\d); --y: (\d); --i: \"([^\"]+)\"; --iz: \"([^\"]+)\"; \}}", css
        )
        assert rule, f"no rule for .{face}"
        assert cell_of(groups[face]) == (int(rule[1]), int(rule[2]))
        assert len(list(groups[face].iter())) > 1, f"{face} is empty"
    assert cell_of(groups["tb"]) == (8, 3)
    assert cell_of(groups["seal"]) == (7, 3)
    assert re.search(r"\.tb \{", css)


def test_no_two_faces_are_drawn_alike() -> None:
    for name in SPRITES:
        groups = {group.get("id"): group for group in parse(f"tiles/{name}").findall(f"{SVG}g")}
        drawn = {b"".join(ElementTree.tostring(child) for child in groups[face]) for face in FACES}
        assert len(drawn) == len(FACES)


def test_index_letters_name_each_face_once() -> None:
    css = (STATIC / "css" / "tiles.css").read_text(encoding="utf-8")
    latin = re.findall(r"--i: \"([^\"]+)\"; --iz", css)
    chinese = re.findall(r"--iz: \"([^\"]+)\"", css)
    assert len(set(latin)) == len(set(chinese)) == len(FACES)


def test_every_sprite_is_used_and_exists() -> None:
    css = (STATIC / "css" / "tiles.css").read_text(encoding="utf-8")
    used = set(re.findall(r"url\(\"\.\./tiles/([^\"]+)\"\)", css))
    assert used == set(SPRITES)
    assert set(re.findall(r"url\(([^)]*)\)", css)) == {f'"../tiles/{name}"' for name in SPRITES}


def test_sprites_are_what_the_authoring_script_draws() -> None:
    tiles = load("build_tiles")
    for suffix, inks in (("", tiles.NORMAL), ("-contrast", tiles.CONTRAST)):
        for detail, small in (("", False), ("-small", True)):
            committed = (STATIC / "tiles" / f"faces{detail}{suffix}.svg").read_text(encoding="utf-8")
            assert committed == tiles.build(inks, small=small)


@pytest.mark.parametrize(("sheet", "words"), [("glyphs", "WORDS"), ("glyphs-more", "MORE_WORDS")])
def test_glyph_sheet_lists_and_holds_every_word(sheet: str, words: str) -> None:
    glyphs = load("build_glyphs")
    wanted = getattr(glyphs, words)
    text = (STATIC / "glyphs" / f"{sheet}.svg").read_text(encoding="utf-8")
    assert text == glyphs.glyph_sheet(wanted)
    symbols = {symbol.get("id"): symbol for symbol in parse(f"glyphs/{sheet}.svg").findall(f"{SVG}symbol")}
    assert len(symbols) == len(wanted)
    for key, word in wanted.items():
        assert f"g-{key} {word}" in text
        assert len(symbols[f"g-{key}"]) == len(word)


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_inks_stand_out_from_the_face_and_the_back_from_the_felt() -> None:
    tiles = load("build_tiles")
    tokens = dict(
        re.findall(
            r"--([\w-]+): (#[0-9a-f]{6});",
            (STATIC / "css" / "tokens.css").read_text("utf-8").split("[data-theme")[0],
        )
    )
    for inks, face in ((tiles.NORMAL, tokens["ivory"]), (tiles.CONTRAST, "#fffefa")):
        for name in ("ink", "red", "green", "blue"):
            assert ratio(inks.flat(name), face) >= 4.5, name
    assert ratio(tokens["celadon"], tokens["felt"]) >= 4.5
    assert ratio(tokens["focus"], tokens["focus-gap"]) >= 3
