"""How many guests one address may make: anybody may sit down without a form, a script may not fill the house."""

from __future__ import annotations

from django.http import HttpRequest

from mahjong_site import limiter

# A whole class behind one address gets in; a script makes a few thousand a day instead of millions.
LIMIT = 30
SPAN = 600  # seconds


class TooManyGuests(Exception):
    """This address has made its guests for now; `seconds` until it may make more."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


def count(request: HttpRequest) -> None:
    """Count one new guest of the request's address; raises TooManyGuests. This machine itself is not counted."""
    source = limiter.address(request)
    if not limiter.is_this_machine(source) and (wait := limiter.take("guests", source, LIMIT, SPAN)):
        raise TooManyGuests(wait)
