"""A local room as the client sees it: a server program at the other end of a pipe, which deals from a seed.

No server lets a player choose its deals, so games that must repeat exactly are played without one. The program speaks
the protocol's own messages, one line of JSON each.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from client.bots.pipes import stop_process
from client.server_programs import server_command, server_environment
from client.state.store import Happening, Link, Sent
from protocol import messages as m
from protocol.codec import MAX_EVENT_BYTES

MAX_LINE_BYTES = 4 * MAX_EVENT_BYTES
"""A message takes more space in JSON than in a frame."""
ENDED = "The program that deals the games has ended."

_read = msgspec.json.Decoder(m.Event).decode


class LocalRoomWire:
    """The connection to a local room, in place of a Connection to a server."""

    def __init__(self, seed: str, name: str, hear: Callable[[Happening], None]) -> None:
        """Deal from a seed, and play under a name; `hear` gets every event."""
        self._seed = seed
        self._name = name
        self._hear = hear
        self._process: Process | None = None
        self._is_closing = False

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Send a command; never waits. Returns what is known of it at once."""
        assert self._process is not None, "nobody has a command before they are welcomed"
        assert self._process.stdin is not None, "it was opened as a pipe"
        self._process.stdin.write(msgspec.json.encode(command) + b"\n")
        return (Sent(command),) if isinstance(command, m.Play) else ()

    def play_here(self) -> None:
        """Do nothing: nobody is connected from elsewhere."""

    play_as_guest = play_here

    def make_phrase(self) -> tuple[Happening, ...]:
        return ()

    async def run(self) -> None:
        """Start the program, and read its events until it ends. Raises OSError."""
        process = self._process = await asyncio.create_subprocess_exec(
            *server_command("server.tools.serve_local_room"), "--name", self._name, "--", self._seed,
            env=server_environment(), stdin=PIPE, stdout=PIPE, limit=MAX_LINE_BYTES, start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None, "it was opened as a pipe"
        self._hear(Link("up"))
        async for line in process.stdout:
            self._hear(_read(line))
        if not self._is_closing:
            self._hear(m.Left(room="", reason=ENDED))

    async def aclose(self) -> None:
        """End the program, even while it is thinking."""
        self._is_closing = True
        if self._process is not None:
            await stop_process(self._process)
