"""Who the player is on a server: this machine's own key in a file that only its owner can read.

Each file has another key, so that what is signed for one server is nothing to another. Whoever has the key is that
player, so a client that was killed gets its seat back by starting again. A file from before keys has a token. Neither
is ever a flag, in a URL or logged.
"""

from __future__ import annotations

import getpass
import os
import stat
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace
from wcwidth import wcwidth

from client.history.saved import files
from client.net.address import fingerprint_of
from client.net.identity.device_key import DeviceKey

OTHERS = stat.S_IRWXG | stat.S_IRWXO
FALLBACK_NAME = "player"
MAX_NAME_COLUMNS = 16
FORMER = "former"
"""What the name of a file ends with that holds who the player was before."""
GUEST = "guest"
"""What a guest asks to be called; the server puts a number behind it for the next."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


Seed = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class StoredIdentity(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the file holds: the server, the player's name there, and what signs them in.

    Attributes:
        server: how the server is identified.
        name: the player's name there.
        token: the last that the server gave; void once the key has signed in, but for a server that went back to an
            older copy of what it kept.
        key: the private half of the key, in hexadecimal.
        next_key: the one that is about to replace it, while the server has not said so.
    """

    server: str
    name: str
    token: str | None
    key: Seed | None = None
    next_key: Seed | None = None

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

    def load_with_key(self) -> StoredIdentity:
        """As `load`, with a key that is made and stored first where there is none; without one where that fails.

        It is stored before anybody is shown it: a client that is killed in between has lost nothing.
        """
        known = self.load()
        if known.key is None:
            try:
                self.keep(replace(known, key=DeviceKey.fresh().seed.hex()))
            except OSError:
                return known
        return self.load()  # perhaps of another client, which was faster

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

    def keep(self, known: StoredIdentity) -> None:
        """Store who the player is. The file is whole at every moment, and the owner's alone. Raises OSError.

        A damaged file is moved aside, as its key may still be found in it.
        """
        before = self._read()
        if before is not None and _decode(before) is None:
            self._move_aside(before, "damaged")
        files.keep(self.path, msgspec.json.encode(known))

    def _move_aside(self, content: bytes, ending: str) -> Path:
        return self.path.replace(self.path.with_suffix(f".{sha256(content).hexdigest()[:8]}.{ending}"))

    def forget(self) -> None:
        """Delete the file, so that the player comes as somebody new. Raises OSError."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> bytes | None:
        """The bytes of the file, or None if there is none. Raises OSError if it cannot be read."""
        try:
            return self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None


@dataclass(frozen=True, slots=True)
class NewIdentity(Identity):
    """An identity that takes the place of the one in the file once the server has accepted it.

    Attributes:
        stored: who that is.
        is_kept: whether it is written at all, or for one visit alone.
    """

    stored: StoredIdentity
    is_kept: bool = True

    @property
    def key(self) -> DeviceKey:
        return DeviceKey(bytes.fromhex(self.stored.key or ""))

    def load(self) -> StoredIdentity:
        return self.stored

    def load_with_key(self) -> StoredIdentity:
        return self.stored

    def keep(self, known: StoredIdentity) -> None:
        """Store it; whoever was in the file before is moved aside. Raises OSError."""
        if not self.is_kept:
            return
        before = self._read()
        old = _decode(before)
        if before is not None and (old is None or old.key != self.stored.key):
            self._move_aside(before, FORMER)
        files.keep(self.path, msgspec.json.encode(known))

    def aside(self) -> Path | None:
        """Where the identity that was moved aside is, the newest if there are several."""
        found = self.path.parent.glob(f"{self.path.stem}.*.{FORMER}")
        return max(found, key=lambda path: path.stat().st_mtime, default=None)


def new_identity(old: Identity, *, is_kept: bool = True) -> NewIdentity:
    """An identity with a key that nobody has had, to take the place of the one in the file, or for one visit."""
    stored = StoredIdentity(old.server, old.first_name, None, DeviceKey.fresh().seed.hex())
    return NewIdentity(old.path, old.server, old.first_name, stored, is_kept=is_kept)


def guest_identity(host: Identity, name: str | None = None) -> NewIdentity:
    """A guest at the side of a player: somebody of their own, whom only this program's memory knows."""
    return new_identity(replace_fields(host, first_name=name or GUEST), is_kept=False)


def is_guest(player: Identity, name: str | None = None) -> bool:
    """Whether nobody can come back as who has played under a name, if any was given: somebody in memory alone."""
    if isinstance(player, NewIdentity):
        return not player.is_kept
    try:
        return name is not None and player.load().name != name
    except OSError:
        return True


def _decode(written: bytes | None) -> StoredIdentity | None:
    try:
        return None if written is None else msgspec.json.decode(written, type=StoredIdentity)
    except msgspec.DecodeError:
        return None


def identity(home: Path, server: str, name: str | None = None) -> Identity:
    """The identity called `name` (the user's own when None) on a server, kept under `home`."""
    first_name = clean_name(name or "") or default_name()
    digest = sha256(f"{canonical_server(server)}\n{first_name}".encode()).hexdigest()
    return Identity(home / "players" / f"{first_name}-{digest[:16]}.json", server, first_name)


def describe_cleaned(written: str | None) -> str:
    """What to tell somebody whose name could not be taken as it was written; empty where it could."""
    if not written or (name := clean_name(written)) == written:
        return ""
    rule = "a name has 1 to 16 letters, digits, _ and -"
    return f"{written!r} is not a name ({rule}); you are {name or default_name()}."


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


def canonical_server(server: str) -> str:
    """One text for the different ways to write this machine, so that one player is not two.

    A server with a fingerprint is identified by it, at any address, so its token is never shown to another server.
    """
    for host in LOOPBACK:
        server = server.replace(f"//{host}:", "//localhost:")
    return fingerprint_of(server) or (server.rstrip("/").lower() if "://" in server else server)
