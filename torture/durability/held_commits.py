"""A database whose commits are delayed, so that a message sent before its commit is noticed."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from protocol import messages as m
from server.storage.sqlite import database
from server.storage.sqlite.commit_log import CommitLog
from server.storage.sqlite.database import Upgrade
from tests.support.processes.hosting import hosting
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.chronicle import code_of
from torture.tools.regulars import Regular, gather_as, play_until

COMMIT_S = 0.003
"""How long a commit is held up: everything that could be said meanwhile is."""
MOVES, EVERYDAY_MOVES = 2_000, 100
SYNCED = 2
"""What SQLite answers for `synchronous=FULL`, under which a commit in a write-ahead log ends with a sync."""


class HeldConnection:
    """Wraps the server's database connection, delays its commits and counts them.

    Attributes:
        durable: how many of a room's entries are committed, by the room's name.
        unsynced: how many commits were made that need not be on disk.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.durable: dict[str, int] = {}
        self.commits = 0
        self.unsynced = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> Any:
        """Execute; a commit takes its time, and counts only once it has returned.

        Outside of a transaction, what inserts something commits it as well.
        """
        inserts = statement.lstrip().startswith("INSERT")
        commits = statement == "COMMIT" or (inserts and not self._connection.in_transaction)
        if not commits:
            return self._connection.execute(statement, *values)
        (synchronous,) = self._connection.execute("PRAGMA synchronous").fetchone()
        (mode,) = self._connection.execute("PRAGMA journal_mode").fetchone()
        time.sleep(COMMIT_S)
        result = self._connection.execute(statement, *values)
        log, rooms = CommitLog(), self._connection.execute("SELECT room FROM rooms").fetchall()
        self.commits += 1
        self.unsynced += synchronous != SYNCED or mode != "wal"
        self.durable = {code_of(name): log.head(self._connection, name) for (name,) in rooms}
        return result


class Listener(Regular):
    """A player who compares each Table with what is durable; `early` counts those that came too soon."""

    def __init__(self, disk: HeldConnection, name: str, url: str, chance: random.Random) -> None:
        super().__init__(name, url, chance)
        self.early = 0
        self._disk = disk

    def hear(self, event: m.Event) -> None:
        """Compare a Table with what is durable, then handle it."""
        if isinstance(event, m.Table):
            self.early += event.seq > self._disk.durable.get(event.room, 0)
        super().hear(event)


async def prove_held_commits(scale: Scale) -> Finding:
    """Let eight people play on a server in this process whose commits are delayed."""
    moves, chance = scale.of(EVERYDAY_MOVES, MOVES), scale.chance("held commits")
    with scale.folder() as data, _hold_commits() as disks:
        async with hosting(store="sqlite", data=data) as hosted:
            (disk,) = disks
            people = await gather_as(partial(Listener, disk), hosted.server.url, chance)
            await play_until(people, moves, limit_s=120)
            for regular in people:
                regular.leave()
    tables, early = sum(len(regular.seen) for regular in people), sum(regular.early for regular in people)
    return Finding(
        "P1",
        f"commits held up for {COMMIT_S * 1000:.0f} ms each: nobody saw an entry before its commit had returned",
        f"{tables:,} Tables, {early} too early; {disk.commits:,} commits, {disk.unsynced} without a sync",
        "0 too early, 0 without a sync",
        holds=tables >= moves and not early and not disk.unsynced,
    )


@contextmanager
def _hold_commits() -> Iterator[list[HeldConnection]]:
    """Delay the commits of every database that is opened meanwhile; yields the connections."""
    connect, made = database._connect, []

    def held(path: Path, schema: str, upgrades: Sequence[Upgrade]) -> HeldConnection:
        made.append(HeldConnection(connect(path, schema, upgrades)))
        return made[-1]

    database._connect = held  # type: ignore[assignment]  # it is used as the connection is
    try:
        yield made
    finally:
        database._connect = connect
