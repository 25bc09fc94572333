"""Opens rooms: stores the first entry of each, and then shows it to those who sit there from the start."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from server.hosting.inbox import RETRY_S
from server.hosting.runner import RoomRunner
from server.hosting.services import RoomServices, charge_stored
from server.net.recipient import Requester
from server.players.sessions.elsewhere import CodeTakenError
from server.players.sessions.routing import Request
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Open
from server.room.journal import ConflictError, StorageUnavailableError
from server.room.outputs import Refuse
from server.room.step import Room

ROOM_BYTES = 512
"""What a room takes on the disk beside its first entry, about."""
FAULTY = Refuse("unavailable", "Something went wrong on the server; no table was made.")
UNSTORED = Refuse("unavailable", "The server can't make a table right now. Try again in a moment.", RETRY_S)

_log = logging.getLogger("parlour.host")


class RoomOpener:
    """Opens rooms until it is closed, and has each run whose first entry is stored."""

    def __init__(self, services: RoomServices, run: Callable[[RoomRunner], None]) -> None:
        self._services = services
        self._run = run
        self._opening: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def open(self, opened: Open, maker: Request[Requester], guest: Request[Requester] | None) -> asyncio.Task[None]:
        """Open a room; once that is stored, show it to its maker and to a guest, or else refuse both."""
        opening = self._services.tasks.start(self._open(opened, maker, guest))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)
        return opening

    async def aclose(self) -> None:
        """Refuse to open rooms from now on, and wait for those that are being stored."""
        self._is_closed = True
        while self._opening:
            await asyncio.wait(self._opening)

    async def _open(self, opened: Open, maker: Request[Requester], guest: Request[Requester] | None) -> None:
        services = self._services
        if self._is_closed:
            _refuse(services, opened.code, UNSTORED, maker, guest)
            return
        name, at, node = f"{opened.code}-{secrets.token_hex(4)}", services.now(), services.elsewhere
        entry = replay.pack(at, opened)
        try:
            first = rooms.begin(opened, at)
            await _store_first(services, name, first.room, entry)
        except CodeTakenError:
            await self._open(services.reserve_again(opened), maker, guest)
            return
        except (StorageUnavailableError, ConflictError):
            _refuse(services, opened.code, UNSTORED, maker, guest)
            return
        except Exception:  # noqa: BLE001 - a fault in one game is that game's alone
            _log.exception("event=room-not-made room=%s game=%s", name, opened.game)
            _refuse(services, opened.code, FAULTY, maker, guest)
            return
        if services.elsewhere is not node:  # the room is another's, as this server is another node by now
            _refuse(services, opened.code, UNSTORED, maker, guest)
            return
        charge_stored([(maker.requester, len(entry) + ROOM_BYTES)])
        runner = RoomRunner(services, name, first.room, at)
        self._run(runner)
        if guest is not None:
            services.seats.add(guest.requester.player, opened.code)
            # They may have come back by another connection while the room was stored.
            present = services.online.get(guest.requester.player) or guest.requester
            guest = Request(present, guest.command, guest.room)
        runner.delivery.deliver_all([(output, maker) for output in first.outputs])
        if guest is not None:
            runner.delivery.enter(guest)


def _store_first(services: RoomServices, name: str, room: Room, entry: bytes) -> Awaitable[None]:
    """Store the first entry of a room. Raises StorageUnavailableError, ConflictError or CodeTakenError."""
    if services.elsewhere is not None:
        return services.elsewhere.open(name, room.setting.code, entry, room.players())
    return services.journal.append(name, room.seq, entry)


def _refuse(services: RoomServices, code: str, refusal: Refuse, *requests: Request[Requester] | None) -> None:
    """Tell everybody who was to sit in a room that it was not made."""
    services.relist(code, None)
    for request in filter(None, requests):
        request.refuse(refusal)
