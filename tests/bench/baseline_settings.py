"""Settings of the baseline: this site's, but with the stock queue-based channel layer."""

from mahjong_site.settings import *  # noqa: F403
from mahjong_site.settings import REDIS_URL

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}]},
    }
}
