"""Reads a server's journal, from a copy of its file or from PostgreSQL, and compares what people remember with it."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import psycopg
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_event, encode
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Input, Play
from server.room.player_view import table
from server.room.step import Room
from server.storage.postgres.journal import READ
from server.storage.sqlite.commit_log import CommitLog
from server.storage.stores import DATABASE_NAME
from torture.tools.regulars import Order, Regular

KEPT = 4096
"""How many of a room's entries are remembered: more than anybody sees between two looks into the journal."""
ROOMS = "SELECT room FROM rooms ORDER BY opened"
Made = tuple[str, Order]
"""Who made which move."""


def code_of(name: str) -> str:
    """A room's code, with which the name of its journal begins."""
    return name.partition("-")[0]


class Chronicle:
    """Replays every room of a data folder, or of a PostgreSQL database, from its journal; `read` goes on where it was.

    Attributes:
        rooms: each room by its code, and by the number of the entry after which it was so; the last of them.
        plays: how often each move is stored; once, if all is well.
        moves: what was moved.
    """

    def __init__(self, data: Path, database: str = "") -> None:
        self._data = data
        self._database = database
        self.rooms: dict[str, dict[int, Room]] = {}
        self.plays: Counter[Made] = Counter()
        self.moves: dict[Made, str] = {}

    def read(self) -> int:
        """Read what has been stored since; the number of entries. The server must not run: its files are copied."""
        if self._database:
            return self._read_postgres()
        with _copied(self._data) as copy:
            return self._read(sqlite3.connect(copy))

    def follow(self) -> int:
        """The same from a server that runs."""
        if self._database:
            return self._read_postgres()
        return self._read(sqlite3.connect(f"file:{self._data / DATABASE_NAME}?mode=ro", uri=True))

    def _read(self, connection: sqlite3.Connection) -> int:
        with closing(connection):
            connection.execute("BEGIN")
            names = connection.execute(ROOMS).fetchall()
            return self.read_rooms((name for (name,) in names), partial(CommitLog().read, connection))

    def _read_postgres(self) -> int:
        """Everything is from one moment, though the server goes on."""
        with psycopg.connect(self._database) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            names = connection.execute(ROOMS).fetchall()

            def entries_after(name: str, seq: int) -> list[bytes]:
                query = READ.replace("?", "%s").encode()
                return [entry for (entry,) in connection.execute(query, (name, seq, None), binary=True)]

            return self.read_rooms((name for (name,) in names), entries_after)

    def read_rooms(self, names: Iterable[str], entries_after: Callable[[str, int], Sequence[bytes]]) -> int:
        """Read what has been stored since of these rooms, whose entries after a number are asked for."""
        return sum(self._read_room(name, entries_after) for name in names)

    def find_lost(self, people: Iterable[Regular]) -> list[Order]:
        """The acknowledged moves of these people that are not stored exactly once, as they were made."""
        return [
            order
            for regular in people
            for order in regular.acknowledged
            if self.plays[regular.name, order] != 1 or self.moves[regular.name, order] != regular.ordered[order]
        ]

    def find_unfounded(self, people: Iterable[Regular]) -> list[m.Table]:
        """The Tables these people saw that the journal does not bear out; they forget what was looked at."""
        found = [seen for regular in people for seen in regular.seen if not self._bears_out(seen, regular.name)]
        for regular in people:
            regular.seen.clear()
        return found

    def find_doubled(self) -> list[Made]:
        return [made for made, times in self.plays.items() if times > 1]

    def longest(self) -> int:
        """How many events the longest game under way has come to."""
        last = [history[max(history)] for history in self.rooms.values() if history]
        return max((room.sitting.chain.events for room in last if room.sitting is not None), default=0)

    def _read_room(self, name: str, entries_after: Callable[[str, int], Sequence[bytes]]) -> int:
        history = self.rooms.setdefault(code_of(name), {})
        entries = entries_after(name, max(history, default=0))
        for entry in entries:
            room = self._after(code_of(name), history, entry)
            history[room.seq] = room
            history.pop(room.seq - KEPT, None)
        return len(entries)

    def _after(self, code: str, history: dict[int, Room], entry: bytes) -> Room:
        """The room after its next entry, which is counted."""
        if not history:
            return replay.replay([entry])[0]
        before = history[max(history)]
        at, event = replay.unpack(entry)
        if isinstance(event, Play):
            made = (_name(before, event.player), (code, event.number, event.ply))
            self.plays[made] += 1
            self.moves[made] = event.move
        return rooms.step(before, at, cast(Input, event)).room

    def _bears_out(self, seen: m.Table, name: str) -> bool:
        room = self.rooms.get(seen.room, {}).get(seen.seq)
        if room is None:
            return False
        seat = next((s for s, chair in enumerate(room.chairs) if getattr(chair, "name", "") == name), None)
        again = decode_event(encode(table(room, seat, 0.0)))
        assert isinstance(again, m.Table)
        return _timeless(again) == _timeless(seen)


def _timeless(seen: m.Table) -> m.Table:
    """The Table without what depends on when it was made."""
    return replace(seen, time_left_s=None, totals=(), lasted_s=None, away=())


def _name(room: Room, player: int) -> str:
    seat = room.seat_of(player)
    return "" if seat is None else str(getattr(room.chairs[seat], "name", ""))


@contextmanager
def _copied(data: Path) -> Iterator[Path]:
    """A copy of the database with its log, as a power cut would leave them; the log's index is rebuilt on opening."""
    with TemporaryDirectory(prefix="parlour-copy-") as folder:
        for file in (data / DATABASE_NAME, data / f"{DATABASE_NAME}-wal"):
            if file.exists():
                shutil.copy(file, folder)
        yield Path(folder) / DATABASE_NAME
