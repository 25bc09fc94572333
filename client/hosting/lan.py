"""The door of one's own private server: opened to the network and shut again, by what is written into its folder.

Nothing but that folder is asked for leave: who can write there owns the server.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from pathlib import Path

import msgspec

from client.commands import actions
from client.hosting.local_addresses import address_here
from client.net import address
from client.state.store import Said

ANSWER_LIMIT_S = 5.0
LOOK_EVERY_S = 0.01
NOT_YOURS = (
    "Only a server of your own can be opened so, which starts when you play without --server; "
    "for others see docs/hosting.md."
)
NO_NETWORK = "This machine is in no network that it could be opened to."
NOT_RUNNING = "Your server does not run now. Try again in a moment."
NO_ANSWER = "Your server did not answer, so it may be open or not. Try again in a moment."
SHUT = "Your server is open to this machine alone."


OPENED = "Your server is open to your network at {place}, encrypted, as long as it runs."


class LanEndpoint(msgspec.Struct, frozen=True):
    """Where the server listens to the network, and the fingerprint of its certificate."""

    host: str
    port: int
    fingerprint: str


class LanAnswer(msgspec.Struct, frozen=True):
    """What came of a wish, by its `ask`: nothing, or why it could not be fulfilled."""

    ask: str
    trouble: str


class PrivateServerInfo(msgspec.Struct, frozen=True):
    """What a private server says in its folder: where it is on this machine, and how far it reaches."""

    url: str
    network: LanEndpoint | None = None
    answer: LanAnswer | None = None


def read_announcement(directory: Path) -> PrivateServerInfo | None:
    """What the server of a folder says there, or the last one said; None where there is nothing to be read."""
    try:
        return msgspec.json.decode((directory / "server.json").read_bytes(), type=PrivateServerInfo)
    except (OSError, msgspec.MsgspecError):
        return None


class LanAccess:
    """The door as this client wants it. Mutable: what was opened here is to be open after a restart as well."""

    def __init__(self, directory: Path) -> None:
        """Want nothing yet; the server's folder is `directory`."""
        self._directory = directory
        self._wanted: LanEndpoint | None = None

    def address(self) -> str:
        """The server's address in the network; nothing while it is shut."""
        said = read_announcement(self._directory)
        network = said.network if said else None
        return "" if network is None else address.pin_address(network.host, network.port, network.fingerprint)

    async def open(self, host: str, port: int | None) -> None:
        """Have the server listen at an address of this machine. Raises OSError with a sentence."""
        self._wanted = (await self._ask(host, port)).network

    async def shut(self) -> None:
        """Have it listen to this machine alone. Raises OSError with a sentence."""
        self._wanted = None
        await self._ask(None, None)

    async def keep_open(self) -> None:
        """Open what was open before the server was started anew. Raises OSError with a sentence."""
        if self._wanted is not None and not self.address():
            await self._ask(self._wanted.host, self._wanted.port)

    async def _ask(self, host: str | None, port: int | None) -> PrivateServerInfo:
        ask = secrets.token_hex(8)
        self._write({"ask": ask, "host": host, "port": port})
        deadline = time.monotonic() + ANSWER_LIMIT_S
        while (said := read_announcement(self._directory)) is None or said.answer is None or said.answer.ask != ask:
            if time.monotonic() > deadline:
                raise OSError(NO_ANSWER)
            await asyncio.sleep(LOOK_EVERY_S)
        if said.answer.trouble:
            raise OSError(said.answer.trouble)
        return said

    def _write(self, wish: dict[str, object]) -> None:
        try:
            # Without a reader there is no server, which is not waited for.
            pipe = os.open(self._directory / "wishes", os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            raise OSError(NOT_RUNNING) from None
        try:
            os.write(pipe, msgspec.json.encode(wish) + b"\n")
        except OSError:
            raise OSError(NOT_RUNNING) from None
        finally:
            os.close(pipe)


async def turn_lan(door: LanAccess | None, order: actions.OpenLan | actions.CloseLan) -> Said:
    """Open or shut one's own door, and what there is to say of it; without a server of one's own, that."""
    if door is None:
        return Said(NOT_YOURS, is_refusal=True)
    try:
        match order:
            case actions.OpenLan(host=host, port=port):
                await door.open(host or _host(), port)
                return Said(OPENED.format(place=address.place(door.address())))
            case actions.CloseLan():
                await door.shut()
                return Said(SHUT)
    except OSError as error:
        return Said(str(error), is_refusal=True)


def _host() -> str:
    """This machine's address in its network. Raises OSError with a sentence."""
    host = address_here()
    if not host:
        raise OSError(NO_NETWORK)
    return host
