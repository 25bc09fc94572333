"""What may be sent: a server hangs up on what is no message, so what is too long for one is refused on this side."""

from __future__ import annotations

from protocol import messages as m
from protocol.codec import decode_command, encode
from protocol.errors import Malformed

TOO_LONG = "That is too long, or holds what nothing of its kind can, so it was not sent."


def refusal(command: m.Command) -> m.Refused | None:
    """Why a command cannot be sent, as a server would put it; None where it can."""
    try:
        decode_command(encode(command))
    except (Malformed, UnicodeEncodeError):  # an argument that is no UTF-8 is a text that cannot be written
        return m.Refused(
            code="bad-text",
            text=TOO_LONG,
            about=str(type(command).__struct_config__.tag),
            ref=getattr(command, "ref", None),
            room=getattr(command, "room", None),
            retry_after_s=None,
        )
    return None
