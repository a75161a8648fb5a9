"""Static files straight from the source folders: correct while they are being edited, and compressed on the way."""

from __future__ import annotations

import gzip
import os
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

# The others are compressed by their own formats.
COMPRESSED = (".css", ".js", ".json", ".svg", ".html", ".txt")
SMALLEST = 512  # bytes; below, the headers outweigh the gain


class Stamp(NamedTuple):
    """What of a file tells that it has changed."""

    path: str
    mtime_ns: int
    size: int


class SourceFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise is untyped
    """WhiteNoise over the finders, without its trap.

    WhiteNoise remembers the sizes it found at its start: of a file edited afterwards the browser gets a wrong
    Content-Length, and hangs or cuts it off. Here one `stat` a request finds the change, and new files too. Text is
    sent gzipped, compressed once for each version of a file. Production serves collected, compressed files instead.
    """

    def __init__(self, get_response: Any) -> None:
        self._stamps: dict[str, Stamp] = {}
        self._packed: dict[str, tuple[Stamp, bytes]] = {}
        super().__init__(get_response)

    def add_files_from_finders(self) -> None:
        """Look for a file when it is first asked for: reading all of them first only makes the start slower."""

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> Any:
        """Make a file ready to be served, and note its stamp before its size is read."""
        self._stamps[url] = _stamp(path)
        return super().get_static_file(path, url)

    def __call__(self, request: HttpRequest) -> Any:
        url = request.path_info
        if not url.startswith(self.static_prefix):
            return self.get_response(request)
        try:
            static_file = self._current(url)
            if static_file is not None:
                return self._packed_or_plain(self.serve(static_file, request), url, request)
        except FileNotFoundError:  # deleted a moment ago
            self.files.pop(url, None)
        return self.get_response(request)

    def _current(self, url: str) -> Any:
        """Return the file as it is now, None where there is none."""
        known = self._stamps.get(url)
        if url not in self.files or known is None or _stamp(known.path) != known:
            self.files[url] = self.find_file(url)
            if self.files[url] is None:
                del self.files[url]
        return self.files.get(url)

    def _packed_or_plain(self, plain: HttpResponseBase, url: str, request: HttpRequest) -> HttpResponseBase:
        """Return the answer with a gzipped body, if the file gains by it and the browser takes it."""
        stamp = self._stamps[url]
        if plain.status_code != 200 or stamp.size < SMALLEST or not url.endswith(COMPRESSED):
            return plain
        plain.headers["Vary"] = "Accept-Encoding"
        if not _takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return plain
        body = self._body(url, stamp)
        plain.close()
        packed = HttpResponse(b"" if request.method == "HEAD" else body, headers=plain.headers)
        packed.headers["Content-Encoding"] = "gzip"
        packed.headers["Content-Length"] = str(len(body))
        return packed

    def _body(self, url: str, stamp: Stamp) -> bytes:
        known = self._packed.get(url)
        if known is None or known[0] != stamp:
            with open(stamp.path, "rb") as file:
                known = self._packed[url] = (stamp, gzip.compress(file.read(), compresslevel=6, mtime=0))
        return known[1]


def _stamp(path: str) -> Stamp:
    found = os.stat(path)
    return Stamp(path, found.st_mtime_ns, found.st_size)


def _takes_gzip(accepted: str) -> bool:
    """Say whether an Accept-Encoding header names gzip and does not refuse it."""
    for offer in accepted.split(","):
        name, _, weight = offer.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or weight == ""
    return False
