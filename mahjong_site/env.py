"""Read configuration from the environment: the data folder, the secret key, database and Redis addresses."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

from mahjong_site import private


def flag(name: str) -> bool:
    """Return whether the switch `name` is on (`1`, `true`, `yes`); anything else but `0` or nothing is refused."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} is neither on (1) nor off (0)")


def positive_float(name: str, default: float) -> float:
    """Return the number in `name`, which must be above zero."""
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    try:
        value = float(raw)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise ImproperlyConfigured(f"{name}={raw!r} must be a number above zero")
    return value


def words(name: str) -> list[str]:
    """Return the comma-separated words in `name`, without empty ones."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def secret_key(data_dir: Path) -> str:
    """Return `SECRET_KEY`, or the key kept in the data folder, made there on first use (mode 0600).

    Several processes may start at once on an empty folder: each writes its own file and links it into
    place, so that exactly one key wins and no reader ever sees half a key.
    """
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = data_dir / "secret_key"
    if not path.exists():
        private.make(data_dir)
        draft = data_dir / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def redis_db(url: str, number: int) -> str:
    """Return `url` with its database number replaced; other than redis:// addresses are kept as they are."""
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss"}:
        return url
    return urlunsplit(parts._replace(path=f"/{number}"))


def sqlite(path: Path | str, test_path: Path | str) -> dict[str, Any]:
    """Return Django's settings for one SQLite file that several processes write to."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 2,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        # A file, since a shared in-memory database answers two threads with "table is locked" at once.
        "TEST": {"NAME": test_path},
    }


def mail(url: str, sender: str) -> dict[str, Any]:
    """Return Django's mail settings for `EMAIL_URL`: `smtps://user:password@host:465`, or `smtp://…:587`, which
    begins in the clear and goes on encrypted (`?tls=0`: it does not). `sender` is the address mails come from.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be smtp://user:password@host:587 or smtps://…:465")
    if not sender:
        raise ImproperlyConfigured("set EMAIL_FROM: the address that mails of this site come from")
    implicit = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if implicit else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": not implicit and dict(parse_qsl(parts.query)).get("tls") != "0",
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": sender,
    }


def database(url: str, sqlite_default: Path, test_path: Path, timeout_ms: int) -> dict[str, Any]:
    """Return Django's settings for `DATABASE_URL`: empty = SQLite in the data folder, `sqlite:///file`, or
    `postgres://user:password@host:port/name?sslmode=…`. `timeout_ms` bounds statements and lock waits (0 = no bound).
    """
    if not url:
        return sqlite(sqlite_default, test_path)
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path.removeprefix("/")), test_path)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must start with postgres:// or sqlite:///")
    bounds = f"-c statement_timeout={timeout_ms} -c lock_timeout={timeout_ms}"
    options: Mapping[str, Any] = {"pool": {"min_size": 1, "max_size": 8, "timeout": 2}, "options": bounds}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,  # the pool keeps the connections
        "OPTIONS": {**options, **dict(parse_qsl(parts.query))},
    }
