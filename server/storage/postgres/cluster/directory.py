"""The directory of a cluster's rooms in PostgreSQL, and the journal of a node that shares it.

All of it is written by the database's one session, and so only while this server is a node: an eviction removes the
node's row in `writers`, and with it every mark that a room is the node's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from server.cluster.rooms.directory import ClaimedRoom, Directory, Whereabouts
from server.players.sessions.elsewhere import CodeTakenError
from server.room.journal import READ_SLICE
from server.storage.postgres.connection import PostgresConnection
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.journal import PostgresJournal

SCHEMA = """
CREATE TABLE IF NOT EXISTS directory (
    room TEXT PRIMARY KEY, code TEXT NOT NULL, opened BIGINT GENERATED ALWAYS AS IDENTITY,
    node BIGINT REFERENCES writers ON DELETE SET NULL, due REAL, speaks BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS codes ON directory (code);
CREATE INDEX IF NOT EXISTS unclaimed ON directory (due NULLS FIRST) WHERE node IS NULL;
CREATE INDEX IF NOT EXISTS claimed ON directory (node) WHERE node IS NOT NULL;
CREATE TABLE IF NOT EXISTS open_seats (
    player BIGINT, room TEXT REFERENCES directory ON DELETE CASCADE, PRIMARY KEY (player, room)
);
CREATE INDEX IF NOT EXISTS seats_in_room ON open_seats (room);
DELETE FROM directory WHERE room IN (SELECT room FROM rooms WHERE closed = 1);
INSERT INTO directory (room, code)
SELECT room, CASE WHEN row_number() OVER (PARTITION BY split_part(room, '-', 1) ORDER BY opened DESC) = 1
    THEN split_part(room, '-', 1) ELSE room END
FROM rooms WHERE closed = 0 ORDER BY opened ON CONFLICT DO NOTHING;
"""
"""What a server that was alone has opened and closed is brought in by the next one that is a node.

Of two open rooms of one code, the earlier has ended and was only not put away: it has that code no longer.
"""
OPEN = "INSERT INTO directory (room, code, node, speaks) VALUES (?, ?, ?, ?) ON CONFLICT (code) DO NOTHING"
FIRST_ENTRY = "INSERT INTO entries VALUES (?, 1, ?, 0)"
FIND = "SELECT code, room, node FROM directory WHERE code = ANY(CAST(? AS TEXT[]))"
CLAIM = """
UPDATE directory SET node = ?, due = NULL, speaks = ? WHERE room IN (
    SELECT room FROM directory WHERE node IS NULL AND speaks <= ? AND room = ANY(CAST(? AS TEXT[]))
    FOR UPDATE SKIP LOCKED
) RETURNING room
"""
"""Nodes that claim the same rooms at the same moment never wait for one another, in whichever order they name them."""
CLAIM_DUE = """
UPDATE directory SET node = ?, due = NULL, speaks = ? WHERE room IN (
    SELECT room FROM directory WHERE node IS NULL AND speaks <= ? AND (due IS NULL OR due <= ?)
    ORDER BY due NULLS FIRST LIMIT ? FOR UPDATE SKIP LOCKED
) RETURNING room
"""
RELEASE = "UPDATE directory SET node = NULL, due = ? WHERE room = ? AND node = ?"
RELEASE_ALL = "UPDATE directory SET node = NULL, due = NULL WHERE node = ?"
SEATS_OF = "SELECT code FROM open_seats JOIN directory USING (room) WHERE player = ? ORDER BY opened"
UNSEAT = """
DELETE FROM open_seats WHERE room = ANY(CAST(? AS TEXT[])) AND (player, room) NOT IN (
    SELECT * FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[]))
)
"""
SEAT = """
INSERT INTO open_seats SELECT player, room
FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[])) AS new(player, room) JOIN directory USING (room)
ON CONFLICT DO NOTHING
"""
SUMMARIES = """
SELECT room, entry FROM entries WHERE room = ANY(CAST(? AS TEXT[])) AND (seq = 1 OR in_summary = 1) ORDER BY seq
"""
NEWEST = """
SELECT asked.room, (SELECT entry FROM entries WHERE entries.room = asked.room ORDER BY seq DESC LIMIT 1)
FROM unnest(CAST(? AS TEXT[])) AS asked(room)
"""
SNAPSHOTS = "SELECT room, beginning FROM beginnings WHERE room = ANY(CAST(? AS TEXT[]))"
RECENT = """
SELECT asked.room, recent.entry FROM unnest(CAST(? AS TEXT[])) AS asked(room) LEFT JOIN beginnings USING (room),
LATERAL (
    SELECT seq, entry FROM entries WHERE entries.room = asked.room AND seq > greatest(beginnings.seq, 1)
    ORDER BY seq LIMIT ?
) AS recent ORDER BY recent.seq
"""


class NodeJournal(PostgresJournal):
    """The journal of a node: a room that is closed leaves the directory too."""

    async def close(self, room: str) -> None:
        await super().close(room)
        await self._database.run(lambda connection: _forget(connection, room))


class PostgresDirectory(Directory):
    """The directory, by the session of a node's database."""

    def __init__(self, database: PostgresDatabase, speaks: int) -> None:
        """Use a database opened as a node, with the journal's SCHEMA, membership's and this module's.

        Its rooms get the form that the node `speaks`, and those of a newer form it leaves alone.
        """
        self._database = database
        self._speaks = speaks

    async def open(self, room: str, code: str, entry: bytes, people: Collection[int]) -> None:
        await self._database.run(lambda connection: self._open(connection, room, code, entry, people))

    async def find(self, codes: Collection[str]) -> dict[str, Whereabouts]:
        return await self._database.run(lambda connection: _find(connection, codes))

    async def seats_of(self, player: int) -> tuple[str, ...]:
        return await self._database.run(lambda connection: _seats_of(connection, player))

    async def seat(self, people: Mapping[str, Collection[int]]) -> None:
        await self._database.run(lambda connection: _seat(connection, people))

    async def claim(self, rooms: Collection[str]) -> list[ClaimedRoom]:
        return await self._database.run(lambda connection: self._claim(connection, CLAIM, list(rooms)))

    async def claim_due(self, now: float, most: int) -> list[ClaimedRoom]:
        return await self._database.run(lambda connection: self._claim(connection, CLAIM_DUE, now, most))

    async def release(self, rooms: Iterable[str], due: float = 0.0) -> None:
        released = [(due, room, self._database.writer) for room in rooms]
        await self._database.run(lambda connection: connection.executemany(RELEASE, released))

    async def release_all(self) -> None:
        await self._database.run(lambda connection: connection.execute(RELEASE_ALL, (self._database.writer,)).rowcount)

    # In the database's thread.

    def _open(
        self, connection: PostgresConnection, room: str, code: str, entry: bytes, people: Collection[int]
    ) -> None:
        if not connection.execute(OPEN, (room, code, self._database.writer, self._speaks)).rowcount:
            raise CodeTakenError(f"another open room has the code {code}")
        connection.execute("INSERT INTO rooms (room) VALUES (?)", (room,))
        connection.execute(FIRST_ENTRY, (room, entry))
        _seat(connection, {room: people})

    def _claim(self, connection: PostgresConnection, text: str, *values: Any) -> list[ClaimedRoom]:  # noqa: ANN401
        rooms = [
            room for (room,) in connection.execute(text, (self._database.writer, self._speaks, self._speaks, *values))
        ]
        if not rooms:
            return []
        for room in rooms:  # others have written there
            self._database.heads.pop(room, None)
        return _recall(connection, rooms)


def _recall(connection: PostgresConnection, rooms: list[str]) -> list[ClaimedRoom]:
    """All that is needed to run rooms, by a few statements."""
    summaries: dict[str, list[bytes]] = {room: [] for room in rooms}
    for query in (SUMMARIES, NEWEST):
        for room, entry in connection.execute(query, (rooms,)):
            summaries[room].append(entry)
    snapshots: dict[str, bytes] = dict(connection.execute(SNAPSHOTS, (rooms,)).fetchall())
    entries = {room: summary[:1] for room, summary in summaries.items()}
    for room, entry in connection.execute(RECENT, (rooms, READ_SLICE)):
        entries[room].append(entry)
    return [ClaimedRoom(room, summaries[room], (snapshots.get(room), entries[room])) for room in rooms]


def _find(connection: PostgresConnection, codes: Collection[str]) -> dict[str, Whereabouts]:
    known = [code for code in codes if "\0" not in code]  # people may type it, and PostgreSQL takes no such text
    return {code: Whereabouts(room, node) for code, room, node in connection.execute(FIND, (known,))}


def _seats_of(connection: PostgresConnection, player: int) -> tuple[str, ...]:
    return tuple(code for (code,) in connection.execute(SEATS_OF, (player,)))


def _seat(connection: PostgresConnection, people: Mapping[str, Collection[int]]) -> None:
    seats = [(player, room) for room, players in people.items() for player in sorted(players)]
    columns = [player for player, _ in seats], [room for _, room in seats]
    connection.execute(UNSEAT, (list(people), *columns))
    connection.execute(SEAT, columns)


def _forget(connection: PostgresConnection, room: str) -> None:
    connection.execute("DELETE FROM directory WHERE room = ?", (room,))
