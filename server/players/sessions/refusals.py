"""Words the refusal of a command, for the player who sent it."""

from __future__ import annotations

from math import ceil

from protocol import messages as m
from server.room.outputs import Refuse

UNAVAILABLE = Refuse("unavailable", "The server can't look that up right now. Try again in a moment.")


def refused(refusal: Refuse, command: m.Command, room: str | None) -> m.Refused:
    """What a player is told whose command about a room, or about none, is refused."""
    return m.Refused(
        code=refusal.code,
        text=refusal.text,
        about=_tag(command),
        ref=getattr(command, "ref", None),
        room=room,
        retry_after_s=None if refusal.retry_after_s is None else _whole_ms(refusal.retry_after_s),
    )


def _tag(command: m.Command) -> str:
    """A command's type, as it stands in its message."""
    return str(type(command).__struct_config__.tag)


def _whole_ms(seconds: float) -> float:
    """Rounded up to a millisecond: who comes back after a wait rounded down would be refused once more."""
    return ceil(round(seconds * 1000, 6)) / 1000
