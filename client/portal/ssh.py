"""The way in by ssh: any key signs in and keeps its player, nobody needs one, and nothing but a client is served."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
from prompt_toolkit.data_structures import Size

from client.history.saved import files
from client.portal.arrival import USAGE, PortalArrival, terminal_variables, with_user, with_words
from client.portal.hub import Hub
from client.portal.terminal import size_of
from client.portal.visit import Visit
from client.state.exit_codes import ExitCode
from protocol import RELEASE

HOST_KEY_FILE = "ssh_host_ed25519_key"
LOGIN_LIMIT_S = 20.0
KEEPALIVE_S, KEEPALIVES = 15, 3
"""A visitor whose line is dead is gone within a minute; whoever comes back earlier takes over."""
LOW_BYTES = 4096
CLOSE_LIMIT_S = 5.0
MAX_USER = 32


async def listen(hub: Hub, host: str, port: int) -> asyncssh.SSHAcceptor:
    """Take visitors by ssh. Raises OSError."""
    return await asyncssh.create_server(
        lambda: _Server(hub),
        host,
        port,
        server_host_keys=[host_key(hub.config.folder)],
        server_version=f"Parlour_{RELEASE}",
        login_timeout=LOGIN_LIMIT_S,
        keepalive_interval=KEEPALIVE_S,
        keepalive_count_max=KEEPALIVES,
        line_editor=False,
        encoding="utf-8",
        errors="replace",
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        compression_algs=None,
        config=[],
    )


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The portal's own key, which is made the first time. Raises OSError or asyncssh.KeyImportError."""
    path = folder / HOST_KEY_FILE
    if not path.exists():
        files.keep(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    path.chmod(0o600)
    return asyncssh.read_private_key(path)


class _Server(asyncssh.SSHServer):
    """One connection: it signs in, and has one session."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._is_counted = False
        self._user = ""
        self._fingerprint = ""
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("?",))[0])
        self._is_counted = self._hub.admission.connect(self._address)
        if not self._is_counted:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the library's interface
        if self._is_counted:
            self._is_counted = False
            self._hub.admission.disconnect(self._address)

    def begin_auth(self, username: str) -> bool:
        """Ask for a key, as a client that is let in without one shows none."""
        self._user = username[:MAX_USER]
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 - the library's interface
        """Take any key: the library then checks that the client has its private half."""
        self._fingerprint = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002 - as above
        """Let in a guest, with no question. A key that was only named, and not proved, counts for nothing."""
        self._fingerprint = ""
        return True

    def session_requested(self) -> _Session | bool:
        if self._has_session:
            return False
        self._has_session = True
        address = self._hub.config.address
        arrival = PortalArrival(self._address, self._fingerprint, way_back=address.ssh_line("play"))
        assert self._connection is not None
        return _Session(self._hub, with_user(arrival, self._user), self._connection)


class _Session(asyncssh.SSHServerSession[str]):
    """A visitor's channel, with a terminal or without."""

    def __init__(self, hub: Hub, arrival: PortalArrival, connection: asyncssh.SSHServerConnection) -> None:
        self._hub = hub
        self._arrival = replace(arrival, has_terminal=False)
        self._connection = connection
        self._channel: Any = None
        self._command = ""
        self._size = Size(rows=24, columns=80)
        self._terminal = ""
        self._visit: Visit | None = None
        self._task: asyncio.Task[None] | None = None

    # The library's interface.

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=self._hub.config.limits.unsent_bytes, low=LOW_BYTES)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:  # noqa: ARG002
        self._terminal, self._size = term_type, size_of(*term_size[:2])
        self._arrival = replace(self._arrival, has_terminal=True)
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True

    def session_started(self) -> None:
        """Begin the visit at once, as lines from a program may already be here."""
        environ = terminal_variables(self._terminal, self._channel.get_environment())
        arrival = with_words(replace(self._arrival, environ=environ), self._command)
        if arrival is None:
            self._end(ExitCode.USAGE, USAGE)
            return
        self._visit = self._hub.visit(arrival, self, self._size)
        self._task = asyncio.get_running_loop().create_task(self._serve(self._visit, arrival.address))

    def data_received(self, data: str, datatype: int | None) -> None:  # noqa: ARG002
        if self._visit is not None:
            self._visit.feed(data)

    def eof_received(self) -> bool:
        if self._visit is not None:
            self._visit.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        self._size = size_of(width, height)
        if self._visit is not None:
            self._visit.resize(self._size)

    def resume_writing(self) -> None:
        if self._visit is not None:
            self._visit.drained()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._task is not None:
            self._task.cancel()

    # What carries the terminal.

    def send(self, text: str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._channel.write(text)

    def unsent(self) -> int:
        return int(self._channel.get_write_buffer_size())

    def pause_reading(self) -> None:
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        self._channel.resume_reading()

    async def _serve(self, visit: Visit, address: str) -> None:
        code, refusal = await self._hub.play(visit, address)
        self._end(code, refusal)

    def _end(self, code: ExitCode, text: str) -> None:
        if text:
            self.send(f"{text}\r\n")
        with contextlib.suppress(OSError):
            self._channel.exit(int(code))
        # The visitor's program ends the connection once it has read all of it.
        asyncio.get_running_loop().call_later(CLOSE_LIMIT_S, self._connection.close)
