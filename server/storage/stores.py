"""Opens a server's storage: a database, which one program at a time may use, or memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from server.moderation.store import ModerationStore
from server.players.accounts.accounts import Accounts
from server.players.results.records import ResultStore
from server.room.journal import Journal, StorageUnavailableError
from server.storage.database import Database
from server.storage.memory import MemoryJournal
from server.storage.permissions import FILE_MODE, make_private_folder
from server.storage.sql import moderation as moderation_sql
from server.storage.sql import records as records_sql
from server.storage.sql.moderation import SqlModeration
from server.storage.sql.players import accounts as accounts_sql
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import GATHER_S, SqlResultStore
from server.storage.sqlite import journal as journal_sqlite
from server.storage.sqlite.database import MemoryDatabase, SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from server.storage.sqlite.upgrades import upgrade_players, upgrade_results

if TYPE_CHECKING:
    from server.cluster.links import ClusterLinks
    from server.storage.postgres.database import PostgresDatabase

DATABASE_NAME = "parlour.db"
MISSING = "PostgreSQL needs psycopg. To install it: pip install 'parlour[postgres]'"
STORES = accounts_sql.SCHEMA + records_sql.SCHEMA + moderation_sql.SCHEMA
SCHEMA = journal_sqlite.SCHEMA + STORES
UPGRADES = journal_sqlite.upgrade, upgrade_players, upgrade_results


class DataFolderInUseError(Exception):
    """Another server runs on the same data folder."""


@dataclass(frozen=True, slots=True)
class Storage:
    """Where a server keeps everything, the database behind it if there is one, and that one's file if it has one."""

    journal: Journal
    accounts: Accounts
    records: ResultStore
    moderation: ModerationStore = field(default_factory=lambda: SqlModeration(MemoryDatabase(SCHEMA)))
    database: Database[Any] | None = None
    file: Path | None = None
    cluster: ClusterLinks | None = None

    @property
    def is_alive(self) -> bool:
        """Whether anything can ever be stored again without a restart."""
        return self.database is None or self.database.is_alive

    @property
    def waits_s(self) -> float:
        """How long the database has not answered what it was asked, in seconds, where that is known."""
        return 0.0 if self.database is None else self.database.waits_s


def open_in_memory() -> Storage:
    """Storage that lasts as long as the process."""
    memory = MemoryDatabase(SCHEMA)
    return Storage(MemoryJournal(), SqlAccounts(memory), SqlResultStore(memory), SqlModeration(memory))


def open_on_disk(folder: Path) -> Storage:
    """Storage in a server's data folder. Raises StorageUnavailableError."""
    database = open_database(folder)
    journal, accounts = SqliteJournal(database), SqlAccounts(database)
    records = SqlResultStore(database, gather_s=GATHER_S)
    return Storage(journal, accounts, records, SqlModeration(database), database, database.path)


def open_on_postgres(address: str) -> Storage:
    """Storage in a PostgreSQL database. Raises StorageUnavailableError."""
    database = open_postgres(address)
    from server.storage.postgres.journal import PostgresJournal

    journal, accounts = PostgresJournal(database), SqlAccounts(database)
    records = SqlResultStore(database, gather_s=GATHER_S)
    return Storage(journal, accounts, records, SqlModeration(database), database)


def open_database(folder: Path) -> SqliteDatabase:
    """Open the database in a server's folder, made or upgraded as need be. Raises StorageUnavailableError."""
    return open_file(folder / DATABASE_NAME)


def open_file(file: Path) -> SqliteDatabase:
    """Open a database file, made or upgraded as need be. Raises StorageUnavailableError."""
    return SqliteDatabase(file, SCHEMA, *UPGRADES)


def open_postgres(address: str) -> PostgresDatabase:
    """Open a PostgreSQL database, in which what is missing is made.

    Raises DatabaseInUseError when a server has it, and StorageUnavailableError.
    """
    try:
        from server.storage.postgres import journal as journal_postgres
        from server.storage.postgres.database import PostgresDatabase
    except ImportError:
        raise StorageUnavailableError(MISSING) from None
    return PostgresDatabase(address, journal_postgres.SCHEMA + STORES)


def open_named(folder: Path, address: str) -> Database[Any]:
    """Open the PostgreSQL database at an address or, where that is empty, the one in a server's folder.

    Raises DatabaseInUseError when a server has that of PostgreSQL, and StorageUnavailableError.
    """
    return open_postgres(address) if address else open_database(folder)


def lock_named(folder: Path, address: str) -> AbstractContextManager[None]:
    """As `lock_data_folder`, for a database in a folder: one of PostgreSQL's is locked by whoever opens it."""
    return nullcontext() if address else lock_data_folder(folder)


def open_as_node(address: str) -> Storage:
    """Storage in a PostgreSQL database that several servers share. Raises StorageUnavailableError."""
    try:
        from server.storage.postgres.cluster.directory import NodeJournal
        from server.storage.postgres.cluster.opening import open_node
        from server.storage.postgres.cluster.stores import NodeAccounts, NodeResultStore
    except ImportError:
        raise StorageUnavailableError(MISSING) from None
    database, links = open_node(address, STORES)
    journal, accounts = NodeJournal(database), NodeAccounts(database)
    records = NodeResultStore(database, gather_s=GATHER_S)
    return Storage(journal, accounts, records, SqlModeration(database), database, cluster=links)


@contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    """Lock the data folder for this program.

    Raises DataFolderInUseError when another server has it, and StorageUnavailableError where it cannot be written to.
    """
    lock = FileLock(data / "lock", timeout=0, mode=FILE_MODE)
    try:
        make_private_folder(data)
        lock.acquire()
    except Timeout:
        raise DataFolderInUseError(f"Another server is already using {data}.") from None
    except OSError as error:
        raise StorageUnavailableError(f"can't write to {data}: {error.strerror or error}") from error
    with lock:
        yield
