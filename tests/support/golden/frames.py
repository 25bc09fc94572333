"""The golden frames: at least one example of every message, as a reader sees it and as the exact bytes on the wire.

Each file under `golden/frames/` holds the examples of one message. An example is a title after `==`, the message as
JSON, an empty line, and the frame in hexadecimal, 32 bytes a line. In the JSON a number with a point is a MessagePack
float and one without is an integer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from protocol import codec
from protocol.messages import Message
from tests.support.golden.story import MESSAGES

JSON_WIDTH = 100
HEX_WIDTH = 64


class Example(NamedTuple):
    """One golden frame: what it shows, the message in plain values, and the bytes."""

    title: str
    value: dict[str, Any]
    frame: bytes


def golden() -> Iterable[tuple[str, str]]:
    """Every file of golden frames: its path under `golden/` and its text."""
    kinds = [type(message) for _, message in MESSAGES]
    for kind in dict.fromkeys(kinds):
        examples = [_written(title, message) for title, message in MESSAGES if type(message) is kind]
        yield f"frames/{kind.__struct_config__.tag}.txt", "\n".join(examples)


def read(text: str) -> list[Example]:
    """The examples in the text of a file of golden frames."""
    return [_read_one(block) for block in text.removeprefix("== ").split("\n== ")]


def as_json(value: object, indent: str = "") -> str:
    """A plain value as JSON, on one line wherever that is short enough."""
    flat = json.dumps(value, ensure_ascii=False)
    match value:
        case dict() if len(indent + flat) > JSON_WIDTH or not indent:
            inner = [f"{json.dumps(key)}: {as_json(entry, indent + '  ')}" for key, entry in value.items()]
            return "{" + _lines(inner, indent) + "}"
        case list() | tuple() if len(indent + flat) > JSON_WIDTH:
            return "[" + _lines([as_json(entry, indent + "  ") for entry in value], indent) + "]"
        case _:
            return flat


def _lines(entries: list[str], indent: str) -> str:
    return ",".join(f"\n{indent}  {entry}" for entry in entries) + f"\n{indent}"


def _written(title: str, message: Message) -> str:
    digits = codec.encode(message).hex()
    rows = [digits[start : start + HEX_WIDTH] for start in range(0, len(digits), HEX_WIDTH)]
    return "\n".join([f"== {title}", as_json(msgspec.to_builtins(message)), "", *rows, ""])


def _read_one(block: str) -> Example:
    title, rest = block.split("\n", 1)
    value, digits = rest.split("\n\n")
    return Example(title, json.loads(value), bytes.fromhex(digits))
