"""Facts about the files of the repository: locks, compiled texts, nothing of one person's machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.stack import ROOT
from tools import messages

LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-prod.lock"]
BINARY = {".mo", ".png", ".webp", ".woff2", ".mp3", ".ogg", ".wav", ".ico", ".bin"}


def repository_files() -> list[Path]:
    """Return the files under version control, and in a copy without git every file that is not ignored by name."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        names = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        skipped = {".venv", "var", "artifacts", "staticfiles", "__pycache__", "uv.lock"}
        names = [p for p in ROOT.rglob("*") if p.is_file() and not skipped & set(p.relative_to(ROOT).parts)]
    return [path for path in names if path.exists() and path.suffix not in BINARY]


@pytest.mark.parametrize("name", LOCKS)
def test_locks_carry_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"https?:|--index|--find-links|--trusted|\bfile:", text)
    requirements = [block for block in re.split(r"\n(?=\S)", text.strip()) if block]
    assert len(requirements) > 30
    assert [block for block in requirements if "==" not in block or "--hash=sha256:" not in block] == []


def pins(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package, version in re.findall(
        r"(?m)^([a-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", (ROOT / name).read_text()
    ):
        found.setdefault(package, set()).add(version)
    return found


@pytest.mark.parametrize("name", LOCKS[1:])
def test_the_other_locks_contain_the_players_lock(name: str) -> None:
    play, other = pins(LOCKS[0]), pins(name)
    assert {package: other.get(package) for package in play} == play


def test_players_need_no_test_tools() -> None:
    assert not {"playwright", "pytest", "mypy", "hypothesis", "ruff", "babel"} & set(pins(LOCKS[0]))


def test_compiled_english_is_fresh() -> None:
    compiled = messages.CATALOGUE.with_suffix(".mo").read_bytes()
    assert compiled == messages.compiled(), "run: .venv/bin/python tools/messages.py compile"


def test_every_text_has_its_english() -> None:
    assert messages.missing() == [], "run: .venv/bin/python tools/messages.py update, then translate"


def test_a_text_without_english_is_found(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.py").write_text(
        "from x import gettext as _\n_('没有译文的句子')\n", encoding="utf-8"
    )
    (tmp_path / "templates").mkdir()
    page = '{% load i18n %}{% translate "页面上没有译文" %}{% blocktranslate %}第 {{ n }} 局没有译文{% endblocktranslate %}'
    (tmp_path / "templates" / "a.html").write_text(page, encoding="utf-8")
    assert messages.missing(tmp_path) == [
        "games/a.py: '没有译文的句子'",
        "templates/a.html: '第 %(n)s 局没有译文'",
        "templates/a.html: '页面上没有译文'",
    ]


def test_placeholders_survive_translation() -> None:
    wrong = []
    for entry in messages.read():
        ids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
        texts = [entry.string] if isinstance(entry.string, str) else list(entry.string)
        wanted = set(re.findall(r"%\(\w+\)[sd]", " ".join(ids)))
        wrong += [t for t in texts if t and set(re.findall(r"%\(\w+\)[sd]", t)) - wanted]
        wrong += [t for t in texts[-1:] if t and set(re.findall(r"%\(\w+\)[sd]", t)) != wanted]
    assert wrong == []


def test_no_path_of_one_machine() -> None:
    """No home or work folder of whoever wrote a file, and no secret key, ends up in the repository."""
    pattern = re.compile(r"(?:/home/[a-z]|/Users/[A-Za-z]|/root/|/work/|shared/[A-Z]{4,}\.md|/tmp/brief)")
    this = Path(__file__).resolve()
    found = []
    for path in repository_files():
        if path.resolve() == this:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert found == []
    assert not [path for path in repository_files() if path.name in {"secret_key", "db.sqlite3", "uv.lock"}]
