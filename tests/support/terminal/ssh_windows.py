"""A portal in the test's own process, and terminals that come to it by ssh: asyncssh's client, and an emulator."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import asyncssh
import pyte

from client.hosting.invitation import PortalAddress
from client.portal.config import PortalLimits
from client.portal.main import PortalArguments, open_portal
from tests.support.patience import PATIENCE_S

HERE = "127.0.0.1"
PLENTY = PortalLimits(visitors=500, per_address=500, arrivals_per_s=1000, arrivals_burst=1000)


class Nobody(asyncssh.SSHClient):
    """Answers the question that a client without a key is asked, which has no prompts."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class SshWindow(asyncssh.SSHClientSession[bytes]):
    """One visitor's terminal: what came is drawn at once; `until` waits for the screen to look as asked.

    Attributes:
        written: all that came.
        code: the exit code, once the session has ended.
    """

    def __init__(self, columns: int, rows: int, typed: str = "") -> None:
        self.written = b""
        self._typed = typed
        self.code: int | None = None
        self.has_ended = False
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.channel: Any = None

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def table(self) -> str:
        """The code of the table on the screen."""
        found = re.search(r"table ([A-Z]{4,6})", self.text)
        assert found, self.text
        return found[1]

    def type(self, keys: str) -> None:
        self.channel.write(keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self.channel.change_terminal_size(columns, rows)

    async def until(self, holds: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not holds():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"It never came to that. The screen:\n{self.text}\n{self.written[-500:]!r}") from None

    async def expect(self, *texts: str) -> None:
        for text in texts:
            await self.until(lambda text=text: text in self.text)  # type: ignore[misc]

    async def press(self, keys: str, *texts: str) -> None:
        """Press keys, and wait for what they bring to the screen."""
        self.type(keys)
        await self.expect(*texts)

    async def ended(self) -> int | None:
        """Wait until the session has ended; its exit code."""
        await self.until(lambda: self.has_ended)
        return self.code

    def connection_made(self, chan: Any) -> None:
        self.channel = chan
        if self._typed:
            asyncio.get_running_loop().call_soon(self.type, self._typed)

    def data_received(self, data: bytes, datatype: object) -> None:
        self.written += data
        self._stream.feed(data)
        self._changed.set()

    def exit_status_received(self, status: int) -> None:
        self.code = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_ended = True
        self._changed.set()


@dataclass
class Visiting:
    """A running portal, and the terminals that came to it."""

    address: PortalAddress
    folder: Path
    stop: Callable[[], Awaitable[None]]
    connections: list[asyncssh.SSHClientConnection] = field(default_factory=list)

    async def connect(
        self, user: str = "play", key: asyncssh.SSHKey | None = None, address: str = HERE
    ) -> asyncssh.SSHClientConnection:
        assert self.address.ssh_port is not None
        connection, _ = await asyncssh.create_connection(
            Nobody, HERE, self.address.ssh_port, username=user, client_keys=[key] if key else None, known_hosts=None,
            agent_path=None, config=[], local_addr=(address, 0),
        )  # fmt: skip
        self.connections.append(connection)
        return connection

    async def window(
        self,
        user: str = "play",
        key: asyncssh.SSHKey | None = None,
        *,
        command: str | None = None,
        size: tuple[int, int] = (100, 32),
        term: str | None = "xterm-256color",
        address: str = HERE,
        typed: str = "",
    ) -> SshWindow:
        """A terminal that has come in; without a `term` it has no terminal, as with ssh -T.

        What is `typed` comes right behind the wish for a session, as OpenSSH sends what is piped to it.
        """
        connection = await self.connect(user, key, address)
        _, window = await connection.create_session(
            lambda: SshWindow(*size, typed), command=command, encoding=None,
            request_pty="force" if term else False, term_type=term, term_size=size if term else (),
        )  # fmt: skip
        assert isinstance(window, SshWindow)
        return window


def arguments(folder: Path, **changes: Any) -> PortalArguments:
    """The command line of a portal on free ports."""
    usual = PortalArguments(
        server=None, host=HERE, ssh_port=0, web_port=None, public="", page="", tls_cert=None, tls_key=None,
        behind_proxy=False, folder=folder, ca_file=None, limits=PLENTY,
    )  # fmt: skip
    return replace(usual, **changes)


@asynccontextmanager
async def visiting(server: str, folder: Path, **changes: Any) -> AsyncIterator[Visiting]:
    """A portal to a server; its visitors are gone at the end."""
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(open_portal(arguments(folder, **changes), server))
        portal = Visiting(address, folder, stack.aclose)
        try:
            yield portal
        finally:
            for connection in portal.connections:
                connection.abort()
            for connection in portal.connections:
                await connection.wait_closed()
