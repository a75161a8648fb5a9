"""Why a service refused; presentation has the words of the codes."""

from __future__ import annotations

from games.codes import ServiceCode


class ServiceError(Exception):
    """A request that the state of the room does not allow. `code` names it."""

    def __init__(self, code: ServiceCode) -> None:
        super().__init__(code.value)
        self.code = code


class HandBroken(Exception):
    """A hand whose log cannot be folded by this engine; its table is voided, never guessed at."""
