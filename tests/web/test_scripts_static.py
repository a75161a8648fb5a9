"""The scripts as production serves them: hashed names, and modules that find each other under those names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from mahjong_site.storage import StaticStorage
from tests.support.stack import ROOT

SCRIPTS = ROOT / "static" / "js"
IMPORT = re.compile(r"""^import\b[^"]*"(\./[^"]+)";""", re.MULTILINE)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the scripts alone, as `collectstatic` does with everything."""
    root = tmp_path_factory.mktemp("static")
    source = FileSystemStorage(ROOT / "static")
    storage = StaticStorage(location=str(root), base_url="/static/")
    names = [f"js/{file.name}" for file in SCRIPTS.glob("*.js")]
    for name in names:
        with source.open(name) as file:
            storage.save(name, file)
    problems = [
        result
        for _, _, result in storage.post_process({name: (storage, name) for name in names})
        if isinstance(result, Exception)
    ]
    assert problems == []
    return root / "js"


def test_every_import_names_a_hashed_file_that_exists(collected: Path) -> None:
    hashed = [file for file in collected.glob("*.js") if re.search(r"\.[0-9a-f]{12}\.js$", file.name)]
    assert len(hashed) == len(list(SCRIPTS.glob("*.js")))
    found = {file.name: IMPORT.findall(file.read_text(encoding="utf-8")) for file in hashed}
    plain = {file.name: IMPORT.findall(file.read_text(encoding="utf-8")) for file in SCRIPTS.glob("*.js")}
    assert sum(map(len, found.values())) == sum(map(len, plain.values())) > 30
    for name, imports in found.items():
        for imported in imports:
            assert re.search(r"\.[0-9a-f]{12}\.js$", imported), (name, imported)
            assert (collected / imported).is_file(), (name, imported)


def test_modules_are_small_and_carry_no_address() -> None:
    for file in SCRIPTS.glob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 200, file.name
        assert not re.search(r"https?://", text), file.name
        assert not re.search(r"\b(?:eval|innerHTML|insertAdjacentHTML)\b", text), file.name


def test_imports_make_no_circle() -> None:
    """A circle of hashed names has no solution; it would also run modules before what they need."""
    wanted = {
        file.name: {name.removeprefix("./") for name in IMPORT.findall(file.read_text(encoding="utf-8"))}
        for file in SCRIPTS.glob("*.js")
    }
    while wanted:
        free = {name for name, needs in wanted.items() if not needs & wanted.keys()}
        assert free, f"a circle among {sorted(wanted)}"
        wanted = {name: needs for name, needs in wanted.items() if name not in free}
