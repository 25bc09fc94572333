"""Journals as another program sees them, which reads the file and does nothing else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from server.storage.sqlite.commit_log import CommitLog


def stored_entries(file: Path) -> dict[str, list[bytes]]:
    """Every room's entries, in the order in which the rooms were opened."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        reader.execute("BEGIN")
        log, rooms = CommitLog(), reader.execute("SELECT room FROM rooms ORDER BY opened").fetchall()
        return {room: log.read(reader, room) for (room,) in rooms}
