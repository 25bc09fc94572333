"""The interface to the server that every program of the client uses, and what goes through it, in a bounded queue."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from client.state.store import Happening
from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, encode

MAX_WAITING = 256
"""How many frames wait to be sent; commands beyond it are refused on this side."""
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


class SendQueue:
    """The frames that wait to be sent over one connection."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    def offer(self, frame: bytes) -> bool:
        """Queue a frame; returns whether there was room."""
        has_room = self._frames.qsize() < MAX_WAITING
        if has_room:
            self._frames.put_nowait(frame)
        return has_room

    def close(self) -> None:
        """Let the connection be closed once all that waits has been sent."""
        self._frames.put_nowait(None)

    async def drain(self, socket: ClientConnection, hello: bytes) -> None:
        """Send a hello, and then what is queued; until it is closed, or the connection is."""
        with contextlib.suppress(ConnectionClosed):  # whoever reads gets it too, and knows what it means
            await socket.send(hello)
            while frame := await self._frames.get():
                await socket.send(frame)
            await socket.close()


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
