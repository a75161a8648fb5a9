"""How many guests one address may make: anybody may sit down without a form, a script may not fill the house."""

from __future__ import annotations

import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

# A whole class behind one address gets in; a script makes a few thousand a day instead of millions.
LIMIT = 30
SPAN = 600  # seconds
_SITE_BITS = 64  # an IPv6 client has a whole network of this size to itself


class TooManyGuests(Exception):
    """This address has made its guests for now; `seconds` until it may make more."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


def count(request: HttpRequest) -> None:
    """Count one new guest of the request's address; raises TooManyGuests. Without a cache everybody gets in.

    The address is the server's (`daphne --proxy-headers` takes it from a trusted proxy): no header is read here.
    """
    source = _source(request.META.get("REMOTE_ADDR", ""))
    if source is None:
        return
    now = int(time.time())
    key = f"guests:{source}:{now // SPAN}"
    cache.add(key, 0, SPAN)
    try:
        made = cache.incr(key)
    except ValueError:  # the cache is away, or forgot the key between two lines
        return
    if made > LIMIT:
        raise TooManyGuests(SPAN - now % SPAN)


def _source(address: str) -> str | None:
    """Return whom an address is counted for, None for nobody.

    This machine itself is not counted: it is whoever started the house, or a proxy nobody told the server about,
    and all of its visitors must not share one limit.
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:  # a Unix socket has none
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return None
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((found, _SITE_BITS), strict=False).network_address)
