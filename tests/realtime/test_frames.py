"""Inbound frames: what is read, what is refused and why, and that nothing a browser sends can raise."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.intents import Act, Back, Leave, Ready, Reason, Refusal, Toggle
from games.realtime.frames import MAX_BYTES, decode

DISCARD = {"type": "act", "hand": "4711", "window": "17", "id": "c-1", "do": "discard", "tile": "5p"}
SWITCH = {"type": "toggle", "hand": "7", "window": "", "id": "c-1", "name": "auto_hu", "on": "1"}
ARM = SWITCH | {"name": "armed"}
HASH = "0f" * 32


def reason(frame: object) -> str:
    read = decode(frame if isinstance(frame, str) else json.dumps(frame))
    assert isinstance(read, Refusal), read
    return read.reason


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (DISCARD, Act(4711, 17, "c-1", {"do": "discard", "tile": "5p"})),
        (
            DISCARD | {"HEADERS": {"HX-Request": "true"}},
            Act(4711, 17, "c-1", {"do": "discard", "tile": "5p"}),
        ),
        (
            {"type": "act", "hand": "1", "window": "0", "id": "a", "do": "swap_three", "tiles": "19m3p"},
            Act(1, 0, "a", {"do": "swap_three", "tiles": "19m3p"}),
        ),
        (
            {"type": "act", "hand": "1", "window": "0", "id": "a", "do": "ding_que", "suit": "p"},
            Act(1, 0, "a", {"do": "ding_que", "suit": "p"}),
        ),
        (
            {"type": "act", "hand": "1", "window": "4", "id": "a", "do": "play", "cards": "3S3H"},
            Act(1, 4, "a", {"do": "play", "cards": "3S3H"}),
        ),
        (
            {"type": "act", "hand": "1", "window": "3", "id": "a", "do": "hu"},
            Act(1, 3, "a", {"do": "hu"}),
        ),
        (
            {"type": "ready", "number": "2", "id": "a", "nonce": "Zz_9-", "hash": HASH},
            Ready(2, "a", "Zz_9-", HASH),
        ),
        ({"type": "ready", "number": "2", "id": "a"}, Ready(2, "a")),
        ({"type": "back", "hand": "9", "id": "a"}, Back(9, "a")),
        ({"type": "leave", "hand": "0", "id": "a"}, Leave(0, "a")),
        (SWITCH | {"name": "autoplay"}, Toggle(7, None, "c-1", "autoplay", True)),
        (SWITCH | {"window": "3", "on": "0"}, Toggle(7, 3, "c-1", "auto_hu", False)),
        (
            ARM | {"do": "discard", "tile": "5p"},
            Toggle(7, None, "c-1", "armed", True, {"do": "discard", "tile": "5p"}),
        ),
        (
            ARM | {"do": "play", "cards": "3S3H"},
            Toggle(7, None, "c-1", "armed", True, {"do": "play", "cards": "3S3H"}),
        ),
    ],
)
def test_it_reads_every_kind_of_frame(frame, expected):
    assert decode(json.dumps(frame)) == expected


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        ("", Reason.NOT_JSON),
        ("{", Reason.NOT_JSON),
        ("[" * 8000, Reason.NOT_JSON),
        ('{"type":"back","type":"leave"}', Reason.NOT_JSON),
        ("[]", Reason.NOT_OBJECT),
        ("null", Reason.NOT_OBJECT),
        ("1" * 5000, Reason.NOT_JSON),
        ("x" * (MAX_BYTES + 1), Reason.TOO_LARGE),
        ("番" * (MAX_BYTES // 3 + 1), Reason.TOO_LARGE),
        (DISCARD | {"window": 17}, Reason.NOT_STRINGS),
        (DISCARD | {"tile": ["5p"]}, Reason.NOT_STRINGS),
        ({}, Reason.UNKNOWN_TYPE),
        ({"type": "deal"}, Reason.UNKNOWN_TYPE),
        ({"type": "table.changed"}, Reason.UNKNOWN_TYPE),
        ({"type": "cut", "code": "4403"}, Reason.UNKNOWN_TYPE),
        (DISCARD | {"seat": "2"}, Reason.UNKNOWN_KEY),
        (DISCARD | {"user_id": "2"}, Reason.UNKNOWN_KEY),
        (DISCARD | {"tiles": "5p"}, Reason.UNKNOWN_KEY),
        ({"type": "back", "hand": "1", "id": "a", "nonce": "a"}, Reason.UNKNOWN_KEY),
        ({"type": "back", "hand": "1", "id": "a", "headers": "a"}, Reason.UNKNOWN_KEY),
        ({"type": "sit", "seat": "1", "version": "1", "id": "a"}, Reason.UNKNOWN_TYPE),  # a form alone
        *(
            ({key: value for key, value in frame.items() if key != name}, Reason.OLD_PAGE)
            for frame, names in (
                (DISCARD, ("hand", "window", "id")),
                (SWITCH, ("hand", "window", "id")),
                ({"type": "ready", "number": "2", "id": "a"}, ("number", "id")),
                ({"type": "back", "hand": "1", "id": "a"}, ("hand", "id")),
                ({"type": "leave", "hand": "1", "id": "a"}, ("hand", "id")),
            )
            for name in names
        ),
        ({key: value for key, value in DISCARD.items() if key != "do"}, Reason.MISSING_KEY),
        ({"type": "act"}, Reason.MISSING_KEY),
        (DISCARD | {"window": "-1"}, Reason.BAD_VALUE),
        (DISCARD | {"window": ""}, Reason.BAD_VALUE),
        (DISCARD | {"window": "１７"}, Reason.BAD_VALUE),
        (DISCARD | {"window": "1e3"}, Reason.BAD_VALUE),
        (DISCARD | {"hand": ""}, Reason.BAD_VALUE),
        (DISCARD | {"hand": "1" * 10}, Reason.BAD_VALUE),
        (DISCARD | {"id": ""}, Reason.BAD_VALUE),
        (DISCARD | {"id": "a" * 41}, Reason.BAD_VALUE),
        (DISCARD | {"tile": "5x"}, Reason.BAD_VALUE),
        (DISCARD | {"tile": "5p\n"}, Reason.BAD_VALUE),
        (DISCARD | {"do": "__class__()"}, Reason.BAD_VALUE),
        ({"type": "ready", "number": "2", "id": "a", "nonce": "\ud800"}, Reason.BAD_VALUE),
        ({"type": "ready", "number": "2", "id": "a", "hash": "0F" * 32}, Reason.BAD_VALUE),
        ({"type": "ready", "number": "2", "id": "a", "hash": "00"}, Reason.BAD_VALUE),
        (SWITCH | {"on": "yes"}, Reason.BAD_VALUE),
        (SWITCH | {"seat": "2"}, Reason.UNKNOWN_KEY),
        (ARM | {"tile": "5p"}, Reason.UNKNOWN_KEY),
        (ARM | {"do": "play", "tile": "5p", "cards": "3S"}, Reason.UNKNOWN_KEY),
        (ARM | {"do": "discard", "tile": "5p6p"}, Reason.BAD_VALUE),
        (ARM | {"on": True}, Reason.NOT_STRINGS),
    ],
)
def test_it_refuses_everything_else_with_its_reason(frame, expected):
    assert reason(frame) == expected


def test_a_binary_frame_is_refused():
    assert decode(None) == Refusal(Reason.NOT_TEXT)


texts = st.text(max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
keys = (
    st.sampled_from(
        [
            "type",
            "window",
            "id",
            "do",
            "hand",
            "number",
            "hash",
            "on",
            "tile",
            "tiles",
            "suit",
            "cards",
            "nonce",
            "name",
        ]
    )
    | texts
)
kinds = st.sampled_from(["act", "ready", "back", "leave", "toggle"])


@given(st.text(max_size=300))
def test_any_text_is_answered(text):
    assert isinstance(decode(text), (Act, Ready, Back, Leave, Toggle, Refusal))


@given(st.dictionaries(keys, values, max_size=6), kinds | values)
def test_any_object_is_answered_and_only_checked_strings_pass(fields, kind):
    read = decode(json.dumps({**fields, "type": kind}))
    if isinstance(read, Act):
        assert read.payload.keys() <= {"do", "tile", "tiles", "suit", "cards", "name"}
        assert all(type(value) is str and value.isascii() for value in read.payload.values())
        assert read.client_id.isascii()
        assert 0 <= read.window < 100_000
    elif isinstance(read, Ready):
        read.nonce.encode()
    else:
        assert isinstance(read, (Back, Leave, Toggle, Refusal))
