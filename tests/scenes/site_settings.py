"""The site's own settings with the scenes under /positions/: for browser tests and for who draws the table."""

from pathlib import Path

from mahjong_site.settings import *  # noqa: F403
from mahjong_site.settings import TEMPLATES

ROOT_URLCONF = "tests.scenes.urls"
TEMPLATES = [{**TEMPLATES[0], "DIRS": [*TEMPLATES[0]["DIRS"], Path(__file__).parent / "templates"]}]
