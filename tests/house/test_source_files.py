"""Static files from the source folders: right while they are edited, and compressed."""

from __future__ import annotations

import gzip
import os
import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from mahjong_site.source_files import SourceFiles

LONG = "b { color: red }\n" * 200
Get = Callable[..., HttpResponse]


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.STATICFILES_DIRS = [tmp_path]
    (tmp_path / "a.css").write_text(LONG)
    (tmp_path / "tiny.css").write_text("b{}")
    (tmp_path / "a.png").write_bytes(os.urandom(2000))
    return tmp_path


@pytest.fixture
def get(folder: Path) -> Get:
    """Ask a server that has already started; a body comes as the browser would see it."""
    served = SourceFiles(lambda request: HttpResponse("no such file", status=404))

    def ask(name: str, method: str = "GET", **headers: str) -> HttpResponse:
        answer = served(getattr(RequestFactory(), method.lower())(f"/static/{name}", headers=headers))
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if method == "GET" and answer.status_code in {200, 206}:
            length = answer.headers.get("Content-Length")
            assert length is None or int(length) == len(body)
        coded = answer.headers.get("Content-Encoding") == "gzip" and method == "GET"
        answer.body = gzip.decompress(body) if coded else body
        return answer

    return ask


@pytest.mark.parametrize("accepted", ["", "gzip, deflate, br"])
@pytest.mark.parametrize("grown", [LONG + LONG, "b { }\n" * 90, "b{}", ""])
def test_an_edited_file_is_sent_whole(get: Get, folder: Path, accepted: str, grown: str) -> None:
    first = get("a.css", accept_encoding=accepted)
    assert first.body == LONG.encode()
    (folder / "a.css").write_text(grown)
    again = get("a.css", accept_encoding=accepted, if_none_match=first.headers["ETag"])
    assert again.status_code == 200
    assert again.body == grown.encode()
    same = get("a.css", accept_encoding=accepted, if_none_match=again.headers["ETag"])
    assert (same.status_code, same.body) == (304, b"")


def test_a_file_edited_to_the_same_size_is_noticed(get: Get, folder: Path) -> None:
    assert get("a.css", accept_encoding="gzip").body == LONG.encode()
    changed = LONG.replace("red", "tan")
    (folder / "a.css").write_text(changed)
    os.utime(folder / "a.css", ns=(1, 1_900_000_000_000_000_000))
    assert get("a.css", accept_encoding="gzip").body == changed.encode()


def test_new_files_are_found_and_deleted_ones_are_gone(get: Get, folder: Path) -> None:
    assert get("late.js").status_code == 404
    (folder / "late.js").write_text("export {};\n")
    assert get("late.js").body == b"export {};\n"
    (folder / "late.js").unlink()
    assert get("late.js").status_code == 404
    (folder / "late.js").write_text("export {1};\n")
    assert get("late.js").body == b"export {1};\n"


def test_nothing_outside_the_folders_is_served(get: Get, folder: Path) -> None:
    (folder.parent / "secret.css").write_text("secret")
    for name in ("../secret.css", "%2e%2e/secret.css", "..%2fsecret.css", "", "."):
        assert get(name).status_code == 404


def test_text_is_packed_for_those_who_take_it(get: Get) -> None:
    packed = get("a.css", accept_encoding="br;q=1.0, gzip;q=0.8")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(LONG) / 10
    assert packed.headers["Content-Type"].startswith("text/css")
    head = get("a.css", "HEAD", accept_encoding="gzip")
    assert head.headers["Content-Length"] == packed.headers["Content-Length"]
    assert head.body == b""
    for plain in (get("a.css"), get("a.css", accept_encoding="gzip;q=0"), get("a.css", accept_encoding="br")):
        assert "Content-Encoding" not in plain.headers
        assert plain.headers["Vary"] == "Accept-Encoding"  # a cache between must not mix them up


def test_what_gains_nothing_stays_as_it_is(get: Get) -> None:
    for name in ("a.png", "tiny.css"):
        assert "Content-Encoding" not in get(name, accept_encoding="gzip").headers
    part = get("a.css", accept_encoding="gzip", range="bytes=0-9")
    assert (part.status_code, part.body) == (206, LONG.encode()[:10])
    assert get("a.css", "POST").status_code == 405


def test_pages_are_packed_too(client: Client) -> None:
    page = client.get("/specimen/", headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.content).startswith(b"<!doctype html>")


def _named(address: str, text: str) -> list[str]:
    """Return the static files that a page, a style sheet or a module names."""
    if address == "/":
        return re.findall(r'(?:href|src)="?(/static/[^"#?> ]+)', text)
    found: list[str] = []
    if address.endswith(".css"):
        found = [name for name in re.findall(r'url\("?([^")#]+)', text) if not name.startswith("data:")]
    elif address.endswith(".js"):
        found = re.findall(r'(?:from|import) "(\./[^"]+)"', text)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(address), name)) for name in found]


@pytest.mark.django_db
def test_the_first_visit_is_light(client: Client) -> None:
    """The first page and all that it names in its markup and its styles, as it is sent."""
    taken = {"accept-encoding": "gzip"}
    total, wanted, seen = 0, ["/"], set()
    while wanted:
        address = wanted.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = client.get(address, headers=taken)
        assert answer.status_code == 200, address
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        total += len(body)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        wanted += _named(address, (gzip.decompress(body) if packed else body).decode())
    assert len(seen) > 20
    assert total < 150_000, f"{total} bytes"
