"""JSON lines of the engine's commands: reading with clear errors, writing answers, and errors as JSON."""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.engine.core.errors import Code, EngineError, RecordError

_BYTE_ORDER_MARK = "\ufeff"
_LONGEST = 300  # characters of what a line said that are told again

Answer = Callable[[dict[str, Any]], Mapping[str, object]]


def stdin_lines() -> Iterator[str]:
    """Yield the lines of stdin that are not blank; bytes that are no UTF-8 spoil their own line only."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    yield from (line for line in sys.stdin if line.strip())


def file_texts(name: str) -> Iterator[str | EngineError]:
    """Yield one text an object: `-` the lines of stdin, a file that is one object whole, else its lines.

    A file that cannot be read, or holds nothing, is one error.
    """
    if name == "-":
        yield from stdin_lines()
        return
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError) as error:
        yield EngineError(Code.BAD_RECORD, f"{name}: {error}"[:200])
        return
    # Not splitlines(): U+2028 and its like may stand inside JSON texts.
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        yield EngineError(Code.BAD_RECORD, f"{name}: the file is empty"[:200])
    elif _is_json(text) or not any(line[0] == "{" and _is_json(line) for line in lines):
        yield text  # one object, laid out over lines as it may be, or one that cannot be read
    else:
        yield from lines


def _is_json(text: str) -> bool:
    try:
        json.loads(text.removeprefix(_BYTE_ORDER_MARK))
    except (ValueError, RecursionError):
        return False
    return True


def read_json(text: str) -> dict[str, Any]:
    """Read one JSON object; raises EngineError(BAD_RECORD), also for a key twice, NaN and infinite numbers."""
    try:
        value = json.loads(
            text.removeprefix(_BYTE_ORDER_MARK),
            object_pairs_hook=_pairs,
            parse_constant=_finite,
            parse_float=_finite,
        )
    except (ValueError, RecursionError) as error:
        raise EngineError(Code.BAD_RECORD, f"not JSON: {error}"[:200]) from error
    if not isinstance(value, dict):
        raise EngineError(Code.BAD_RECORD, "must be a JSON object")
    return value


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"key {next(key for key in keys if keys.count(key) > 1)!r} twice")
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is no number")
    return value


def answered(text: str | EngineError, answer: Answer) -> dict[str, object]:
    """Return `answer` to the object in `text` beside its `id`, or an `error` object where either fails."""
    name: dict[str, object] = {}
    try:
        if isinstance(text, EngineError):
            raise text
        obj = read_json(text)
        name = name_of(obj)
        return {**name, **answer(obj)}
    except EngineError as error:
        return {**name, "error": error_json(error)}


def name_of(line: Mapping[str, Any]) -> dict[str, object]:
    """Return the `id` of a line, to be given back with the answer; raises EngineError unless a text or number."""
    if "id" not in line:
        return {}
    if not isinstance(line["id"], str | int | float | None):
        raise EngineError(Code.BAD_RECORD, "id: must be text or a number")
    return {"id": line["id"]}


def write_json(answer: Mapping[str, object]) -> str:
    """Return an answer as one JSON line that any UTF-8 stream takes."""
    text = json.dumps(answer, ensure_ascii=False)
    # An id may hold half a surrogate pair, which has no UTF-8: such a line is spelled in escapes.
    return text if text == plain(text) else json.dumps(answer)


def plain(text: str) -> str:
    """Return `text` with what has no UTF-8 form written as escapes."""
    return text.encode(errors="backslashreplace").decode()


def named(answer: Mapping[str, object]) -> str:
    """Return the `id` of an answer as the beginning of its line for people, "" where it has none."""
    return f"{_one_line(str(answer['id']))}: " if "id" in answer else ""


def _one_line(text: str) -> str:
    """Return `text`, which may be anything a line said, short and without what would break or hide a line."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in short)


def error_json(error: EngineError) -> dict[str, object]:
    """Return an error as other programs read it; `index` is the action at fault, where it is one."""
    message = _one_line(error.detail or error.code.value)
    found: dict[str, object] = {"code": error.code.value, "message": message}
    if isinstance(error, RecordError) and error.index >= 0:
        found = {"index": error.index, **found}
    return found
