"""All that is kept of a player: written out for them, and removed when they leave for good or never came back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from protocol.dealing import FORMER_PLAYER as FORMER_PLAYER

DAY_S = 86_400.0


class ExportPage(NamedTuple):
    """Some of what is kept of a player: rows of one section as a JSON list, and where to go on, or None at the end."""

    section: str
    rows: bytes
    following: str | None


class AccountArchive(Protocol):
    """Reads and removes what is kept of players. All methods raise StorageUnavailableError."""

    async def export(self, player: int, at: str | None) -> ExportPage | None:
        """A page of what is kept of a player, the first or that at `at`; None where there is no such page."""

    async def remove(self, player: int) -> None:
        """Remove an account; nobody can take its name, or one that looks like it, for a while.

        In the games of others the name still stands until `erase_some` has nothing left to do.
        """

    async def erase_some(self, player: int) -> bool:
        """Remove or make nameless some of what is left of a removed account; whether there may be more."""

    async def former(self, players: Iterable[int]) -> frozenset[int]:
        """Those of some players who have no account any more."""

    async def removed(self) -> frozenset[int]:
        """Every player whose account was deleted."""

    async def unfinished(self) -> Sequence[int]:
        """Removed accounts of which something is left."""

    async def unused(self, unused_s: float, after: int) -> Sequence[int]:
        """Some accounts above number `after`, in order, without a finished game or a sign-in in `unused_s` seconds."""

    async def expire(self, players: Sequence[int]) -> None:
        """Remove accounts that never finished a game, and forget names that are kept no more."""
