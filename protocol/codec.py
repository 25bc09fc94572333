"""Encodes messages as frames and decodes frames, refusing whatever is not exactly a message.

A frame is one MessagePack map. A command that is encoded as this module would do it is decoded at once. Any other frame
takes three steps, each with its own limits: `msgpack` makes plain values of the bytes, these are searched for values
that no message may hold, and `msgspec` converts them to the type that their tag names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import isfinite
from typing import Any, TypeVar, cast, get_args

import msgpack
import msgspec

from protocol.errors import MalformedFrameError
from protocol.messages import Command, Event, Message

MAX_COMMAND_BYTES = 4096
MAX_EVENT_BYTES = 256 * 1024
MAX_COMMAND_DEPTH = 6
MAX_EVENT_DEPTH = 32
MAX_COMMAND_VALUES = 128
MAX_EVENT_VALUES = 64 * 1024
MAX_EVENT_LIST = 3072
"""How many entries a list from the server has at most: the legal moves of the deepest board of Blocky are 2645."""
MAX_REASON = 90
"""How many characters of another library's error message, which may quote the frame, go into a MalformedFrameError."""

M = TypeVar("M", bound=Message)
Reader = Callable[[bytes], object]


def encode(message: Message) -> bytes:
    """Encode a message: the shortest MessagePack, "type" first, then the fields in their order of definition."""
    return _encoder.encode(message)


def decode_command(frame: bytes) -> Command:
    """Decode a client's frame. Raises MalformedFrameError, and nothing else, for what is no command."""
    command = _read_own(frame)
    if command is not None:
        return command
    raw = _read(frame, MAX_COMMAND_BYTES, _read_command)
    kind = _kind_of(raw, _COMMANDS)
    _require_plain(raw, MAX_COMMAND_DEPTH, MAX_COMMAND_VALUES)
    return cast(Command, _convert(raw, kind))


def decode_event(frame: bytes) -> Event:
    """Decode a server's frame. Raises MalformedFrameError, and nothing else, for what is no event."""
    raw = _read(frame, MAX_EVENT_BYTES, _read_event)
    kind = _kind_of(raw, _EVENTS)
    _require_plain(raw, MAX_EVENT_DEPTH, MAX_EVENT_VALUES)
    return cast(Event, _convert(raw, kind))


def _read_own(frame: bytes) -> Command | None:
    """A command whose frame is just what `encode` makes of it, as most are; None for any other frame.

    Whatever has that frame is within all limits, since the types of these commands hold nothing that is not.
    """
    try:
        command: Command = _command_decoder.decode(frame)
    except Exception:  # noqa: BLE001 - the slower way says what is wrong
        return None
    is_own = type(command) not in _OPEN_COMMANDS and len(frame) <= MAX_COMMAND_BYTES
    return command if is_own and _encoder.encode(command) == frame else None


def _read(frame: bytes, limit: int, read: Reader) -> dict[str, Any]:
    if len(frame) > limit:
        raise MalformedFrameError(f"the frame has {len(frame)} bytes, which is more than {limit}")
    try:
        raw = read(frame)
    except MalformedFrameError:
        raise
    except Exception as error:  # noqa: BLE001 - the library does not document what it may raise
        reason = _quote(error) or type(error).__name__
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


def _kind_of(raw: dict[str, Any], kinds: Mapping[str, type[Message]]) -> type[Message]:
    tag = raw.get("type")
    kind = kinds.get(tag) if type(tag) is str else None
    if kind is None:
        raise MalformedFrameError(f'no message from this side has the "type" {_quote(tag)[:40]}')
    return kind


def _require_plain(raw: dict[str, Any], max_depth: int, max_values: int) -> None:
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


def _convert(raw: dict[str, Any], kind: type[M]) -> M:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise MalformedFrameError(f'not a "{raw["type"]}": {_quote(error)}') from None


def _quote(foreign: object) -> str:
    """A short rendering, printable and ASCII, of foreign text or an error that may quote it."""
    text = str(foreign)[:MAX_REASON]
    return (text if text.isascii() and text.isprintable() else ascii(text))[:MAX_REASON]


def _by_tag(union: object) -> dict[str, type[Message]]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


_encoder = msgspec.msgpack.Encoder()
_command_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Command)
_COMMANDS = _by_tag(Command)
_EVENTS = _by_tag(Event)
_OPEN_COMMANDS = {kind for kind in _COMMANDS.values() if "options" in kind.__struct_fields__}
"""The commands with a map whose content has no type."""
_PLAIN = {int, str, bool, type(None)}
_TEXT = {str}

_unpack: Callable[..., object] = partial(
    msgpack.unpackb, raw=False, strict_map_key=True, object_pairs_hook=_require_distinct, ext_hook=_no_extension,
    max_bin_len=0, max_ext_len=0,
)  # fmt: skip
_read_command: Reader = partial(_unpack, max_array_len=64, max_map_len=32, max_str_len=1024)
_read_event: Reader = partial(_unpack, max_array_len=MAX_EVENT_LIST, max_map_len=1024, max_str_len=16 * 1024)
