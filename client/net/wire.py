"""The interface to the server that every program of the client uses, and what may go through it."""

from __future__ import annotations

from typing import Protocol

import msgspec

from client.state.store import Happening
from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, encode

TOO_LONG = "That is too long or contains something invalid, so it wasn't sent."


class Wire(Protocol):
    """A connection to the server, or something that stands before one."""

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Send a command; never waits. Returns what is known of it at once."""

    def play_here(self) -> None:
        """Go on here, where the player is connected from another window."""

    def play_as_guest(self) -> None:
        """Go on here as a guest, where the player is connected from another window."""

    def make_phrase(self) -> tuple[Happening, ...]:
        """Make a recovery phrase, and ask the server to take it up. Returns what is known of it at once."""

    async def run(self) -> None:
        """Stay connected."""

    async def aclose(self) -> None:
        """Send what waits, and close."""


def encode_or_refuse(command: m.Command) -> bytes | m.Refused:
    """The encoded command or, if it cannot be sent, a refusal worded like a server's, which would hang up on it."""
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
