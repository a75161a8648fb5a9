"""Who is at the other end of a socket: the session and the person behind its cookie, and whether they still are.

Runs on the database threads. Channels' own middleware would ask once, before the handshake, and never again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user, get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import QueryDict, parse_cookie
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.translation.trans_real import parse_accept_lang_header

from games.realtime.codes import CloseCode

_STILL_THERE = (
    f"SELECT password FROM {get_user_model()._meta.db_table} WHERE id = %s AND is_active = %s AND EXISTS ("
    f"SELECT 1 FROM {Session._meta.db_table} WHERE session_key = %s AND expire_date > %s)"
)
PAGE_LANGUAGE = "lang"  # of the address: the language that the page is written in
_PEOPLE_AT_ONCE = 300  # SQLite limits how many values a statement may carry


class Person(NamedTuple):
    """A socket's owner. `password` is the stored hash: changing it ends every session, as on the pages."""

    user_id: int
    session_key: str
    password: str
    language: str


def headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the handshake's headers as text, the last of a name winning."""
    return {name.decode("latin1").lower(): value.decode("latin1") for name, value in scope.get("headers", ())}


def identify(scope: Mapping[str, Any]) -> Person | None:
    """Return the person of the handshake's session cookie, None where nobody is logged in."""
    sent = headers(scope)
    cookies = parse_cookie(sent.get("cookie", ""))
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore
    session = store(key)
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]  # it reads only the session
    if not user.is_authenticated or user.pk is None:
        return None
    page = QueryDict(scope.get("query_string", b"")).get(PAGE_LANGUAGE, "")
    language = _language(page, user.language, cookies, sent)
    # The key may have been renewed by `get_user` under a rotated SECRET_KEY; what the row says counts.
    return Person(user.pk, session.session_key or key, user.password, language)


def still_there(person: Person) -> bool:
    """Say whether the session lives, its password is unchanged and the account is active.

    Asked for every frame, so it is one statement that is written once and not compiled by the ORM each time.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STILL_THERE, [person.user_id, True, person.session_key, timezone.now()])
        row = cursor.fetchone()
    return row is not None and constant_time_compare(row[0], person.password)


def ended(people: Collection[Person]) -> dict[Person, CloseCode]:
    """Return those of these people who may not look on any longer, with the code to close their sockets with.

    A socket that only listens sends no frame at which `still_there` would be asked.
    """
    asked = sorted(people)
    codes: dict[Person, CloseCode] = {}
    for start in range(0, len(asked), _PEOPLE_AT_ONCE):
        some = asked[start : start + _PEOPLE_AT_ONCE]
        keys = Session.objects.filter(
            session_key__in={person.session_key for person in some}, expire_date__gt=timezone.now()
        )
        alive = set(keys.values_list("session_key", flat=True))
        users = get_user_model().objects.filter(pk__in={person.user_id for person in some}, is_active=True)
        passwords = dict(users.values_list("pk", "password"))
        for person in some:
            if person.user_id not in passwords:
                codes[person] = CloseCode.BANNED
            elif person.session_key not in alive or not constant_time_compare(
                passwords[person.user_id], person.password
            ):
                codes[person] = CloseCode.LOGIN
    return codes


def _language(page: str, preferred: str, cookies: Mapping[str, str], sent: Mapping[str, str]) -> str:
    """Choose the language that the page says it has; else as the pages do: person, then cookie, then the browser's list."""
    wanted = [page, preferred, cookies.get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [code for code, _ in parse_accept_lang_header(sent.get("accept-language", ""))]
    for code in filter(None, wanted):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
