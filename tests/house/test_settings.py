"""Every switch of the settings, each read in a process of its own as Django does."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from mahjong_site import env
from tests.support.stack import ROOT

SHOW = (
    "import json, sys; from mahjong_site import settings as s;"
    "print(json.dumps({k: getattr(s, k, None) for k in sys.argv[1:]}, default=str))"
)


def read_settings(data: Path, *names: str, **switches: str) -> dict[str, Any]:
    clean = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith("QPG_") and k not in {"REDIS_URL", "SECRET_KEY"}
    }
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *names],
        cwd=ROOT,
        env={**clean, "QPG_DATA": str(data), **switches},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ImproperlyConfigured(done.stderr.strip().splitlines()[-1])
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_defaults_are_safe(tmp_path: Path) -> None:
    found = read_settings(tmp_path, "DEBUG", "ALLOWED_HOSTS", "DATABASES", "QPG_PACE", "SECRET_KEY")
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["QPG_PACE"] == 1.0
    sqlite = found["DATABASES"]["default"]
    assert sqlite["NAME"] == str(tmp_path / "db.sqlite3")
    assert (sqlite["OPTIONS"]["transaction_mode"], sqlite["OPTIONS"]["timeout"]) == ("IMMEDIATE", 2)
    assert sqlite["CONN_MAX_AGE"] is None
    assert found["SECRET_KEY"] == (tmp_path / "secret_key").read_text()


@pytest.mark.parametrize("other", [{"QPG_LAN": "1"}, {"QPG_PRODUCTION": "1", "SECRET_KEY": "x" * 50}])
def test_debug_is_refused_where_others_look(other: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="hidden tiles"):
        read_settings(tmp_path, "DEBUG", QPG_DEBUG="1", **other)


def test_debug_is_an_explicit_switch(tmp_path: Path) -> None:
    assert read_settings(tmp_path, "DEBUG", QPG_DEBUG="1")["DEBUG"] is True


@pytest.mark.parametrize("pace", ["0", "-1", "fast", "inf", "nan"])
def test_an_impossible_pace_is_refused(pace: str, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="QPG_PACE"):
        read_settings(tmp_path, "QPG_PACE", QPG_PACE=pace)


def test_production_needs_a_shared_key_and_hashes_files(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        read_settings(tmp_path, "DEBUG", QPG_PRODUCTION="1")
    names = ("ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "STORAGES", "CSRF_TRUSTED_ORIGINS")
    found = read_settings(
        tmp_path, *names, QPG_PRODUCTION="1", SECRET_KEY="k" * 50, QPG_HOSTS="qpg.example, .cd.example"
    )
    assert found["ALLOWED_HOSTS"] == ["qpg.example", ".cd.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://qpg.example", "https://cd.example"]
    assert found["SESSION_COOKIE_SECURE"] is True
    storage = import_string(found["STORAGES"]["staticfiles"]["BACKEND"])
    assert issubclass(storage, ManifestStaticFilesStorage)
    assert not (tmp_path / "secret_key").exists()


def test_redis_wakes_sockets_without_a_read_timeout(tmp_path: Path) -> None:
    found = read_settings(tmp_path, "CHANNEL_LAYERS", "CACHES", REDIS_URL="redis://:pw@127.0.0.1:7000/0")
    host = found["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"][0]
    assert host["address"] == "redis://:pw@127.0.0.1:7000/0"
    assert host["socket_timeout"] is None
    assert found["CACHES"]["default"]["LOCATION"] == "redis://:pw@127.0.0.1:7000/1"


def test_postgres_address() -> None:
    found = env.database(
        "postgres://ann:p%40ss@db.example:6543/qpg?sslmode=require", Path("a"), Path("b"), 2000
    )
    assert (found["NAME"], found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == (
        "qpg",
        "ann",
        "p@ss",
        "db.example",
        "6543",
    )
    assert found["OPTIONS"]["sslmode"] == "require"
    assert "statement_timeout=2000" in found["OPTIONS"]["options"]
    assert found["CONN_MAX_AGE"] == 0


def test_an_unknown_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="postgres"):
        env.database("mysql://x/y", Path("a"), Path("b"), 0)


def test_secret_key_is_private_and_the_same_for_all_who_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: env.secret_key(tmp_path), range(8)))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
