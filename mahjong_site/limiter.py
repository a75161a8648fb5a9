"""The house's one limiter: how often something may be done, by whom, counted for all processes of the site.

While Redis is away each process goes on counting by itself (`mahjong_site.cache`): a limit that guards a password or
a number gets wider then by the number of processes, and never opens.
"""

from __future__ import annotations

import hashlib
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest


class TooMany(Exception):
    """Something was tried too often; `seconds` until the next try. `mahjong_site.middleware` answers it with a 429."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


_SITE_BITS = 64  # an IPv6 client has a whole network of this size to itself


def take(kind: str, who: str, limit: int, seconds: int) -> int:
    """Count one try; return 0 if it may be made, else in how many seconds the next one may.

    `kind` names what is limited, `who` whom it is counted for: an address, an account, a name somebody typed. At
    most `limit` tries are let through in each span of `seconds`; the spans follow one another by the wall clock.
    """
    key, wait = _span(kind, who, seconds)
    for _ in range(2):  # Redis may go away, or come back, between the two lines
        cache.add(
            key, 0, seconds + 1
        )  # outlives its span: a key that ends between the lines would be made anew for ever
        try:
            return wait if cache.incr(key) > limit else 0
        except ValueError:  # no such key
            continue
    return wait


def look(kind: str, who: str, limit: int, seconds: int) -> int:
    """Return what `take` would, without counting: for limits on wrong tries, which are taken once they are wrong."""
    key, wait = _span(kind, who, seconds)
    return wait if int(cache.get(key, 0)) >= limit else 0


def give_back(kind: str, who: str, seconds: int) -> None:
    """Take back one counted try of the running span: it was a right one after all."""
    try:
        cache.decr(_span(kind, who, seconds)[0])
    except ValueError:  # its span is over
        return


def _span(kind: str, who: str, seconds: int) -> tuple[str, int]:
    """Return the key of the running span and how long it still runs. What was typed is not kept, only its hash."""
    now = int(time.time())
    digest = hashlib.sha256(f"{kind}\0{who}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"limit:{digest}:{seconds}:{now // seconds}", seconds - now % seconds


def address(request: HttpRequest) -> str:
    """Return whom the address of a request is counted for; see `network`.

    The address is the server's (`daphne --proxy-headers` takes it from a trusted proxy): no header is read here.
    """
    return network(request.META.get("REMOTE_ADDR", ""))


def network(text: str) -> str:
    """Return an IPv4 address as it is, an IPv6 address as its /64, and "" for what is no address (a Unix socket)."""
    try:
        found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(ip_network((found, _SITE_BITS), strict=False).network_address)


def is_this_machine(source: str) -> bool:
    """Say whether that is a loopback address or none: whoever started the house, or a proxy nobody told us about.

    All visitors behind such a proxy share it, so a limit that merely bounds numbers leaves it out.
    """
    return not source or ip_address(source).is_loopback
