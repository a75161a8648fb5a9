"""Keep the English catalogue without GNU gettext: `update` collects the marked texts, `compile` writes the .mo.

Message ids are the Chinese texts. `update` keeps every translation, adds new texts empty and drops those that are
no longer used; Django's own `templatize` turns templates into something a Python text collector can read.
Usage: `python tools/messages.py update | compile | check` inside the development environment.
"""

from __future__ import annotations

import ast
import io
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "mahjong_site" / "locale" / "en" / "LC_MESSAGES" / "django.po"
SOURCES = ("accounts", "games", "mahjong_site", "templates")
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    "npgettext": ((1, "c"), 2, 3),
}
Message = tuple[str | tuple[str, ...], str | None, str, list[str]]


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield each Python file and template that may carry texts, in a fixed order."""
    for source in SOURCES:
        for path in sorted((root / source).rglob("*")):
            if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts:
                yield path


def collect(path: Path, root: Path = ROOT) -> Iterator[Message]:
    """Yield (text or texts, context, file, translator's comments) for each marked text in `path`."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        from django.utils.translation.template import templatize

        text = templatize(text, origin=str(path))
    name = path.relative_to(root).as_posix()
    for _line, message, comments, context in extract(
        "python", io.BytesIO(text.encode()), KEYWORDS, comment_tags=("Translators",)
    ):
        yield message, context, name, comments
    if path.suffix == ".py":
        yield from ((message, None, name, []) for message in _inside_f_strings(ast.parse(text)))


def _inside_f_strings(tree: ast.Module) -> Iterator[str]:
    """Yield the marked texts inside f-strings, which a collector by tokens does not see before Python 3.12."""
    for string in ast.walk(tree):
        for node in ast.walk(string) if isinstance(string, ast.JoinedStr) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                for argument in node.args[:1]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def read(path: Path = CATALOGUE) -> Catalog:
    """Return the catalogue on disk."""
    with path.open("rb") as file:
        return read_po(file, locale="en")


def compiled(path: Path = CATALOGUE) -> bytes:
    """Return the bytes the .mo beside `path` must have.

    Written here because Babel puts the date and its own version into the header: the same texts must give the same file.
    """
    pairs = {b"": b"Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"}
    for entry in read(path):
        ids = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
        strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)
        if ids[0] and all(strings) and not entry.fuzzy:
            context = f"{entry.context}\x04" if entry.context else ""
            pairs[(context + "\0".join(ids)).encode()] = "\0".join(strings).encode()
    keys = sorted(pairs)
    tables, data = b"", b""
    start = 28 + 16 * len(keys)
    for texts in (keys, [pairs[key] for key in keys]):
        for text in texts:
            tables += struct.pack("<II", len(text), start + len(data))
            data += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, start)
    return header + tables + data


def missing(root: Path = ROOT, path: Path = CATALOGUE) -> list[str]:
    """Return one line for each marked text that has no English translation."""
    catalogue = read(path)
    lines = []
    for file in source_files(root):
        for message, context, name, _comments in collect(file, root):
            entry = catalogue.get(message if isinstance(message, str) else message[0], context)
            if (
                entry is None
                or not entry.string
                or (isinstance(entry.string, tuple) and not all(entry.string))
            ):
                lines.append(f"{name}: {message!r}")
    return sorted(set(lines))


def update() -> None:
    """Rewrite the catalogue: same translations, today's texts."""
    template = Catalog(domain="django", locale="en", project="shancheng-qipaiguan", fuzzy=False)
    for file in source_files():
        for message, context, name, comments in collect(file):
            template.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    old = read() if CATALOGUE.exists() else Catalog(locale="en")
    fresh = Catalog(domain="django", locale="en", project="shancheng-qipaiguan", fuzzy=False)
    fresh.mime_headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]
    for entry in template:
        if entry.id:
            known = old.get(entry.id if isinstance(entry.id, str) else entry.id[0], entry.context)
            fresh.add(
                entry.id, known.string if known else None, entry.locations, entry.flags, entry.auto_comments,
                context=entry.context,
            )  # fmt: skip
    buffer = io.BytesIO()
    write_po(buffer, fresh, width=110, omit_header=True, sort_output=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n"Language: en\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    CATALOGUE.write_bytes(header.encode() + buffer.getvalue())


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    command = sys.argv[1] if len(sys.argv) == 2 else ""
    if command in {"update", "compile"}:
        if command == "update":
            update()
        CATALOGUE.with_suffix(".mo").write_bytes(compiled())
        return 0
    if command == "check":
        lines = missing()
        print("\n".join(lines) or "every text has its English")
        return bool(lines)
    print(__doc__)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
