"""Who the player is on a server: a secret token in a file that only its owner can read.

A token is never a flag, never in a URL and never logged. Whoever shows it is that player, so a client that was killed
gets its seat back by starting again.
"""

from __future__ import annotations

import getpass
import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec
from wcwidth import wcwidth

from client.history.saved import files
from client.net.address import fingerprint_of

OTHERS = stat.S_IRWXG | stat.S_IRWXO
FALLBACK_NAME = "player"
MAX_NAME_COLUMNS = 16
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class StoredIdentity(msgspec.Struct, frozen=True):
    """What the file holds: the server, the player's name there, and the token."""

    server: str
    name: str
    token: str | None

    def __repr__(self) -> str:
        return f"StoredIdentity(server={self.server!r}, name={self.name!r})"


@dataclass(frozen=True, slots=True)
class Identity:
    """One player on one server. The file is read at each use, since another client may have changed it.

    Attributes:
        path: the file.
        server: how the server is identified: its URL, or a private server's data directory.
        first_name: the name to ask for as a newcomer.
    """

    path: Path
    server: str
    first_name: str

    def load(self) -> StoredIdentity:
        """The name and token to sign in with; a newcomer's if there is no file, or a damaged one.

        Raises OSError if the file cannot be read: to sign in as somebody new would lose the player's seats.
        """
        return _decode(self._read()) or StoredIdentity(self.server, self.first_name, None)

    def guard(self) -> bool:
        """Close the file to everybody but its owner; returns whether it was open to others."""
        try:
            mode = stat.S_IMODE(self.path.stat().st_mode)
            if os.name != "posix" or not mode & OTHERS:
                return False
            self.path.chmod(mode & ~OTHERS)
        except OSError:
            return False
        return True

    def keep(self, name: str, token: str | None) -> None:
        """Store the name and token. The file is whole at every moment, and the owner's alone. Raises OSError.

        A damaged file is moved aside, as its token may still be found in it.
        """
        before = self._read()
        if before is not None and _decode(before) is None:
            self.path.replace(self.path.with_suffix(f".{sha256(before).hexdigest()[:8]}.damaged"))
        files.keep(self.path, msgspec.json.encode(StoredIdentity(self.server, name, token)))

    def _read(self) -> bytes | None:
        """The bytes of the file, or None if there is none. Raises OSError if it cannot be read."""
        try:
            return self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None


def _decode(written: bytes | None) -> StoredIdentity | None:
    try:
        return None if written is None else msgspec.json.decode(written, type=StoredIdentity)
    except msgspec.DecodeError:
        return None


def identity(home: Path, server: str, name: str | None = None) -> Identity:
    """The identity called `name` (the user's own when None) on a server, kept under `home`."""
    first_name = clean_name(name or "") or default_name()
    digest = sha256(f"{_canonical_server(server)}\n{first_name}".encode()).hexdigest()
    return Identity(home / "players" / f"{first_name}-{digest[:16]}.json", server, first_name)


def default_name() -> str:
    """The user's name on this machine, reduced to what a player's name may hold."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    return clean_name(user) or FALLBACK_NAME


def clean_name(written: str) -> str:
    """The text reduced to letters, digits, _ and -, in at most 16 columns."""
    kept, columns = "", 0
    for character in written:
        if character.isalnum() or character in "_-":
            columns += max(0, wcwidth(character))
            if columns > MAX_NAME_COLUMNS:
                break
            kept += character
    return kept


def _canonical_server(server: str) -> str:
    """One text for the different ways to write this machine, so that one player is not two.

    A server with a fingerprint is identified by it, at any address, so its token is never shown to another server.
    """
    for host in LOOPBACK:
        server = server.replace(f"//{host}:", "//localhost:")
    return fingerprint_of(server) or (server.rstrip("/").lower() if "://" in server else server)
