"""JSON lines of the engine's commands: reading with clear errors, and errors as JSON."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import Any

from games.engine.core.errors import Code, EngineError, RecordError


def stdin_lines() -> Iterator[str]:
    """Yield the lines of stdin that are not blank; bytes that are no UTF-8 spoil their own line only."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    yield from (line for line in sys.stdin if line.strip())


def read_json(text: str) -> dict[str, Any]:
    """Read one JSON object; raises EngineError(BAD_RECORD)."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EngineError(Code.BAD_RECORD, f"not JSON: {error}"[:200]) from error
    if not isinstance(value, dict):
        raise EngineError(Code.BAD_RECORD, "must be a JSON object")
    return value


def error_json(error: EngineError) -> dict[str, object]:
    """Return an error as other programs read it; `index` is the action at fault, where it is one."""
    found: dict[str, object] = {"code": error.code.value, "message": error.detail or error.code.value}
    if isinstance(error, RecordError) and error.index >= 0:
        found = {"index": error.index, **found}
    return found
