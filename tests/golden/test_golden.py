"""Golden hands: a change of any line is a change of the rules, and is reviewed as text."""

from __future__ import annotations

import pytest

from tests.golden.transcript import FOLDER, SCRIPTS, transcript


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_transcript(script):
    assert transcript(script).splitlines() == (FOLDER / f"{script.name}.txt").read_text().splitlines()


def test_every_text_has_its_script():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {script.name for script in SCRIPTS}
