"""The typed refusals of the engine; every one carries a code that the web layer translates."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Why an action, a rule set, a record or a notation was refused. Texts live in the web layer."""

    # an action at the table
    HAND_OVER = "hand_over"
    NOT_YOUR_TURN = "not_your_turn"
    UNKNOWN_ACTION = "unknown_action"
    BAD_ARGUMENT = "bad_argument"
    NOT_OFFERED = "not_offered"
    NO_SUCH_TILE = "no_such_tile"
    VOID_FIRST = "void_first"
    VOID_TILE = "void_tile"
    MUST_HU = "must_hu"
    NO_WIN = "no_win"
    NO_GANG = "no_gang"
    WALL_EMPTY = "wall_empty"
    WIN_LOCKED = "win_locked"
    WRONG_SHAPE = "wrong_shape"
    DOES_NOT_BEAT = "does_not_beat"
    MAY_NOT_PASS = "may_not_pass"
    MAY_NOT_LEAVE = "may_not_leave"
    # rules, notation, records
    BAD_RULES = "bad_rules"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_RULE = "unknown_rule"
    BAD_NOTATION = "bad_notation"
    BAD_RECORD = "bad_record"
    IMPOSSIBLE_HAND = "impossible_hand"
    UNKNOWN_POLICY = "unknown_policy"


class EngineError(ValueError):
    """Base of every refusal. `code` names it, `detail` is a short English hint for logs and records."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(f"{code.value}: {detail}" if detail else code.value)
        self.code = code
        self.detail = detail


class RuleViolation(EngineError):
    """An action that the rules do not allow in this state; the state is untouched."""


class RulesInvalid(EngineError):
    """A rule set that does not hold together; `problems` lists all of it as (field, reason)."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__(Code.BAD_RULES, "; ".join(f"{field}: {reason}" for field, reason in problems))
        self.problems = problems


class RecordError(EngineError):
    """A record that cannot be read or whose action `index` is illegal (-1: the header)."""

    def __init__(self, code: Code, detail: str = "", index: int = -1) -> None:
        super().__init__(code, detail)
        self.index = index
