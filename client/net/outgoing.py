"""What may be sent: a server hangs up on what is no message, so what is too long for one is refused on this side."""

from __future__ import annotations

import msgspec

from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, encode

TOO_LONG = "That is too long, or holds what nothing of its kind can, so it was not sent."


def frame_of(command: m.Command) -> bytes | m.Refused:
    """The command as it goes over the wire or, where it cannot be sent, why, as a server would put it."""
    try:
        # Making a message checks nothing; its type's limits are held to when one is converted.
        msgspec.convert(msgspec.to_builtins(command), type(command))
        frame = encode(command)
    except (msgspec.ValidationError, UnicodeEncodeError):  # an argument that is no UTF-8 is a text not to be written
        return _refused(command)
    return frame if len(frame) <= MAX_COMMAND_BYTES else _refused(command)


def _refused(command: m.Command) -> m.Refused:
    return m.Refused(
        code="bad-text",
        text=TOO_LONG,
        about=str(type(command).__struct_config__.tag),
        ref=getattr(command, "ref", None),
        room=getattr(command, "room", None),
        retry_after_s=None,
    )
