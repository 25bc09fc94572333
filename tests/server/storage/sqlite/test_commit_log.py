"""Commits in slots: what is folded and what is not reads the same, and nothing of it is lost or stored twice."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server.ops.server_clock import ServerClock
from server.room import replay
from server.room.inputs import Play
from server.room.journal import Append, StorageUnavailableError
from server.storage.sqlite import journal as journal_sqlite
from server.storage.sqlite import slots
from server.storage.sqlite.commit_log import CommitLog
from server.storage.sqlite.database import PAGE, SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from tests.support.fakes.disks import files_of_at_most
from tests.support.stored.journals import stored_entries

FRAME = 24 + PAGE
"""A page in SQLite's log, with its head."""
CHECKSUM = 16
"""Where in a frame its checksum begins."""
ROOMS = [f"KQFM-0123abc{digit}" for digit in range(8)]


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")
        connection.executescript(journal_sqlite.SCHEMA)
        yield connection


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour.db"


@pytest.fixture
def connection(file: Path) -> Iterator[sqlite3.Connection]:
    with opened(file) as connection:
        yield connection


@pytest.fixture
def few_slots(monkeypatch) -> None:
    monkeypatch.setattr(slots, "RING_BYTES", 4 * PAGE)


def moves(seq: int, size: int = 10, rooms: list[str] = ROOMS) -> list[Append]:
    """An entry of each room."""
    return [Append(room, seq, (bytes([seq % 256]) * size,)) for room in rooms]


def log_size(file: Path) -> int:
    return Path(f"{file}-wal").stat().st_size


def flip(file: Path, place: int) -> None:
    """Damage the log."""
    log = Path(f"{file}-wal")
    raw = log.read_bytes()
    log.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])


def rows(connection: sqlite3.Connection, table: str) -> int:
    return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_commit_of_many_rooms_is_one_statement_and_writes_one_page(connection, file):
    log = CommitLog()
    for seq in (1, 2):
        log.append(connection, [moves(seq)])
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    before = log_size(file)
    assert log.append(connection, [moves(3), moves(4, rooms=ROOMS[:2])]) == [[True] * 8, [True] * 2]
    assert len([statement for statement in statements if not statement.startswith("--")]) == 1
    assert log_size(file) == before + FRAME


def test_what_is_folded_is_one_chunk_a_room_and_its_slots_are_written_anew(connection, few_slots):
    log = CommitLog()
    for seq in range(1, 200):
        log.append(connection, [moves(seq)])
        while log.is_due(is_idle=True):
            log.fold_some(connection)
    log.finish(connection)
    assert rows(connection, "slots") == 4
    assert rows(connection, "entries") == len(ROOMS)
    assert rows(connection, "chunks") < 199 * len(ROOMS) / 4
    assert [len(log.read(connection, room)) for room in ROOMS] == [199] * 8


@pytest.mark.parametrize("seed", range(8))
def test_a_journal_reads_the_same_whatever_is_folded_forgotten_killed_or_too_large_for_a_slot(
    tmp_path, few_slots, seed
):
    order, told, log, file = (
        random.Random(seed),
        {room: list[bytes]() for room in ROOMS},
        CommitLog(),
        tmp_path / "0.db",
    )
    for life in range(6):
        with opened(file) as connection:
            for _ in range(40):
                appends = [_any_append(order, told) for _ in range(order.choice((1, 3, 60, 200)))]
                stored = [_is_next(told, append) for append in appends]
                assert log.append(connection, [appends]) == [stored]
                order.choice(
                    [log.forget, *(_with(connection, act) for act in (log.fold_some, log.finish)), lambda: None]
                )()
                room = order.choice(ROOMS)
                after = order.randrange(len(told[room]) + 1)
                assert log.read(connection, room, after) == told[room][after:]
                assert log.read(connection, room, after, 7) == told[room][after : after + 7]
                assert log.head(connection, room) == len(told[room])
                assert log.newest(connection, room) == (told[room][-1] if told[room] else None)
            file = _killed(file, tmp_path / f"{life + 1}.db")
            log = CommitLog()
        assert stored_entries(file) == {room: entries for room, entries in told.items() if entries}


def _any_append(order: random.Random, told: dict[str, list[bytes]]) -> Append:
    room = order.choice(ROOMS)
    seq = len(told[room]) + order.choice((0, 1, 1, 1, 1, 2))
    sizes = order.choices((0, 50, 1_500, 9_000), (1, 20, 2, 1), k=order.choice((1, 1, 1, 3)))
    return Append(room, seq, tuple(map(order.randbytes, sizes)), in_summary=order.random() < 0.1)


def _is_next(told: dict[str, list[bytes]], append: Append) -> bool:
    """Whether an append is to be stored; what is told of its room then grows by it."""
    follows = append.seq == len(told[append.room]) + 1
    if follows:
        told[append.room] += append.entries
    return follows


def _with(connection: sqlite3.Connection, act: Callable[[sqlite3.Connection], None]) -> Callable[[], None]:
    return lambda: act(connection)


def _killed(file: Path, left: Path) -> Path:
    """A copy of a file that is in use, as a kill leaves it."""
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", f"{left}{end}")
    return left


@pytest.mark.parametrize("between", [1, 30, 400])
@pytest.mark.parametrize("size", [10, 900])
@pytest.mark.parametrize("is_folded", [False, True])
def test_of_two_processes_that_run_the_same_room_one_goes_on(connection, few_slots, file, between, size, is_folded):
    """However much the other has stored meanwhile, of that room or of others, and whether all of it is folded."""
    mine, other = CommitLog(), CommitLog()
    mine.append(connection, [moves(1)])
    mine.append(connection, [moves(2)])
    with opened(file) as theirs:
        for seq in range(3, between + 3):
            assert other.append(theirs, [moves(seq, size, ROOMS[:1])]) == [[True]]
        if is_folded:
            other.finish(theirs)
        assert mine.append(connection, [moves(3, rooms=ROOMS[:2])]) == [[False, True]]
        assert other.append(theirs, [moves(3, rooms=ROOMS[1:3])]) == [[False, True]]
        mine.finish(connection)
        other.finish(theirs)
    assert [len(entries) for entries in stored_entries(file).values()] == [between + 2, 3, 3, *[2] * 5]


async def test_what_is_left_is_folded_at_a_stop_and_after_a_kill_as_soon_as_nobody_waits(tmp_path, file):
    journal = SqliteJournal(SqliteDatabase(file, journal_sqlite.SCHEMA))
    for seq in range(1, 4):
        await journal.append_all(moves(seq))
    left = _killed(file, tmp_path / "left.db")
    await journal.aclose()
    again = SqliteJournal(database := SqliteDatabase(left, journal_sqlite.SCHEMA))
    assert len(await again.open_rooms()) == len(ROOMS)
    while database.commit_log.is_due(is_idle=True):
        await database.run(lambda _: None)
    for path in (file, left):
        with closing(sqlite3.connect(path)) as reader:
            assert rows(reader, "chunks") == len(ROOMS)
    await again.aclose()


async def test_a_disk_that_is_full_as_slots_are_to_be_folded_loses_nothing_and_goes_on_by_itself(file, few_slots):
    journal = SqliteJournal(database := SqliteDatabase(file, journal_sqlite.SCHEMA))

    def read_and_fold(connection: sqlite3.Connection) -> None:
        assert len(database.commit_log.read(connection, ROOMS[0])) == 2
        database.commit_log.finish(connection)

    await journal.append_all(moves(1))
    await journal.append_all(moves(2))
    with files_of_at_most(log_size(file)):
        for _ in range(2):
            with pytest.raises(StorageUnavailableError):
                await database.run(read_and_fold)
            with pytest.raises(StorageUnavailableError):
                await journal.append_all(moves(3))
    assert {len(entries) for entries in stored_entries(file).values()} == {2}
    for seq in range(3, 100):
        assert all(await journal.append_all(moves(seq)))
    await journal.aclose()
    assert [len(entries) for entries in stored_entries(file).values()] == [99] * 8


async def test_of_a_log_whose_end_is_damaged_it_is_said_which_rooms_lost_what_was_stored(tmp_path, file, caplog):
    journal = SqliteJournal(SqliteDatabase(file, journal_sqlite.SCHEMA))
    for seq in (1, 2):
        await journal.append_all(moves(seq))
    end = log_size(file)
    for room in (ROOMS[2], ROOMS[5], ROOMS[2]):
        await journal.append(room, len(await journal.read(room)) + 1, b"lost")
    left = _killed(file, tmp_path / "left.db")
    await journal.aclose()
    flip(left, end + CHECKSUM)
    again = SqliteJournal(SqliteDatabase(left, journal_sqlite.SCHEMA))
    assert f"event=journal-damaged commits=3 rooms={ROOMS[2]},{ROOMS[5]} kept=" in caplog.text
    assert [len(await again.read(room)) for room in ROOMS] == [2] * 8
    await again.aclose()


async def test_of_a_damaged_log_of_a_file_without_slots_all_rooms_in_it_are_named(tmp_path, file, caplog):
    with closing(sqlite3.connect(file, isolation_level=None)) as old:
        old.execute("PRAGMA journal_mode=WAL")
        old.executescript(journal_sqlite.SCHEMA)
        old.executescript("DROP TABLE slots; DROP TABLE chunks; PRAGMA wal_checkpoint(TRUNCATE)")
        for room in (ROOMS[5], ROOMS[2]):
            old.execute("INSERT INTO entries (room, seq, entry) VALUES (?, 1, x'00')", (room,))
        left = _killed(file, tmp_path / "left.db")
    flip(left, CHECKSUM + 32)
    again = SqliteJournal(SqliteDatabase(left, journal_sqlite.SCHEMA))
    assert f"event=journal-damaged commits=2 rooms={ROOMS[2]},{ROOMS[5]} kept=" in caplog.text
    await again.aclose()


async def test_where_a_damaged_page_cannot_be_read_its_rooms_are_named_all(tmp_path, file, caplog):
    journal = SqliteJournal(SqliteDatabase(file, journal_sqlite.SCHEMA))
    for seq in (1, 2):
        await journal.append_all(moves(seq))
    end = log_size(file)
    await journal.append(ROOMS[3], 3, b"lost" * 60)
    left = _killed(file, tmp_path / "left.db")
    await journal.aclose()
    flip(left, end + FRAME * 6 // 10)
    again = SqliteJournal(SqliteDatabase(left, journal_sqlite.SCHEMA))
    assert f"event=last-write-damaged commits=1 rooms={','.join(ROOMS)} kept=" in caplog.text
    await again.aclose()


def test_a_slot_that_is_damaged_in_the_file_is_said_to_be_malformed():
    body = slots.pack(moves(1), 4000)
    assert slots.unpack(body) == moves(1)
    for place in (0, 5, 9, 100):
        with pytest.raises(sqlite3.DatabaseError, match="malformed"):
            slots.unpack(body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :])
    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        slots.unpack(b"slot")
    assert slots.pack(moves(1), 100) is None


async def test_a_hundred_thousand_undos_and_redos_come_to_a_few_rows_and_two_bytes_each(tmp_path):
    """To go to and fro is free; each is stored before it is shown all the same, and none is left out of the record."""
    order, ticks, room = random.Random(1), [3e5], ROOMS[0]
    clock, told = ServerClock(lambda: ticks[0]), list[bytes]()
    journal = SqliteJournal(SqliteDatabase(tmp_path / "0.db", journal_sqlite.SCHEMA))
    for _ in range(1000):
        undos = []
        for seq in range(len(told) + 1, len(told) + 101):
            ticks[0] += order.expovariate(200)
            undos.append(replay.pack(clock.now(), Play(48_213, 1, seq, "UY"[seq % 2])))
        await journal.append(room, len(told) + 1, *undos)
        told += undos
    killed = _killed(tmp_path / "0.db", tmp_path / "killed.db")
    await journal.aclose()
    for file in (killed, tmp_path / "0.db"):
        assert stored_entries(file) == {room: told}
    with closing(sqlite3.connect(tmp_path / "0.db")) as reader:
        assert rows(reader, "chunks") + rows(reader, "entries") < 50
        assert reader.execute("SELECT sum(length(entries)) FROM chunks").fetchone()[0] < 2 * len(told)
