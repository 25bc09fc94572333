"""The socket in a server's data folder through which its owner asks it for things: both its ends.

File permissions say who may: the folder and the socket are the owner's alone. No message of the protocol leads there,
so no player can act on others, wherever they play from.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOCKET = "admin"
SOCKET_MODE = 0o600
MAX_LINE_BYTES = 16 * 1024
"""How long a request may be. An answer has no bound but what it tells of."""
CALLERS = 32
"""How many may be connected at a time; others are cut off."""
MAX_PATH_BYTES = 100
"""The longest path that every system takes for a socket."""


class NoOwnerSocketError(Exception):
    """There can be no socket in that folder, or none can be reached; the message is a sentence."""


def listen(folder: Path) -> socket.socket:
    """Make the socket in a folder that nobody else uses, in place of what a killed server left there.

    It is closed to others before it takes its first caller, whatever the umask. Raises NoOwnerSocketError.
    """
    try:
        with _made_socket() as made:
            (folder / SOCKET).unlink(missing_ok=True)
            with _short(folder) as path:
                made.bind(path)
            (folder / SOCKET).chmod(SOCKET_MODE)
            made.listen(CALLERS)
            made.settimeout(0)
            return made
    except OSError as error:
        raise NoOwnerSocketError(f"Can't create {folder / SOCKET}: {error.strerror or error}.") from None


def call(folder: Path) -> socket.socket:
    """Connect to the server that runs on a folder.

    Raises NoOwnerSocketError, PermissionError where it is somebody else's, FileNotFoundError where none is there, or
    ConnectionRefusedError where it was killed.
    """
    with _made_socket() as made, _short(folder) as path:
        made.connect(path)
        return made


@contextmanager
def _made_socket() -> Iterator[socket.socket]:
    """A socket that stays open unless something fails within. Raises NoOwnerSocketError."""
    if not hasattr(socket, "AF_UNIX"):
        raise NoOwnerSocketError("This system has no Unix sockets, so 'parlour admin' can't reach a server here.")
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        yield made
    except BaseException:
        made.close()
        raise


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    """A path of the socket in a folder that is short enough for the system; one through /proc where need be."""
    path = str(folder / SOCKET)
    if len(os.fsencode(path)) <= MAX_PATH_BYTES:
        yield path
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if not Path(f"/proc/self/fd/{opened}").exists():
            raise NoOwnerSocketError(f"The path of {folder} is too long for a socket inside it.")
        yield f"/proc/self/fd/{opened}/{SOCKET}"
    finally:
        os.close(opened)
