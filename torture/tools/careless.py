"""`python -m torture.tools.careless FAULT ...`: the server with a fault planted, which the proofs have to find."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from server import __main__ as server
from server.room.journal import Append, Journal
from server.storage.connection import Values
from server.storage.postgres import session
from server.storage.postgres.journal import PostgresJournal
from server.storage.postgres.session import Cursor, PostgresSession, UndoneError
from server.storage.sqlite import database
from server.storage.sqlite.connection import SqliteConnection
from server.storage.sqlite.database import Upgrade
from server.storage.sqlite.journal import SqliteJournal


def unsynced() -> None:
    """Do not wait for the disk: SQLite syncs only its checkpoints, and PostgreSQL a little later."""
    connect = database._connect

    def careless(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> SqliteConnection:
        connection = connect(path, schema, upgrades)
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    database._connect = careless
    session.SETUP += "; SET synchronous_commit = off"


def hasty() -> None:
    """Send messages while the journal is still being written."""
    for journal in (SqliteJournal, PostgresJournal):
        _hurry(journal)


def _hurry(kind: type[Journal]) -> None:
    append_all, begun = kind.append_all, set()

    def careless(journal: Journal, appends: Sequence[Append]) -> asyncio.Future[list[bool]]:
        begun.add(append_all(journal, appends))
        done: asyncio.Future[list[bool]] = asyncio.get_running_loop().create_future()
        done.set_result([True] * len(appends))
        return done

    kind.append_all = careless  # type: ignore[assignment, method-assign]


def trusting() -> None:
    """Take what PostgreSQL has not answered for stored."""
    commit = PostgresSession.commit

    def careless(session: PostgresSession, text: str, values: Values | None = None) -> Cursor | None:
        with suppress(UndoneError):
            return commit(session, text, values)
        return None

    PostgresSession.commit = careless  # type: ignore[assignment, method-assign]


FAULTS: Mapping[str, Callable[[], None]] = {"unsynced": unsynced, "hasty": hasty, "trusting": trusting}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(server.main())
