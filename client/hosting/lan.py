"""Opens one's own private server to the network and shuts it again, by requests written into its folder.

File permissions decide who may: whoever can write there owns the server.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from pathlib import Path

import msgspec

from client.commands import actions
from client.hosting.local_addresses import address_here
from client.net import address
from client.state.store import Said
from protocol.private_server import ANNOUNCEMENT_FILE, REQUEST_PIPE, LanAddress, LanRequest, ServerAnnouncement

ANSWER_LIMIT_S = 5.0
LOOK_EVERY_S = 0.01
NOT_YOURS = (
    "Only your own server can be opened like this: the one that starts when you play without --server. "
    "For others, see docs/hosting.md."
)
NO_NETWORK = "This machine isn't in a network."
NOT_RUNNING = "Your server isn't running. Try again in a moment."
NO_ANSWER = "Your server didn't answer. Try again in a moment."
SHUT = "Your server is closed to the network."
OPENED = "Your server is open to your network at {place}, encrypted, until it stops."


def read_announcement(directory: Path) -> ServerAnnouncement | None:
    """Read the announcement in a server's folder, which a killed server leaves behind; None where none can be read."""
    try:
        return msgspec.json.decode((directory / ANNOUNCEMENT_FILE).read_bytes(), type=ServerAnnouncement)
    except (OSError, msgspec.MsgspecError):
        return None


class LanAccess:
    """Opens and shuts a private server, and remembers where it was open, for after a restart."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._wanted: LanAddress | None = None

    def address(self) -> str:
        """The server's address in the network; empty while it is shut."""
        announcement = read_announcement(self._directory)
        network = announcement.network if announcement else None
        return "" if network is None else address.pin_address(network.host, network.port, network.fingerprint)

    async def open(self, host: str, port: int | None) -> None:
        """Let the server listen at an address of this machine. Raises OSError with a sentence."""
        self._wanted = (await self._ask(host, port)).network

    async def shut(self) -> None:
        """Let the server listen to this machine alone. Raises OSError with a sentence."""
        self._wanted = None
        await self._ask(None, None)

    async def keep_open(self) -> None:
        """Open again what was open before the server was restarted. Raises OSError with a sentence."""
        if self._wanted is not None and not self.address():
            await self._ask(self._wanted.host, self._wanted.port)

    async def _ask(self, host: str | None, port: int | None) -> ServerAnnouncement:
        request = LanRequest(secrets.token_hex(8), host, port)
        self._write(request)
        deadline = time.monotonic() + ANSWER_LIMIT_S
        while (
            (found := read_announcement(self._directory)) is None or not found.answer or found.answer.ask != request.ask
        ):
            if time.monotonic() > deadline:
                raise OSError(NO_ANSWER)
            await asyncio.sleep(LOOK_EVERY_S)
        if found.answer.trouble:
            raise OSError(found.answer.trouble)
        return found

    def _write(self, request: LanRequest) -> None:
        if sys.platform == "win32":
            raise OSError(NOT_YOURS)
        try:
            # Opening fails at once where nobody reads the pipe, and so no server runs.
            pipe = os.open(self._directory / REQUEST_PIPE, os.O_WRONLY | os.O_NONBLOCK)
            with os.fdopen(pipe, "wb") as opened:
                opened.write(msgspec.json.encode(request) + b"\n")
        except OSError:
            raise OSError(NOT_RUNNING) from None


async def turn_lan(lan: LanAccess | None, action: actions.OpenLan | actions.CloseLan) -> Said:
    """Open or shut one's own server to the network, and say what came of it; `lan` is None without such a server."""
    if lan is None:
        return Said(NOT_YOURS, is_refusal=True)
    try:
        match action:
            case actions.OpenLan(host=host, port=port):
                if not (host := host or address_here()):
                    return Said(NO_NETWORK, is_refusal=True)
                await lan.open(host, port)
                return Said(OPENED.format(place=address.host_and_port(lan.address())))
            case actions.CloseLan():
                await lan.shut()
                return Said(SHUT)
    except OSError as error:
        return Said(str(error), is_refusal=True)
