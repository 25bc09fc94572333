"""Opens rooms: stores the first entry of each, and then shows it to those who sit there from the start."""

from __future__ import annotations

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


async def open_room(
    services: RoomServices,
    run: Callable[[RoomRunner], None],
    opened: Open,
    maker: Request[Requester],
    guest: Request[Requester] | None,
) -> None:
    """Store a room, `run` it, and show it to its maker and to a guest, or refuse both."""
    name, at, node = f"{opened.code}-{secrets.token_hex(4)}", services.now(), services.elsewhere
    entry = replay.pack(at, opened)
    try:
        first = rooms.begin(opened, at)
        await _store_first(services, name, first.room, entry)
    except CodeTakenError:
        await open_room(services, run, services.reserve_again(opened), maker, guest)
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
    run(runner)
    if guest is not None:
        services.seats.add(guest.requester.player, opened.code)
    runner.delivery.deliver_all([(output, maker) for output in first.outputs])
    if guest is not None:
        runner.delivery.enter(guest)


async def refuse_room(
    services: RoomServices, opened: Open, maker: Request[Requester], guest: Request[Requester] | None
) -> None:
    """Refuse to make a room, as the server stops."""
    _refuse(services, opened.code, UNSTORED, maker, guest)


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
