"""The way in by a browser: serves one page, and carries its terminal over a websocket.

Binary frames are keys and what is on the screen. Texts are JSON: a Greeting first, then the page's size; and to the
page its buttons, and why the visit has ended.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from client.fullscreen.app import App
from client.portal.admission import CROWDED, HURRIED
from client.portal.arrival import PortalArrival
from client.portal.hub import Hub
from client.portal.terminal import size_of
from client.portal.visit import STOPPING, Visit
from client.portal.web.buttons import Button, buttons_of
from client.portal.web.page_files import PageFiles

PLAY = "/play"
MAX_FRAME_BYTES = 16 * 1024
GREETING_S, OPEN_S, CLOSE_S = 10.0, 10.0, 1.0
PING_S = 15.0
LEFT = "You have left."
ODD = "This page is out of date. Load it again."

Token = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Code = Annotated[str, msgspec.Meta(pattern="^([A-Z0-9]{4}|[A-Z0-9]{6})?$")]
LinkWord = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9]{0,16}$")]
Cells = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class PageSize(msgspec.Struct, frozen=True):
    """How many cells the page shows."""

    cols: Cells
    rows: Cells


class Greeting(PageSize, frozen=True):
    """What the page says first: who the player is, and where they want to go.

    Attributes:
        token: what the page keeps of the player.
        table: the code of a table to join.
        link: the code of another of the player's machines.
        name: what a newcomer wishes to be called.
        motion: whether drawings may be animated.
    """

    token: Token
    table: Code = ""
    link: LinkWord = ""
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    motion: bool = True


class VisitEnding(msgspec.Struct, frozen=True):
    """Why the visit has ended, and whether the page is to come back by itself."""

    end: str
    again: bool


class Buttons(msgspec.Struct, frozen=True):
    """The buttons that there are now."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class WebAccess:
    """How the page is reached: encrypted by itself, or by a proxy on this machine that says who comes."""

    tls: ssl.SSLContext | None = None
    is_behind_proxy: bool = False


@asynccontextmanager
async def listen(hub: Hub, host: str, port: int, access: WebAccess) -> AsyncIterator[int]:
    """Take visitors by the page; yields the port. Raises OSError."""
    files = PageFiles()

    def answer(connection: ServerConnection, request: Request) -> Response | None:  # noqa: ARG001 - the library's interface
        if request.path.partition("?")[0] != PLAY:
            return files.answer(request)
        return None if is_own_page(request) else files.refuse_origin()

    async def play(connection: ServerConnection) -> None:
        await _Page(hub, connection, address_of(connection, access)).serve()

    async with serve(
        play, host, port, ssl=access.tls, process_request=answer, compression=None, max_size=MAX_FRAME_BYTES,
        open_timeout=OPEN_S, close_timeout=CLOSE_S, ping_interval=PING_S, ping_timeout=PING_S, server_header=None,
    ) as server:  # fmt: skip
        yield int(next(iter(server.sockets)).getsockname()[1])


def is_own_page(request: Request) -> bool:
    """Whether a page of this host asks, or a program, which has no page."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("Host")


def address_of(connection: ServerConnection, access: WebAccess) -> str:
    """The visitor's address: behind a proxy, the last that it says."""
    peer = str((connection.remote_address or ("?",))[0])
    forwarded = connection.request.headers.get_all("X-Forwarded-For") if connection.request else []
    if not access.is_behind_proxy or not forwarded:
        return peer
    return forwarded[-1].rpartition(",")[2].strip() or peer


class _Page:
    """One page: its channel, and what is unsent."""

    def __init__(self, hub: Hub, socket: ServerConnection, address: str) -> None:
        self._hub = hub
        self._socket = socket
        self._address = address
        self._parts: list[str] = []
        self._notes: list[bytes] = []
        self._unsent = 0
        self._wake, self._is_sent = asyncio.Event(), asyncio.Event()
        self._is_sent.set()
        self._buttons: tuple[Button, ...] = ()
        self._visit: Visit | None = None

    # What carries the terminal.

    def send(self, text: str) -> None:
        self._parts.append(text)
        self._unsent += len(text)
        self._is_sent.clear()
        self._wake.set()

    def unsent(self) -> int:
        return self._unsent

    def pause_reading(self) -> None:
        """Go on reading: what a page sends too much of is left out."""

    def resume_reading(self) -> None:
        """Nothing to do: see `pause_reading`."""

    async def serve(self) -> None:
        """Serve the page until it is gone, or the visit has ended."""
        if not self._hub.admission.connect(self._address):
            await self._close(VisitEnding(CROWDED, again=False))
            return
        try:
            greeting = await self._greeting()
            if greeting is None:
                await self._close(VisitEnding(ODD, again=False))
            else:
                await self._play(greeting)
        finally:
            self._hub.admission.disconnect(self._address)

    async def _greeting(self) -> Greeting | None:
        try:
            async with asyncio.timeout(GREETING_S):
                first = await self._socket.recv()
            return msgspec.json.decode(first, type=Greeting)
        except (TimeoutError, ConnectionClosed, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    async def _play(self, greeting: Greeting) -> None:
        arrival = arrival_of(greeting, self._address, self._hub.config.address.page)
        visit = self._visit = self._hub.visit(arrival, self, size_of(greeting.cols, greeting.rows))
        visit.on_drawn = self._show_buttons
        playing = asyncio.create_task(self._hub.play(visit, self._address))
        helpers = [asyncio.create_task(self._read(visit)), asyncio.create_task(self._write(visit))]
        try:
            await asyncio.wait({playing, helpers[0]}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                _, refusal = playing.result()
                await self._finish(visit, refusal)
        finally:
            for task in (playing, *helpers):
                task.cancel()
            await asyncio.wait({playing, *helpers})

    async def _finish(self, visit: Visit, refusal: str) -> None:
        """Send the last of the screen, and why it was that."""
        text = refusal or visit.ending or LEFT
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self._is_sent.wait()
        await self._close(VisitEnding(text, again=text in (HURRIED, STOPPING)))

    async def _close(self, ending: VisitEnding) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(msgspec.json.encode(ending).decode())
            await self._socket.close()

    async def _read(self, visit: Visit) -> None:
        """Take keys and sizes until the page is gone."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._socket:
                if isinstance(frame, bytes):
                    visit.feed(decoder.decode(frame))
                else:
                    _resize(visit, frame)

    async def _write(self, visit: Visit) -> None:
        """Send what there is, and tell the visit when all of it is gone."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._wake.wait()
                self._wake.clear()
                text, notes = "".join(self._parts), self._notes
                self._parts, self._notes = [], []
                if text:
                    await self._socket.send(text.encode(errors="replace"))
                for note in notes:
                    await self._socket.send(note.decode())
                self._unsent -= len(text)
                if not self._unsent:
                    self._is_sent.set()
                    visit.drained()

    def _show_buttons(self, app: App) -> None:
        buttons = buttons_of(app)
        if buttons != self._buttons:
            self._buttons = buttons
            self._notes = [msgspec.json.encode(Buttons(buttons))]
            self._wake.set()


def arrival_of(greeting: Greeting, address: str, page: str) -> PortalArrival:
    """What somebody wants who comes by the page."""
    return PortalArrival(
        address,
        credential=f"page {greeting.token}",
        name=greeting.name,
        opening=f"join {greeting.table}" if greeting.table else "",
        link=greeting.link or None,
        environ={"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        has_motion=greeting.motion,
        way_back=page,
    )


def _resize(visit: Visit, frame: str) -> None:
    with contextlib.suppress(msgspec.MsgspecError):
        size = msgspec.json.decode(frame, type=PageSize)
        visit.resize(size_of(size.cols, size.rows))
