"""Django settings: everything has a working default, and every switch is an environment variable.

`DATABASE_URL`, `REDIS_URL`, `REDIS_CACHE_URL`, `EMAIL_URL`, `EMAIL_FROM`, `SECRET_KEY`, `QPG_DATA` (folder), `QPG_HOSTS` (names this site
answers to), `QPG_DEBUG`, `QPG_LAN`, `QPG_PACE`, `QPG_PRODUCTION`, `QPG_DB_TIMEOUT_MS`; see docs/deploy.md.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from mahjong_site import env, private

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("QPG_DATA") or BASE_DIR / "var").resolve()
private.mend(DATA_DIR)
PRODUCTION = env.flag("QPG_PRODUCTION")
LAN = env.flag("QPG_LAN")
DEBUG = env.flag("QPG_DEBUG")
if DEBUG and (LAN or PRODUCTION):  # a debug page shows local variables, other people's tiles among them
    raise ImproperlyConfigured(
        "QPG_DEBUG=1 shows hidden tiles in its error pages: not with --lan or in production"
    )

# All room clocks are multiplied by this; tests play at 0.05. Never a rule.
QPG_PACE = env.positive_float("QPG_PACE", 1.0)

# Which start of `manage.py dev` this process belongs to: /healthz says it.
QPG_SITE = os.environ.get("QPG_SITE", "")


if PRODUCTION and not os.environ.get("SECRET_KEY"):
    raise ImproperlyConfigured("set SECRET_KEY: all machines of one site share it")
SECRET_KEY = env.secret_key(DATA_DIR)
QPG_HOSTS = env.words("QPG_HOSTS")
ALLOWED_HOSTS = QPG_HOSTS if PRODUCTION else ["localhost", "127.0.0.1", "[::1]", *QPG_HOSTS]

INSTALLED_APPS = [
    "mahjong_site.apps.MahjongSiteConfig",
    "accounts.apps.AccountsConfig",
    "games.apps.GamesConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
]  # not "daphne": that only replaces runserver, and costs each process 0.3 s of imports

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware" if PRODUCTION else "mahjong_site.source_files.SourceFiles",
    "django.middleware.gzip.GZipMiddleware",  # pages; static files and sockets never come here
    "mahjong_site.middleware.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "mahjong_site.middleware.TooManyMiddleware",
]

ROOT_URLCONF = "mahjong_site.urls"
ASGI_APPLICATION = "mahjong_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Database. No ATOMIC_REQUESTS: services open the transactions they need and publish on commit.
DATABASES = {
    "default": env.database(
        os.environ.get("DATABASE_URL", ""),
        DATA_DIR / "db.sqlite3",
        Path(tempfile.gettempdir()) / f"qpg-test-{os.getpid()}.sqlite3",
        int(os.environ.get("QPG_DB_TIMEOUT_MS") or 2000),
    )
}
if not os.environ.get("DATABASE_URL") and DATA_DIR.is_dir():
    private.touch(DATA_DIR / "db.sqlite3")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis wakes sockets and carries tasks; no state lives in it. `manage.py dev` sets the address. Without one,
# single processes (tests, commands) still work on in-memory stand-ins.
REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "mahjong_site.layer.PubSubLayer",
            # redis 8's default read timeout of 5 s would close every idle socket with 1011.
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_timeout": None, "socket_connect_timeout": 1}]
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "mahjong_site.cache.FailSoftRedisCache",
            "LOCATION": os.environ.get("REDIS_CACHE_URL") or env.redis_db(REDIS_URL, 1),
            "KEY_PREFIX": "qpg",
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# People. A guest is a row without a password; logging in is optional.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.PasswordBackend",
    # Only for sessions begun with them, guests' among them.
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["accounts.hashers.LanePasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"  # with the limits of log-ins
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": None}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"

# Mail, for forgotten passwords. Without a server the pages that need one say so in production; elsewhere mails are
# printed (under `dev` into the log of daphne).
EMAIL_URL = os.environ.get("EMAIL_URL", "")
MAIL = bool(EMAIL_URL) or not PRODUCTION
if EMAIL_URL:
    globals().update(env.mail(EMAIL_URL, os.environ.get("EMAIL_FROM", "")))
else:
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# Language: message ids are the Chinese text, English is a catalogue.
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "mahjong_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Shanghai"

# Static files: straight from the source folders, hashed and compressed in production.
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": private.FILE, "directory_permissions_mode": private.FOLDER},
    },
    "staticfiles": {
        "BACKEND": "mahjong_site.storage.StaticStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = DATA_DIR / "media"
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_MAX_AGE = (
    3600 if PRODUCTION else 0
)  # names without a hash are revalidated: an update shows at once
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# No form here is long; a larger body is refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Security. SecurityMiddleware already sends nosniff, same-origin referrers and opener policy.
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_NAME = "qpg_session"  # another project on localhost must not log us out
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest has nothing but this cookie
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = None
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    CSRF_TRUSTED_ORIGINS = [f"https://{host.removeprefix('.')}" for host in QPG_HOSTS]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {
        "own_faults": {"()": "mahjong_site.logs.OwnFaults"},
        "seldom": {"()": "mahjong_site.logs.Seldom"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["own_faults", "seldom"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django's own set-up mails errors and prints nothing when DEBUG is off: let them reach the console.
    "loggers": {"django": {"handlers": [], "level": "WARNING", "propagate": True}},
}
