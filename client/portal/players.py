"""Keeps the players of a portal: a folder for each key or token that somebody came with, and none for guests.

What a folder is called is a hash, so that the tokens of pages cannot be read from it.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from client.history.saved.keeper import FOLDER
from client.net.identity.identity import FALLBACK_NAME, Identity, clean_name, guest_identity

PLAYER_FILE = "player.json"
UNUSED_S = 400 * 24 * 3600.0
"""Who has not come for so long is forgotten."""


@dataclass(frozen=True, slots=True)
class KeptPlayer:
    """Who a visitor is, and the folder for what is theirs."""

    identity: Identity
    folder: Path
    is_kept: bool


class PlayerFolders:
    """The folders of a portal's players, at most `limit` of them; who comes when it is full is a guest."""

    def __init__(self, folder: Path, server: str, limit: int) -> None:
        self._kept, self._guests = folder / "players", folder / "guests"
        self._server = server
        self._limit = limit
        self._here: dict[Path, int] = {}
        shutil.rmtree(self._guests, ignore_errors=True)
        for needed in (self._kept, self._guests):
            needed.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._forget_old()
        self._count = sum(1 for _ in self._kept.iterdir())

    @contextmanager
    def player(self, credential: str, name: str) -> Iterator[KeptPlayer]:
        """Who comes with a credential, or a guest without one. Raises OSError."""
        folder = self._folder(credential) if credential else None
        if folder is None:
            with tempfile.TemporaryDirectory(dir=self._guests) as temporary:
                host = Identity(Path(temporary) / PLAYER_FILE, self._server, FALLBACK_NAME)
                yield KeptPlayer(guest_identity(host, clean_name(name) or None), Path(temporary), is_kept=False)
            return
        self._here[folder] = self._here.get(folder, 0) + 1
        try:
            identity = Identity(folder / PLAYER_FILE, self._server, clean_name(name) or FALLBACK_NAME)
            yield KeptPlayer(identity, folder, is_kept=True)
        finally:
            self._leave(folder)

    def _folder(self, credential: str) -> Path | None:
        """The folder of a credential; None where there may be no more."""
        folder = self._kept / sha256(credential.encode()).hexdigest()[:40]
        if not folder.is_dir():
            if self._count >= self._limit:
                return None
            folder.mkdir(mode=0o700)
            self._count += 1
        return folder

    def _leave(self, folder: Path) -> None:
        """Delete the games of a visitor who has left: the server has them."""
        self._here[folder] -= 1
        if not self._here[folder]:
            del self._here[folder]
            shutil.rmtree(folder / FOLDER, ignore_errors=True)

    def _forget_old(self) -> None:
        for folder in self._kept.iterdir():
            with contextlib.suppress(OSError):
                used = max(file.stat().st_mtime for file in (folder, *folder.iterdir()))
                if time.time() - used > UNUSED_S:
                    shutil.rmtree(folder, ignore_errors=True)
