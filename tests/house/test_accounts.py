"""Guests are users without a password."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_guest_is_a_user_without_a_password() -> None:
    guest = User.objects.create_guest()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert not guest.is_staff
    assert guest.preferences == {}
    assert re.fullmatch(r"游客\d{4}", guest.name)


def test_guests_are_named_in_their_language() -> None:
    with translation.override("en"):
        assert re.fullmatch(r"Guest \d{4}", User.objects.create_guest(language="en").name)


def test_two_guests_may_share_a_name_but_not_an_account() -> None:
    one, two = User.objects.create_guest(display_name="小王"), User.objects.create_guest(display_name="小王")
    assert one.pk != two.pk
    assert one.username != two.username


def test_a_long_name_is_cut() -> None:
    assert len(User.objects.create_guest(display_name="长" * 100).name) == 24


def test_a_guests_username_is_shown_to_nobody() -> None:
    guest = User.objects.create_guest()
    guest.display_name = ""
    assert guest.username not in (guest.name, str(guest))
