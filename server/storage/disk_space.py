"""How much the database takes of the disk, and what is left there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple


class DiskSpace(NamedTuple):
    """Bytes of the database with its log, and bytes that are free on its disk."""

    stored_bytes: int
    free_bytes: int


def measure_space(database: Path) -> DiskSpace | None:
    """Look at the file of a database and its disk; None where that cannot be told now."""
    try:
        stored = sum(path.stat().st_size for path in (database, Path(f"{database}-wal")) if path.exists())
        return DiskSpace(stored, shutil.disk_usage(database.parent).free)
    except OSError:
        return None
