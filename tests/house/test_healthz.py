"""`/healthz` tells a balancer to send nobody where nothing can be written, and costs nothing however often it is asked."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, override_settings

from mahjong_site import views

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _a_process_that_has_just_begun() -> None:
    views._Probe.until = 0.0


def test_a_database_that_only_answers_questions_is_no_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            assert Client().get("/healthz").status_code == 503
        finally:
            cursor.execute("PRAGMA query_only = 0")
    views._Probe.until = 0.0
    assert Client().get("/healthz").status_code == 200


def test_asking_often_writes_once(
    django_assert_max_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views.time, "monotonic", lambda: 1000.0)  # all within the same moment
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert {Client().get("/healthz").status_code for _ in range(20)} == {200}
    assert Session.objects.filter(session_key=views.PROBE_KEY).count() == 1
    assert (
        Client(headers={"cookie": f"qpg_session={views.PROBE_KEY}"}).get("/").wsgi_request.user.is_anonymous
    )


def test_a_start_knows_itself() -> None:
    assert "X-Site" not in Client().get("/healthz").headers
    with override_settings(QPG_SITE="abc"):
        assert Client().get("/healthz").headers["X-Site"] == "abc"
