"""`python -m torture.tools.careless FAULT ...`: the server with a fault planted, which the proofs have to find."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from server import __main__ as server
from server.storage.sqlite import database
from server.storage.sqlite.database import Upgrade
from server.storage.sqlite.journal import SqliteJournal


def unsynced() -> None:
    """Do not wait for the disk: SQLite syncs only its checkpoints."""
    connect = database._connect

    def careless(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> sqlite3.Connection:
        connection = connect(path, schema, upgrades)
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    database._connect = careless


def hasty() -> None:
    """Send messages while the journal is still being written."""
    append, begun = SqliteJournal.append, set()

    async def careless(journal: SqliteJournal, room: str, seq: int, *entries: bytes, in_summary: bool = False) -> None:
        begun.add(asyncio.ensure_future(append(journal, room, seq, *entries, in_summary=in_summary)))

    SqliteJournal.append = careless  # type: ignore[assignment, method-assign]


FAULTS: Mapping[str, Callable[[], None]] = {"unsynced": unsynced, "hasty": hasty}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(server.main())
