import tracemalloc
from collections.abc import Callable
from typing import Any

import msgpack
import msgspec
import pytest

from engines.war.view import View
from protocol import codec
from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, MAX_COMMAND_DEPTH, MAX_COMMAND_VALUES, MAX_EVENT_BYTES, MAX_EVENT_DEPTH
from protocol.errors import MalformedFrameError
from tests.support.golden.story import MESSAGES

PLAY: dict[str, Any] = {"type": "play", "room": "MTXA", "number": 1, "ply": 0, "move": "flip"}
CREATE: dict[str, Any] = {
    "type": "create",
    "ref": 1,
    "game": "war",
    "options": {},
    "seats": ["me"],
    "listed": True,
    "serious": False,
    "watch": "anyone",
    "clock": {"move_s": None, "total_s": None, "increment_s": 0},
}
TABLE: dict[str, Any] = msgpack.unpackb(codec.encode(next(t for _, t in MESSAGES if isinstance(t, m.Table))))
MIB = 1024 * 1024


def refusal(value: object, decode: Callable[[bytes], object] = codec.decode_command) -> str:
    """Why a value, or bytes that are none, are refused."""
    frame = value if isinstance(value, bytes) else msgpack.packb(value)
    with pytest.raises(MalformedFrameError) as caught:
        decode(frame)
    sentence = str(caught.value)
    assert sentence.isascii()
    assert sentence.isprintable()
    assert len(sentence) < 160
    return sentence


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


# What a command must be.

NO_TAG = 'no message from this side has the "type"'
INT, BOOL = 'not a "play": Expected `int`', 'not a "browse": Expected `bool`'
MALFORMED: list[tuple[object, str]] = [
    (["play"], "the frame is not a map"),
    ({}, f"{NO_TAG} None"),
    *(({**PLAY, "type": tag}, NO_TAG) for tag in ("dance", "Play", "", 7, None, ["play"], True, "table")),
    *(
        (
            {key: value for key, value in PLAY.items() if key != field},
            f'not a "play": Object missing required field `{field}`',
        )
        for field in ("room", "number", "ply", "move")
    ),
    ({**PLAY, "cheat": 1}, 'not a "play": Object contains unknown field `cheat`'),
    *(({**PLAY, "ply": ply}, INT) for ply in (True, 1.0, "1", None, [1], -1, 2**53, 2**64 - 1)),
    *(({"type": "browse", "on": on}, BOOL) for on in (1, 0, None, "true")),
    *(({**PLAY, "move": move}, "") for move in (b"flip", 1, None, "f" * 257)),
    *(({**CREATE, "seats": seats}, 'not a "create": Expected') for seats in ([], ["open"] * 9, "me", [1])),
]
"""What is no command, and how the reason begins."""


@pytest.mark.parametrize(("value", "reason"), MALFORMED, ids=lambda value: ascii(value)[:60])
def test_what_is_not_exactly_a_command_is_refused(value: object, reason: str):
    assert refusal(value).startswith(reason)


def test_text_from_the_frame_is_quoted_short_and_escaped():
    assert "\\x1b[31m" in refusal({**PLAY, "\x1b[31m" + "Y" * 900: 1})
    assert refusal({"type": "\x07\u202e" * 100}).count("\\u202e") < 10


# What bytes must be.


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc1",
        b"\x85",
        msgpack.packb(PLAY)[:-1],
        b"\x81\xa4type\xa1\xff",
        b"\x81\xa4type\xa3\xed\xa0\x80",
        b'{"type": "leave", "room": "MTXA"}',
    ],
    ids=["nothing", "the unused byte", "a map cut off", "a message cut off", "no UTF-8", "a surrogate", "JSON"],
)
def test_bytes_that_are_no_messagepack_are_refused(frame: bytes):
    refusal(frame)


@pytest.mark.parametrize("rest", [b"\0", msgpack.packb(PLAY)])
def test_bytes_after_the_message_are_refused(rest: bytes):
    assert "extra data" in refusal(msgpack.packb(PLAY) + rest)


@pytest.mark.parametrize("header", [b"\x82", b"\xde\x00\x02", b"\xdf\x00\x00\x00\x02"])
def test_the_length_of_a_map_may_be_written_in_every_way(header: bytes):
    assert codec.decode_command(header + b"\xa4type\xa5leave\xa4room\xa4MTXA") == m.Leave(room="MTXA")


@pytest.mark.parametrize("header", [b"\x83", b"\xde\x00\x03", b"\xdf\x00\x00\x00\x03"])
def test_a_key_given_twice_is_refused(header: bytes):
    frame = header + b"\xa4type\xa5leave\xa4room\xa4MTXA\xa4room\xa4MTXB"
    assert refusal(frame) == "a map has the same key twice"


@pytest.mark.parametrize(
    ("decode", "message", "empty"),
    [(codec.decode_command, CREATE, b"\xa7options\x80"), (codec.decode_event, TABLE, b"\xa4view\xc0")],
)
def test_a_key_given_twice_inside_options_or_a_view_is_refused(decode, message: dict[str, Any], empty: bytes):
    twice = msgpack.packb(message).replace(empty, empty[:-1] + b"\x82\xa1a\x01\xa1a\x02")
    assert refusal(twice, decode) == "a map has the same key twice"


# What may be inside options and views.


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_time_is_a_number(number: float):
    assert refusal({**TABLE, "time_left_s": number}, codec.decode_event) == f"{number} is not a number"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (msgpack.Timestamp(0), "max_ext_len(0)"),
        (msgpack.ExtType(5, b"1"), "max_ext_len(0)"),
        (msgpack.ExtType(5, b""), "extension types, timestamps among them, have no place in a message"),
        (b"1", "max_bin_len(0)"),
        (b"", "a value of the type bytes has no place in a message"),
        ({1: 0}, "int is not allowed for map key"),
        ({None: 0}, "NoneType is not allowed for map key"),
        ({b"": 0}, "a map has a key that is not text"),
        ([0] * 65, "max_array_len(64)"),
        ([[0] * 60] * 3, f"the message holds more than {MAX_COMMAND_VALUES} values"),
        ({str(number): 0 for number in range(33)}, "max_map_len(32)"),
        ("x" * 1025, "max_str_len(1024)"),
        *((number, f"{number} is not a number") for number in (float("nan"), float("inf"), float("-inf"))),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_options_hold_plain_values_of_limited_size(value: object, reason: str):
    assert reason in refusal({**CREATE, "options": {"a": value}})


def test_options_hold_every_plain_value():
    options = {"a": [None, True, -(2**63), 2**64 - 1, 0.5, "♣", {"b": []}], "c": {}}
    command = codec.decode_command(msgpack.packb({**CREATE, "options": options}))
    assert isinstance(command, m.Create)
    assert command.options == options


def test_options_are_nested_to_a_limit():
    room = MAX_COMMAND_DEPTH - 3  # the message, its options and the value itself are a level each
    codec.decode_command(msgpack.packb({**CREATE, "options": {"a": nested(room)}}))
    sentence = refusal({**CREATE, "options": {"a": nested(room + 1)}})
    assert sentence == f"the message is nested more than {MAX_COMMAND_DEPTH} deep"


def test_a_view_is_nested_to_a_limit():
    codec.decode_event(msgpack.packb({**TABLE, "view": nested(MAX_EVENT_DEPTH - 2)}))
    refusal({**TABLE, "view": nested(MAX_EVENT_DEPTH - 1)}, codec.decode_event)


# What a hostile frame costs.


def test_a_command_and_an_event_have_a_limited_length():
    codec.decode_command(msgpack.packb({**PLAY, "move": "f" * 256}))
    assert "more than 4096" in refusal(b"\x81" + b"\0" * MAX_COMMAND_BYTES)
    assert "more than 262144" in refusal(b"\0" * (MAX_EVENT_BYTES + 1), codec.decode_event)


BOMBS = {
    "arrays in arrays": b"\x91" * MAX_COMMAND_BYTES,
    "maps in maps": b"\x81\xa1a" * (MAX_COMMAND_BYTES // 3),
    "an array of a length not sent": b"\xdd\xff\xff\xff\xff",
    "a map of a length not sent": b"\xdf\xff\xff\xff\xff",
    "text of a length not sent": b"\xdb\xff\xff\xff\xff",
    "bytes of a length not sent": b"\xc6\xff\xff\xff\xff",
    "an extension of a length not sent": b"\xc9\xff\xff\xff\xff\x01",
    "arrays of lengths not sent in each other": b"\xdc\x10\x00" * (MAX_COMMAND_BYTES // 3),
    "arrays of short lengths not sent in each other": b"\xdc\x00\x40" * (MAX_COMMAND_BYTES // 3),
    "empty maps": (b"\xdc\x00\x3f" + b"\x80" * 63) * (MAX_COMMAND_BYTES // 66),
}


def peak_of_refusal(frame: bytes, decode: Callable[[bytes], object]) -> int:
    """How many bytes of memory refusing a frame takes at most."""
    tracemalloc.start()
    refusal(frame, decode)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
@pytest.mark.parametrize("start", [b"", b"\x82\xa4type\xa6create\xa7options", b"\x81\xa4type"])
@pytest.mark.parametrize("decode", [codec.decode_command, codec.decode_event])
def test_a_bomb_is_refused_for_little_memory(decode, start: bytes, bomb: bytes):
    assert peak_of_refusal((start + bomb)[:MAX_COMMAND_BYTES], decode) < MIB


@pytest.mark.parametrize("header", [b"\xdc\x08\x00", b"\xdc\xff\xff"])
def test_an_event_full_of_lengths_not_sent_costs_less_than_a_hundred_times_its_size(header: bytes):
    assert peak_of_refusal(header * (MAX_EVENT_BYTES // 3), codec.decode_event) < 100 * MAX_EVENT_BYTES


# What is written.


def test_a_games_own_view_is_written_like_its_plain_values():
    table = next(t for title, t in MESSAGES if title == "a WAR")
    assert isinstance(table, m.Table)
    view = msgspec.convert(table.view, View)
    assert codec.encode(msgspec.structs.replace(table, view=view)) == codec.encode(table)


def test_the_tag_comes_first():
    assert codec.encode(m.Leave(room="MTXA")).startswith(b"\x82\xa4type\xa5leave")
