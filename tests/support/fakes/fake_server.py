"""A server of a few lines for the client's tests: it speaks the protocol and does exactly what a test tells it to."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol import messages as m
from protocol.codec import decode_command, encode
from protocol.errors import CloseCode

M = TypeVar("M", bound=m.Message)


class Visit:
    """One client's connection, seen from the server."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def next(self, kind: type[M]) -> M:
        """The next command, which must be of this kind; the score and a look may come at any time."""
        command = decode_command(await self.socket.recv(decode=False))
        if isinstance(command, m.WatchScore | m.Look) and not isinstance(command, kind):
            return await self.next(kind)
        assert isinstance(command, kind), command
        return command

    async def tell(self, *events: m.Message) -> None:
        for event in events:
            await self.socket.send(encode(event))

    async def welcome(self, token: str = "token", seated: tuple[str, ...] = ()) -> m.Hello:
        """Take the client's hello and answer it."""
        hello = await self.next(m.Hello)
        await self.tell(m.Welcome(name=hello.name, token=token, server="fake", games=(), seated=seated))
        return hello

    def cut(self) -> None:
        """Drop the connection without a word."""
        self.socket.transport.abort()


class FakeServer:
    """Takes connections one after the other into `visits`. A test sets `refusal` and waits on the queue.

    A refusal closes each new connection with a code, as a server of ours does, or is an HTTP answer, as a proxy's is.
    """

    def __init__(self) -> None:
        self.visits: asyncio.Queue[Visit] = asyncio.Queue()
        self.refusal: tuple[CloseCode | HTTPStatus, str] | None = None
        self.url = ""

    async def visit(self) -> Visit:
        return await self.visits.get()

    async def take(self, socket: ServerConnection) -> None:
        """Keep a connection open until its client goes, unless it is refused."""
        if self.refusal:
            await socket.close(*self.refusal)
            return
        self.visits.put_nowait(Visit(socket))
        await socket.wait_closed()

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        if self.refusal is None or not isinstance(self.refusal[0], HTTPStatus):
            return None
        return connection.respond(self.refusal[0], self.refusal[1])


@asynccontextmanager
async def fake_server(
    subprotocol: str | None = m.SUBPROTOCOL, port: int = 0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[FakeServer]:
    """A server on a free port of this machine."""
    fake = FakeServer()
    spoken = [Subprotocol(subprotocol)] if subprotocol else None
    async with serve(fake.take, "127.0.0.1", port, subprotocols=spoken, process_request=fake.answer, ssl=tls) as server:
        fake.url = f"{'wss' if tls else 'ws'}://127.0.0.1:{_port(server)}"
        yield fake


def _port(server: Server) -> int:
    port: int = next(iter(server.sockets)).getsockname()[1]
    return port
