"""The interface of the journal: every room's inputs in order, stored before anyone is shown their results.

A room's journal is a list of opaque entries numbered from 1, some of which belong to the room's summary. Numbers guard
against two processes that run the same room: what does not follow the room's newest entry is a conflict, and not
stored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import msgspec


class ConflictError(Exception):
    """The room's newest entry is another than was thought."""


class StorageUnavailableError(Exception):
    """Nothing can be stored now, for example on a full disk. Nothing new was stored, and older entries are safe."""


class UnknownOutcomeError(StorageUnavailableError):
    """Nothing can be stored here any more, and what was under way may be stored or not."""


READ_SLICE = 1000
"""How many entries of a room are read at a time, while moves wait to be stored."""
Recalled = tuple[bytes | None, list[bytes]]
"""A room's newest snapshot, if there is one, and its first entry with those since."""


class Append(msgspec.Struct, frozen=True, array_like=True):
    """Entries that are to be stored of one room, from number `seq` on; `in_summary` puts them into its summary."""

    room: str
    seq: int
    entries: tuple[bytes, ...]
    in_summary: bool = False


class PendingAppends(Awaitable[list[bool]], Protocol):
    """What becomes of some appends, in order: whether each is stored. An `asyncio.Future` is one."""

    def add_done_callback(self, call: Callable[[Any], object], /) -> None:
        """Have `call` called with this, once it has a result."""

    def result(self) -> list[bool]:
        """The result. Raises StorageUnavailableError, and then none of the appends is stored."""


class Journal(Protocol):
    """Stores the entries of rooms. All implementations pass one suite of tests."""

    def append_all(self, appends: Sequence[Append]) -> PendingAppends:
        """Store entries of any rooms in one job; they are durable once there is a result.

        An append that does not follow its room's newest entry is not stored, and the others are.
        """

    async def append(self, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        """Store a room's entries from number `seq` on; they are durable when this returns.

        Raises ConflictError or StorageUnavailableError, and then has stored none.
        """
        (stored,) = await self.append_all([Append(room, seq, entries, in_summary)])
        if not stored:
            raise ConflictError(f"entries of room {room} from {seq} on do not follow its newest")

    async def close(self, room: str) -> None:
        """Mark a room as closed, so that `open_rooms` no longer returns it.

        Raises StorageUnavailableError.
        """

    async def read(self, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """The entries of a room that follow entry `after`, in order, or the first `most` of them."""

    async def head(self, room: str) -> int:
        """The number of a room's newest entry, or 0; much cheaper than to read them."""

    async def keep(self, room: str, seq: int, beginning: bytes) -> None:
        """Store a snapshot of a room after entry `seq`, in place of the last one; `recall` returns it.

        Raises StorageUnavailableError.
        """

    async def recall(self, room: str, most: int | None = None) -> Recalled:
        """A room's snapshot with its first entry and all after the snapshot, or the first `most` of them.

        Without a snapshot, None with its first entry and those after it.
        """

    async def open_rooms(self) -> dict[str, list[bytes]]:
        """The rooms that are not closed, in the order they were opened, each with its summary.

        A summary is the first entry, those stored with `in_summary`, and the last entry.
        """

    async def aclose(self) -> None:
        """Finish what is under way, and close."""
