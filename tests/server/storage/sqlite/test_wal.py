"""What SQLite passes over in silence is found: damage in a write-ahead log, as far as it can be told from a kill."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.storage.sqlite import wal

COMMITS = 20
ROOM = "KQFM-0123abcd"


def written(folder: Path, commits: int = COMMITS, *, anew: bool = False) -> Path:
    """A database as a killed server leaves it, with so many commits in its log; the log may have begun anew before."""
    live = folder / "live.db"
    with closing(sqlite3.connect(live, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE entries (room TEXT, seq INTEGER, entry BLOB)")
        if anew:
            for seq in range(3 * commits):
                connection.execute("INSERT INTO entries VALUES (?, ?, zeroblob(900))", (ROOM, -1 - seq))
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
        for seq in range(commits):
            connection.execute("INSERT INTO entries VALUES (?, ?, zeroblob(900))", (ROOM, seq))
        for name in ("live.db", "live.db-wal"):
            shutil.copy(folder / name, folder / name.replace("live", "left"))
    return folder / "left.db"


def missing(database: Path) -> tuple[tuple[int, set[str], str] | None, int]:
    """What is found missing, as commits, the rooms on their pages, and the rest; how many commits SQLite really has."""
    log = wal.read_log(database)
    with closing(sqlite3.connect(database)) as connection:
        (_, recovered, _) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        try:
            (stored,) = connection.execute("SELECT count(*) FROM entries WHERE seq >= 0").fetchone()
        except sqlite3.OperationalError:  # not even the table is there
            stored = 0
    damage = None if log is None else wal.find_damage(log, recovered)
    if damage is None:
        return None, stored
    return (damage.commits, {ROOM for page in damage.pages if ROOM.encode() in page}, damage.shown), stored


def changed(database: Path, change: Callable[[bytes], bytes]) -> None:
    """Do something to the log."""
    path = Path(f"{database}-wal")
    path.write_bytes(change(path.read_bytes()))


def flipped(place: int) -> Callable[[bytes], bytes]:
    return lambda raw: raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]


def test_where_there_is_no_log_nothing_can_be_missing(tmp_path):
    assert wal.read_log(tmp_path / "left.db") is None


@pytest.mark.parametrize("anew", [False, True])
def test_a_log_as_a_kill_leaves_it_misses_nothing(tmp_path, anew):
    assert missing(written(tmp_path, anew=anew)) == (None, COMMITS)


def test_what_is_damaged_in_the_middle_is_counted_with_all_behind_it(tmp_path):
    database = written(tmp_path)
    changed(database, flipped(Path(f"{database}-wal").stat().st_size // 2))
    found, stored = missing(database)
    assert found == (COMMITS - stored, {ROOM}, "yes")
    assert 0 < stored < COMMITS


def test_what_is_only_the_last_write_may_have_been_interrupted(tmp_path):
    database = written(tmp_path)
    changed(database, flipped(-100))
    assert missing(database) == ((1, {ROOM}, "perhaps"), COMMITS - 1)


@pytest.mark.parametrize("cut", [1, 100, 4095])
def test_a_write_that_was_not_finished_is_no_commit(tmp_path, cut):
    database = written(tmp_path)
    changed(database, lambda raw: raw[:-cut])
    found, stored = missing(database)
    assert (found, stored) == ((0, set(), "no"), COMMITS - 1)


@pytest.mark.parametrize("pages", [1, 10])
def test_pages_of_which_nothing_is_left_were_perhaps_told(tmp_path, pages):
    database = written(tmp_path, anew=True)
    lost = Path(f"{database}-wal").stat().st_size - pages * 4120
    changed(database, lambda raw: raw[:lost] + bytes(len(raw) - lost))
    found, _ = missing(database)
    assert found == (0, set(), "perhaps")


@pytest.mark.parametrize("place", range(32))
def test_damage_to_any_byte_of_the_head_is_found(tmp_path, place):
    database = written(tmp_path)
    changed(database, flipped(place))
    found, stored = missing(database)
    assert stored == 0
    assert found is not None
    commits, rooms, shown = found
    assert commits > COMMITS
    assert (rooms, shown) == ({ROOM}, "yes")


def test_what_is_left_of_an_earlier_log_is_not_missed(tmp_path):
    database = written(tmp_path, anew=True)
    changed(database, flipped(-100))
    assert missing(database) == (None, COMMITS)


def test_a_log_whose_head_alone_was_written_anew_misses_nothing(tmp_path):
    database = written(tmp_path)
    changed(database, begun_anew)
    assert wal.read_log(database) is None


def begun_anew(raw: bytes) -> bytes:
    """A log whose header says, in good order, that nothing of what follows is needed any more."""
    salt = int.from_bytes(raw[16:20])
    head = raw[:16] + (salt + 1).to_bytes(4) + b"salt"
    return head + b"".join(part.to_bytes(4) for part in wal.checksum(head)) + raw[32:]
