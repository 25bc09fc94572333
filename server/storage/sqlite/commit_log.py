"""Stores a commit's entries of many rooms in one page, and folds them by room into chunks later.

Each commit goes into the current slot (see `slots`) as long as there is room in it, and else into the next one. What is
in slots is in memory too, for reading. Once half of the slots are full, their entries are folded, a few rooms at a
time: those of a room become one chunk (see `chunks`), where somebody who undoes and redoes a move all day takes next to
no space. A slot may be written anew when all that it holds is folded.

What is read without its room's chunks goes into the table `entries` at once, as a row each: a room's first entry and
those in its summary; and so does what is large. A slot tells of these by their number alone.

All that is known here is read from the file, and can be forgotten at any time. Where another process has written to the
file, the slots have other numbers than is thought, and a commit that builds on them stores nothing: it is tried once
more on what is read anew.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from server.room.journal import Append
from server.storage.sqlite import chunks, slots
from server.storage.sqlite.connection import transaction
from server.storage.sqlite.slots import OVERHEAD

FOLD_ROOMS = 16
"""How many rooms are folded at a time, so that a commit waits for no more than about a millisecond of that."""
LARGE_PART = 2
"""What takes more than this part of a slot is large."""
HEADS_MAX = 16_384
"""Of how many rooms the newest numbers are remembered."""
PUT = """
INSERT OR REPLACE INTO slots SELECT ?, ?, ?
WHERE (SELECT number FROM slots WHERE slot = ?) IS ? AND (SELECT number FROM slots WHERE slot = ?) IS ?
"""
"""Whoever else wrote to the file has changed the current slot or the next one."""
PUT_NEXT = "INSERT OR REPLACE INTO slots VALUES (?, ?, ?)"
STORE = "INSERT INTO entries (room, seq, entry, in_summary) VALUES (?, ?, ?, ?)"
OPEN = "INSERT INTO rooms (room) VALUES (?)"
FOLD = """
INSERT OR REPLACE INTO chunks (opened, last, entries) VALUES ((SELECT opened FROM rooms WHERE room = ?), ?, ?)
"""
HEAD = """
SELECT max(ifnull((SELECT max(seq) FROM entries WHERE room = ?1), 0), ifnull((SELECT max(last) FROM chunks
WHERE opened = (SELECT opened FROM rooms WHERE room = ?1)), 0))
"""
FOLDED = "SELECT ifnull(max(last), 0) FROM chunks WHERE opened = (SELECT opened FROM rooms WHERE room = ?)"
ROWS = "SELECT seq, entry FROM entries WHERE room = ? AND seq > ? AND seq <= ?"
_CHUNKS = "SELECT last, entries FROM chunks WHERE opened = (SELECT opened FROM rooms WHERE room = ?) AND last > ?"
CHUNKS = _CHUNKS + " ORDER BY last"
NEWEST = "SELECT seq, entry FROM entries WHERE room = ? ORDER BY seq DESC LIMIT 1"
NEWEST_CHUNK = _CHUNKS + " ORDER BY last DESC LIMIT 1"


class _StaleError(Exception):
    """Another process has written to the file."""


class _Part(NamedTuple):
    """What a slot is to hold: the bytes, and the appends in them, of which `news` were not there before."""

    slot: int
    number: int
    body: bytes
    appends: Sequence[Append]
    news: Sequence[Append]


@dataclass(slots=True)
class _Ring:
    """What is known of the slots; mutable because each commit changes it.

    Attributes:
        count: how many slots there may be.
        size: the size of a slot, in bytes.
        numbers: the number of the newest commit in each slot.
        slot: the one that is being filled, with `appends`.
        first: the oldest one of which not all is folded.
        unfolded: the appends not folded yet, of each room.
        heads: the newest number of rooms that were asked about.
        folding: the rooms that are still to be folded until all slots up to `fold_to` are.
    """

    count: int
    size: int
    numbers: dict[int, int] = field(default_factory=dict)
    slot: int = 0
    first: int = 0
    number: int = 0
    appends: Sequence[Append] = ()
    unfolded: defaultdict[str, list[Append]] = field(default_factory=lambda: defaultdict(list))
    heads: dict[str, int] = field(default_factory=dict)
    folding: list[str] = field(default_factory=list)
    fold_to: int = 0

    def take(self, parts: Sequence[_Part]) -> None:
        """Note what was written."""
        for part in parts:
            self.slot, self.number, self.appends = part.slot, part.number, part.appends
            self.numbers[part.slot] = part.number
            self.keep(part.news)

    def keep(self, appends: Sequence[Append]) -> None:
        for append in appends:
            if append.entries:
                self.unfolded[append.room].append(append)

    @property
    def used(self) -> int:
        """How many slots cannot be written anew."""
        return (self.slot - self.first) % self.count + 1

    def begin_fold(self) -> None:
        self.folding, self.fold_to = sorted(self.unfolded, reverse=True), self.slot

    def end_fold(self, rooms: Sequence[str]) -> None:
        """Note what was folded."""
        for room in rooms:
            self.unfolded.pop(room, None)
        del self.folding[len(self.folding) - len(rooms) :]
        if not self.folding:
            self.first = self.fold_to


class CommitLog:
    """The newest commits of one file. Everything happens in the thread of its connection."""

    def __init__(self) -> None:
        self._ring: _Ring | None = None

    def append(self, connection: sqlite3.Connection, calls: Sequence[Sequence[Append]]) -> list[list[bool]]:
        """Store what several calls want stored, in one commit; whether each append of each call is stored."""
        appends = [append for call in calls for append in call]
        try:
            stored = iter(self._append(connection, appends))
        except _StaleError:
            self.forget()
            with transaction(connection):
                stored = iter(self._append(connection, appends))
        return [list(islice(stored, len(call))) for call in calls]

    def read(self, connection: sqlite3.Connection, room: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """The entries of a room that follow entry `after`, in order, or the first `most` of them."""
        ring = self._loaded(connection)
        end = sys.maxsize if most is None else after + most
        found = dict(connection.execute(ROWS, (room, after, end)))
        for last, chunk in connection.execute(CHUNKS, (room, after)):
            found |= chunks.unpack(chunk)
            if last >= end:
                break
        found |= _numbered(ring.unfolded.get(room, ()))
        return [entry for seq, entry in sorted(found.items()) if after < seq <= end]

    def newest(self, connection: sqlite3.Connection, room: str) -> bytes | None:
        """The newest entry of a room."""
        found = dict(connection.execute(NEWEST, (room,)))
        found |= (chunks.newest(chunk) for _, chunk in connection.execute(NEWEST_CHUNK, (room, 0)))
        found |= _numbered(self._loaded(connection).unfolded.get(room, ()))
        return found[max(found)] if found else None

    def head(self, connection: sqlite3.Connection, room: str) -> int:
        """The number of a room's newest entry, or 0."""
        ring = self._loaded(connection)
        if room not in ring.heads:
            if len(ring.heads) >= HEADS_MAX:
                ring.heads.clear()
            (stored,) = connection.execute(HEAD, (room,)).fetchone()
            ring.heads[room] = max(stored, max(_numbered(ring.unfolded.get(room, ())), default=0))
        return ring.heads[room]

    def lost_rooms(self, connection: sqlite3.Connection, pages: Iterable[bytes]) -> list[str]:
        """The rooms of which damaged pages tell newer entries than the file has; of an older file, all they name."""
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'slots'").fetchone():
            return sorted({room for page in pages for room in slots.rooms_named(page)})
        told = slots.newest_entries(pages).items()
        return sorted(room for room, seq in told if seq > self.head(connection, room))

    # What the database calls.

    def forget(self) -> None:
        """Read all anew when it is next needed: what was stored last may not be in the file."""
        self._ring = None

    def is_due(self, *, is_idle: bool) -> bool:
        """Whether to fold some rooms now: earlier if nobody waits."""
        ring = self._ring
        if ring is None:
            return False
        return bool(ring.folding) or ring.used > ring.count // 2 if is_idle else ring.used > ring.count * 3 // 4

    def fold_some(self, connection: sqlite3.Connection) -> None:
        """Fold some rooms."""
        ring = self._loaded(connection)
        if not ring.folding:
            ring.begin_fold()
        self._fold(connection, ring, FOLD_ROOMS)

    def finish(self, connection: sqlite3.Connection) -> None:
        """Fold all that is left."""
        if self._ring is not None and self._ring.unfolded:
            self._fold_all(connection, self._ring)

    def clear_slots(self, connection: sqlite3.Connection) -> None:
        """Fold all that is left and empty the slots, so that rooms can be removed from everywhere else."""
        self._fold_all(connection, self._loaded(connection))
        connection.execute("DELETE FROM slots")
        self.forget()

    # Inside.

    def _append(self, connection: sqlite3.Connection, appends: Sequence[Append]) -> list[bool]:
        ring = self._loaded(connection)
        heads: dict[str, int] = {}
        stored, new = [], []
        for append in appends:
            head = heads.get(append.room) or ring.heads.get(append.room)
            if head is None:
                head = self.head(connection, append.room)
            follows = append.seq == head + 1
            stored.append(follows)
            if follows and append.entries:
                heads[append.room] = head + len(append.entries)
                new.append(append)
        if new:
            self._write(connection, ring, new)
            ring.heads |= heads
        return stored

    def _write(self, connection: sqlite3.Connection, ring: _Ring, new: Sequence[Append]) -> None:
        """Store appends that follow what is stored: in slots, and as rows what belongs there."""
        large = ring.size // LARGE_PART
        rows: Sequence[Append] = [append for append in new if _is_row(append, large)]
        if rows:
            new = [piece for append in new for piece in _pieces(append, large)]
            rows = [append for append in new if _is_row(append, large)]
        parts = _parts(ring, [_number(append) if _is_row(append, large) else append for append in new] if rows else new)
        if len(parts) >= ring.count:
            rows, parts = new, _parts(ring, ())
        if ring.used + len(parts) > ring.count:
            self._fold_all(connection, ring)
        if rows or len(parts) > 1:
            with transaction(connection):
                connection.executemany(STORE, _rows(rows))
                connection.executemany(OPEN, [(append.room,) for append in rows if append.seq == 1])
                _put(connection, ring, parts)
        else:
            _put(connection, ring, parts)
        ring.take(parts)

    def _fold_all(self, connection: sqlite3.Connection, ring: _Ring) -> None:
        ring.begin_fold()
        self._fold(connection, ring, len(ring.folding))

    def _fold(self, connection: sqlite3.Connection, ring: _Ring, most: int) -> None:
        rooms = ring.folding[-most:]
        folded = [(room, _numbered(ring.unfolded[room])) for room in rooms]
        with transaction(connection):
            connection.executemany(FOLD, [(room, max(found), chunks.pack(found)) for room, found in folded])
        ring.end_fold(rooms)

    def _loaded(self, connection: sqlite3.Connection) -> _Ring:
        if self._ring is None:
            self._ring = _load(connection)
        return self._ring


def _load(connection: sqlite3.Connection) -> _Ring:
    """Read the slots, and begin to fold what is in them."""
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    ring, folded = _Ring(slots.RING_BYTES // page, page - OVERHEAD), dict[str, int]()
    for slot, number, body in connection.execute("SELECT slot, number, body FROM slots ORDER BY number").fetchall():
        ring.slot, ring.number, ring.appends = slot, number, slots.unpack(body)
        ring.numbers[slot] = number
        for append in ring.appends:
            if append.room not in folded:
                (folded[append.room],) = connection.execute(FOLDED, (append.room,)).fetchone()
        news = [append for append in ring.appends if append.entries and append.seq > folded[append.room]]
        if not ring.unfolded:
            ring.first = slot
        ring.keep(news)
    ring.begin_fold()
    return ring


def _is_row(append: Append, large: int) -> bool:
    entries = append.entries
    size = len(entries[0]) if len(entries) == 1 else sum(map(len, entries))
    return append.seq == 1 or append.in_summary or size > large


def _pieces(append: Append, large: int) -> Iterator[Append]:
    """An append, entry by entry where it is large, as after a burst of moves: slots take all but entries that are."""
    if append.in_summary or not _is_row(append, large):
        yield append
    else:
        for seq, entry in enumerate(append.entries, append.seq):
            yield Append(append.room, seq, (entry,))


def _number(append: Append) -> Append:
    """Tell of nothing but the number of an append's last entry."""
    return Append(append.room, append.seq + len(append.entries), ())


def _numbered(appends: Iterable[Append]) -> dict[int, bytes]:
    return {seq: entry for append in appends for seq, entry in enumerate(append.entries, append.seq)}


def _rows(appends: Sequence[Append]) -> Iterator[tuple[str, int, bytes, bool]]:
    for append in appends:
        for seq, entry in enumerate(append.entries, append.seq):
            yield append.room, seq, entry, append.in_summary


def _parts(ring: _Ring, appends: Sequence[Append]) -> list[_Part]:
    """What goes into which slot: all into the current one, or else into as many of the next as it takes."""
    current = [*ring.appends, *appends]
    body = slots.pack(current, ring.size)
    if body is not None:
        return [_Part(ring.slot, ring.number + 1, body, current, appends)]
    return [
        _Part((ring.slot + place) % ring.count, ring.number + place, body, appends, appends)
        for place, (body, appends) in enumerate(_split(appends, ring.size), 1)
    ]


def _split(appends: Sequence[Append], size: int) -> Iterator[tuple[bytes, Sequence[Append]]]:
    body = slots.pack(appends, size)
    if body is not None:
        yield body, appends
    else:
        middle = len(appends) // 2
        yield from _split(appends[:middle], size)
        yield from _split(appends[middle:], size)


def _put(connection: sqlite3.Connection, ring: _Ring, parts: Sequence[_Part]) -> None:
    """Write slots. Raises _StaleError where another process has written to the file."""
    current, following = ring.slot, (ring.slot + 1) % ring.count
    first, *others = ((part.slot, part.number, part.body) for part in parts)
    known = (current, ring.numbers.get(current), following, ring.numbers.get(following))
    if connection.execute(PUT, (*first, *known)).rowcount != 1:
        raise _StaleError
    connection.executemany(PUT_NEXT, others)
