"""The ceiling: a bare `websockets` echo server under uvloop, and clients that keep it busy.

`python -m bench.load.echo` serves on a free port until it is told to stop.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from tests.support.processes.wire import Listener, Wire

ECHOES = "Echo listens on "


class Echoer(Listener):
    """A client that sends the same message again whenever it is echoed."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.eager = False
        self._due = 0.0

    def begin(self, payload: bytes) -> None:
        self._due = perf_counter()
        self.send(payload)

    def hear(self, payload: bytes) -> None:
        """Note how long the way there and back took, and go again."""
        self.traffic.latencies.append(perf_counter() - self._due)
        if self.eager:
            self.begin(payload)


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
