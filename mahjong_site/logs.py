"""What reaches the log: faults of the house, not those of whoever sent a request."""

from __future__ import annotations

import logging
from http import HTTPStatus

# Django names a logger after each kind of refused request and prints a traceback; the answer is a 400 in words.
_REFUSED = frozenset(
    f"django.security.{kind}"
    for kind in (
        "DisallowedHost",
        "DisallowedModelAdminLookup",
        "RequestDataTooBig",
        "TooManyFieldsSent",
        "TooManyFilesSent",
    )
)


class OwnFaults(logging.Filter):
    """Drops what a sender did wrong: answers below 500, bodies that are too large, foreign host names, lists asked by a secret.

    A form that fails its CSRF check stays, in its one line: that may be a proxy set up wrongly.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request":
            return int(getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)) >= 500
        return record.name not in _REFUSED
