"""The site's own settings, with bots that misbehave beside the real ones: only the fault tests run under them."""

from mahjong_site.settings import *  # noqa: F403
from mahjong_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.badbots.BadBotsConfig"]
