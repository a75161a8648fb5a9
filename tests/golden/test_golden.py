"""Golden hands: a change of any line is a change of the rules or of a policy, and is reviewed as text."""

from __future__ import annotations

import pytest

from tests.golden import bot_hands, transcript
from tests.golden.texts import stale

REGEN = "see `manage.py regen_golden`"


@pytest.mark.parametrize("script", transcript.SCRIPTS, ids=lambda script: script.name)
def test_scripted_hand(script):
    text = (transcript.FOLDER / f"{script.name}.txt").read_text("utf-8")
    assert transcript.transcript(script).splitlines() == text.splitlines(), REGEN


@pytest.mark.parametrize("hand", bot_hands.HANDS, ids=lambda hand: hand.name)
def test_hand_of_bots(hand):
    text = (bot_hands.BOTS / f"{hand.name}.txt").read_text("utf-8")
    assert bot_hands.written(hand).splitlines() == text.splitlines(), REGEN


def test_every_text_has_its_script():
    assert stale() == []
