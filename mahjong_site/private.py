"""The data folder is its owner's alone: database, keys, logs and seeds must not be read by others on the machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

MASK = 0o077  # what files made from now on do not get
FOLDER, FILE = 0o700, 0o600


def make(folder: Path) -> None:
    """Make the folder and close it and everything in it, also what was there before; raises OSError."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    folder.chmod(FOLDER)  # first: from here on nobody else gets in
    mend(folder)


def mend(folder: Path) -> None:
    """Close the folder and everything in it as far as it is ours; links are not followed."""
    for place, names, files in os.walk(folder):
        _close(place, FOLDER)
        for name in (*names, *files):
            path = os.path.join(place, name)
            if not os.path.islink(path) and os.path.isfile(path):
                _close(path, FILE)


def touch(path: Path) -> None:
    """Make an empty file, so that whoever writes it first finds it closed."""
    path.touch(mode=FILE, exist_ok=True)


def _close(path: str, mode: int) -> None:
    with contextlib.suppress(OSError):  # somebody else's, or gone by now: a database's -wal comes and goes
        if os.stat(path).st_mode & MASK:
            os.chmod(path, mode)
