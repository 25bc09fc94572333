"""Runs what a private server has beside any other: its announcement file, and its owner's requests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from protocol.private_server import ANNOUNCEMENT_FILE, REQUEST_PIPE, LanReply, LanRequest, ServerAnnouncement
from server.net.gateway import Gateway
from server.ops.tasks import Tasks
from server.private.control import hear_requests
from server.private.lan_listener import LanListener, LanUnavailableError

MAX_WAITING = 8
"""How many requests may wait; those beyond are dropped unanswered."""
START_S = 15.0
"""How long a private server waits for its first player, and then, after the last has gone, for the next."""
IDLE_S = 5.0


def take_port_of_killed(data: Path) -> int:
    """The port of the folder's last server, if it was killed: its players still try to come back there. Else 0.

    It takes away what that server had announced, or its owner would believe it as soon as anything listens there.
    """
    file = data / ANNOUNCEMENT_FILE
    try:
        killed = msgspec.json.decode(file.read_bytes(), type=ServerAnnouncement)
        file.unlink()
        return urlsplit(killed.url).port or 0
    except (OSError, ValueError):
        return 0


@asynccontextmanager
async def run_private(data: Path, url: str, gateway: Gateway, tasks: Tasks) -> AsyncIterator[None]:
    """Announce the server in its folder and do what its owner asks, while the context lasts."""
    file, listener = data / ANNOUNCEMENT_FILE, LanListener(gateway, data / "network")
    requests: asyncio.Queue[LanRequest] = asyncio.Queue(MAX_WAITING)

    def hear(request: LanRequest) -> None:
        with suppress(asyncio.QueueFull):
            requests.put_nowait(request)

    def announce(answer: LanReply | None = None) -> None:
        _replace(file, ServerAnnouncement(url, os.getpid(), listener.network, answer))

    async def answer_requests() -> None:
        while True:
            announce(await _answer(await requests.get(), listener))

    with hear_requests(data / REQUEST_PIPE, hear):
        announce()
        answering = tasks.start(answer_requests())
        try:
            yield
        finally:
            answering.cancel()
            listener.shut()
            file.unlink(missing_ok=True)


async def stop_when_idle(gateway: Gateway, stopping: asyncio.Event) -> None:
    """Set `stopping` when the server has been alone for a while."""
    await asyncio.sleep(START_S)
    while True:
        await gateway.emptied()
        await asyncio.sleep(IDLE_S)
        if not gateway.connections:
            stopping.set()
            return


async def _answer(request: LanRequest, listener: LanListener) -> LanReply:
    try:
        if request.host is None:
            listener.shut()
        else:
            await listener.open(request.host, request.port)
    except LanUnavailableError as error:
        return LanReply(request.ask, str(error))
    return LanReply(request.ask, "")


def _replace(file: Path, announcement: ServerAnnouncement) -> None:
    """Write the file in one go, so that whoever reads it finds all of it."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(announcement))
    fresh.replace(file)
