"""Imports run one way and the engine is pure; each rule is also shown to catch a planted bad file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.layers import check_games, check_never_imports, circles
from tests.support.stack import ROOT

PLANTED = {
    "engine imports Django": ("engine/core/bad.py", "import django"),
    "engine uses global randomness": ("engine/bad.py", "import random"),
    "engine reads the clock": ("engine/bad.py", "from time import monotonic"),
    "engine reads the date": ("engine/bad.py", "import datetime as d"),
    "engine logs": ("engine/bad.py", "import logging"),
    "engine touches the system": ("engine/bad.py", "import os.path"),
    "engine reads files": ("engine/bad.py", "from pathlib import Path"),
    "engine does I/O": ("engine/bad.py", "import io"),
    "engine opens a file": ("engine/bad.py", "def f():\n    return open('x')"),
    "engine prints": ("engine/bad.py", "print(1)"),
    "engine imports a package": ("engine/bad.py", "import redis"),
    "engine imports bots": ("engine/bad.py", "from games.bots import easy"),
    "engine imports bots, relatively": ("engine/core/bad.py", "from ...bots import easy"),
    "engine imports lazily": ("engine/bad.py", "def f():\n    import secrets"),
    "bots import services": ("bots/bad.py", "from games.services import play"),
    "bots import models": ("bots/bad.py", "import games.models"),
    "engine starts threads": ("engine/bad.py", "from threading import Thread"),
    "bots use global randomness": ("bots/bad.py", "import random"),
    "bots use a global random function": ("bots/bad.py", "from random import choice"),
    "engine names the random class": ("engine/bad.py", "from random import Random"),
    "bots read the clock": ("bots/bad.py", "import time"),
    "services import realtime": ("services/bad.py", "from games.realtime.groups import room"),
    "services import tasks": ("services/bad.py", "from games import tasks"),
    "services import presentation": ("services/bad.py", "import games.presentation.texts"),
    "presentation imports models": ("presentation/bad.py", "from games.models import Room"),
    "presentation imports services": ("presentation/bad.py", "from games.services.play import submit"),
    "models import the engine": ("models/bad.py", "from games.engine.core import contract"),
    "models import channels": ("models/bad.py", "import channels"),
    "tasks import realtime": ("tasks.py", "from games.realtime import groups"),
    "tasks import views": ("tasks.py", "from games import views"),
    "views import realtime": ("views/bad.py", "from games.realtime import groups"),
    "views import tasks": ("views/bad.py", "from games.tasks import sweep"),
    "realtime imports views": ("realtime/bad.py", "from ..views import table"),
    "a part nobody knows": ("helpers/bad.py", ""),
}


def plant(tmp_path: Path, file: str, text: str) -> Path:
    games = tmp_path / "games"
    path = games / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return games


def test_imports_run_one_way() -> None:
    assert [str(offence) for offence in check_games(ROOT / "games")] == []


def test_accounts_never_import_games() -> None:
    assert check_never_imports(ROOT / "accounts", "games") == []
    for other in ("games", "accounts"):
        assert check_never_imports(ROOT / "mahjong_site" / "web", other) == []


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_offence_is_found(case: str, tmp_path: Path) -> None:
    file, text = PLANTED[case]
    offences = check_games(plant(tmp_path, file, text))
    assert len(offences) == 1
    assert offences[0].file == f"games/{file}"


def test_accounts_importing_games_is_found(tmp_path: Path) -> None:
    (tmp_path / "accounts").mkdir()
    (tmp_path / "accounts" / "bad.py").write_text("def f():\n    from games.models import Room\n")
    assert len(check_never_imports(tmp_path / "accounts", "games")) == 1


def test_bots_may_name_the_class_of_a_seeded_generator(tmp_path: Path) -> None:
    assert check_games(plant(tmp_path, "bots/fine.py", "from random import Random")) == []


def test_imports_for_type_checkers_only_are_no_offence(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from games.models import Hand\n"
    assert check_games(plant(tmp_path, "engine/fine.py", text)) == []


def test_the_other_branch_of_type_checking_still_counts(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    Hand = int\nelse:\n    import django\n"
    assert len(check_games(plant(tmp_path, "engine/bad.py", text))) == 1


@pytest.mark.parametrize("package", ["games", "accounts", "mahjong_site"])
def test_nothing_imports_in_a_circle(package: str) -> None:
    assert circles(ROOT / package) == []


def test_a_circle_is_found_also_one_of_types_alone(tmp_path: Path) -> None:
    package = tmp_path / "games"
    (package / "core").mkdir(parents=True)
    (package / "core" / "one.py").write_text("from games.core import two\n")
    (package / "core" / "two.py").write_text("if TYPE_CHECKING:\n    from games.core.one import Thing\n")
    (package / "core" / "three.py").write_text("from games.core.one import Thing\n")
    assert circles(package) == [["games.core.one", "games.core.two"]]
