"""Writes files that nobody else on the machine can read and that are whole at every moment."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def keep(path: Path, content: bytes) -> None:
    """Replace a file's content, in a folder of the user's own. Raises OSError, and then the file is unchanged."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")  # mkstemp creates it with mode 0600
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        Path(temporary).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
