"""The tables clause → test in docs: no clause is missing, and what they name exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLES = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("clauses-*.md"))}
VECTORS = ROOT / "tests" / "engine" / "vectors"
ROW = re.compile(r"^\| ([A-Z]{2}-\d\d) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")
CASE = re.compile(r"`([a-z_]+)::([\w-]+)`")


def missing(table: str) -> Iterator[str]:
    """Yield the tests, files and vectors that a table names and that do not exist."""
    for file, test in TEST.findall(table):
        path = ROOT / file if "/" in file else ROOT / "tests" / "engine" / file
        if not path.exists() or not re.search(
            rf"^(?:async )?def {test}\(", path.read_text("utf-8"), re.MULTILINE
        ):
            yield f"{file}::{test}"
    for file, case in CASE.findall(table):
        path = VECTORS / f"{file}.jsonl"
        if not path.exists() or case not in {json.loads(line)["id"] for line in path.open(encoding="utf-8")}:
            yield f"{file}::{case}"


def test_every_clause_of_the_rule_pages_is_listed_once() -> None:
    listed = [clause for table in TABLES.values() for clause, _ in ROW.findall(table)]
    pages = (ROOT / "games" / "rules_text" / "zh").glob("*.md")
    assert sorted(listed) == sorted(page.stem for page in pages)


@pytest.mark.parametrize("table", TABLES)
def test_every_clause_has_a_test_that_exists(table: str) -> None:
    for clause, tests in ROW.findall(TABLES[table]):
        assert TEST.search(tests) or CASE.search(tests), clause
    assert list(missing(TABLES[table])) == []


def test_what_does_not_exist_is_found() -> None:
    names = "`test_coins.py::test_riches`, `nowhere.py::test_x`, `combo::G99`, `tests/house/test_pages.py::test_no`"
    assert len(list(missing(names))) == 4
