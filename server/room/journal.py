"""The journal: what happened in each room, in order, kept before anyone is told.

A room's journal is a list of entries numbered from 1, of which the journal knows nothing but which belong to the room's
summary. The number is the fence: whoever tries to store an entry under a number that is taken, because another process
runs the room too, gets `Conflict` and stores nothing.
"""

from __future__ import annotations

from typing import Protocol


class ConflictError(Exception):
    """That entry of the room is stored already."""


class StorageUnavailableError(Exception):
    """Nothing can be stored now, as on a full disk; nothing was, and what is stored is safe."""


class Journal(Protocol):
    """Where rooms' entries are kept. All engines pass one suite of tests."""

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        """Store a room's entries from number `seq` on; they are durable when this returns.

        Those stored with `in_summary` are told by `open_rooms`.
        Raises Conflict or Unwritable, and then has stored none of them.
        """

    async def close(self, room: str) -> None:
        """Hear that nothing more is to be done for a room; it is not among the open ones any longer.

        Raises Unwritable.
        """

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        """The entries of a room behind entry `after`, in order."""

    async def keep(self, room: str, seq: int, beginning: bytes) -> None:
        """Keep what a room comes to with entry `seq`, in place of what was kept before; `recall` gives it.

        Raises Unwritable.
        """

    async def recall(self, room: str) -> tuple[bytes | None, list[bytes]]:
        """What was kept of a room last, and its first entry with all behind that; or else None and all its entries."""

    async def open_rooms(self) -> dict[str, list[bytes]]:
        """The rooms not closed, in the order they were opened, each with its summary.

        This is its first entry, each that was stored as a part of it, and its last, which may be one of the others.
        """

    async def aclose(self) -> None:
        """Finish what was begun and let go."""
