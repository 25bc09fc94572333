"""Encodes commands, and refuses what is no valid message: the server would hang up on it."""

from __future__ import annotations

import msgspec

from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, encode

TOO_LONG = "That is too long or contains something invalid, so it wasn't sent."


def encode_or_refuse(command: m.Command) -> bytes | m.Refused:
    """The encoded command or, if it cannot be sent, a refusal worded like a server's."""
    try:
        # Constructing a message checks nothing; msgspec checks the type's limits when it converts.
        msgspec.convert(msgspec.to_builtins(command), type(command))
        frame = encode(command)
    except (msgspec.ValidationError, UnicodeEncodeError):  # a command-line argument may hold bytes that are no UTF-8
        return _refusal_of(command)
    return frame if len(frame) <= MAX_COMMAND_BYTES else _refusal_of(command)


def _refusal_of(command: m.Command) -> m.Refused:
    return m.Refused(
        code="bad-text",
        text=TOO_LONG,
        about=str(type(command).__struct_config__.tag),
        ref=getattr(command, "ref", None),
        room=getattr(command, "room", None),
        retry_after_s=None,
    )
