"""Encodes messages as frames and decodes frames, refusing whatever is not exactly a message.

A frame is one MessagePack map. A command that is encoded as this module would do it is decoded at once. Any other frame
takes three steps, each with its own limits: `msgpack` makes plain values of the bytes, these are searched for values
that no message may hold, and `msgspec` converts them to the type that their tag names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast, get_args

import msgspec

from protocol.errors import MalformedFrameError
from protocol.messages import Command, Event, Message
from protocol.plain_values import quote, read_command, read_event, read_map, require_plain

MAX_COMMAND_BYTES = 4096
MAX_EVENT_BYTES = 256 * 1024
MAX_COMMAND_DEPTH = 6
MAX_EVENT_DEPTH = 32
MAX_COMMAND_VALUES = 128
MAX_EVENT_VALUES = 64 * 1024

M = TypeVar("M", bound=Message)


def encode(message: Message) -> bytes:
    """Encode a message: the shortest MessagePack, "type" first, then the fields in their order of definition."""
    return _encoder.encode(message)


def decode_command(frame: bytes) -> Command:
    """Decode a client's frame. Raises MalformedFrameError, and nothing else, for what is no command."""
    command = _read_own(frame)
    if command is not None:
        return command
    raw = read_map(frame, MAX_COMMAND_BYTES, read_command)
    kind = _kind_of(raw, _COMMANDS)
    require_plain(raw, MAX_COMMAND_DEPTH, MAX_COMMAND_VALUES)
    return cast(Command, _convert(raw, kind))


def decode_event(frame: bytes) -> Event:
    """Decode a server's frame. Raises MalformedFrameError, and nothing else, for what is no event."""
    raw = read_map(frame, MAX_EVENT_BYTES, read_event)
    kind = _kind_of(raw, _EVENTS)
    require_plain(raw, MAX_EVENT_DEPTH, MAX_EVENT_VALUES)
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


def _kind_of(raw: dict[str, Any], kinds: Mapping[str, type[Message]]) -> type[Message]:
    tag = raw.get("type")
    kind = kinds.get(tag) if type(tag) is str else None
    if kind is None:
        raise MalformedFrameError(f'no message from this side has the "type" {quote(tag)[:40]}')
    return kind


def _convert(raw: dict[str, Any], kind: type[M]) -> M:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise MalformedFrameError(f'not a "{raw["type"]}": {quote(error)}') from None


def _by_tag(union: object) -> dict[str, type[Message]]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


_encoder = msgspec.msgpack.Encoder()
_command_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Command)
_COMMANDS = _by_tag(Command)
_EVENTS = _by_tag(Event)
_OPEN_COMMANDS = {kind for kind in _COMMANDS.values() if "options" in kind.__struct_fields__}
"""The commands with a map whose content has no type."""
