"""Which player one is on a server: a secret token in a file that nobody else can read.

A token is never a flag, never in a URL and never logged. Whoever shows it is that player, so a client that was killed
comes back to its seat by starting again.
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
    """What the file holds: whose it is, the name one goes by there, and the token."""

    server: str
    name: str
    token: str | None

    def __repr__(self) -> str:
        return f"Known(server={self.server!r}, name={self.name!r})"


@dataclass(frozen=True, slots=True)
class Identity:
    """One player on one server. The file is read whenever it is asked, since another client may have changed it.

    Attributes:
        path: the file.
        server: what the server is known by: its URL, or a private server's data directory.
        first_name: the name to ask for as a newcomer.
    """

    path: Path
    server: str
    first_name: str

    def known(self) -> StoredIdentity:
        """The name and the token to say hello with; a newcomer's where there is no file, or a damaged one.

        Raises OSError where there is one that cannot be read: whoever came as somebody new then would lose their seats.
        """
        return _decode(self._read()) or StoredIdentity(self.server, self.first_name, None)

    def guard(self) -> bool:
        """Close the file to everybody but its owner; whether it was open to others."""
        try:
            mode = stat.S_IMODE(self.path.stat().st_mode)
            if os.name != "posix" or not mode & OTHERS:
                return False
            self.path.chmod(mode & ~OTHERS)
        except OSError:
            return False
        return True

    def keep(self, name: str, token: str | None) -> None:
        """Be this player from now on. The file is whole at every moment, and the owner's alone. Raises OSError.

        One that was damaged is moved aside, as its token may be found in it yet.
        """
        before = self._read()
        if before is not None and _decode(before) is None:
            self.path.replace(self.path.with_suffix(f".{sha256(before).hexdigest()[:8]}.damaged"))
        files.keep(self.path, msgspec.json.encode(StoredIdentity(self.server, name, token)))

    def _read(self) -> bytes | None:
        """What is in the file, or None where there is none. Raises OSError where there is and it cannot be read."""
        try:
            return self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None


def _decode(written: bytes | None) -> StoredIdentity | None:
    """Who one is by what was written; None where nothing was, or no longer what this program writes."""
    try:
        return None if written is None else msgspec.json.decode(written, type=StoredIdentity)
    except msgspec.DecodeError:
        return None


def identity(home: Path, server: str, name: str | None = None) -> Identity:
    """The identity called `name` (the user's own when None) on a server, kept under `home`."""
    first_name = clean_name(name or "") or default_name()
    digest = sha256(f"{_same(server)}\n{first_name}".encode()).hexdigest()
    return Identity(home / "players" / f"{first_name}-{digest[:16]}.json", server, first_name)


def default_name() -> str:
    """The user's name on this machine, as far as it is a player's name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    return clean_name(user) or FALLBACK_NAME


def clean_name(written: str) -> str:
    """What is left of a text when only letters, digits, _ and - may stay, in at most 16 columns."""
    kept, columns = "", 0
    for character in written:
        if character.isalnum() or character in "_-":
            columns += max(0, wcwidth(character))
            if columns > MAX_NAME_COLUMNS:
                break
            kept += character
    return kept


def _same(server: str) -> str:
    """One text for the ways to write this machine, so that one player is not two.

    A server with a fingerprint is known by that, wherever it is, and to no other a token of it is ever shown.
    """
    for host in LOOPBACK:
        server = server.replace(f"//{host}:", "//localhost:")
    return fingerprint_of(server) or (server.rstrip("/").lower() if "://" in server else server)
