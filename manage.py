#!/usr/bin/env python3
"""Django's command line for this project; `python3 run.py` calls it inside the virtual environment."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    if sys.argv[1:2] == ["dev"]:  # before Django: the options decide what the settings read
        from mahjong_site import dev

        raise SystemExit(dev.main(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
