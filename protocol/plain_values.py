"""Makes plain values of foreign MessagePack, and refuses what no message may hold, each kind of excess by a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from math import isfinite
from typing import Any

import msgpack

from protocol.errors import MalformedFrameError

MAX_EVENT_LIST = 3072
"""How many entries a list from the server has at most: the legal moves of the deepest board of Blocky are 2645."""
MAX_REASON = 90
"""How many characters of another library's error message, which may quote the frame, go into a MalformedFrameError."""

Reader = Callable[[bytes], object]


def read_map(frame: bytes, limit: int, read: Reader) -> dict[str, Any]:
    """The map that a frame of so many bytes at most is. Raises MalformedFrameError."""
    if len(frame) > limit:
        raise MalformedFrameError(f"the frame has {len(frame)} bytes, which is more than {limit}")
    try:
        raw = read(frame)
    except MalformedFrameError:
        raise
    except Exception as error:  # noqa: BLE001 - the library does not document what it may raise
        reason = quote(error) or type(error).__name__
        raise MalformedFrameError(f"the frame is not one MessagePack value within the limits: {reason}") from None
    if type(raw) is not dict:
        raise MalformedFrameError("the frame is not a map")
    return raw


def _require_distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise MalformedFrameError("a map has the same key twice")
    return entries


def _no_extension(code: int, content: bytes) -> object:  # noqa: ARG001 - the library's signature
    raise MalformedFrameError("extension types, timestamps among them, have no place in a message")


def require_plain(raw: dict[str, Any], max_depth: int, max_values: int) -> None:
    """Refuse what the type Any lets through: non-finite numbers, bytes, keys that are no text, deep nesting."""
    level: list[object] = [raw]
    left = max_values
    for _ in range(max_depth):
        level = [inner for value in level if type(value) not in _PLAIN for inner in _inside(value)]
        left -= len(level)
        if left < 0:
            raise MalformedFrameError(f"the message holds more than {max_values} values")
        if not level:
            return
    raise MalformedFrameError(f"the message is nested more than {max_depth} deep")


def _inside(value: object) -> Iterable[object]:
    """The values directly inside one that is not plain. Raises MalformedFrameError for a forbidden type."""
    match value:
        case list():
            return value
        case dict():
            if not _TEXT.issuperset(map(type, value)):
                raise MalformedFrameError("a map has a key that is not text")
            return value.values()
        case float() if isfinite(value):
            return ()
        case float():
            raise MalformedFrameError(f"{value} is not a number")
        case _:
            raise MalformedFrameError(f"a value of the type {type(value).__name__} has no place in a message")


def quote(foreign: object) -> str:
    """A short rendering, printable and ASCII, of foreign text or an error that may quote it."""
    text = str(foreign)[:MAX_REASON]
    return (text if text.isascii() and text.isprintable() else ascii(text))[:MAX_REASON]


_PLAIN = {int, str, bool, type(None)}
_TEXT = {str}

_unpack: Callable[..., object] = partial(
    msgpack.unpackb, raw=False, strict_map_key=True, object_pairs_hook=_require_distinct, ext_hook=_no_extension,
    max_bin_len=0, max_ext_len=0,
)  # fmt: skip
read_command: Reader = partial(_unpack, max_array_len=64, max_map_len=32, max_str_len=1024)
read_event: Reader = partial(_unpack, max_array_len=MAX_EVENT_LIST, max_map_len=1024, max_str_len=16 * 1024)
