"""An update can be taken back without the database: the code of the release before works on the newest schema."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, migrations
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field
from django.db.models.fields import NOT_PROVIDED

OWN = ("accounts", "games")
TAKEN_AWAY = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def later_migrations() -> list[Migration]:
    """Return our migrations after the first of each app."""
    loader = MigrationLoader(None)
    return [
        found
        for (app, name), found in sorted(loader.disk_migrations.items())
        if app in OWN and not name.startswith("0001")
    ]


def can_be_left_out(field: Field[Any, Any]) -> bool:
    """Return whether an INSERT that does not know the column still works."""
    return field.null or field.many_to_many or field.db_default is not NOT_PROVIDED


def unknown_to_the_version_before(found: list[Migration]) -> list[str]:
    """Return the columns of known tables that these migrations add, and that an INSERT without them cannot fill."""
    added = {
        (migration.app_label, operation.model_name_lower, operation.name_lower)
        for migration in found
        for operation in migration.operations
        if isinstance(operation, migrations.AddField)
    }
    return [
        f"{app}.{model}.{field.name}"
        for app, model, name in sorted(added)
        for field in apps.get_model(app, model)._meta.local_fields
        if field.name.lower() == name and not can_be_left_out(field)
    ]


def needs_the_new_code(migration: Migration) -> list[str]:
    """Return what one migration does that the version before could not live with."""
    wrong = []
    for operation in migration.operations:
        if isinstance(operation, TAKEN_AWAY):
            wrong.append(f"{migration}: {operation.describe()}")
        if isinstance(operation, migrations.AddField | migrations.AlterField) and not can_be_left_out(
            operation.field
        ):
            wrong.append(f"{migration}: {operation.describe()} needs a db_default")
    return wrong


def test_no_migration_needs_the_new_code() -> None:
    """`0003_hand_wishes` forgot its db_default; `0004` brought it later."""
    found = later_migrations()
    assert unknown_to_the_version_before(found) == []
    wrong = [line for migration in found for line in needs_the_new_code(migration)]
    assert [line for line in wrong if "0003_hand_wishes" not in line] == []


def test_a_column_without_a_default_would_be_found() -> None:
    from django.db import models

    bad = Migration("0099_bad", "games")
    bad.operations = [
        migrations.AddField("hand", "mood", models.IntegerField(default=3)),
        migrations.AddField("hand", "note", models.TextField(null=True)),
        migrations.AddField("hand", "tone", models.IntegerField(db_default=3)),
        migrations.RemoveField("hand", "first"),
    ]
    assert [line.partition(": ")[2] for line in needs_the_new_code(bad)] == [
        "Add field mood to hand needs a db_default",
        "Remove field first from hand",
    ]
    bad.operations = [migrations.AddField("hand", "version", models.IntegerField(default=3))]
    assert unknown_to_the_version_before([bad]) == ["games.hand.version"]


def releases() -> list[tuple[str, str]]:
    """Return every migration of the games as (app, name): what a release may have ended with."""
    loader = MigrationLoader(None)
    return sorted(key for key in loader.disk_migrations if key[0] == "games")


@pytest.mark.django_db
@pytest.mark.parametrize("release", releases(), ids=lambda release: release[1])
def test_a_release_before_writes_the_newest_tables(release: tuple[str, str]) -> None:
    """Its INSERTs name the columns its own models had; so do its UPDATEs and its SELECTs."""
    then = MigrationLoader(connection).project_state([release, ("accounts", "0001_initial")]).apps
    user = then.get_model(settings.AUTH_USER_MODEL).objects.create(username=f"then-{release[1]}")
    room = then.get_model("games", "Room").objects.create(
        number="123456", game="sichuan", preset="sichuan_xuezhan", owner=user, next_seed=b"s"
    )
    hand = then.get_model("games", "Hand").objects.create(
        room=room,
        number=1,
        game="sichuan",
        preset="sichuan_xuezhan",
        engine_version=1,
        seed=b"s",
        commitment="c",
        started_at=1,
    )
    rows = [user, room, hand]
    rows.append(then.get_model("games", "Seat").objects.create(room=room, index=0, user=user))
    rows.append(
        then.get_model("games", "Action").objects.create(
            hand=hand, seq=1, seat=0, actor_kind="person", payload={"do": "pass"}, window=0, at=1
        )
    )
    rows.append(
        then.get_model("games", "HandResult").objects.create(
            hand=hand, room=room, seat=0, user=user, points=1
        )
    )
    rows.append(then.get_model("games", "Heartbeat").objects.create(name="web", at=1, since=1))
    for row in rows:
        row.refresh_from_db()
        row.save()
    now = apps.get_model("games", "Hand").objects.get(pk=hand.pk)
    assert (now.wishes, now.outages, now.version) == ({}, [], 0), "the newest code reads what it wrote"
