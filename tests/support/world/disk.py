"""The disk of a world: one transaction at a time, and what a kill of the server leaves of it.

What is asked while a transaction is on its way waits for the next one, as in the server's database. A transaction has
happened, and is told of, when it is synced; a kill before that leaves all of it or nothing, and nothing of what waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple, cast

from server.players.accounts.accounts import Account, Accounts
from server.players.results.records import ResultStore
from server.room.journal import Journal, StorageUnavailableError
from server.storage.database import JobResult, settle
from server.storage.memory import MemoryJournal
from server.storage.sql.players.accounts import SqlAccounts
from server.storage.sql.records import SqlResultStore
from server.storage.sqlite.database import MemoryDatabase
from server.storage.stores import SCHEMA, Storage
from tests.support.world.weather import Weather

READS = frozenset({"read", "recall", "open_rooms", "standing", "solution", "score", "aclose"})
"""What a disk that refuses still does, as long as nobody writes in the same transaction."""
REFUSES = "the disk is full"
"""What a disk that refuses says to all that it was asked in that transaction."""

Kept = Callable[[str, int, tuple[bytes, ...], float, int], None]
SignedIn = Callable[[Account], None]


class _Job(NamedTuple):
    done: asyncio.Future[Any]
    store: str
    verb: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    asked_at: float
    life: int


class Disk:
    """The stores that outlive the server."""

    def __init__(self, loop: asyncio.AbstractEventLoop, chance: Random, weather: Weather) -> None:
        """Begin empty. Whoever sets `kept` or `signed_in` hears of what has become durable.

        `life` says which of the server's lives may use it: what an earlier one asks is never done.
        """
        self.journal = MemoryJournal()
        self._database = MemoryDatabase(SCHEMA)
        self.accounts = SqlAccounts(self._database)
        self.archive = self.accounts.archive
        self.records = SqlResultStore(self._database)
        self.weather = weather
        self.life = 0
        self.refuses_until = self.hangs_until = 0.0
        self.kept: Kept = lambda *_: None
        self.signed_in: SignedIn = lambda _: None
        self._loop = loop
        self._chance = chance
        self._waiting: list[_Job] = []
        self._under_way: list[_Job] = []
        self._commit: asyncio.TimerHandle | None = None

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query of accounts and records finds now."""
        found: list[tuple[Any, ...]] = _outcome(
            self._database.run(lambda connection: connection.execute(query).fetchall())
        )
        return found

    def storage(self, life: int) -> Storage:
        """All of it, as the server has it in one of its lives. None of its other lives may use it then."""
        self.life = life
        journal, accounts, records = (
            Shelf(self, name, self._loop, life) for name in ("journal", "accounts", "records")
        )
        return Storage(cast(Journal, journal), cast(Accounts, accounts), cast(ResultStore, records))

    def ask(self, job: _Job) -> None:
        if job.life == self.life:
            self._waiting.append(job)
            self._begin()

    def crash(self) -> None:
        """The server is killed: what is under way has come to the disk or has not, and nobody waits any more."""
        if self._commit is None:
            return
        self._commit.cancel()
        self._commit = None
        lost, self._under_way, self._waiting = self._under_way, [], []
        if self._chance.random() < 0.5 and not self._refused(lost):
            for job in lost:
                self._do(job)

    def _begin(self) -> None:
        if self._commit is None and self._waiting:
            self._under_way, self._waiting = self._waiting, []
            held_s = max(0.0, self.hangs_until - self._loop.time())
            self._commit = self._loop.call_later(held_s + self._chance.uniform(0, self.weather.commit_s), self._end)

    def _end(self) -> None:
        """The transaction is synced, or refused: everyone who waits for it hears of it."""
        done, self._under_way, self._commit = self._under_way, [], None
        refused = JobResult(None, StorageUnavailableError(REFUSES)) if self._refused(done) else None
        settle(done, [refused or self._do(job) for job in done])
        self._begin()

    def _refused(self, jobs: list[_Job]) -> bool:
        return self._loop.time() < self.refuses_until and any(job.verb not in READS for job in jobs)

    def _do(self, job: _Job) -> JobResult:
        try:
            value = _outcome(getattr(getattr(self, job.store), job.verb)(*job.arguments, **job.options))
        except Exception as error:  # noqa: BLE001 - handed to whoever asked
            return JobResult(None, error)
        match job.verb, job.arguments:
            case "append", (room, seq, *entries):
                self.kept(room, seq, tuple(entries), job.asked_at, job.life)
            case "append_all", (appends,):
                for append, stored in zip(appends, value, strict=True):
                    if stored:
                        self.kept(append.room, append.seq, append.entries, job.asked_at, job.life)
            case "sign_in", _:
                self.signed_in(value)
        return JobResult(value, None)


class Shelf:
    """The journal, the accounts or the records of a disk, as one life of the server has them: each call is a job."""

    def __init__(self, disk: Disk, name: str, loop: asyncio.AbstractEventLoop, life: int) -> None:
        self._disk = disk
        self._name = name
        self._loop = loop
        self._life = life

    @property
    def archive(self) -> Shelf:
        """That of the accounts."""
        return Shelf(self._disk, "archive", self._loop, self._life)

    def __getattr__(self, verb: str) -> Callable[..., asyncio.Future[Any]]:
        """A verb of the store's protocol."""

        def ask(*arguments: object, **options: object) -> asyncio.Future[Any]:
            done: asyncio.Future[Any] = self._loop.create_future()
            self._disk.ask(_Job(done, self._name, verb, arguments, options, self._loop.time(), self._life))
            return done

        return ask


def _outcome(work: Awaitable[Any]) -> Any:
    """What something that never waits comes to."""
    try:
        next(work.__await__())
    except StopIteration as stop:
        return stop.value
    raise AssertionError("what is kept in memory waits for nothing")
