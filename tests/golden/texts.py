"""All golden texts and where they lie."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.golden.bot_hands import BOTS, HANDS, written
from tests.golden.transcript import FOLDER, SCRIPTS, transcript


@cache
def texts() -> dict[Path, str]:
    """Return every golden file and what should stand in it."""
    scripted = {FOLDER / f"{script.name}.txt": transcript(script) for script in SCRIPTS}
    return scripted | {BOTS / f"{hand.name}.txt": written(hand) for hand in HANDS}


def stale() -> list[Path]:
    """Return the files that no script writes any more."""
    return sorted({*FOLDER.glob("*.txt"), *BOTS.glob("*.txt")} - set(texts()))
