"""The ceiling: a bare `websockets` echo server under uvloop, and clients that keep it busy.

`python -m bench.load.echo` serves on a free port until it is told to stop.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from bench.load.player import MOVE
from protocol import messages as m
from protocol.codec import encode
from tests.support.processes.wire import Listener, Wire

A_MOVE = encode(m.Play(room="ABCD", number=1, ply=20, move=MOVE))
ECHOES = "Echo listens on "


class Echoer(Listener):
    """A client that sends the same message again and again, of the size of a move."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.eager = False
        self._due = 0.0

    def act(self, due: float) -> None:
        """Send the message; how long it takes there and back counts from `due`."""
        self._due = due
        self.send(A_MOVE)

    def hear(self, payload: bytes) -> None:  # noqa: ARG002 - it is what was sent
        """Note how long that took, and go again when eager."""
        self.traffic.latencies.append(perf_counter() - self._due)
        if self.eager:
            self.act(perf_counter())


async def main() -> None:
    """Echo every message, with nothing of the library's changed but its compression, which is off."""
    async with serve(_echo, "127.0.0.1", 0, compression=None, backlog=1024) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"{ECHOES}ws://127.0.0.1:{port}", flush=True)
        await server.serve_forever()


async def _echo(connection: ServerConnection) -> None:
    async for message in connection:
        await connection.send(message)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
