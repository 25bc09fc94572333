"""One SQLite file behind one thread and one connection.

SQLite before 3.51.3 can damage a WAL file when two connections write or checkpoint, so exactly one connection exists.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from pathlib import Path
from typing import TypeVar
from weakref import finalize

from server.room.journal import StorageUnavailableError
from server.storage.database import Database
from server.storage.permissions import close_to_others, make_private_file, make_private_folder
from server.storage.sqlite import wal
from server.storage.sqlite.commit_log import CommitLog
from server.storage.sqlite.connection import SqliteConnection, transaction

T = TypeVar("T")
Upgrade = Callable[[SqliteConnection], None]
"""Converts tables that an older server made to the current layout."""

VERSION = 3
"""The layout of the file, stored in its `PRAGMA user_version`; 0 stands for all layouts before the first number."""

PAGE = 1024
"""The page size of a new file, in bytes: a commit of a few moves writes one page. Older files keep theirs."""

DAMAGED = "-wal.damaged"
BESIDE = ("-wal", "-shm", DAMAGED)
"""What the names of the files beside it end with."""

LOG_BYTES = 4 * 1024 * 1024
"""How long the log grows before what is in it is written to the file."""

_log = logging.getLogger("parlour.database")


class SqliteDatabase(Database[SqliteConnection]):
    """One SQLite file, whose path is `path`, with the log of its newest commits."""

    _refusals = (sqlite3.Error,)

    def __init__(self, path: Path, schema: str, *upgrades: Upgrade) -> None:
        """Open the file, create what is missing, then upgrade its tables.

        Raises StorageUnavailableError; a file with a newer layout is not touched.
        """
        self.path = path
        self.commit_log = CommitLog()
        super().__init__(_connect(path, schema, (*upgrades, _store_version)))

    def _transaction(self) -> AbstractContextManager[None]:
        return transaction(self._connection)

    def _ends_batch(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError)

    def _undo(self, error: Exception) -> None:
        _log.error("event=commit-failed error=%s", ascii(str(error)))
        if self._connection.in_transaction:
            self._connection.rollback()
        self.commit_log.forget()

    def _tidy(self) -> None:
        """Fold what is due until somebody waits; once, where that is now."""
        while self.is_alive and self.commit_log.is_due(is_idle=self._jobs.empty()):
            if not self._fold(self.commit_log.fold_some) or not self._jobs.empty():
                return

    def _fold(self, fold: Callable[[sqlite3.Connection], None]) -> bool:
        """Do something that nobody waits for; False where the disk refuses."""
        try:
            fold(self._connection)
        except sqlite3.Error as error:
            self._undo(error)
            return False
        except Exception:  # noqa: BLE001 - as in `_execute`
            self._fail()
            return False
        return True

    def _close(self) -> None:
        if self.is_alive:
            self._fold(self.commit_log.finish)
        self._connection.close()


class MemoryDatabase:
    """A database that lasts as long as the process. It runs each job at once, in the thread that asks."""

    def __init__(self, schema: str) -> None:
        # Whichever thread collects garbage closes it.
        self._connection = SqliteConnection(":memory:", isolation_level=None, check_same_thread=False)
        finalize(self, self._connection.close)
        self._connection.executescript(schema)

    async def run(self, work: Callable[[SqliteConnection], T]) -> T:
        """Call `work` with the connection. Raises what `work` raises, after undoing what it did."""
        with transaction(self._connection):
            return work(self._connection)


def _connect(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> SqliteConnection:
    try:
        make_private_folder(path.parent)
        for beside in BESIDE:
            close_to_others(Path(f"{path}{beside}"))
        if path.exists():
            close_to_others(path)
            refuse_newer(path)
        else:
            make_private_file(path)  # SQLite gives the files beside it the same mode
        log = wal.read_log(path)
        connection = SqliteConnection(path, isolation_level=None, check_same_thread=False)
        with ExitStack() as unless_ready:
            unless_ready.callback(connection.close)
            connection.execute(f"PRAGMA page_size={PAGE}")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            (page,) = connection.execute("PRAGMA page_size").fetchone()
            connection.execute(f"PRAGMA wal_autocheckpoint={LOG_BYTES // page}")
            if log is not None:
                _report_damage(path, log, connection)
            connection.executescript(schema)
            for upgrade in upgrades:
                upgrade(connection)
            unless_ready.pop_all()
    except (OSError, sqlite3.Error) as error:
        raise StorageUnavailableError(f"can't open {path}: {error}") from error
    return connection


def refuse_newer(path: Path) -> None:
    """Raise StorageUnavailableError where a newer program made the file; not even its log is checkpointed."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        version = _version(reader)
    if version > VERSION:
        raise StorageUnavailableError(
            f"{path} has version {version}, but this program only knows versions up to {VERSION}: use a newer Parlour."
        )


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _store_version(connection: sqlite3.Connection) -> None:
    """Store the layout's version, once all upgrades are done."""
    if _version(connection) != VERSION:
        connection.execute(f"PRAGMA user_version={VERSION}")


def _report_damage(path: Path, log: wal.WalLog, connection: sqlite3.Connection) -> None:
    """Log what SQLite could not recover; where that may be moves people have seen, keep a copy of the log."""
    (_, recovered, _) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    damage = wal.find_damage(log, recovered)
    if damage is None:
        return
    lost = CommitLog().lost_rooms(connection, damage.pages)
    rooms, copy = ",".join(lost) or "none", Path(f"{path}{DAMAGED}")
    if damage.shown != "no":
        with suppress(OSError):  # a full disk must not stop the server from starting
            make_private_file(copy)
            copy.write_bytes(log.raw)
    match damage.shown:
        case "yes":
            _log.error("event=journal-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "perhaps":
            _log.error("event=last-write-damaged commits=%d rooms=%s kept=%s", damage.commits, rooms, ascii(str(copy)))
        case "no":
            _log.warning("event=last-write-unfinished rooms=%s", rooms)
