"""A socket is opened by a page of the very same address only: scheme, host and port."""

from __future__ import annotations

import pytest
from django.test import override_settings

from mahjong_site.origins import is_own

PROXY = ("HTTP_X_FORWARDED_PROTO", "https")


def asked(origin: str, host: str = "qpg.example", *, proto: str = "", scheme: str = "ws") -> bool:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    with override_settings(ALLOWED_HOSTS=["qpg.example", "[fd00::2]"]):
        return is_own({"scheme": scheme, "headers": headers})


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://qpg.example", "qpg.example", True),
        ("http://qpg.example", "qpg.example:80", True),
        ("http://QPG.example:8000", "qpg.example:8000", True),
        ("http://[fd00::2]:8000", "[fd00::2]:8000", True),
        ("http://qpg.example:8001", "qpg.example:8000", False),
        ("http://qpg.example", "qpg.example:8000", False),
        ("https://qpg.example", "qpg.example", False),
        ("https://qpg.example:8000", "qpg.example:8000", False),
        ("http://evil.example", "qpg.example", False),
        ("http://evil.example", "evil.example", False),
        ("http://qpg.example:99999", "qpg.example", False),
        ("http://qpg.example:x", "qpg.example", False),
        ("null", "qpg.example", False),
        ("", "qpg.example", False),
        ("qpg.example", "qpg.example", False),
    ],
)
def test_in_the_clear(origin: str, host: str, own: bool) -> None:
    assert asked(origin, host) is own


@override_settings(SECURE_PROXY_SSL_HEADER=PROXY)
def test_behind_a_proxy_its_word_counts() -> None:
    assert asked("https://qpg.example", proto="https")
    assert not asked("http://qpg.example", proto="https")
    assert not asked("https://qpg.example", proto="http")


@override_settings(SECURE_PROXY_SSL_HEADER=None)
def test_without_a_proxy_nobody_may_say_so() -> None:
    assert not asked("https://qpg.example", proto="https")
    assert asked("https://qpg.example", scheme="wss")


def test_two_origins_are_none() -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"origin", b"http://evil.example")]
    assert not is_own({"scheme": "ws", "headers": headers})
