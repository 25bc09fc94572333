"""The interface of the journal: every room's inputs in order, stored before anyone is shown their results.

A room's journal is a list of opaque entries numbered from 1, some of which belong to the room's summary. Numbers guard
against two processes that run the same room: storing under a number that is taken raises ConflictError, and stores
nothing.
"""

from __future__ import annotations

from typing import Protocol


class ConflictError(Exception):
    """The room already has an entry of that number."""


class StorageUnavailableError(Exception):
    """Nothing can be stored now, for example on a full disk. Nothing new was stored, and older entries are safe."""


class Journal(Protocol):
    """Stores the entries of rooms. All implementations pass one suite of tests."""

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        """Store a room's entries from number `seq` on; they are durable when this returns.

        `open_rooms` returns those stored with `in_summary`.
        Raises ConflictError or StorageUnavailableError, and then has stored none.
        """

    async def close(self, room: str) -> None:
        """Mark a room as closed, so that `open_rooms` no longer returns it.

        Raises StorageUnavailableError.
        """

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        """The entries of a room that follow entry `after`, in order."""

    async def keep(self, room: str, seq: int, beginning: bytes) -> None:
        """Store a snapshot of a room after entry `seq`, in place of the last one; `recall` returns it.

        Raises StorageUnavailableError.
        """

    async def recall(self, room: str) -> tuple[bytes | None, list[bytes]]:
        """A room's snapshot with its first entry and all after the snapshot; or None with all its entries."""

    async def open_rooms(self) -> dict[str, list[bytes]]:
        """The rooms that are not closed, in the order they were opened, each with its summary.

        A summary is the first entry, those stored with `in_summary`, and the last entry.
        """

    async def aclose(self) -> None:
        """Finish what is under way, and close."""
