"""The reads and writes of every action, prepared once: Django builds their SQL anew each time, at ten times the cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.base import ModelState

from games.models import Action, Hand, Room, Seat

M = TypeVar("M", bound=Model)
Convert = Callable[[Any], Any]
Raw = Sequence[Any]

KNOWN_ROWS = 2048  # of each model


class LogRow(NamedTuple):
    """One row of the log before it is written; the fields are those of `models.Action`."""

    hand_id: int
    seq: int
    seat: int
    actor_kind: str
    payload: Any  # JSON
    window: int
    client_id: str
    at: int


class _Columns(Generic[M]):
    """The columns of a model in a hand-written select, and the way back to an instance.

    Of a row that was read before only the values that differ are converted. Instances of one row share the values of
    its JSON columns: replace these, never change them in place.
    """

    def __init__(self, model: type[M], alias: str) -> None:
        self._model = model
        fields = model._meta.concrete_fields
        quote = connection.ops.quote_name
        self.sql = ", ".join(f"{alias}.{quote(str(field.column))}" for field in fields)
        self.count = len(fields)
        self._names = [field.attname for field in fields]
        self._key = next(place for place, field in enumerate(fields) if field.primary_key)
        self._converters: dict[int, list[Convert]] = {}
        for place, field in enumerate(fields):
            column = field.get_col(model._meta.db_table)
            found = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
            self._converters[place] = [_bound(convert, column) for convert in found]
        self._known: dict[Any, tuple[Raw, dict[str, Any]]] = {}

    def instance(self, raw: Raw) -> M:
        """Return the instance of one row."""
        made = self._model.__new__(self._model)
        state = made._state = ModelState()
        state.adding, state.db = False, connection.alias
        made.__dict__.update(self._converted(raw))
        return made

    def _converted(self, raw: Raw) -> dict[str, Any]:
        before, values = self._known.get(raw[self._key], (None, {}))
        if before == raw:
            return values
        values = dict(values)
        for place, value in enumerate(raw):
            if before is None or before[place] != value:
                for convert in self._converters[place]:
                    value = convert(value)
                values[self._names[place]] = value
        if len(self._known) >= KNOWN_ROWS:
            self._known.clear()
        self._known[raw[self._key]] = (raw, values)
        return values


class _Prepared:
    """Selects for the database in use; made at the first read, when it is known."""

    def __init__(self) -> None:
        self.hand, self.room, self.seat = _Columns(Hand, "h"), _Columns(Room, "r"), _Columns(Seat, "s")
        self.hand_sql = (
            f"SELECT {self.hand.sql}, {self.room.sql} FROM {Hand._meta.db_table} h"
            f" JOIN {Room._meta.db_table} r ON r.id = h.room_id WHERE h.id = %s"
        )
        self.seats_sql = f"SELECT {self.seat.sql} FROM {Seat._meta.db_table} s WHERE s.room_id = %s ORDER BY s.{_quoted('index')}"
        columns = ", ".join(map(_quoted, LogRow._fields))
        values = ", ".join(["%s"] * len(LogRow._fields))
        self.insert_sql = f"INSERT INTO {Action._meta.db_table} ({columns}) VALUES ({values})"
        written = ", ".join(f"{_quoted(name)} = %s" for name in ("version", "window", "due_at", "timer_at"))
        self.advance_sql = (
            f"UPDATE {Hand._meta.db_table} SET {written} WHERE id = %s AND {_quoted('version')} = %s"
        )
        self.lock = " FOR UPDATE OF h" if connection.features.has_select_for_update else ""


_prepared: dict[str, _Prepared] = {}


def hand_row(hand_id: int, *, lock: bool = False) -> Hand | None:
    """Return the hand with its room; with `lock` its row is locked where the database can.

    On SQLite a writing transaction is alone from its start, so there is nothing to lock.
    """
    selects = _selects()
    with connection.cursor() as cursor:
        cursor.execute(selects.hand_sql + (selects.lock if lock else ""), [hand_id])
        row = cursor.fetchone()
    if row is None:
        return None
    hand = selects.hand.instance(row[: selects.hand.count])
    hand.room = selects.room.instance(row[selects.hand.count :])
    return hand


def seat_rows(room_id: int) -> list[Seat]:
    """Return the seats of a room in order."""
    selects = _selects()
    with connection.cursor() as cursor:
        cursor.execute(selects.seats_sql, [room_id])
        rows = cursor.fetchall()
    return [selects.seat.instance(row) for row in rows]


def insert_action(row: LogRow) -> None:
    """Insert one action; raises IntegrityError where its number or its client id is taken."""
    payload = connection.ops.adapt_json_value(row.payload, None)
    with connection.cursor() as cursor:
        cursor.execute(_selects().insert_sql, list(row._replace(payload=payload)))


def advance_hand(hand: Hand, before: int) -> bool:
    """Write version, window and times of a hand in play that stood at version `before`; False if it does not."""
    values = (hand.version, hand.window, hand.due_at, hand.timer_at, hand.pk, before)
    with connection.cursor() as cursor:
        cursor.execute(_selects().advance_sql, values)
        return bool(cursor.rowcount)


def _selects() -> _Prepared:
    selects = _prepared.get(connection.vendor)
    if selects is None:
        selects = _prepared[connection.vendor] = _Prepared()
    return selects


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _bound(convert: Callable[[Any, Any, Any], Any], column: Any) -> Convert:
    return lambda value: convert(value, column, connection)
