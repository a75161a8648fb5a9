"""Workers go on whatever somebody has put into their queues."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from celery.worker.consumer.control import Control
from kombu import Connection, Queue
from redis import Redis

from mahjong_site.celery import app
from tests.support.valkey import Valkey


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    server = Valkey().start()
    yield server
    server.kill()


def envelope(**other: object) -> bytes:
    """Return a message as kombu writes it, with some of its fields replaced."""
    properties = {"delivery_tag": "1", "delivery_info": {}, "body_encoding": "base64", "priority": 0}
    whole = {"body": base64.b64encode(b"[]").decode(), "headers": {}, "properties": properties}
    return json.dumps(
        whole | {"content-type": "application/json", "content-encoding": "utf-8"} | other
    ).encode()


SWEEP = {"task": "games.tasks.sweep"}
GARBAGE = (
    b"\xff\xfe",
    b"",
    b"5",
    b"[]",
    b"{}",
    b"null",
    envelope(properties=None),
    envelope(properties={}),
    envelope(body=7),
    envelope(properties={"delivery_tag": "1", "body_encoding": "none"}),
    envelope(headers=None),
    envelope(headers={"task": "celery.chain"}),
    *(
        envelope(headers=SWEEP | more)
        for more in (
            {"eta": "9999-12-31T23:59:59"},
            {"eta": 7},
            {"expires": "tomorrow"},
            {"timelimit": ["a", "b"]},
        )
    ),
)


def test_what_is_no_message_ends_no_worker(valkey: Valkey) -> None:
    taken: list[object] = []
    server = Redis.from_url(valkey.url)
    with Connection(valkey.url, transport="mahjong_site.broker:Transport") as connection:
        queue = Queue("clocks")
        with connection.Consumer(
            queue, callbacks=[lambda body, message: (taken.append(body), message.ack())]
        ):
            for garbage in GARBAGE:
                server.lpush("clocks", garbage)
            connection.Producer().publish(7, routing_key="clocks", headers=SWEEP)
            end = time.monotonic() + 20
            while not taken and time.monotonic() < end:
                connection.drain_events(timeout=20)
    assert taken == [7]


def test_a_message_that_cannot_be_handled_is_not_kept(valkey: Valkey) -> None:
    """Kept it would take one of the few places of the worker, and come again after an hour."""
    taken: list[object] = []

    def handle(body: object, message: object) -> None:
        taken.append(body)
        raise TypeError

    server = Redis.from_url(valkey.url)
    with Connection(valkey.url, transport="mahjong_site.broker:Transport") as connection:
        with connection.Consumer(Queue("clocks"), callbacks=[handle]):
            connection.Producer().publish(7, routing_key="clocks", headers=SWEEP)
            while not taken:
                connection.drain_events(timeout=20)
        assert server.hlen("unacked") == 0


def test_what_is_no_unfinished_message_is_forgotten(valkey: Valkey) -> None:
    server = Redis.from_url(valkey.url)
    for tag, garbage in enumerate((b"\xff", b"5", b"[1, 2]", b"[[], [], []]")):
        server.hset("unacked", str(tag), garbage)
        server.zadd("unacked_index", {str(tag): 1})
    with Connection(valkey.url, transport="mahjong_site.broker:Transport") as connection:
        connection.default_channel.qos.restore_visible()
    assert (server.hlen("unacked"), server.zcard("unacked_index")) == (0, 0)


def test_nobody_commands_the_workers_through_the_broker() -> None:
    """`shutdown` and `cancel_consumer` would be heard from whoever reaches it."""
    consumer = SimpleNamespace(app=app, conninfo=Connection("redis://"))
    assert not Control.include_if(Control.__new__(Control), consumer)
