#!/usr/bin/env python3
"""Django's command line for this project; `python3 run.py` calls it inside the virtual environment."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

VENV = Path(__file__).resolve().parent / ".venv"


def enter_environment() -> None:
    """Go on inside the environment of `run.py` where another Python was called, or say how to make it."""
    if importlib.util.find_spec("django") is not None:
        return
    python = VENV / "bin" / "python"
    if not python.exists() or Path(sys.prefix) == VENV:
        sys.exit("error: Django is not installed here; run `python3 run.py setup` once, then this again")
    os.execv(python, [str(python), *sys.argv])


def main() -> None:
    enter_environment()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    if sys.argv[1:2] == ["dev"]:  # before Django: the options decide what the settings read
        from mahjong_site import dev

        raise SystemExit(dev.main(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # `… | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
