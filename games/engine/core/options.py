"""Rule sets from JSON values: a preset with fields laid over it, and the checks their `validate` is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import TypeVar

from games.engine.core.contract import Rules
from games.engine.core.errors import Code, EngineError, RulesInvalid

R = TypeVar("R", bound=Rules)


def with_overrides(presets: Mapping[str, R], preset: str, overrides: Mapping[str, object]) -> R:
    """Return a preset with the fields in `overrides` replaced; a field that is a name is given as text.

    Raises EngineError(UNKNOWN_PRESET, UNKNOWN_RULE) or RulesInvalid with all problems.
    """
    if preset not in presets:
        raise EngineError(Code.UNKNOWN_PRESET, str(preset)[:80])
    chosen = presets[preset]
    assert is_dataclass(chosen)
    known = {field.name for field in fields(chosen)} - {"preset"}
    unknown = sorted(str(name) for name in overrides if name not in known)
    if unknown:
        raise EngineError(Code.UNKNOWN_RULE, ", ".join(unknown)[:120])
    rules = replace(
        chosen, **{name: _like(getattr(chosen, name), value) for name, value in overrides.items()}
    )
    problems = rules.validate()
    if problems:
        raise RulesInvalid(problems)
    return rules


def ranged(field: str, value: object, low: int, high: int) -> list[tuple[str, str]]:
    """Return a problem unless `value` is an int (no bool) in low..high."""
    if isinstance(value, bool) or not isinstance(value, int):
        return [(field, "must be a whole number")]
    if low <= value <= high:
        return []
    return [(field, f"must be {low}" if low == high else f"must be between {low} and {high}")]


def boolean(field: str, value: object) -> list[tuple[str, str]]:
    """Return a problem unless `value` is a bool."""
    return [] if isinstance(value, bool) else [(field, "must be true or false")]


def member(field: str, value: object, kind: type[StrEnum]) -> list[tuple[str, str]]:
    """Return a problem unless `value` is a member of `kind`."""
    return [] if isinstance(value, kind) else [(field, f"must be one of {', '.join(kind)}")]


def _like(preset: object, value: object) -> object:
    """Return `value` as the member of the preset's enum that it names, if it is one."""
    if isinstance(preset, StrEnum) and isinstance(value, str) and value in list(type(preset)):
        return type(preset)(value)
    return value
