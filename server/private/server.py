"""What a private server has beside any other: it says in its folder where it is, and heeds its owner's wishes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from server.net.gateway import Gateway
from server.ops.tasks import Tasks
from server.private.control import LanRequest, hear_requests
from server.private.lan_listener import LanAddress, LanListener, LanUnavailableError

MOST_WISHES = 8
"""How many may wait; beyond that they are forgotten, and whoever wished hears nothing."""


class LanReply(msgspec.Struct, frozen=True):
    """What came of a wish, by its `ask`: nothing, or why it could not be fulfilled."""

    ask: str
    trouble: str


class ServerAnnouncement(msgspec.Struct, frozen=True):
    """What stands in the folder for the clients of this machine: where the server is, and how far it reaches."""

    url: str
    pid: int
    network: LanAddress | None
    answer: LanReply | None


@contextmanager
def run_private(data: Path, url: str, gateway: Gateway, tasks: Tasks) -> Iterator[None]:
    """Be found by the clients of this machine, and open the door while its owner wishes, and no longer than this."""
    place, door = data / "server.json", LanListener(gateway, data / "network")
    wishes: asyncio.Queue[LanRequest] = asyncio.Queue(MOST_WISHES)

    def hear(wish: LanRequest) -> None:
        with suppress(asyncio.QueueFull):
            wishes.put_nowait(wish)

    def announce(answer: LanReply | None = None) -> None:
        _write(place, ServerAnnouncement(url, os.getpid(), door.network, answer))

    async def fulfil() -> None:
        while True:
            announce(await _fulfilled(await wishes.get(), door))

    with hear_requests(data / "wishes", hear):
        announce()
        fulfilling = tasks.start(fulfil())
        try:
            yield
        finally:
            fulfilling.cancel()
            door.shut()
            place.unlink(missing_ok=True)


async def _fulfilled(wish: LanRequest, door: LanListener) -> LanReply:
    try:
        if wish.host is None:
            door.shut()
        else:
            await door.open(wish.host, wish.port)
    except LanUnavailableError as error:
        return LanReply(wish.ask, str(error))
    return LanReply(wish.ask, "")


def _write(place: Path, announcement: ServerAnnouncement) -> None:
    """Say something in one go: whoever reads it finds all of it."""
    fresh = place.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(announcement))
    fresh.replace(place)
